// Makes functions of operations. A kind of number for which another function computes the operation is sent there.

import { type DTypeKind, dtypes } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatShape, shapesEqual } from "../../core/shape.js";
import { describeArray, isNDArray, type NDArray, usableArray } from "../ndarray.js";
import { copy, copyInto } from "../copy.js";
import { promoteScalar, promoteTypes } from "../promotion.js";
import { Applicator, type OutOptions } from "./apply.js";
import type { Family } from "./define.js";
import type {
  BinaryFunction,
  FloatBinaryFunction,
  FloatFunction,
  LooseBinaryFunction,
  Operand,
  PredicateFunction,
  QuestionFunction,
  QuotientFunction,
  SameFunction,
  SizeFunction,
} from "./types.js";

// What an operation gives is decided by its family; the types of functions.ts say the same to the compiler.
type AnyUnary = SameFunction &
  FloatFunction &
  QuestionFunction &
  SizeFunction &
  ((a: NDArray, options?: OutOptions) => NDArray);
type AnyBinary = BinaryFunction & QuotientFunction & FloatBinaryFunction & LooseBinaryFunction;
type Unary = (a: NDArray, options?: OutOptions) => NDArray;
type Binary = (a: Operand, b: Operand, options?: OutOptions) => NDArray;

/** The function of an operation of one operand; `others` computes some kinds of dtypes. */
export function unary(family: Family, name: string, others?: Partial<Record<DTypeKind, Unary>>): AnyUnary {
  const applicator = new Applicator(family, name);
  if (others === undefined)
    return ((a: NDArray, options?: OutOptions) => applicator.one(a, options)) as never;
  return ((a: NDArray, options?: OutOptions) => {
    const other = isNDArray(a) ? others[dtypes[a.dtype].kind] : undefined;
    return other === undefined ? applicator.one(a, options) : other(a, options);
  }) as never;
}

/** The function of an operation of two operands; `others` computes some kinds that both promote to. */
export function binary(family: Family, name: string, others?: Partial<Record<DTypeKind, Binary>>): AnyBinary {
  const applicator = new Applicator(family, name);
  const apply = (a: Operand, b: Operand, options?: OutOptions): NDArray => applicator.two(a, b, options);
  if (others === undefined) return apply as never;
  return ((a: Operand, b: Operand, options?: OutOptions) => {
    const kind = kindOf(a, b);
    const other = kind === undefined ? undefined : others[kind];
    return (other ?? apply)(a, b, options);
  }) as never;
}

/** The function of an operation of two operands that tells true from false. */
export function predicate(family: Family, name: string): PredicateFunction {
  const applicator = new Applicator(family, name);
  return (a, b, options) => applicator.two(a, b, options) as NDArray<"bool">;
}

/** A copy, into `out` where there is one: what functions do that leave numbers as they are. */
export function copyOf(a: NDArray, options?: OutOptions): NDArray {
  const out = options?.out;
  if (out === undefined) return copy(a);
  usableArray(a, "copy an array");
  usableArray(out, "copy into an array");
  if (out.dtype !== a.dtype || !shapesEqual(out.shape, a.shape)) {
    throw new ArgumentTypeError(
      "CUTS_OUT",
      `Cannot copy into an array: \`out\` must be ${a.dtype}${formatShape(a.shape)} (got ${describeArray(out)})`,
    );
  }
  if (out !== a) copyInto(a, out);
  return out;
}

function kindOf(a: Operand, b: Operand): DTypeKind | undefined {
  if (!isNDArray(a)) return isNDArray(b) ? dtypes[promoteScalar(b.dtype, a)].kind : undefined;
  return dtypes[isNDArray(b) ? promoteTypes(a.dtype, b.dtype) : promoteScalar(a.dtype, b)].kind;
}
