// How structs are passed to WebAssembly: as the address of a copy, for a result as an address to write to, and as a plain number
// if the struct consists of a single number. Sizes and offsets are those of this machine (docs/data-model.md).

import type { CType, ScalarName, TypeTable } from "../../cdecl/ast.js";
import { formatType } from "../../cdecl/format.js";
import { hostDataModel, layoutOf, scalarSize } from "../../cdecl/layout.js";
import { isIntegerScalar } from "../../cdecl/scalars.js";
import { CPU_DATA_MODEL } from "../../compiler/clang/device-target.js";
import { UnsupportedError } from "../../core/errors.js";
import type { TypeContext } from "../../ffi/signature.js";
import { bytesOfStruct, structByteLength, structOfBytes } from "../../ffi/struct-bytes.js";
import { type StructCodec, vectorCodec } from "../../ffi/struct-codec.js";
import { toPointer } from "../../compiler/clang/pointer-size.js";
import type { Guest } from "./guest.js";
import { scalarToWasm, wasmScalar } from "./wasm-values.js";

type StructType = CType & { readonly kind: "struct" | "vector" };

/** A struct type of a parameter or result. */
export interface WasmStruct {
  readonly byteLength: number;
  /** Whether it is passed as a number. */
  readonly isNumber: boolean;
  /** Converts a checked struct to an argument. */
  readonly lower: (native: unknown, guest: Guest) => number | bigint;
  /**
   * Converts a checked object, or several, for a pointer parameter; the function's writes are copied back into them after the
   * call.
   */
  readonly lowerAll: (native: unknown, guest: Guest, isReadonly: boolean) => bigint;
  /** Converts a result: a returned number, or written bytes. */
  readonly raise: (result: number | bigint | Uint8Array) => unknown;
}

/**
 * Prepares a struct type for calls.
 * @throws UnsupportedError `CUTS_UNSUPPORTED_TYPE` for one with addresses in it, which are others there.
 */
export function wasmStruct(type: StructType, call: string, context: TypeContext): WasmStruct {
  const { count, first } = numbersIn(type, call, context.types);
  const codec = codecOf(type, call, context);
  const byteLength = structByteLength(codec);
  if (layoutOf(type, CPU_DATA_MODEL, context.types).byteLength !== byteLength) throw refused(type, call);
  const number = count === 1 && first !== undefined && isAll(first, byteLength) ? first : undefined;
  if (number !== undefined) wasmScalar(number, call);
  return {
    byteLength,
    isNumber: number !== undefined,
    lower: (native, guest) =>
      number === undefined
        ? toPointer(guest.pointer(bytesOfStruct(codec, native), true))
        : scalarToWasm(number, firstIn(native)),
    lowerAll: (native, guest, isReadonly) => {
      const items: readonly object[] = Array.isArray(native) ? native : [native];
      const bytes = new Uint8Array(items.length * byteLength);
      for (const [i, item] of items.entries()) bytes.set(bytesOfStruct(codec, item), i * byteLength);
      const address = guest.pointer(bytes, isReadonly);
      if (!isReadonly) {
        guest.afterwards(() => {
          for (const [i, item] of items.entries())
            Object.assign(item, structOfBytes(codec, bytes.slice(i * byteLength, (i + 1) * byteLength)));
        });
      }
      return toPointer(address);
    },
    raise: (result) =>
      codec.fromNative(
        structOfBytes(codec, result instanceof Uint8Array ? result : bytesOf(number ?? "int32", result)),
      ),
  };
}

function codecOf(type: StructType, call: string, { structs, types }: TypeContext): StructCodec {
  if (type.kind === "vector") return vectorCodec(type, structs, types);
  const codec = structs.get(type.name);
  if (codec === undefined) throw refused(type, call);
  return codec;
}

/** How many numbers a type is made of, and which is the first. */
interface Numbers {
  readonly count: number;
  readonly first: ScalarName | undefined;
}

/** The numbers of a type; each struct in it is looked into once. */
function numbersIn(type: CType, call: string, types: TypeTable, known = new Map<string, Numbers>()): Numbers {
  switch (type.kind) {
    case "scalar":
      wasmScalar(type.name, call, true);
      return { count: 1, first: type.name };
    case "enum":
      return { count: 1, first: types.enums.get(type.name)?.underlying ?? "int32" };
    case "vector":
      return { count: type.lanes, first: type.element };
    case "struct": {
      const earlier = known.get(type.name);
      if (earlier !== undefined) return earlier;
      const fields = types.structs.get(type.name)?.fields ?? [];
      const parts = fields.map((field) => ({
        ...numbersIn(field.type, call, types, known),
        times: field.count ?? 1,
      }));
      const numbers = {
        count: parts.reduce((sum, { count, times }) => sum + count * times, 0),
        first: parts.find(({ count }) => count > 0)?.first,
      };
      known.set(type.name, numbers);
      return numbers;
    }
    default:
      throw refused(type, call);
  }
}

function isAll(name: ScalarName, byteLength: number): boolean {
  return scalarSize(name, hostDataModel()) === byteLength;
}

function firstIn(native: unknown): unknown {
  return typeof native === "object" && native !== null ? firstIn(Object.values(native)[0]) : native;
}

/** The bytes of a number as WebAssembly returns it. */
function bytesOf(name: ScalarName, value: number | bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  const size = scalarSize(name, CPU_DATA_MODEL);
  if (isIntegerScalar(name) || name === "bool") view.setBigUint64(0, BigInt.asUintN(64, BigInt(value)), true);
  else if (size === 4) view.setFloat32(0, Number(value), true);
  else view.setFloat64(0, Number(value), true);
  return bytes.slice(0, size);
}

function refused(type: CType, call: string): UnsupportedError {
  return new UnsupportedError(
    "CUTS_UNSUPPORTED_TYPE",
    `Cannot call ${call}: ${formatType(type)} cannot be passed to WebAssembly, where this library runs` +
      "\nTry: numbers, strings, pointers to numbers, and structs of numbers; or a C compiler on this machine",
  );
}
