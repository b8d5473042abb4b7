// Numbers, booleans and complex numbers by value. The declared type alone decides how a number is converted; a number that does not
// fit is refused, never wrapped or truncated.

import type { ScalarName } from "../../cdecl/ast.js";
import { type DataModel, integerDType } from "../../cdecl/layout.js";
import type { DType } from "../../core/dtype.js";
import { type IntegerDType, integerRange, toComplex, toFloat, toInteger } from "../../core/dtype-value.js";
import { encodeBfloat16, encodeFloat16 } from "../../core/float16.js";
import { type Place, wrongType } from "../../ffi/converter.js";
import type { ParameterWriter } from "./parameter-writer.js";

/** The writer of a scalar. */
export function scalarWriter(name: ScalarName, model: DataModel, place: Place): ParameterWriter {
  const { what } = place;
  switch (name) {
    case "bool":
      return (view, offset, value) => {
        if (typeof value !== "boolean")
          throw wrongType("CUTS_NOT_A_BOOLEAN", place, "it must be true or false", value);
        view.setUint8(offset, value ? 1 : 0);
      };
    case "float32":
      return (view, offset, value) =>
        view.setFloat32(offset, typeof value === "number" ? value : toFloat(name, value, what), true);
    case "float64":
      return (view, offset, value) => view.setFloat64(offset, toFloat(name, value, what), true);
    case "float16":
      return (view, offset, value) => view.setUint16(offset, encodeFloat16(toFloat(name, value, what)), true);
    case "bfloat16":
      return (view, offset, value) =>
        view.setUint16(offset, encodeBfloat16(toFloat(name, value, what)), true);
    case "complex64":
      return (view, offset, value) => {
        const { re, im } = toComplex(name, value, what);
        view.setFloat32(offset, re, true);
        view.setFloat32(offset + 4, im, true);
      };
    case "complex128":
      return (view, offset, value) => {
        const { re, im } = toComplex(name, value, what);
        view.setFloat64(offset, re, true);
        view.setFloat64(offset + 8, im, true);
      };
    case "char":
      // Whether char is signed depends on the device, so -128…127 and 0…255 are both accepted.
      return (view, offset, value) => {
        const isHigh = typeof value === "number" && value > 127;
        view.setUint8(offset, toInteger(isHigh ? "uint8" : "int8", value, what));
      };
    default:
      return integerWriter(integerDType(name, model), what);
  }
}

/** The dtypes that store this C type on a device with this data model, the usual one first. */
export function memoryDTypes(name: ScalarName, model: DataModel): readonly [DType, ...DType[]] {
  switch (name) {
    case "char":
      return ["int8", "uint8"];
    case "long":
    case "ulong":
    case "size":
    case "ssize":
      return [integerDType(name, model)];
    default:
      return [name];
  }
}

/** Writes an integer below 2^53 as 64 bits. */
export function writeInt64(view: DataView, offset: number, value: number): void {
  view.setUint32(offset, value >>> 0, true);
  view.setInt32(offset + 4, Math.floor(value / 0x1_0000_0000), true);
}

function integerWriter(dtype: IntegerDType, what: string): ParameterWriter {
  if (dtype === "int64" || dtype === "uint64") return wideWriter(dtype, what);
  const range = integerRange(dtype);
  const min = Number(range.min);
  const max = Number(range.max);
  const write = narrowSetters[dtype];
  return (view, offset, value) => {
    const fits = typeof value === "number" && value >= min && value <= max && Number.isInteger(value);
    write(view, offset, fits ? value : toInteger(dtype, value, what));
  };
}

function wideWriter(dtype: "int64" | "uint64", what: string): ParameterWriter {
  const min = dtype === "int64" ? Number.MIN_SAFE_INTEGER : 0;
  return (view, offset, value) => {
    if (typeof value === "number" && value >= min && Number.isSafeInteger(value))
      writeInt64(view, offset, value);
    else if (dtype === "int64") view.setBigInt64(offset, toInteger(dtype, value, what), true);
    else view.setBigUint64(offset, toInteger(dtype, value, what), true);
  };
}

type Setter = (view: DataView, offset: number, value: number) => void;

const narrowSetters: Readonly<Record<Exclude<IntegerDType, "int64" | "uint64">, Setter>> = {
  int8: (view, offset, value) => view.setInt8(offset, value),
  uint8: (view, offset, value) => view.setUint8(offset, value),
  int16: (view, offset, value) => view.setInt16(offset, value, true),
  uint16: (view, offset, value) => view.setUint16(offset, value, true),
  int32: (view, offset, value) => view.setInt32(offset, value, true),
  uint32: (view, offset, value) => view.setUint32(offset, value, true),
};
