// Element-wise operations as methods: the array is the first operand.

import type { DType } from "../../core/dtype.js";
import type { NDArray } from "../ndarray.js";
import type { OutOptions } from "./apply.js";
import * as f from "./functions.js";

/** Element-wise operations. */
export interface ElementwiseMethods<D extends DType> {
  add<B extends f.Operand>(b: B, options?: OutOptions): NDArray<f.ResultOf<NDArray<D>, B>>;
  sub<B extends f.Operand>(b: B, options?: OutOptions): NDArray<f.ResultOf<NDArray<D>, B>>;
  mul<B extends f.Operand>(b: B, options?: OutOptions): NDArray<f.ResultOf<NDArray<D>, B>>;
  /** Quotients; integers give float64. */
  div(b: f.Operand, options?: OutOptions): NDArray;
  floorDivide<B extends f.Operand>(b: B, options?: OutOptions): NDArray<f.ResultOf<NDArray<D>, B>>;
  mod<B extends f.Operand>(b: B, options?: OutOptions): NDArray<f.ResultOf<NDArray<D>, B>>;
  pow(b: f.Operand, options?: OutOptions): NDArray;
  maximum<B extends f.Operand>(b: B, options?: OutOptions): NDArray<f.ResultOf<NDArray<D>, B>>;
  minimum<B extends f.Operand>(b: B, options?: OutOptions): NDArray<f.ResultOf<NDArray<D>, B>>;
  equal(b: f.Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  notEqual(b: f.Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  less(b: f.Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  lessEqual(b: f.Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  greater(b: f.Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  greaterEqual(b: f.Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  neg(options?: OutOptions<D>): NDArray<D>;
  abs(options?: OutOptions<f.RealOf<D>>): NDArray<f.RealOf<D>>;
  square(options?: OutOptions<D>): NDArray<D>;
  sign(options?: OutOptions<D>): NDArray<D>;
  floor(options?: OutOptions<D>): NDArray<D>;
  ceil(options?: OutOptions<D>): NDArray<D>;
  sqrt(options?: OutOptions<f.FloatOf<D>>): NDArray<f.FloatOf<D>>;
  exp(options?: OutOptions<f.FloatOf<D>>): NDArray<f.FloatOf<D>>;
  log(options?: OutOptions<f.FloatOf<D>>): NDArray<f.FloatOf<D>>;
  sin(options?: OutOptions<f.FloatOf<D>>): NDArray<f.FloatOf<D>>;
  cos(options?: OutOptions<f.FloatOf<D>>): NDArray<f.FloatOf<D>>;
  tanh(options?: OutOptions<f.FloatOf<D>>): NDArray<f.FloatOf<D>>;
}

/** The name of each method and the function it is. */
const functionOf = {
  add: f.add,
  sub: f.subtract,
  mul: f.multiply,
  div: f.divide,
  floorDivide: f.floorDivide,
  mod: f.mod,
  pow: f.power,
  maximum: f.maximum,
  minimum: f.minimum,
  equal: f.equal,
  notEqual: f.notEqual,
  less: f.less,
  lessEqual: f.lessEqual,
  greater: f.greater,
  greaterEqual: f.greaterEqual,
  neg: f.negative,
  abs: f.absolute,
  square: f.square,
  sign: f.sign,
  floor: f.floor,
  ceil: f.ceil,
  sqrt: f.sqrt,
  exp: f.exp,
  log: f.log,
  sin: f.sin,
  cos: f.cos,
  tanh: f.tanh,
} satisfies { readonly [M in keyof ElementwiseMethods<DType>]: unknown };

/** The methods, for methods.ts. */
export const elementwiseMethods: object = Object.fromEntries(
  Object.entries(functionOf).map(([name, apply]) => {
    const call = apply as (first: unknown, second?: unknown, third?: unknown) => unknown;
    const method = {
      [name](this: NDArray, second?: unknown, third?: unknown) {
        return call(this, second, third);
      },
    };
    return [name, method[name]];
  }),
);
