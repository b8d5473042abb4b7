// The gradients of reductions and scans. The gradient of a result flows to all elements that it was computed from.

import { type Shape, sizeOf, toAxis } from "../../core/shape.js";
import type { NDArray } from "../ndarray.js";
import { deferred } from "../operators/deferred.js";
import type { GradientCall, Rule } from "../operators/step.js";
import { type Axes, reducedShape, toAxes } from "../core/axes.js";

/** An array and its axis, alone or among options. */
type Call = GradientCall<readonly [NDArray, unknown]>;

/** The gradient of a sum: the same for all elements. */
export const sumRule: Rule = {
  gradient: ({ grad, args: [x, given] }: Call) => [spread(grad, x, given)],
};

/** The gradient of a mean. */
export const meanRule: Rule = {
  gradient: ({ grad, args: [x, given] }: Call) => [spread(grad.div(countOf(x, given)), x, given)],
};

/**
 * The gradient of a product: for each element the product of all others, which is the product before it times the product after
 * it.
 */
export const prodRule: Rule = {
  saves: [0],
  gradient: ({ grad, args: [x, given] }: Call) => {
    if (x.size === 0) return [x.copy()];
    const axes = axesOf(x, given);
    const kept = [...x.shape.keys()].filter((axis) => !axes.includes(axis));
    const order = [...kept, ...axes];
    const turned = order.map((axis) => x.shape[axis] as number);
    const rows = x.transpose(order).reshape([...turned.slice(0, kept.length), -1]);
    const others = before(rows).mul(before(rows.flip(-1)).flip(-1));
    const back = order.map((_, axis) => order.indexOf(axis));
    const slope = conj(others.reshape(turned).transpose(back));
    return [spread(grad, x, given).mul(slope)];
  },
};

/** The gradient of a maximum or minimum, shared equally by all elements that are equal to it. */
export const extremeRule: Rule = {
  saves: [0, "result"],
  gradient: ({ grad, args: [x, given], result }: Call) => [ofExtreme(grad, x, result, given)],
};

/** The gradient of the maximum minus the minimum. */
export const ptpRule: Rule = {
  saves: [0],
  gradient: ({ grad, args: [x, given] }: Call) => {
    const axis = axesOf(x, given);
    const upper = ofExtreme(grad, x, x.max({ axis }), given);
    return [upper.sub(ofExtreme(grad, x, x.min({ axis }), given))];
  },
};

/** The gradient of a variance. */
export const varianceRule: Rule = {
  saves: [0],
  gradient: ({ grad, args: [x, given] }: Call) => [ofVariance(grad, x, given)],
};

/** The gradient of a standard deviation; 0 where the deviation is 0. */
export const deviationRule: Rule = {
  saves: [0, "result"],
  gradient: ({ grad, args: [x, given], result }: Call) => {
    const isFlat = result.equal(0);
    const half = deferred.where(isFlat, 0, grad.div(deferred.where(isFlat, 1, result).mul(2)));
    return [ofVariance(half, x, given)];
  },
};

/** The gradient of running sums: running sums from the end. */
export const cumsumRule: Rule = {
  gradient: ({ grad, args: [x, given] }: Call) => {
    const axis = axisOf(x, given);
    return [grad.flip(axis).cumsum(axis).flip(axis).reshape(x.shape)];
  },
};

/**
 * The gradient of running products: for element k, the product of the elements before it times S(k) = g(k) + x(k + 1) S(k + 1),
 * which is summed in steps that double. It does not divide, so zeros are allowed.
 */
export const cumprodRule: Rule = {
  saves: [0],
  gradient: ({ grad, args: [x, given] }: Call) => {
    const axis = axisOf(x, given);
    const isFlat = grad.ndim !== x.ndim || axis === undefined;
    const rows = isFlat ? x.reshape(-1) : x.moveaxis(axis, -1);
    const n = rows.shape.at(-1) as number;
    if (rows.size === 0) return [x.copy()];
    let sums: NDArray = isFlat ? grad : grad.moveaxis(axis, -1);
    let factors = shifted(conj(rows), 1);
    for (let step = 1; step < n; step *= 2) {
      sums = sums.add(factors.mul(shifted(sums, step)));
      factors = factors.mul(shifted(factors, step));
    }
    const found = sums.mul(conj(before(rows)));
    return [isFlat ? found.reshape(x.shape) : found.moveaxis(-1, axis)];
  },
};

/** The gradient of softmax. */
export const softmaxRule: Rule = {
  saves: ["result"],
  gradient: ({ grad, args: [x, given], result }: Call) => {
    const axis = x.ndim === 0 ? [] : [axisOf(x, given) ?? x.ndim - 1];
    const products = grad.mul(result);
    return [products.sub(result.mul(products.sum({ axis, keepdims: true })))];
  },
};

