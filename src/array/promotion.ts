// The dtype of an operation: NumPy's promotion of two dtypes, and its rule for plain numbers (NEP 50). A plain number takes the
// dtype of the array next to it, unless that dtype's kind cannot hold it. A JavaScript number without a fraction counts as an
// integer, else as a float.

import { ownTable } from "../core/own-table.js";
import { type Complex, type DType, dtypeInfo, type DTypeKind, dtypes } from "../core/dtype.js";
import { isComplex } from "../core/dtype-value.js";
import { ArgumentTypeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import { promotions } from "./promotion-table.js";

/** The dtype that two dtypes promote to. */
export type Promote<A extends DType, B extends DType> = (typeof promotions)[A][B];

/** A plain value as an operand next to an array. */
export type Scalar = number | bigint | boolean | Complex;

/** The dtype of an operation between an array of dtype `D` and a plain value. */
export type PromoteScalar<D extends DType, S extends Scalar> = S extends boolean
  ? D
  : S extends Complex
    ? ComplexBeside<D>
    : S extends bigint
      ? IntegerBeside<D>
      : number extends S
        ? NumberBeside<D>
        : `${S & number}` extends `${string}.${string}` | `${string}e-${string}`
          ? FractionBeside<D>
          : IntegerBeside<D>;

type FloatDType = "float16" | "bfloat16" | "float32" | "float64";
type ComplexDType = "complex64" | "complex128";

/** The result dtype of an array of `D` and a complex number. */
export type ComplexBeside<D extends DType> = D extends "float32" | "complex64" | "float16" | "bfloat16"
  ? "complex64"
  : "complex128";

/** The result dtype of an array of `D` and an integer. */
export type IntegerBeside<D extends DType> = D extends "bool" ? "int64" : D;

/** The result dtype of an array of `D` and a number with a fraction. */
export type FractionBeside<D extends DType> = D extends FloatDType | ComplexDType ? D : "float64";

/** The result dtype of an array of `D` and a number whose value is unknown at compile time. */
export type NumberBeside<D extends DType> = IntegerBeside<D> | FractionBeside<D>;

/** The dtype that two dtypes promote to, as NumPy's `promote_types`. */
export function promoteTypes<A extends DType, B extends DType>(a: A, b: B): Promote<A, B> {
  return (table[a]?.[b] ?? unknownType(a, b)) as Promote<A, B>;
}

function unknownType(...given: readonly DType[]): never {
  for (const one of given) dtypeInfo(one);
  throw new Error(`internal: ${given.join(" and ")} are not in the table`);
}

/** The dtype of an operation between an array and a plain value. */
export function promoteScalar(dtype: DType, value: Scalar): DType {
  const rank = kindRank[kindOfScalar(value)];
  const { kind } = dtypes[dtype];
  if (rank <= kindRank[kind]) return dtype;
  if (typeof value === "object")
    return kind === "float" && table[dtype].complex64 === "complex64" ? "complex64" : "complex128";
  return rank === kindRank.int ? "int64" : "float64";
}

/** Whether a value can be a plain operand. */
export function isScalar(value: unknown): value is Scalar {
  const type = typeof value;
  return type === "number" || type === "bigint" || type === "boolean" || isComplex(value);
}

/** The kind of number that a plain value is. @throws TypeError `CUTS_OPERAND` for what is none. */
function kindOfScalar(value: Scalar): DTypeKind {
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "int";
  if (isComplex(value)) return "complex";
  throw new ArgumentTypeError(
    "CUTS_OPERAND",
    `Cannot compute with this: an operand must be an array or a number (got ${formatValue(value)})\nTry: cu.array(values)`,
  );
}

/** The float dtype in which NumPy computes functions such as sqrt of a dtype. */
export function floatTypeOf(dtype: DType): DType {
  const { kind, byteLength } = dtypes[dtype];
  if (kind === "float" || kind === "complex") return dtype;
  if (byteLength === 1) return "float16";
  return byteLength === 2 ? "float32" : "float64";
}

/** The real dtype of the parts of a complex dtype; other dtypes as they are. */
export function realTypeOf(dtype: DType): DType {
  if (dtype === "complex64") return "float32";
  return dtype === "complex128" ? "float64" : dtype;
}

const kindRank: Readonly<Record<DTypeKind, number>> = { bool: 0, int: 1, uint: 1, float: 2, complex: 3 };

const table = ownTable(
  Object.fromEntries(Object.entries(promotions).map(([a, row]) => [a, ownTable<DType>(row)])),
) as { readonly [A in DType]: { readonly [B in DType]: DType } };
