// Gradients as in PyTorch: arrays with requiresGrad, and `backward()` on the value.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentTypeError, CutsError } from "../../core/errors.js";
import { shapesEqual } from "../../core/shape.js";
import { addMethods } from "../../array/add-methods.js";
import { ones } from "../../array/creation.js";
import { describeArray, isNDArray, type NDArray, usableArray } from "../../array/ndarray.js";
import { backpropagate } from "../../array/operators/backpropagate.js";
import {
  type GradientTaker,
  isDifferentiable,
  Variable,
  variableOf,
} from "../../array/operators/variable.js";
import { refuseWhileRecorded, watching } from "../../array/operators/watching.js";
import { stopGradient } from "./control.js";

/** Options of `backward`. */
export interface BackwardOptions {
  /** Whether to keep saved arrays for another `backward()`. */
  readonly retainGraph?: boolean;
  /** Whether the gradients can be differentiated again; saved arrays are then kept. */
  readonly createGraph?: boolean;
}

/** Gradients. */
export interface GradientMethods<D extends DType> {
  /** Whether gradients are recorded for it: set for arrays that want one, true for all that is computed from them. */
  requiresGrad: boolean;
  /** The gradient that `backward()` has accumulated for an array with requiresGrad; null before. Set it to null to start again. */
  grad: NDArray<D> | null;
  /**
   * Computes the gradients of this array and adds them to `grad` of all arrays with requiresGrad that it was computed from. A
   * single real number needs no argument; for other arrays `grad` is the gradient of this array.
   * @throws TypeError `CUTS_GRADIENT_VALUE`; CutsError `CUTS_GRADIENT_FREED` the second time.
   */
  backward(grad?: NDArray | null, options?: BackwardOptions): void;
  /** A view through which no gradients flow. */
  detach(): NDArray<D>;
}

declare module "../../array/ndarray.js" {
  interface NDArray<out D extends DType = DType> extends GradientMethods<D> {}
}

const gradientMethods: GradientMethods<DType> & ThisType<NDArray> = {
  get requiresGrad() {
    return this.variable !== undefined;
  },
  set requiresGrad(isWanted: boolean) {
    require(this, isWanted);
  },
  get grad() {
    return variableOf(this)?.grad ?? null;
  },
  set grad(grad) {
    if (grad !== null && grad !== undefined) usableArray(grad, "set a gradient");
    const variable = variableOf(this);
    if (variable !== undefined) variable.grad = grad;
  },
  backward(grad, options = {}) {
    backward(this, grad ?? undefined, options);
  },
  detach() {
    return stopGradient(this);
  },
};

addMethods(gradientMethods);

function require(array: NDArray, isWanted: boolean): void {
  array.check("ask for a gradient");
  const variable = variableOf(array);
  if (variable?.step !== undefined) {
    if (isWanted) return;
    throw new CutsError(
      "CUTS_GRADIENT_REFUSED",
      "Cannot stop the gradient of an array that was computed: others were computed from it\nTry: x.detach()",
    );
  }
  if (isWanted === (variable !== undefined)) return;
  if (!isWanted) {
    array.variable = undefined;
    watching.count--;
    return;
  }
  if (!isDifferentiable(array.dtype)) {
    throw new ArgumentTypeError(
      "CUTS_GRADIENT_VALUE",
      `Cannot ask for the gradient of an array: its dtype must be one of floats (got ${describeArray(array)})`,
    );
  }
  const leaf = new Variable(array);
  leaf.keepsGrad = true;
  array.variable = leaf;
  watching.count++;
}

function backward(array: NDArray, given: NDArray | undefined, options: BackwardOptions): void {
  array.check("compute gradients");
  if (watching.recorder?.isFollowed !== true)
    refuseWhileRecorded("call backward()", "gradients of cu.valueAndGrad(), which are results");
  const variable = variableOf(array);
  if (variable === undefined) {
    throw new ArgumentTypeError(
      "CUTS_GRADIENT_VALUE",
      `Cannot compute gradients of an array: it was not computed from one that wants a gradient (got ${describeArray(array)})` +
        "\nTry: x.requiresGrad = true before it is computed",
    );
  }
  const isScalar = array.size === 1 && dtypes[array.dtype].kind === "float";
  if (given === undefined ? !isScalar : !isNDArray(given) || !shapesEqual(given.shape, array.shape)) {
    throw new ArgumentTypeError(
      "CUTS_GRADIENT_VALUE",
      `Cannot compute gradients of an array: without a gradient of its shape it must be one real float (got ${describeArray(array)})` +
        "\nTry: y.sum().backward()",
    );
  }
  const { shape, dtype, device } = array;
  const seed = given ?? ones(shape, { dtype, device });
  const { createGraph = false, retainGraph = createGraph } = options;
  const takers = new Set<GradientTaker>();
  const grads = backpropagate([[variable, seed]], (one) => one.keepsGrad, {
    isRecorded: createGraph,
    isKept: retainGraph,
    isEnd: false,
    onFinal: (one, own) => {
      if (one.taker === undefined) return own;
      takers.add(one.taker);
      return one.taker.final(one, own);
    },
  });
  for (const taker of takers) for (const [one, own] of taker.end()) grads.set(one, own);
  if (seed !== given && !createGraph) seed.dispose();
  for (const [one, grad] of grads) {
    const before = one.grad;
    one.grad = before === null ? grad : before.add(grad);
    // It is the user's, whatever scope this is in.
    one.grad.handle.leaveScope();
    if (before === null) continue;
    grad.dispose();
  }
}
