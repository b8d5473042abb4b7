// What a family says about its table: which function an operation is, how exact it must be, what it does otherwise than
// NumPy on purpose.

import type { NDArray } from "../../../src/array/array.js";
import type { Tolerance, Tolerances } from "../../../src/array/elementwise/tolerance.js";
import type { DType } from "../../../src/core/dtype.js";
import type { Case } from "./table.js";

/** A family of operations with a table of cases. */
export interface CaseFamily {
  /** The name of its table, and of its Python file. */
  readonly name: string;
  /** Operations that are not simply the function of this name of the package. */
  readonly calls?: Readonly<Record<string, Call>>;
  /** How exact the floats of an operation are; exact where nothing is said. */
  readonly tolerances?: Readonly<Record<string, Tolerances>>;
  /** Cases whose results differ from NumPy's on purpose. Each must match some case. */
  readonly differences?: readonly Difference[];
}

/** Computes an operation from the decoded arguments of a case, options last where there are any. */
export type Call = (...args: never[]) => Results | Promise<Results>;

type Results = NDArray | readonly NDArray[];

/** What is different, and why. */
export interface Difference {
  readonly operation: string;
  readonly why: string;
  readonly matches: (one: Case) => boolean;
}

/** The tolerance of an operation whose result has a dtype. */
export function toleranceOf(family: CaseFamily, operation: string, dtype: DType): Tolerance {
  const found = family.tolerances?.[operation] ?? {};
  return dtype in found
    ? ((found as Partial<Record<DType, Tolerance>>)[dtype] as Tolerance)
    : (found as Tolerance);
}
