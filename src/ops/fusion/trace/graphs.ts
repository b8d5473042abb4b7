// The CUDA graphs of a plan, for devices where launching one graph is cheaper than launching its kernels: all steps of a plan are
// recorded once, and later calls launch the graph. A graph uses fixed addresses, so
// - arguments at a steady address (results of the same plan, or the arrays of the call before) are read in place, by a graph
//   recorded with that address; other arguments are first copied to a buffer of the plan;
// - results are in buffers of the plan (plan-memory.ts), and a graph is launched only while no user holds a buffer it writes.
// Otherwise the steps are run one by one, without a graph.

import { dtypes } from "../../../core/dtype.js";
import { RecentMap } from "../../../core/recent-map.js";
import { sizeOf } from "../../../core/shape.js";
import type { OwnGraph } from "../../../runtime/graphs/graph.js";
import { ownGraph } from "../../../runtime/graphs/graph.js";
import { openRecording } from "../../../runtime/graphs/recording.js";
import { scope, unscoped } from "../../../runtime/lifetimes/scope.js";
import type { Storage } from "../../../runtime/memory/storage.js";
import type { DeviceCore } from "../../../runtime/order/stream-core.js";
import { set } from "../../../array/access.js";
import { allocateArray } from "../../../array/allocate.js";
import { tuningOf } from "../../../array/kernels/builtin-kernel.js";
import { NDArray } from "../../../array/ndarray.js";
import { warn } from "../../../host/own-process.js";
import { NoMemoryFree, PlanMemory } from "./plan-memory.js";
import type { RecordedArray, Recording } from "./recording.js";

/** Graphs of one plan, and how many calls go by between two attempts to make one while users have all results. */
const MOST_GRAPHS = 4;
/** Plans of all functions that have graphs. */
const MOST_PLANS = 32;
const PAUSE = 16;
/** A plan that needs a graph for nearly every call has none after this many. */
const MOST_IN_VAIN = 12;

/** How often graphs were recorded and launched, and how often that failed, or found no memory. For tests all devices may use them. */
export const graphCounts = { recorded: 0, launched: 0, failed: 0, busy: 0, isForAll: false };

/** Whether the plans of a device are replayed as graphs. */
export function canReplay(device: DeviceCore): boolean {
  return graphCounts.isForAll || tuningOf(device).graphsPay;
}

/** The most recently used plans, which keep their graphs and buffers; those of other plans are freed. */
const recent = new RecentMap<PlanGraphs, () => void>(MOST_PLANS, (letGo) => letGo());

/** A graph, and what it reads and writes. */
interface PlanGraph {
  readonly graph: OwnGraph;
  /** For each argument the array that the graph reads: the argument itself, or its copy. */
  readonly inputs: readonly { readonly array: ArrayFacts; readonly copyTo: NDArray | undefined }[];
  /** The arrays that are returned. */
  readonly outputs: ReadonlyMap<number, ArrayFacts>;
  /** The plan's buffers that it writes. */
  readonly writes: readonly Storage[];
}

type Compute = (inputs: readonly NDArray[]) => ReadonlyMap<number, NDArray>;

export class PlanGraphs {
  readonly #recording: Recording;
  readonly #outputs: readonly number[];
  readonly #device: DeviceCore;
  readonly #memory: PlanMemory;
  /** In the order of their last use. */
  #graphs: PlanGraph[] = [];
  /** Memory that users may have. */
  readonly #returned = new Set<Storage>();
  /** Where arguments are copied to. */
  readonly #copies = new Map<number, NDArray>();
  /** Arguments that are written, and so are not copied. */
  readonly #written: ReadonlyMap<number, unknown>;
  /** The arguments of the call before. */
  #last: readonly ArrayFacts[] = [];
  #isOn: boolean;
  #calls = 0;
  #pausedUntil = 0;
  #recorded = 0;
  #launched = 0;

