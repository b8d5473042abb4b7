// What gradients know of an array: which step made it. An array has one variable or none, a variable does not know its array:
// so arrays that are dropped are collected, whatever was computed from them.

import { type DType, dtypes } from "../../core/dtype.js";
import type { Shape } from "../../core/shape.js";
import type { Device } from "../../runtime/devices/device.js";
import type { NDArray } from "../ndarray.js";
import { processState } from "../../core/process-state.js";

/** What made an array: one call of an operation. */
export interface Origin {
  /** Steps have rising numbers: what a step uses was made by smaller ones. */
  readonly id: number;
}

/** Takes gradients of leaves as `backward()` finds them, while those of others are still to come. */
export interface GradientTaker {
  /** Nothing adds to a gradient any more; gives what takes its place. */
  final(variable: Variable, grad: NDArray): NDArray;
  /** All have come: gives those of variables for which none has. */
  end(): ReadonlyMap<Variable, NDArray>;
}

const state = processState(() => ({ variables: 0 }));

/** A place in the graph of a computation: an array that gradients go to, or through. */
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

/** The variable of an array that is followed. */
export function variableOf(array: NDArray): Variable | undefined {
  return array.variable as Variable | undefined;
}

/** Whether numbers of a dtype have derivatives. */
export function isDifferentiable(dtype: DType): boolean {
  const { kind } = dtypes[dtype];
  return kind === "float" || kind === "complex";
}
