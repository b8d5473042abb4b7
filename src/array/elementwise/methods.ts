// Element-wise operations as methods: the array is the first operand. All of functions.ts are, under the same names.

import type { DType } from "../../core/dtype.js";
import { addMethods } from "../add-methods.js";
import type { NDArray } from "../ndarray.js";
import type { OutOptions } from "./apply.js";
import * as functions from "./functions.js";
import { inplace } from "./inplace.js";
import { allclose, allcloseSync, type CloseOptions, isclose, type IscloseOptions } from "./isclose.js";
import { imag, real } from "./parts.js";
import { round, type RoundOptions } from "./round.js";
import { type Bound, clip } from "./select.js";
import type { ClippedOf, MethodsOf, OfDType, Operand, RealOf } from "./types.js";

/** Element-wise operations. */
export interface ElementwiseMethods<D extends DType> extends MethodsOf<typeof functions>, InplaceMethods {
  /** Whether numbers are close: |a - b| <= atol + rtol * |b|. */
  isclose(b: Operand, options?: IscloseOptions): NDArray<"bool">;
  /** Whether all numbers are close. */
  allclose(b: Operand, options?: CloseOptions): Promise<boolean>;
  /** The same, blocking the event loop. */
  allcloseSync(b: Operand, options?: CloseOptions): boolean;
  /** Numbers rounded to decimals, halves to the even neighbour. */
  round(options?: RoundOptions<D>): NDArray<D>;
  /** Numbers below `min` become `min`, those above `max` become `max`; NaN stays. */
  clip<E extends DType, A extends Bound = undefined, B extends Bound = undefined>(
    this: OfDType<E>,
    min?: A,
    max?: B,
    options?: OutOptions,
  ): NDArray<ClippedOf<E, A, B>>;
  /** The real parts: a view. */
  readonly real: NDArray<RealOf<D>>;
  /** The imaginary parts: a view of a complex array, zeros for others. */
  readonly imag: NDArray<RealOf<D>>;
}

declare module "../ndarray.js" {
  interface NDArray<out D extends DType = DType> extends ElementwiseMethods<D> {}
}

/** Python's operators that write their first operand: `addInplace` is `+=`. */
const inplaceOperations = [
  "add",
  "sub",
  "mul",
  "div",
  "floorDivide",
  "mod",
  "pow",
  "bitwiseAnd",
  "bitwiseOr",
  "bitwiseXor",
  "leftShift",
  "rightShift",
] as const;

/** NumPy's `x += b`, and so on. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
type InplaceMethods = {
  readonly [N in (typeof inplaceOperations)[number] as `${N}Inplace`]: InplaceMethod["inplace"];
};

interface InplaceMethod {
  inplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;
}

const views = {
  get real() {
    return real(this);
  },
  get imag() {
    return imag(this);
  },
} as Pick<ElementwiseMethods<DType>, "real" | "imag"> & ThisType<NDArray>;

type AnyFunction = (first: NDArray, ...rest: readonly unknown[]) => unknown;
type Method = (this: NDArray, second?: unknown, third?: unknown) => unknown;

const operations = { ...functions };
const methods: Record<string, Method> = {};

function add(name: string, method: Method): void {
  Object.defineProperty(method, "name", { value: name });
  methods[name] = method;
}

for (const [name, apply] of Object.entries({ ...operations, isclose, allclose, allcloseSync, round })) {
  const call = apply as AnyFunction;
  add(name, function (second, third) {
    return call(this, second, third);
  });
}
for (const name of inplaceOperations) {
  add(`${name}Inplace`, function (second) {
    return inplace(name, operations[name], this, second as Operand);
  });
}

const clipMethod = {
  clip(this: NDArray, min?: Bound, max?: Bound, options?: OutOptions) {
    return clip(this, min, max, options);
  },
};

addMethods(Object.defineProperties({ ...methods, ...clipMethod }, Object.getOwnPropertyDescriptors(views)));
