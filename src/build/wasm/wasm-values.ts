// C's numbers as WebAssembly passes them: i32, i64, f32 and f64. `long` and `size_t` have 4 bytes there.

import type { ScalarName } from "../../cdecl/ast.js";
import { ArgumentRangeError, UnsupportedError } from "../../core/errors.js";

/** Types of 4 bytes in WebAssembly that have 8 on the machine. */
const narrower: ReadonlySet<ScalarName> = new Set<ScalarName>(["long", "ulong", "size", "ssize"]);
const unsigned: ReadonlySet<ScalarName> = new Set<ScalarName>(["ulong", "size", "uint32"]);

/** Throws for a type that cannot be passed; behind a pointer its size must be the same on both sides. */
export function wasmScalar(name: ScalarName, call: string, isPointee = false): void {
  const isHalf = name === "float16" || name === "bfloat16" || name === "complex64" || name === "complex128";
  if (isPointee ? !narrower.has(name) : !isHalf) return;
  const why = isPointee
    ? `${names[name] ?? name} has 4 bytes in WebAssembly, where this library runs`
    : `${name} cannot be passed by value`;
  const advice = isPointee ? "int32_t or int64_t" : "a pointer to it";
  throw new UnsupportedError("CUTS_UNSUPPORTED_TYPE", `Cannot call ${call}: ${why}\nTry: ${advice}`);
}

const names: Readonly<Partial<Record<ScalarName, string>>> = {
  long: "long",
  ulong: "unsigned long",
  size: "size_t",
  ssize: "intptr_t",
};

/** A checked value for WebAssembly. @throws RangeError `CUTS_ARGUMENT_RANGE` for what has no room in 4 bytes. */
export function scalarToWasm(name: ScalarName, value: unknown, call: string): number | bigint {
  if (name === "int64" || name === "uint64") return BigInt(value as number | bigint);
  const number = Number(value);
  if (narrower.has(name)) {
    const [least, most] = unsigned.has(name) ? [0, 2 ** 32 - 1] : [-(2 ** 31), 2 ** 31 - 1];
    if (number < least || number > most) {
      throw new ArgumentRangeError(
        "CUTS_ARGUMENT_RANGE",
        `Cannot call ${call}: ${names[name] ?? name} has 4 bytes in WebAssembly, where this library runs (got ${String(value)})`,
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
      return BigInt(Number(value) >>> 0);
    case "int8":
    case "char":
      return (Number(value) << 24) >> 24;
    case "uint8":
      return Number(value) & 0xff;
    case "int16":
      return (Number(value) << 16) >> 16;
    case "uint16":
      return Number(value) & 0xffff;
    default:
      return unsigned.has(name) ? Number(value) >>> 0 : Number(value);
  }
}
