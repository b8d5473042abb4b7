// Makes a plan of a recording. Element-wise operations that lead to one array of the same shape become one kernel, launched where
// the last of them was; it also computes the intermediate results that are returned. A reduction that is the only reader of the
// kernel's result is fused into it. All other steps run as recorded. No operation moves across one that writes an array in place.
// Arrays are disposed after their last use.

import { type DType, isDType } from "../../../core/dtype.js";
import { shapesEqual, sizeOf } from "../../../core/shape.js";
import type { Strides } from "../../../core/strides.js";
import { isScalar, type Scalar } from "../../../array/promotion.js";
import { toAxes } from "../../../array/core/axes.js";
import type { DeviceCore } from "../../../runtime/order/stream-core.js";
import { canFuse, type FusedKernel, fusedKernel } from "../fused-kernel.js";
import { type FusedReduction, fusedReduction } from "../reduction/fused-reduction.js";
import type { Gather } from "../gathers.js";
import {
  GATHER_NUMBERS,
  type Graph,
  inOrder,
  type Node,
  NodeTable,
  type Plain,
} from "../../../compiler/elements/graph.js";
import { TypedNodes, type Value } from "../typed.js";
import { type EndCall, endCallOf } from "./end-call.js";
import { type GatherCall, gatherCallOf } from "./gather-call.js";
import {
  ArrayRef,
  type CallStep,
  mayWrite,
  nameOf,
  type RecordedArray,
  type RecordedStep,
  type Recording,
  refsIn,
} from "./recording.js";
import { withStacks } from "./stacks.js";

/** A step of a plan. */
export type PlanStep =
  | { readonly kind: "step"; readonly step: RecordedStep; readonly ends: readonly number[] }
  | {
      readonly kind: "kernel";
      readonly kernel: FusedKernel;
      readonly inputs: readonly number[];
      readonly numbers: KernelNumbers;
      /** The inputs of which elements are taken at indices. */
      readonly gathers: readonly Gather[];
      /** The arrays that it computes: the last one, and intermediate ones that are returned. */
      readonly outputs: readonly number[];
      /** The reduction of its array, if nothing else uses the array. */
      readonly end: PlanEnd | undefined;
      readonly ends: readonly number[];
    };

/** The numbers passed to a kernel: those of the recorded run, and how to find them in another run. */
export interface KernelNumbers {
  readonly recorded: readonly Plain[];
  of(run: Recording): readonly Plain[];
}

/** The reduction that a kernel ends in. */
export interface PlanEnd {
  readonly reduction: FusedReduction;
  readonly axes: readonly number[];
  readonly keepdims: boolean;
  /** The strides that its array had in the recorded run. */
  readonly strides: Strides;
  /** The strides of the results in the recorded run, so that views of them can be made again. */
  readonly results: Strides;
  /** The recorded call, which computes the same. */
  readonly step: CallStep;
}

/** More arrays or operations than this are no faster in one kernel. */
const MOST_ARRAYS = 17;
const MOST_NODES = 64;
/** Calls that go into one kernel: with their arrays and numbers they are no more nodes than that. */
const MOST_CALLS = 48;

/**
 * The plan that recomputes a recording; `outputs` are the returned arrays. With `isChanging`, equal numbers stay separate, because
 * they may differ in a later run.
 */
export function planOf(
  recording: Recording,
  outputs: readonly number[],
  device: DeviceCore,
  isChanging: boolean,
): readonly PlanStep[] {
  return new Planner(recording, outputs, device, isChanging).steps();
}

interface Call {
  readonly name: string;
  readonly step: CallStep;
  readonly args: readonly unknown[];
  readonly output: number;
  /** Its index among the steps, and the number of writes before it. */
  readonly at: number;
  readonly epoch: number;
  /** The gather that feeds it: the array and the indices are read from memory. */
  readonly gather: GatherCall | undefined;
}

