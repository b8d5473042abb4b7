// Indexing by arrays and masks against NumPy. What is wrong on the device and only seen there is in test/array/indexing.test.ts.

import * as cu from "../../../../src/array/array.js";
import type { CaseFamily } from "../family.js";

type Parts = Readonly<Record<string, cu.ArrayIndex>>;

/** Indexing. */
export const indexing: CaseFamily = {
  name: "indexing",
  calls: {
    // The indices are the options "0", "1" and so on.
    slice: (x: cu.NDArray, parts: Parts) => cu.slice(x, Object.values(parts)),
    setAt: (x: cu.NDArray, values: cu.WrittenValues<never>, parts: Parts) => {
      const y = x.copy();
      y.setAt(Object.values(parts), values);
      return y;
    },
    put: (x: cu.NDArray, indices: cu.IndexArray, values: cu.NDArray, options?: cu.TakeOptions) => {
      const y = x.T.copy().T;
      y.put(indices, values, options);
      return y;
    },
    putAlongAxis: (
      x: cu.NDArray,
      indices: cu.IndexArray,
      values: cu.NDArray,
      options?: cu.AlongAxisOptions,
    ) => {
      const y = x.copy();
      y.putAlongAxis(indices, values, options);
      return y;
    },
  },
};
