// The array API standard's queries about dtypes: their limits, their kinds, and which conversions are allowed.

import { type DType, type DTypeKind, dtypeInfo, dtypes } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { isNDArray, type NDArray } from "../ndarray.js";
import { promoteScalar, promoteTypes, realTypeOf, type Scalar } from "../promotion.js";

/** The limits of a float dtype; for a complex one, those of its parts. */
export interface FloatLimits {
  readonly dtype: DType;
  readonly bits: number;
  /** The distance from 1 to the next larger number. */
  readonly eps: number;
  readonly max: number;
  readonly min: number;
  /** The smallest positive number with full precision. */
  readonly smallestNormal: number;
}

/** The limits of an integer dtype. */
export interface IntegerLimits {
  readonly dtype: DType;
  readonly bits: number;
  readonly max: bigint;
  readonly min: bigint;
}

/** Mantissa and exponent bits of each float dtype. */
const floatBits: Readonly<Partial<Record<DType, readonly [mantissa: number, exponent: number]>>> = {
  float16: [10, 5],
  bfloat16: [7, 8],
  float32: [23, 8],
  float64: [52, 11],
};

/** The limits of a float or complex dtype, as NumPy's `finfo`. @throws TypeError `CUTS_DTYPE_KIND`. */
export function finfo(of: DType | NDArray): FloatLimits {
  const dtype = realTypeOf(dtypeOf(of));
  const bits = floatBits[dtype];
  if (bits === undefined) throw wrongKind("finfo", "a float or complex dtype", dtype);
  const [mantissa, exponent] = bits;
  const top = 2 ** (exponent - 1) - 1;
  const max = (2 - 2 ** -mantissa) * 2 ** top;
  return {
    dtype,
    bits: dtypes[dtype].byteLength * 8,
    eps: 2 ** -mantissa,
    max,
    min: -max,
    smallestNormal: 2 ** (1 - top),
  };
}

/** The limits of an integer dtype, as NumPy's `iinfo`. @throws TypeError `CUTS_DTYPE_KIND`. */
export function iinfo(of: DType | NDArray): IntegerLimits {
  const dtype = dtypeOf(of);
  const { kind, byteLength } = dtypes[dtype];
  if (kind !== "int" && kind !== "uint") throw wrongKind("iinfo", "an integer dtype", dtype);
  const bits = byteLength * 8;
  const values = 1n << BigInt(bits);
  const min = kind === "int" ? -values / 2n : 0n;
  return { dtype, bits, min, max: min + values - 1n };
}

/** A kind of dtype, in the array API standard's spelling. */
export type StandardKind =
  | "bool"
  | "signed integer"
  | "unsigned integer"
  | "integral"
  | "real floating"
  | "complex floating"
  | "numeric";

const standardKinds: Readonly<Record<StandardKind, readonly DTypeKind[]>> = {
  bool: ["bool"],
  "signed integer": ["int"],
  "unsigned integer": ["uint"],
  integral: ["int", "uint"],
  "real floating": ["float"],
  "complex floating": ["complex"],
  numeric: ["int", "uint", "float", "complex"],
};

/** Whether a dtype equals a dtype or belongs to a kind, or to one of several. @throws TypeError `CUTS_DTYPE_KIND`. */
export function isdtype(
  dtype: DType,
  kind: DType | StandardKind | readonly (DType | StandardKind)[],
): boolean {
  if (Array.isArray(kind)) return kind.some((one: DType | StandardKind) => isOneOf(dtype, one));
  return isOneOf(dtype, kind as DType | StandardKind);
}

function isOneOf(dtype: DType, kind: DType | StandardKind): boolean {
  if (dtypes[kind as DType] !== undefined && kind !== "bool") return dtype === kind;
  if (!Object.hasOwn(standardKinds, kind)) {
    throw wrongKind("isdtype", `a dtype or one of ${Object.keys(standardKinds).join(", ")}`, kind);
  }
  return standardKinds[kind as StandardKind].includes(dtypeInfo(dtype).kind);
}

/** Whether promotion preserves every value of a dtype in another, as in NumPy's safe casting. */
export function canCast(from: DType | NDArray, to: DType): boolean {
  return promoteTypes(dtypeOf(from), dtypeInfo(to).name) === to;
}

/** The result dtype of an operation on these arrays, dtypes and plain values. @throws TypeError `CUTS_RESULT_TYPE`. */
export function resultType(...operands: readonly (DType | NDArray | Scalar)[]): DType {
  const isTyped = (operand: DType | NDArray | Scalar): operand is DType | NDArray =>
    typeof operand === "string" || isNDArray(operand);
  const typed = operands.filter(isTyped).map(dtypeOf);
  if (typed.length === 0) {
    throw new ArgumentTypeError(
      "CUTS_RESULT_TYPE",
      `Cannot tell the dtype of a result: at least one operand must be an array or a dtype (got ${formatValue(operands)})`,
    );
  }
  const common = typed.reduce((a, b) => promoteTypes(a, b));
  return operands.reduce<DType>(
    (dtype, operand) => (isTyped(operand) ? dtype : promoteScalar(dtype, operand)),
    common,
  );
}

function dtypeOf(of: DType | NDArray): DType {
  return isNDArray(of) ? of.dtype : dtypeInfo(of).name;
}

function wrongKind(action: string, rule: string, got: unknown): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_DTYPE_KIND",
    `Cannot tell ${action}: it must be ${rule} (got ${formatValue(got)})`,
  );
}
