// Caches how row kernels traverse arrays of different layouts. A program computes with the same shapes again and again, and
// computing axes, grids and strides costs more than everything else in a small launch. The cache key is all shapes, strides and
// dtypes, but not the arrays' addresses.

import type { BackendLaunch } from "../../backend/backend.js";
import { type DType, dtypes } from "../../core/dtype.js";
import type { Shape } from "../../core/shape.js";
import type { Strides } from "../../core/strides.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";
import { processState } from "../../core/process-state.js";

/** A launch of a row kernel without the addresses of its arrays; one launch covers everything. */
export interface RowPlan {
  /** Whether it takes the variant for elements side by side. */
  readonly isUnit: boolean;
  readonly n: number;
  readonly rows: number;
  readonly apart: number;
  readonly steps: readonly number[];
  readonly launch: BackendLaunch;
}

/** An array as a plan sees it. */
interface PlannedArray {
  readonly dtype: DType;
  readonly shape: Shape;
  readonly strides: Strides;
}

interface KnownPlan {
  readonly device: DeviceCore;
  readonly key: readonly number[];
  readonly plan: RowPlan | undefined;
}

/** Plans with one number share a place, where the newest is kept. A power of 2. */
const PLACES = 1024;
const state = processState(() => ({
  known: Array.from({ length: PLACES }, (): KnownPlan | undefined => undefined),
  /** The numbers of the arrays that were asked for last, how many, and their place. */
  asked: [] as number[],
  count: 0,
  place: 0,
}));

function ask(number: number): void {
  state.asked[state.count++] = number;
  state.place = (Math.imul(state.place, 31) + number) | 0;
}

function askFor(array: PlannedArray): void {
  const { shape, strides, dtype } = array;
  ask(dtypes[dtype].byteLength);
  ask(shape.length);
  for (let axis = 0; axis < shape.length; axis++) {
    ask(shape[axis] as number);
    ask(strides[axis] as number);
  }
}

/** The plan for an output and inputs that are broadcast to it. Undefined if it is not cached, null if there is none. */
export function findPlan(
  device: DeviceCore,
  into: PlannedArray,
  inputs: readonly PlannedArray[],
): RowPlan | undefined | null {
  state.count = 0;
  state.place = 0;
  askFor(into);
  for (let k = 0; k < inputs.length; k++) askFor(inputs[k] as PlannedArray);
  state.place = (state.place ^ (state.place >>> 10)) & (PLACES - 1);
  const found = state.known[state.place];
  if (found === undefined || found.device !== device || found.key.length !== state.count) return undefined;
  for (let k = 0; k < state.count; k++) if (found.key[k] !== state.asked[k]) return undefined;
  return found.plan ?? null;
}

/** Caches the plan for these arrays, or that there is none. */
export function keepPlan(
  device: DeviceCore,
  into: PlannedArray,
  inputs: readonly PlannedArray[],
  plan: RowPlan | undefined,
): void {
  findPlan(device, into, inputs);
  state.known[state.place] = { device, key: state.asked.slice(0, state.count), plan };
}
