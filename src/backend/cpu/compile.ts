// CUDA C++ to code for the cpu device: clang to LLVM IR, the SIMT pass, clang to WebAssembly. What was compiled
// before comes from the disk cache at once, without a process.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Compilation, CompileRequest, JsonValue, ObjectCode } from "../../compiler/cache.js";
import { defaultCache } from "../../compiler/cache.js";
import { clangVersion } from "../../compiler/clang/clang.js";
import { compileObject, compileWasm } from "../../compiler/clang/compile-wasm.js";
import { DEVICE_HEADERS } from "../../compiler/clang/device-headers.js";
import { compileDeviceIr } from "../../compiler/clang/device-ir.js";
import { optimiseIr } from "../../compiler/clang/optimise-ir.js";
import type { WasmImage } from "../../compiler/clang/wasm-image.js";
import { compileInChild } from "./compile-sync.js";
import type { ObjectSource } from "./cpu-module.js";
import type { CpuCompileOptions, CpuGlobal, CpuObject } from "./cpu-object.js";
import { allowInlining } from "./simt/force-inline.js";
import type { KernelInfo } from "./simt/lower-kernel.js";
import { lowerModule } from "./simt/lower-module.js";

/** What kernels may call on the host; machine/instance.js has them. */
const IMPORTS = ["printf", "__cuts_assert_fail", "__cuts_clock", "__cuts_malloc", "__cuts_free"];

/** The code of a source: ready if the cache has it, else to be compiled. */
export function openSource(source: string, options: CpuCompileOptions): ObjectSource {
  const request = requestFor(source, options);
  const cache = defaultCache();
  const found = cache.findSync(request);
  return {
    ready: found && fromObjectCode(found),
    compile: async () =>
      fromObjectCode(await cache.getOrCompile(request, () => compileSource(source, options))),
    compileSync: () =>
      fromObjectCode(cache.getOrCompileSync(request, () => compileInChild({ source, options }))),
  };
}

/** Compiles without looking into the cache. */
export async function compileSource(source: string, options: CpuCompileOptions): Promise<Compilation> {
  const name = options.fileName ?? "the kernels";
  const device = await compileDeviceIr(source, {
    ...(options.fileName === undefined ? {} : { fileName: options.fileName }),
    ...(options.headers === undefined ? {} : { headers: new Map(Object.entries(options.headers)) }),
    options: options.options ?? [],
    nameExpressions: options.nameExpressions ?? [],
    lines: false,
  });
  const waiting = allowInlining(device.ir);
  const ir = waiting === undefined ? device.ir : await optimiseIr(waiting, name);
  const lowered = lowerModule(ir, options.only);
  const image = await compileWasm(lowered.ir, {
    exports: lowered.kernels.map((k) => k.symbol),
    variables: lowered.globals.map((g) => g.symbol),
    imports: IMPORTS,
    objects: lowered.usesScheduler ? [await schedulerObject()] : [],
    name,
  });
  const globals = lowered.globals.flatMap((g): CpuGlobal[] => {
    const offset = image.symbols[g.symbol];
    return offset === undefined ? [] : [{ name: g.symbol, offset, byteLength: g.byteLength }];
  });
  return {
    ...toObjectCode({ image, kernels: lowered.kernels, globals, names: Object.fromEntries(device.names) }),
    files: device.files,
  };
}

// The scheduler is the same for all kernels: compiled once, kept by the cache, linked to those that need it.
async function schedulerObject(): Promise<Uint8Array> {
  const source = '#include "cuts_scheduler.h"\n';
  const request = { ...requestFor(source, {}), target: "wasm32 cpu scheduler", directory: null };
  const { code } = await defaultCache().getOrCompile(request, async () => {
    const { ir } = await compileDeviceIr(source, { fileName: "scheduler", lines: false, unrollThreshold: 0 });
    return { code: new Uint8Array(await compileObject(ir, "the scheduler")) };
  });
  return code;
}

function requestFor(source: string, options: CpuCompileOptions): CompileRequest {
  return {
    compiler: "clang",
    compilerVersion: `${clangVersion()} ${toolFingerprint()}`,
    target: ["wasm32 cpu device", options.only?.symbol, options.only?.block.join("x")].join(" ").trim(),
    options: options.options ?? [],
    source,
    ...(options.fileName === undefined ? {} : { sourceName: options.fileName }),
    directory: process.cwd(),
    ...(options.headers === undefined ? {} : { headers: new Map(Object.entries(options.headers)) }),
    nameExpressions: options.nameExpressions ?? [],
  };
}

let fingerprint: string | undefined;

// Our own part of the compiler: the device headers and the SIMT pass. Sizes and times stand for contents, because
// this is on the way to every first launch.
function toolFingerprint(): string {
  const folders = [DEVICE_HEADERS.directory, fileURLToPath(new URL("./simt/", import.meta.url))];
  fingerprint ??= folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .sort()
        .map((name) => {
          const { size, mtimeMs } = statSync(join(folder, name));
          return `${name}:${size}:${Math.round(mtimeMs)}`;
        }),
    )
    .join(" ");
  return fingerprint;
}

interface StoredInfo {
  readonly kernels: readonly KernelInfo[];
  readonly globals: readonly CpuGlobal[];
  readonly byteLength: number;
  readonly symbols: Readonly<Record<string, number>>;
}

function toObjectCode(object: CpuObject): Omit<Compilation, "files"> {
  const { module, data, byteLength, symbols, relocations } = object.image;
  const info: StoredInfo = { kernels: object.kernels, globals: object.globals, byteLength, symbols };
  return {
    code: new Uint8Array(module),
    names: new Map(Object.entries(object.names)),
    info: info as unknown as JsonValue,
    blobs: new Map([
      ["data", new Uint8Array(data)],
      ["constants", bytesOf(relocations.constants)],
      ["offsets", bytesOf(relocations.offsets)],
      ["pointers", bytesOf(relocations.pointers)],
    ]),
  };
}

function fromObjectCode(stored: ObjectCode): CpuObject {
  const info = stored.info as unknown as StoredInfo;
  const blob = (name: string): Uint8Array<ArrayBuffer> => stored.blobs.get(name) ?? new Uint8Array();
  const image: WasmImage = {
    module: stored.code,
    data: blob("data"),
    byteLength: info.byteLength,
    symbols: info.symbols,
    relocations: {
      constants: wordsOf(blob("constants")),
      offsets: wordsOf(blob("offsets")),
      pointers: wordsOf(blob("pointers")),
    },
  };
  return { image, kernels: info.kernels, globals: info.globals, names: Object.fromEntries(stored.names) };
}

function bytesOf(words: Uint32Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new Uint32Array(words).buffer);
}

// A copy, because bytes of the cache need not start at a multiple of 4.
function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}
