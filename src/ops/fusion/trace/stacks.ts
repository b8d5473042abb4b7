// Gradients of the parts of an array. Each part's gradient is recorded as a full-size array of zeros with that part filled in, and
// these arrays are added. Where the parts cover the first axis exactly once, one stack of the parts replaces all of that.

import { stack } from "../../../array/joining/concatenate.js";
import {
  ArrayRef,
  type CallStep,
  mayWrite,
  type RecordedArray,
  type RecordedStep,
  refsIn,
} from "./recording.js";

/** Parts of an array by their places along its first axis, and the steps that write and add them. */
interface Parts {
  readonly places: ReadonlyMap<number, ArrayRef>;
  readonly steps: readonly RecordedStep[];
  /** The number of array writes before they were computed. */
  readonly epoch: number;
}

const beside = {
  name: "cuts::stack",
  gradient: "composite",
  implementation: (...args: readonly unknown[]): unknown => stack(args[0] as never, args[1] as number),
} as const;

/** The steps, with such sums of parts replaced by a stack. */
export function withStacks(
  steps: readonly RecordedStep[],
  arrays: readonly RecordedArray[],
  outputs: ReadonlySet<number>,
): readonly RecordedStep[] {
  const uses = new Map<number, number>();
  for (const step of steps)
    for (const id of step.kind === "view" ? [step.of] : refsIn(step.args))
      uses.set(id, (uses.get(id) ?? 0) + 1);
  const known = new Map<number, Parts>();
  const replaced = new Map<RecordedStep, CallStep | undefined>();
  let epoch = 0;
  for (const step of steps) {
    if (step.kind === "view") continue;
    if (mayWrite(step.operator, step.args)) epoch++;
    const parts = partsOf(step, known, epoch);
    if (parts === undefined) continue;
    const { id } = step.result as ArrayRef;
    const [size = 0] = (arrays[id] as RecordedArray).shape;
    if (parts.places.size === size && size > 1) {
      for (const one of parts.steps) replaced.set(one, undefined);
      const list = Array.from({ length: size }, (_, at) => parts.places.get(at));
      replaced.set(step, { kind: "call", operator: beside, args: [list, 0], result: step.result });
    } else if (uses.get(id) === 1 && !outputs.has(id)) known.set(id, parts);
  }
  return steps.flatMap((step) => {
    if (!replaced.has(step)) return [step];
    const own = replaced.get(step);
    return own === undefined ? [] : [own];
  });
}

/** The parts that a step writes into zeros, or adds; undefined if it does something else, or if two parts have the same index. */
function partsOf(step: CallStep, known: ReadonlyMap<number, Parts>, epoch: number): Parts | undefined {
  const { operator, args, result } = step;
  if (!(result instanceof ArrayRef)) return undefined;
  const [first, second, indices] = args;
  if (operator.name === "cuts::unslice") {
    const at: unknown =
      Array.isArray(indices) && indices.length === 1 ? (indices as unknown[])[0] : undefined;
    if (!(first instanceof ArrayRef) || typeof at !== "number" || at < 0) return undefined;
    return { places: new Map([[at, first]]), steps: [step], epoch };
  }
  if (operator.name !== "cuts::add" || args.length !== 2) return undefined;
  if (!(first instanceof ArrayRef) || !(second instanceof ArrayRef)) return undefined;
  const [a, b] = [known.get(first.id), known.get(second.id)];
  if (a === undefined || b === undefined || a.epoch !== epoch || b.epoch !== epoch) return undefined;
  const places = new Map([...a.places, ...b.places]);
  if (places.size < a.places.size + b.places.size) return undefined;
  return { places, steps: [...a.steps, ...b.steps, step], epoch };
}
