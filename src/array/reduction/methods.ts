// Methods that reduce an array and that run along it: all of reductions.ts, under the same names.

import type { DType } from "../../core/dtype.js";
import { addMethods } from "../add-methods.js";
import type { NDArray } from "../ndarray.js";
import * as reductions from "./reductions.js";
import type { ReductionMethodsOf } from "./types.js";

/** Reductions along any axes, running sums, softmax. */
interface ReductionMethods extends ReductionMethodsOf<typeof reductions> {}

declare module "../ndarray.js" {
  interface NDArray<out D extends DType = DType> extends ReductionMethods {}
}

const reductionMethods: object = Object.fromEntries(
  Object.entries(reductions).map(([name, reduce]) => {
    const call = reduce as (x: NDArray, axisOrOptions?: unknown) => unknown;
    const method = {
      [name](this: NDArray, axisOrOptions?: unknown) {
        return call(this, axisOrOptions);
      },
    };
    return [name, method[name]];
  }),
);

addMethods(reductionMethods);