class Planner {
  readonly #recording: Recording;
  /** The steps, without those that return their argument, such as a reshape to the same shape. */
  readonly #steps: readonly RecordedStep[];
  readonly #outputs: ReadonlySet<number>;
  readonly #writes: ReadonlyMap<number, number>;
  readonly #device: DeviceCore;
  readonly #isChanging: boolean;
  /** Calls that a kernel can compute, by the array that they make. */
  readonly #calls = new Map<number, Call>();
  /**
   * The same calls by their steps. A step that writes an array, or returns an identical view, has the same array but is not in
   * this map.
   */
  readonly #callOf = new Map<RecordedStep, Call>();
  /** The array that the kernel of a call makes: its own, or that of a later call. */
  readonly #roots = new Map<number, number>();
  /** Who uses an array: the kernels of calls, and all else as undefined; reductions that kernels end in are none. */
  readonly #users = new Map<number, Set<number | undefined>>();
  /** Reductions that kernels may end in, by the array that is reduced. */
  readonly #reductions = new Map<number, readonly CallStep[]>();
  /** The reductions that kernels do end in, because nothing else needs the reduced array. */
  readonly #ends = new Map<RecordedStep, EndCall>();
  readonly #unstored = new Set<number>();

  constructor(recording: Recording, outputs: readonly number[], device: DeviceCore, isChanging: boolean) {
    this.#recording = recording;
    this.#isChanging = isChanging;
    this.#outputs = new Set(outputs);
    const steps = recording.steps.filter((step) => !givesBack(step));
    this.#steps = withStacks(steps, recording.arrays, this.#outputs);
    this.#writes = recording.written();
    this.#device = device;
  }