/** The gradient of logSoftmax. */
export const logSoftmaxRule: Rule = {
  saves: ["result"],
  gradient: ({ grad, args: [x, given], result }: Call) => {
    const axis = x.ndim === 0 ? [] : [axisOf(x, given) ?? x.ndim - 1];
    return [grad.sub(result.exp().mul(grad.sum({ axis, keepdims: true })))];
  },
};

/** The gradient of logsumexp; 0 where all elements are -Infinity. */
export const logsumexpRule: Rule = {
  saves: [0, "result"],
  gradient: ({ grad, args: [x, given], result }: Call) => {
    const total = spread(result, x, given);
    const finite = deferred.where(total.equal(Number.NEGATIVE_INFINITY), 0, total);
    return [spread(grad, x, given).mul(x.sub(finite).exp())];
  },
};

/** The gradient of a norm (norm.ts); 0 where the norm is 0. */
export const normRule: Rule = {
  saves: [0, "result"],
  gradient: ({ grad, args: [x, given], result }: Call) => {
    const { ord = 2 } = (given ?? {}) as { readonly ord?: number };
    const own = spread(grad, x, given);
    if (ord === 0) return [null];
    if (ord === 1) return [own.mul(x.sign())];
    if (Math.abs(ord) === Number.POSITIVE_INFINITY)
      return [ofExtreme(grad, x.abs(), result, given).mul(x.sign())];
    const length = spread(result, x, given);
    const isFlat = length.equal(0);
    // Nothing here may be infinite or NaN where the norm is 0: 0 times that would be in the gradient of this.
    const norm = deferred.where(isFlat, 1, length);
    const slope =
      ord === 2 ? x.div(norm) : x.sign().mul(deferred.where(isFlat, 1, x.abs().div(norm)).pow(ord - 1));
    return [deferred.where(isFlat, 0, own.mul(slope))];
  },
};

/** A reduced array in the shape of what it was reduced from. */
function spread(reduced: NDArray, x: NDArray, given: unknown): NDArray {
  const axes = axesOf(x, given);
  return reduced.reshape(reducedShape(x.shape, axes, true)).broadcastTo(x.shape);
}

function ofExtreme(grad: NDArray, x: NDArray, extreme: NDArray, given: unknown): NDArray {
  const best = spread(extreme, x, given);
  const isBest = x.equal(best).logicalOr(x.notEqual(x).logicalAnd(best.notEqual(best)));
  const count = isBest.sum({ axis: axesOf(x, given), keepdims: true });
  return deferred.where(isBest, spread(grad, x, given).div(count.astype(grad.dtype)), 0);
}

function ofVariance(grad: NDArray, x: NDArray, given: unknown): NDArray {
  const { correction, ddof } = (typeof given === "object" ? (given ?? {}) : {}) as {
    readonly correction?: number;
    readonly ddof?: number;
  };
  const divisor = Math.max(countOf(x, given) - (correction ?? ddof ?? 0), 0);
  const center = x.mean({ axis: axesOf(x, given), keepdims: true });
  return spread(grad.mul(2 / divisor), x, given).mul(x.sub(center));
}

/** The products of all elements before each one, along the last axis. */
function before(rows: NDArray): NDArray {
  const start = deferred.full([...rows.shape.slice(0, -1), 1], 1, { dtype: rows.dtype, device: rows.device });
  return deferred.concatenate([start, rows.cumprod(-1).slice(["...", ":-1"])], -1);
}

/** Elements moved so many places towards the front of the last axis, zeros behind them. */
function shifted(rows: NDArray, by: number): NDArray {
  const n = rows.shape.at(-1) as number;
  const shape = [...rows.shape.slice(0, -1), Math.min(by, n)];
  const zeros = deferred.zeros(shape, { dtype: rows.dtype, device: rows.device });
  return by >= n ? zeros : deferred.concatenate([rows.slice(["...", `${by}:`]), zeros], -1);
}

function axisIn(given: unknown): Axes | null | undefined {
  return typeof given === "object" && given !== null && !Array.isArray(given)
    ? (given as { readonly axis?: Axes | null }).axis
    : (given as Axes | null | undefined);
}

function axesOf(x: { readonly ndim: number }, given: unknown): readonly number[] {
  return toAxes(axisIn(given), x.ndim);
}

function axisOf(x: { readonly ndim: number }, given: unknown): number | undefined {
  const axis = axisIn(given) as number | null | undefined;
  return axis === undefined || axis === null ? undefined : toAxis(axis, x.ndim);
}

function countOf(x: { readonly shape: Shape; readonly ndim: number }, given: unknown): number {
  return sizeOf(axesOf(x, given).map((axis) => x.shape[axis] as number));
}

function conj(x: NDArray): NDArray {
  return x.dtype === "complex64" || x.dtype === "complex128" ? x.conjugate() : x;
}
