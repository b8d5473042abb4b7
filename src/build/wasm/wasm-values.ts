// Converts C numbers to WebAssembly values: i32, i64, f32 and f64.

import { hostDataModel, scalarSize } from "../../cdecl/layout.js";
import { isIntegerScalar, type ScalarName, scalars } from "../../cdecl/scalars.js";
import { CPU_DATA_MODEL } from "../../compiler/clang/device-target.js";
import { UnsupportedError } from "../../core/errors.js";
import { fromPointer } from "../../compiler/clang/pointer-size.js";

/**
 * The WebAssembly type of a scalar; throws for a type that cannot be passed. Behind a pointer, the size must be the same on both
 * sides.
 */
export function wasmScalar(name: ScalarName, call: string, isPointee = false): void {
  const { kind, text } = scalars[name];
  const isHalf = kind === "complex" || name === "float16" || name === "bfloat16";
  const [ours, theirs] = [hostDataModel(), CPU_DATA_MODEL].map((model) => scalarSize(name, model));
  if (isPointee ? ours === theirs : !isHalf) return;
  const why = isPointee
    ? `${text} has ${theirs} bytes in WebAssembly, where this library runs, and ${ours} on this machine`
    : `${name} cannot be passed by value`;
  const advice = isPointee ? "int32_t or int64_t" : "a pointer to it";
  throw new UnsupportedError("CUTS_UNSUPPORTED_TYPE", `Cannot call ${call}: ${why}\nTry: ${advice}`);
}

/** Converts a checked value for WebAssembly. */
export function scalarToWasm(name: ScalarName, value: unknown): number | bigint {
  const isWide = scalarSize(name, CPU_DATA_MODEL) === 8 && isIntegerScalar(name);
  return isWide ? BigInt(value as number | bigint) : Number(value);
}

/** Converts a result of WebAssembly to the value that CuTS returns for its type. */
export function fromWasm(name: ScalarName, value: number | bigint): unknown {
  switch (name) {
    case "bool":
      return value !== 0;
    case "int64":
    case "long":
      return BigInt(value);
    case "uint64":
    case "ulong":
      return BigInt.asUintN(64, BigInt(value));
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
