// Compiled code as the disk cache keeps it: parts that are bytes as blobs, the rest as JSON.

import type { Compilation, JsonValue, ObjectCode } from "../../compiler/cache.js";
import type { WasmImage } from "../../compiler/clang/wasm-image.js";
import type { CpuGlobal, CpuKernel, CpuObject, WatchTable } from "./cpu-object.js";
import type { SourcePlace } from "./passes/source-places.js";

interface StoredInfo {
  readonly kernels: readonly CpuKernel[];
  readonly globals: readonly CpuGlobal[];
  readonly byteLength: number;
  readonly symbols: Readonly<Record<string, number>>;
  readonly constants: readonly [number, number];
  readonly places?: readonly SourcePlace[];
  readonly addressBits?: 64;
  readonly watched?: WatchTable;
}

/** What the cache is given. */
export function toObjectCode(object: CpuObject): Omit<Compilation, "files"> {
  const { module, data, byteLength, symbols, relocations, constants, lines, addressBits } = object.image;
  const { kernels, globals, places, watched } = object;
  const info: StoredInfo = {
    kernels,
    globals,
    byteLength,
    symbols: Object.fromEntries(symbols),
    constants,
    places,
    ...(addressBits === 64 && { addressBits }),
    ...(watched === undefined ? {} : { watched }),
  };
  return {
    code: new Uint8Array(module),
    names: object.names,
    info: info as unknown as JsonValue,
    blobs: new Map([
      ["data", new Uint8Array(data)],
      ["constants", bytesOf(relocations.constants)],
      ["offsets", bytesOf(relocations.offsets)],
      ["pointers", bytesOf(relocations.pointers)],
      ["lines", bytesOf(lines)],
    ]),
  };
}

/** What the cache gave. */
export function fromObjectCode(stored: ObjectCode): CpuObject {
  const info = stored.info as unknown as StoredInfo;
  const blob = (name: string): Uint8Array<ArrayBuffer> => stored.blobs.get(name) ?? new Uint8Array();
  const image: WasmImage = {
    module: stored.code,
    data: blob("data"),
    byteLength: info.byteLength,
    symbols: new Map(Object.entries(info.symbols)),
    constants: info.constants,
    relocations: {
      constants: wordsOf(blob("constants")),
      offsets: wordsOf(blob("offsets")),
      pointers: wordsOf(blob("pointers")),
    },
    lines: wordsOf(blob("lines")),
    ...(info.addressBits === 64 && { addressBits: 64 }),
  };
  const { kernels, globals, places = [], watched } = info;
  return {
    image,
    kernels,
    globals,
    names: stored.names,
    places,
    ...(watched === undefined ? {} : { watched }),
  };
}

function bytesOf(words: Uint32Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new Uint32Array(words).buffer);
}

// A copy, because bytes of the cache need not start at a multiple of 4.
function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}