  steps(): readonly PlanStep[] {
    this.#findCalls();
    this.#findReductions();
    do this.#findRoots();
    while (this.#refuseReductions());
    this.#findEnds();
    const found: PlanStep[] = [];
    for (const step of this.#steps) {
      if (this.#recording.isOnceFilled(step, this.#writes)) continue;
      const call = this.#callOf.get(step);
      const end = this.#ends.get(step);
      if (end !== undefined)
        found.push(this.#kernel(this.#calls.get(end.array) as Call, this.#endOf(end, step as CallStep)));
      else if (call === undefined) found.push({ kind: "step", step, ends: [] });
      else if (this.#roots.get(call.output) === call.output && !this.#unstored.has(call.output))
        // Elements that are only taken are copied by whole rows.
        found.push(call.gather === undefined ? this.#kernel(call) : { kind: "step", step, ends: [] });
    }
    return withEnds(found, this.#outputs, this.#recording);
  }

  #findCalls(): void {
    let epoch = 0;
    for (const [at, step] of this.#steps.entries()) {
      if (step.kind !== "call") continue;
      const { operator, args, result } = step;
      const name = nameOf(operator);
      if (this.#recording.isOnceFilled(step, this.#writes)) continue;
      if (mayWrite(operator, args)) epoch++;
      else if (name !== undefined && result instanceof ArrayRef && !this.#calls.has(result.id)) {
        const gather = gatherCallOf(name, args, this.#recording.arrays);
        const call = { name, step, args, output: result.id, at, epoch, gather };
        if (!this.#canCompute(call)) continue;
        this.#calls.set(result.id, call);
        this.#callOf.set(step, call);
      }
    }
  }

  #canCompute(call: Call): boolean {
    const ids = refsIn(call.args);
    if (ids.length === 0 || ids.length > 3) return false;
    const builder = new GraphBuilder(this.#recording, this.#isChanging, () => undefined);
    const node = builder.node(call);
    const made = this.#recording.arrays[call.output];
    if (node === undefined || node.kind === "input" || node.dtype !== made?.dtype) return false;
    return canFuse(builder.graph([node]), this.#device);
  }

  /** Reductions of what calls make, before anything is written. */
  #findReductions(): void {
    let epoch = 0;
    for (const step of this.#steps) {
      if (step.kind === "view") continue;
      if (mayWrite(step.operator, step.args) && !this.#recording.isOnceFilled(step, this.#writes)) epoch++;
      const id = endCallOf(step)?.array ?? -1;
      if (this.#calls.get(id)?.epoch !== epoch) continue;
      this.#reductions.set(id, [...(this.#reductions.get(id) ?? []), step]);
    }
  }

  /** From the last call to the first: a call joins a kernel if all users of its array are in that kernel. */
  #findRoots(): void {
    this.#users.clear();
    /** How many calls go into the kernel of an array. */
    const counts = new Map<number, number>();
    const note = (id: number, root: number | undefined): void => {
      this.#users.set(id, (this.#users.get(id) ?? new Set()).add(root));
    };
    for (const step of this.#steps.toReversed()) {
      if (step.kind === "view") {
        note(step.of, undefined);
        continue;
      }
      const call = this.#callOf.get(step);
      let root: number | undefined;
      if (call !== undefined) {
        root = this.#rootOf(call, this.#users.get(call.output));
        if ((counts.get(root) ?? 0) >= MOST_CALLS) root = call.output;
        counts.set(root, (counts.get(root) ?? 0) + 1);
        this.#roots.set(call.output, root);
      }
      const reduced = endCallOf(step)?.array ?? -1;
      if (this.#reductions.get(reduced)?.includes(step)) continue;
      for (const id of refsIn(step.args)) note(id, call?.gather === undefined ? root : undefined);
    }
    // What became too large is cut where it begins.
    for (const call of this.#calls.values()) this.#cut(call);
  }

  /** Takes out reductions that are better computed from arrays in memory; whether there were any. */
  #refuseReductions(): boolean {
    const { size } = this.#reductions;
    for (const [id, steps] of this.#reductions) if (!this.#isWorthIt(id, steps)) this.#reductions.delete(id);
    return this.#reductions.size < size;
  }

  /** Whether kernels that end in the reductions of an array, and compute it anew, read and write less than ones that load it. */
  #isWorthIt(id: number, steps: readonly CallStep[]): boolean {
    const call = this.#calls.get(id) as Call;
    const isInside = this.#roots.get(id) !== id;
    const isUsed = isInside || this.#users.has(id);
    if (!isInside && (isUsed || this.#outputs.has(id) || this.#outputsOf(id).length > 1)) return false;
    const builder = this.#builder(id);
    const graph = builder.graph([builder.node(call) as Node]);
    if (steps.some((step) => this.#reductionOf(graph, step) === undefined)) return false;
    const times = steps.length + (isInside ? 1 : 0);
    if (times === 1) return true;
    // Elements that are computed twice are for devices that wait for memory.
    if (this.#device.backend.assembler !== null) return false;
    const elements = this.#sizeOf(id);
    const read = builder.inputs.filter((one) => this.#sizeOf(one) >= elements).length;
    return times * read <= read + 1 + times;
  }

  #sizeOf(id: number): number {
    return sizeOf((this.#recording.arrays[id] as RecordedArray).shape);
  }

  #rootOf(call: Call, users: ReadonlySet<number | undefined> | undefined): number {
    const own = call.output;
    const [only] = users ?? [];
    if (users?.size !== 1 || only === undefined) return own;
    const root = this.#calls.get(only) as Call;
    const [shape = [], wanted = []] = [own, only].map((id) => this.#recording.arrays[id]?.shape);
    // One number is computed again for each element, rather than by a kernel of its own.
    const fits = shapesEqual(shape, wanted) || (sizeOf(shape) === 1 && !this.#outputs.has(own));
    return root.epoch === call.epoch && fits ? only : own;
  }

  /** The arrays that the kernel of a call outputs: its own, and intermediate ones that are returned. */
  #outputsOf(root: number): readonly number[] {
    const others = [...this.#roots].flatMap(([id, own]) =>
      own === root && id !== root && this.#outputs.has(id) ? [id] : [],
    );
    return [root, ...others];
  }

  #cut(call: Call): void {
    if (this.#roots.get(call.output) !== call.output) return;
    const builder = this.#builder(call.output);
    const graph = builder.graph(this.#nodesOf(call, builder));
    const isFine =
      graph.inputs.length + graph.outputs.length <= MOST_ARRAYS &&
      inOrder(graph.outputs).length <= MOST_NODES;
    if (isFine && canFuse(graph, this.#device)) return;
    for (const one of this.#calls.values())
      if (this.#roots.get(one.output) === call.output) this.#roots.set(one.output, one.output);
  }

  #findEnds(): void {
    for (const [id, steps] of this.#reductions) {
      if (this.#roots.get(id) === id) this.#unstored.add(id);
      for (const step of steps) this.#ends.set(step, endCallOf(step) as EndCall);
    }
  }

  #reductionOf(graph: Graph, step: CallStep): FusedReduction | undefined {
    return fusedReduction(graph, (endCallOf(step) as EndCall).name, this.#device);
  }

  #endOf({ array, axis, keepdims }: EndCall, step: CallStep): PlanEnd {
    const builder = this.#builder(array);
    const graph = builder.graph([builder.node(this.#calls.get(array) as Call) as Node]);
    const reduction = this.#reductionOf(graph, step) as FusedReduction;
    const { shape, strides } = this.#recording.arrays[array] as RecordedArray;
    const { strides: results } = this.#recording.arrays[(step.result as ArrayRef).id] as RecordedArray;
    return { reduction, axes: toAxes(axis, shape.length), keepdims, strides, results, step };
  }

  /** A builder for the graph of an array, including the calls computed in the same kernel. */
  #builder(array: number): GraphBuilder {
    const root = this.#roots.get(array);
    return new GraphBuilder(this.#recording, this.#isChanging, (id) =>
      id !== array && id !== root && this.#roots.get(id) === root ? this.#calls.get(id) : undefined,
    );
  }

  #nodesOf(call: Call, builder: GraphBuilder): readonly Node[] {
    return this.#outputsOf(call.output).map((id) => builder.node(this.#calls.get(id) as Call) as Node);
  }

  #kernel(call: Call, end?: PlanEnd): PlanStep {
    const builder = this.#builder(call.output);
    const nodes = end === undefined ? this.#nodesOf(call, builder) : [builder.node(call) as Node];
    const kernel = fusedKernel(builder.graph(nodes));
    const { inputs, gathers } = builder;
    const numbers = builder.numbers();
    const outputs = end === undefined ? this.#outputsOf(call.output) : refsIn(end.step.result);
    return { kind: "kernel", kernel, inputs, numbers, gathers, outputs, end, ends: [] };
  }
}

function givesBack(step: RecordedStep): boolean {
  if (step.kind === "view" || !(step.result instanceof ArrayRef)) return false;
  const { id } = step.result;
  return !mayWrite(step.operator, step.args) && refsIn(step.args).includes(id);
}

/** Builds the graph of a kernel; `inside` returns the calls that the kernel computes. */
class GraphBuilder {
  readonly inputs: number[] = [];
  readonly gathers: Gather[] = [];
  readonly #recording: Recording;
  readonly #isChanging: boolean;
  readonly #inside: (id: number) => Call | undefined;
  readonly #table = new NodeTable();
  readonly #nodes = new TypedNodes(this.#table);
  /**
   * Numbers are arguments of the kernel: one for each value or, if they are changing, one for each place. So a changing learning
   * rate needs no other kernel.
   */
  readonly #given: { readonly value: Scalar; readonly step: CallStep; readonly at: number }[] = [];
  readonly #made = new Map<number, Node | undefined>();
  /** The inputs that are read as they are, by their arrays. */
  readonly #plain = new Map<number, number>();

  constructor(recording: Recording, isChanging: boolean, inside: (id: number) => Call | undefined) {
    this.#recording = recording;
    this.#isChanging = isChanging;
    this.#inside = inside;
  }

  graph(outputs: readonly Node[]): Graph {
    const inputs = this.inputs.map((id) => this.#recording.arrays[id]?.dtype ?? "float32");
    const scalars = this.#nodes.scalars.map(({ dtype }) => dtype);
    const gathers = this.gathers.length;
    if (gathers === 0) return { inputs, scalars, outputs };
    const ofGathers = Array.from({ length: gathers * GATHER_NUMBERS }, () => "int32" as const);
    return { inputs, scalars: [...scalars, ...ofGathers], outputs, gathers };
  }

  /** The numbers of a launch. */
  numbers(): KernelNumbers {
    const [nodes, given] = [this.#nodes, this.#given];
    const places = this.#isChanging ? given.map(({ step }) => this.#recording.steps.indexOf(step)) : [];
    return {
      recorded: nodes.numbersOf(given.map(({ value }) => value)),
      of: ({ steps }) =>
        nodes.numbersOf(given.map(({ at }, place) => (steps[places[place] as number] as CallStep).args[at])),
    };
  }

  /** The node of a call; undefined if it has no node. */
  node(call: Call): Node | undefined {
    const { name, args, gather } = call;
    if (gather !== undefined) return this.#gather(gather);
    if (name === "astype") {
      const [array, dtype] = args;
      const from = args.length === 2 && isDType(dtype) ? this.#value(array, call, 0) : undefined;
      return from === undefined || from.kind === "number"
        ? undefined
        : this.#table.cast(from, dtype as never);
    }
    const values = args.map((one, at) => this.#value(one, call, at));
    if (values.some((one) => one === undefined)) return undefined;
    try {
      return this.#nodes.operation(name, values as Value[]);
    } catch {
      // A number that does not fit is the error of the operation, which was not thrown: it has another way.
      return undefined;
    }
  }

  /** A gather has its own inputs, because it uses other views of its arrays. */
  #gather({ array, places, axis, mode }: GatherCall): Node {
    const dtypeOf = (id: number): DType => this.#recording.arrays[id]?.dtype ?? "float32";
    const own = { array: this.inputs.push(array) - 1, places: this.inputs.push(places) - 1, axis, mode };
    const place = this.#table.cast(this.#table.input(own.places, dtypeOf(places)), "int64");
    const number = this.gathers.push(own) - 1;
    return this.#table.gather(own.array, place, number, mode, dtypeOf(array));
  }

  #value(arg: unknown, { step }: Call, at: number): Value | undefined {
    if (!(arg instanceof ArrayRef)) return isScalar(arg) ? this.#number(arg, step, at) : undefined;
    const made = this.#inside(arg.id);
    if (made !== undefined) {
      if (!this.#made.has(arg.id)) this.#made.set(arg.id, this.node(made));
      return this.#made.get(arg.id);
    }
    let index = this.#plain.get(arg.id);
    if (index === undefined) this.#plain.set(arg.id, (index = this.inputs.push(arg.id) - 1));
    return this.#table.input(index, this.#recording.arrays[arg.id]?.dtype ?? "float32");
  }

  #number(value: Scalar, step: CallStep, at: number): Value {
    let slot = this.#isChanging ? -1 : this.#given.findIndex((one) => Object.is(one.value, value));
    if (slot < 0) slot = this.#given.push({ value, step, at }) - 1;
    return { kind: "number", value, slot };
  }
}

/** Finds the arrays that each step is the last to use, except arguments and kept or returned arrays. */
function withEnds(
  steps: readonly PlanStep[],
  outputs: ReadonlySet<number>,
  recording: Recording,
): readonly PlanStep[] {
  const others = new Set([...outputs, ...recording.inputs, ...recording.captured.keys()]);
  const seen = new Set<number>();
  const found = steps.toReversed().map((one): PlanStep => {
    const used = one.kind === "kernel" ? [...one.inputs, ...one.outputs] : usedBy(one.step);
    const ends = [...new Set(used)].filter((id) => !seen.has(id) && !others.has(id));
    for (const id of used) seen.add(id);
    return { ...one, ends };
  });
  return found.toReversed();
}

function usedBy(step: RecordedStep): readonly number[] {
  return step.kind === "view" ? [step.of, step.id] : [...refsIn(step.args), ...refsIn(step.result)];
}
