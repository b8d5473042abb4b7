// C's arithmetic types as arguments and results. An integer that does not fit is an error; it is never wrapped or truncated. 64-bit
// integers are returned as bigint, sizes as number.

import type { ScalarName } from "../cdecl/ast.js";
import { hostDataModel, integerDType } from "../cdecl/layout.js";
import type { DType } from "../core/dtype.js";
import { integerRange, toComplex, toFloat, toInteger } from "../core/dtype-value.js";
import { ArgumentRangeError, UnsupportedError } from "../core/errors.js";
import { type Converter, type Place, withoutMemory, wrongType } from "./converter.js";
import type { KoffiType } from "./koffi.js";
import { koffiScalar, structOf } from "./koffi-types.js";

/** koffi's type for a scalar that is passed by value. @throws UnsupportedError `CUTS_UNSUPPORTED_BY_VALUE` for halves. */
export function scalarKoffiType(name: ScalarName): KoffiType {
  switch (name) {
    case "float16":
    case "bfloat16":
      throw new UnsupportedError(
        "CUTS_UNSUPPORTED_BY_VALUE",
        `Cannot pass ${name} by value: C calls have no common convention for it\nTry: a pointer to it, or float`,
      );
    case "complex64":
      return complexOf("float");
    case "complex128":
      return complexOf("double");
    default:
      return koffiScalar(name);
  }
}

/** The converter of a scalar parameter. */
export function scalarConverter(name: ScalarName, place: Place): Converter {
  return { koffiType: scalarKoffiType(name), ...withoutMemory(scalarCheck(name, place)) };
}

/** Makes the function that converts koffi's result of a scalar to that of CuTS. */
export function scalarResult(name: ScalarName, what: string): (value: unknown) => unknown {
  switch (name) {
    case "int64":
    case "long":
      return (value) => BigInt(value as number | bigint);
    case "uint64":
    case "ulong":
      // koffi passes large unsigned values to callbacks as negative numbers.
      return (value) => BigInt.asUintN(64, BigInt(value as number | bigint));
    case "size":
    case "ssize":
      return (value) => {
        if (typeof value === "number" && Number.isSafeInteger(value)) return value;
        throw new ArgumentRangeError(
          "CUTS_RESULT_RANGE",
          `Cannot return ${what} as a number: it must be within 2^53 (got ${String(value)})\nTry: declare it uint64_t`,
        );
      };
    default:
      return same;
  }
}

/** The dtypes whose typed arrays store this C type on this machine, the usual one first. */
export function memoryDTypes(name: ScalarName): readonly DType[] {
  // C does not define whether char is signed.
  if (name === "char") return ["uint8", "int8"];
  return [integerDType(name, hostDataModel()) ?? (name as DType)];
}

function scalarCheck(name: ScalarName, place: Place): (value: unknown) => unknown {
  const { what, type } = place;
  switch (name) {
    case "bool":
      return (value) => {
        if (typeof value === "boolean") return value;
        throw wrongType("CUTS_NOT_A_BOOLEAN", place, "it must be true or false", value);
      };
    case "float16":
    case "bfloat16":
    case "float32":
    case "float64":
      return (value) => (typeof value === "number" ? value : toFloat(name, value, what));
    case "complex64":
    case "complex128":
      return (value) => {
        const { re, im } = toComplex(name, value, what);
        return { re, im };
      };
    case "char":
      // Whether char is signed depends on the machine, so -128…127 and 0…255 are both accepted.
      return (value) => {
        const byte = typeof value === "number" && value > 127 ? toInteger("uint8", value, what) : undefined;
        return byte === undefined ? toInteger("int8", value, what) : byte - 256;
      };
    default: {
      const dtype = integerDType(name, hostDataModel());
      if (dtype === undefined) throw new Error(`internal: ${type} is no integer type`);
      const range = integerRange(dtype);
      const min = Math.max(Number(range.min), Number.MIN_SAFE_INTEGER);
      const max = Math.min(Number(range.max), Number.MAX_SAFE_INTEGER);
      return (value) =>
        typeof value === "number" && value >= min && value <= max && Number.isInteger(value)
          ? value
          : toInteger(dtype, value, what);
    }
  }
}

function complexOf(part: KoffiType): KoffiType {
  return structOf([
    ["re", part],
    ["im", part],
  ]);
}

function same(value: unknown): unknown {
  return value;
}
