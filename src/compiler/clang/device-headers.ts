// CUDA's device headers, precompiled. Parsing them takes a second, loading the precompiled form milliseconds. They are compiled once for
// each set of language options, and the disk cache keeps the result for other processes.
import { packageFolder } from "../../host/assets.js";
import { filesBelow, readText } from "../../host/files.js";
import { join } from "../../host/paths.js";
import { type CompileRequest, defaultCache } from "../cache.js";
import type { Clang } from "./clang.js";
import { compiledFile } from "./step-result.js";
import { HEADERS_PATH, PRECOMPILED_PATH } from "./guest-layout.js";
import type { ResidentFile } from "./protocol.js";
import { clangVersion } from "./package.js";
import { compressedName, precompiledName, shippedFile } from "./shipped-files.js";

/** A folder of headers, and the one in it that every source includes first. */
export interface DeviceHeaders {
  /** Absolute host path. */
  readonly directory: string;
  /** File name in it. */
  readonly entry: string;
}

/** The headers of this package. */
export const DEVICE_HEADERS: DeviceHeaders = {
  get directory() {
    return join(packageFolder(), "include/cuts/cuda/");
  },
  entry: "cuts_device.h",
};

const made = new Map<string, Promise<ResidentFile>>();

/**
 * The headers precompiled with these arguments of `clang -cc1`, from memory, from the package, from the disk
 * cache, or now.
 *
 * @throws CompileError when the headers do not compile.
 */
export function precompiledHeaders(
  clang: Clang,
  headers: DeviceHeaders,
  args: readonly string[],
): Promise<ResidentFile> {
  const key = keyOf(headers, args);
  let result = made.get(key);
  if (result === undefined) {
    result = precompile(clang, headers, args, key);
    made.set(key, result);
    // What failed is tried again: the headers may have been mended.
    result.catch(() => made.delete(key));
  }
  return result;
}

async function precompile(
  clang: Clang,
  headers: DeviceHeaders,
  args: readonly string[],
  key: string,
): Promise<ResidentFile> {
  const isOurs = headers.directory === DEVICE_HEADERS.directory;
  const names = [precompiledName(headers.entry, args), compressedName(headers.entry, args)];
  const shipped = isOurs ? names.map(shippedFile).find((path) => path !== undefined) : undefined;
  if (shipped !== undefined) return { key, path: shipped };
  const { code } = await defaultCache().getOrCompile(requestOf(headers, args), async () => {
    const entry = `${HEADERS_PATH}/${headers.entry}`;
    const result = await clang.run({
      steps: [{ tool: "clang", args: [...args, "-emit-pch", "-o", PRECOMPILED_PATH, entry] }],
      mounts: { [HEADERS_PATH]: headers.directory },
      outputs: [PRECOMPILED_PATH],
    });
    return { code: new Uint8Array(compiledFile("the CUDA device headers", result, PRECOMPILED_PATH)) };
  });
  return { key, bytes: code };
}

/** Whether {@link precompiledHeaders} would find them in memory or in the disk cache. */
export function arePrecompiled(headers: DeviceHeaders, args: readonly string[]): boolean {
  return made.has(keyOf(headers, args)) || defaultCache().findSync(requestOf(headers, args)) !== undefined;
}

function keyOf({ directory, entry }: DeviceHeaders, args: readonly string[]): string {
  return JSON.stringify([directory, entry, ...args]);
}

function requestOf(headers: DeviceHeaders, args: readonly string[]): CompileRequest {
  return {
    compiler: "clang",
    compilerVersion: clangVersion(),
    target: "precompiled device header",
    options: args,
    source: headers.entry,
    directory: null,
    headers: readHeaders(headers.directory),
  };
}

function readHeaders(directory: string): Map<string, string> {
  return new Map(filesBelow(directory).map((name) => [name, readText(join(directory, name))]));
}