  constructor(recording: Recording, outputs: readonly number[], device: DeviceCore) {
    this.#recording = recording;
    this.#outputs = outputs;
    this.#device = device;
    this.#memory = new PlanMemory(
      device,
      (one) => this.#graphs.filter(({ graph }) => graph.keeps(one)).length,
    );
    this.#written = recording.written();
    this.#isOn = [...recording.captured.values()].every(({ storage }) => storage.device === device);
  }

  /** Runs the plan by a graph; returns its arrays by id, or undefined if the plan must run step by step. */
  run(given: readonly NDArray[], compute: Compute): ((id: number) => NDArray) | undefined {
    if (!this.#isOn || openRecording() !== undefined) return undefined;
    const last = this.#last;
    this.#last = given.map(factsOf);
    // The first call compiles.
    if (++this.#calls === 1 || this.#calls < this.#pausedUntil) return undefined;
    const found = this.#find(given) ?? this.#record(given, last, compute);
    if (found === undefined) return undefined;
    recent.get(this);
    for (const [at, { copyTo }] of found.inputs.entries())
      if (copyTo !== undefined) set(copyTo, given[at] as NDArray);
    found.graph.launch();
    this.#launched++;
    graphCounts.launched++;
    return (id) => this.#result(id, found, given);
  }

  dispose(): void {
    this.#isOn = false;
    recent.delete(this);
    this.#letGo();
  }

  /** A graph that reads these arguments, and writes nothing that anybody has. */
  #find(given: readonly NDArray[]): PlanGraph | undefined {
    // What was lost stays so as long as work reads it: graphs that wrote it are of no more use.
    if (this.#graphs.some(({ writes }) => writes.some((one) => one.lost !== undefined))) this.#drop();
    const found = this.#graphs.find((one) => this.#reads(one, given) && this.#isClear(one));
    if (found !== undefined && this.#graphs.at(-1) !== found) {
      this.#graphs = this.#graphs.filter((one) => one !== found);
      this.#graphs.push(found);
    }
    return found;
  }

  #reads({ inputs }: PlanGraph, given: readonly NDArray[]): boolean {
    return inputs.every(({ array, copyTo }, at) => {
      const own = given[at] as NDArray;
      return copyTo === undefined ? isSame(array, own) : !this.#memory.owns(own.storage);
    });
  }

  #isClear({ writes }: PlanGraph): boolean {
    return writes.every((one) => !this.#returned.has(one) || this.#memory.isFree(one));
  }

  #record(given: readonly NDArray[], last: readonly ArrayFacts[], compute: Compute): PlanGraph | undefined {
    if (given.some(({ storage }) => storage.device !== this.#device)) return this.#giveUp();
    if (this.#recorded >= MOST_IN_VAIN && this.#launched < 2 * this.#recorded) return this.#giveUp();
    try {
      const inputs = given.map((own, at) => {
        const copyTo = this.#copyOf(own, at, last[at]);
        return { array: factsOf(copyTo ?? own), copyTo };
      });
      const outputs = new Map<number, ArrayFacts>();
      const body = (): void =>
        scope(() => {
          const arrays = compute(inputs.map(({ copyTo }, at) => copyTo ?? (given[at] as NDArray)));
          for (const id of this.#outputs) outputs.set(id, factsOf(arrays.get(id) as NDArray));
        });
      this.#memory.begin();
      const graph = unscoped(() => ownGraph(body, this.#device, this.#memory));
      this.#recorded++;
      graphCounts.recorded++;
      const made = { graph, inputs, outputs, writes: this.#memory.taken };
      for (const { storage } of outputs.values()) this.#returned.add(storage);
      if (this.#graphs.length >= MOST_GRAPHS) this.#graphs.shift()?.graph.dispose();
      this.#graphs.push(made);
      if (recent.get(this) === undefined) recent.set(this, () => this.#letGo());
      return made;
    } catch (error) {
      return error instanceof NoMemoryFree ? this.#pause() : this.#fail(error);
    }
  }

  /** Where an argument is copied to; undefined where the graph reads it itself. */
  #copyOf(own: NDArray, at: number, last: ArrayFacts | undefined): NDArray | undefined {
    const { storage } = own;
    const { base } = this.#recording.arrays[this.#recording.inputs[at] as number] as RecordedArray;
    const isRead = this.#memory.owns(storage) || this.#written.has(base) || !own.isContiguous;
    const isShared = this.#recording.inputs.some(
      (id, other) => other !== at && (this.#recording.arrays[id] as RecordedArray).base === base,
    );
    const isSteady = last !== undefined && isSame(last, own) && !storage.isBorrowed;
    if (isRead || isShared || isSteady) return undefined;
    let copied = this.#copies.get(at);
    if (copied === undefined) {
      copied = unscoped(() => allocateArray(this.#device.defaultStream, own.dtype, own.shape));
      this.#copies.set(at, copied);
    }
    return copied;
  }

  /** An array of the result. */
  #result(id: number, { inputs, outputs }: PlanGraph, given: readonly NDArray[]): NDArray {
    const facts = outputs.get(id) as ArrayFacts;
    const exact = this.#recording.inputs.indexOf(id);
    if (exact >= 0) return given[exact] as NDArray;
    const from = inputs.findIndex(({ array }) => array.storage === facts.storage);
    if (from < 0) {
      const own = arrayOf(facts, facts.storage, facts.start);
      const made = this.#recording.resultOf(id, own);
      if (made !== own) own.dispose();
      return made;
    }
    const { storage, start } = given[from] as NDArray;
    return arrayOf(facts, storage, start + facts.start - (inputs[from]?.array.start ?? 0));
  }

  /** Users have all results of before: for some calls nothing is tried. */
  #pause(): undefined {
    graphCounts.busy++;
    this.#pausedUntil = this.#calls + PAUSE;
    return undefined;
  }

  #giveUp(): undefined {
    this.dispose();
    return undefined;
  }

  #drop(): void {
    for (const one of this.#graphs) one.graph.dispose();
    this.#graphs = [];
  }

  /** Gives back graphs and memory; a later call may record anew. */
  #letGo(): void {
    this.#drop();
    for (const one of this.#copies.values()) one.dispose();
    this.#copies.clear();
    this.#returned.clear();
    this.#memory.dispose();
  }

  /** The result is still correct, only slower, so this warns once. */
  #fail(error: unknown): undefined {
    graphCounts.failed++;
    this.dispose();
    const reason = error instanceof Error ? error.message : String(error);
    warn(
      `A fused function is computed step by step on ${this.#device.id}: it cannot be recorded as a graph. ${reason}`,
    );
    return undefined;
  }
}

/** An array without a claim to its memory. */
type ArrayFacts = Pick<
  NDArray,
  "storage" | "dtype" | "shape" | "strides" | "start" | "isContiguous" | "isReadonly"
>;

function factsOf({ storage, dtype, shape, strides, start, isContiguous, isReadonly }: NDArray): ArrayFacts {
  return { storage, dtype, shape, strides, start, isContiguous, isReadonly };
}

function isSame(a: ArrayFacts, b: ArrayFacts): boolean {
  return a.storage === b.storage && a.start === b.start;
}

/** An array like another, that begins at an address of some memory. */
function arrayOf(facts: ArrayFacts, storage: Storage, start: number): NDArray {
  const { dtype, shape, strides, isContiguous, isReadonly } = facts;
  const offset = (start - storage.address) / dtypes[dtype].byteLength;
  const size = sizeOf(shape);
  return new NDArray(storage.retain(), dtype, shape, strides, offset, size, isContiguous, isReadonly);
}
