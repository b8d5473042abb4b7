// C's arithmetic types as JavaScript values. A 64-bit integer may be passed as a number or a bigint. It is returned as a bigint,
// except `size_t`, which is returned as a number because programs calculate with lengths and counts.

import type { Complex } from "../../core/dtype.js";
import type { ScalarName, Scalars } from "../scalars.js";

/** The argument for a scalar. */
export type ScalarArgument = {
  readonly [Name in ScalarName]: ValueOf<Scalars[Name], number | bigint, number | bigint>;
};

/** The result for a scalar. */
export type ScalarResult = { readonly [Name in ScalarName]: ValueOf<Scalars[Name], bigint, number> };

type ValueOf<Scalar, Wide, Size> = Scalar extends { readonly kind: "bool" }
  ? boolean
  : Scalar extends { readonly kind: "complex" }
    ? Complex
    : Scalar extends { readonly kind: "float" }
      ? number
      : Scalar extends { readonly byteLength: "pointer" }
        ? Size
        : Scalar extends { readonly byteLength: 8 | "long" }
          ? Wide
          : number;
