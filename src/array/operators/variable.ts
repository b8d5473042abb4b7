// The place of an array in the recorded graph: which step made it. An array has at most one variable, and a variable does not
// reference its array, so unused arrays can be collected whatever was computed from them.

import { type DType, dtypes } from "../../core/dtype.js";
import type { Shape } from "../../core/shape.js";
import type { Device } from "../../runtime/devices/device.js";
import type { NDArray } from "../ndarray.js";
import { processState } from "../../core/process-state.js";

/** The step that made an array. */
export interface Origin {
  /** Steps have rising numbers: what a step uses was made by smaller ones. */
  readonly id: number;
}

/** Receives the gradients of leaves during `backward()`, while others are still to be computed. */
export interface GradientTaker {
  /** Nothing adds to a gradient any more; gives what takes its place. */
  final(variable: Variable, grad: NDArray): NDArray;
  /** All have come: gives those of variables for which none has. */
  end(): ReadonlyMap<Variable, NDArray>;
}

const state = processState(() => ({ variables: 0 }));

/** A node in the recorded graph: an array that gradients flow to or through. */
export class Variable<Step extends Origin = Origin> {
  /** Later ones have larger numbers. */
  readonly id: number = ++state.variables;
  /** What made it; undefined for a leaf. */
  readonly step: Step | undefined;
  /** Which of the results of its step it is. */
  readonly index: number;
  readonly shape: Shape;
  readonly dtype: DType;
  readonly device: Device;
  /** For leaves that the user has asked for: what `backward()` has added up. */
  grad: NDArray | null = null;
  /** Whether `backward()` adds to `grad`. */
  keepsGrad = false;
  /** Who takes what `backward()` finds for it before it is added. */
  taker: GradientTaker | undefined = undefined;

  /** The number of the last one. */
  static get last(): number {
    return state.variables;
  }

  constructor({ shape, dtype, device }: NDArray, step?: Step, index = 0) {
    this.step = step;
    this.index = index;
    this.shape = shape;
    this.dtype = dtype;
    this.device = device;
  }
}

/** The variable of a tracked array. */
export function variableOf(array: NDArray): Variable | undefined {
  return array.variable as Variable | undefined;
}

/** Whether arrays of a dtype can have gradients. */
export function isDifferentiable(dtype: DType): boolean {
  const { kind } = dtypes[dtype];
  return kind === "float" || kind === "complex";
}
