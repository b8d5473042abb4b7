// C's numbers as WebAssembly passes them: i32, i64, f32 and f64.

import { scalarSize } from "../../cdecl/layout.js";
import { PROGRAM_MODEL } from "../../compiler/clang/program-model.js";
import { fromPointer, POINTER_BYTES } from "../../program/pointer-size.js";
import { isIntegerScalar, type ScalarName, scalars } from "../../cdecl/scalars.js";
import { ArgumentRangeError, UnsupportedError } from "../../core/errors.js";

/** Types of 4 bytes in WebAssembly that have 8 on the machine. */
function isNarrower(name: ScalarName): boolean {
  return POINTER_BYTES === 4 && typeof scalars[name].byteLength === "string";
}

/** Throws for a type that cannot be passed; behind a pointer its size must be the same on both sides. */
export function wasmScalar(name: ScalarName, call: string, isPointee = false): void {
  const isHalf = scalars[name].kind === "complex" || name === "float16" || name === "bfloat16";
  if (isPointee ? !isNarrower(name) : !isHalf) return;
  const why = isPointee
    ? `${scalars[name].text} has 4 bytes in WebAssembly, where this library runs`
    : `${name} cannot be passed by value`;
  const advice = isPointee ? "int32_t or int64_t" : "a pointer to it";
  throw new UnsupportedError("CUTS_UNSUPPORTED_TYPE", `Cannot call ${call}: ${why}\nTry: ${advice}`);
}

/** A checked value for WebAssembly. @throws RangeError `CUTS_ARGUMENT_RANGE` for what has no room in 4 bytes. */
export function scalarToWasm(name: ScalarName, value: unknown, call: string): number | bigint {
  if (scalarSize(name, PROGRAM_MODEL) === 8 && isIntegerScalar(name)) return BigInt(value as number | bigint);
  const number = Number(value);
  if (isNarrower(name)) {
    const [least, most] = scalars[name].kind === "uint" ? [0, 2 ** 32 - 1] : [-(2 ** 31), 2 ** 31 - 1];
    if (number < least || number > most) {
      throw new ArgumentRangeError(
        "CUTS_ARGUMENT_RANGE",
        `Cannot call ${call}: ${scalars[name].text} has 4 bytes in WebAssembly, where this library runs (got ${String(value)})`,
      );
    }
  }
  return number;
}

/** A result of WebAssembly as CuTS returns results of its type. */
export function fromWasm(name: ScalarName, value: number | bigint): unknown {
  switch (name) {
    case "bool":
      return value !== 0;
    case "int64":
      return BigInt(value);
    case "uint64":
      return BigInt.asUintN(64, BigInt(value));
    case "long":
      return BigInt(value);
    case "ulong":
      return BigInt.asUintN(8 * POINTER_BYTES, BigInt(value));
    case "int8":
    case "char":
      return (Number(value) << 24) >> 24;
    case "uint8":
      return Number(value) & 0xff;
    case "int16":
      return (Number(value) << 16) >> 16;
    case "uint16":
      return Number(value) & 0xffff;
    case "size":
      return fromPointer(value);
    default:
      return scalars[name].kind === "uint" ? Number(value) >>> 0 : Number(value);
  }
}
