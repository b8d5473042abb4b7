// Makes the files of the compiler that the package ships (src/compiler/clang/shipped-files.ts), so that the first
// compilation on a machine takes no longer than the first of a process.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { schedulerFile, schedulerObject } from "../src/backend/cpu/scheduler-object.js";
import { defaultCache } from "../src/compiler/cache.js";
import { digestOf } from "../src/compiler/cache/digest.js";
import { Clang, clang as sharedClang } from "../src/compiler/clang/clang.js";
import {
  DEVICE_HEADERS,
  type DeviceHeaders,
  precompiledHeaders,
} from "../src/compiler/clang/device-headers.js";
import { deviceHeaderArgs } from "../src/compiler/clang/device-ir.js";
import { programHeaderArgs, programHeaders } from "../src/compiler/clang/host-language.js";
import { RUNTIME_FILE, runtimeObject } from "../src/compiler/clang/host-link.js";
import { readOptions } from "../src/compiler/clang/options.js";
import { COMPRESSED, precompiledName, SHIPPED_FILES_FOLDER } from "../src/compiler/clang/shipped-files.js";

// More takes ten times as long and saves a hundredth.
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** Writes the files below `dist`. */
export async function shipCompiler(dist: string): Promise<void> {
  const folder = join(dist, SHIPPED_FILES_FOLDER);
  mkdirSync(folder, { recursive: true });
  const write = (name: string, bytes: Uint8Array): void => writeFileSync(join(folder, name), bytes);
  const clang = new Clang({ processes: 2 });
  const precompile = async (
    headers: DeviceHeaders,
    args: readonly string[],
  ): Promise<[string, Uint8Array]> => {
    const { bytes } = await precompiledHeaders(clang, headers, args);
    if (bytes === undefined) throw new Error("internal: precompiled headers without bytes");
    return [precompiledName(headers.entry, args), bytes];
  };
  const options = readOptions([], dist);
  // Those of kernels are small and in the way of every first launch; those of programs have four to eighteen megabytes.
  const ofPrograms = (["c++", "c"] as const).flatMap((prelude) =>
    (["host", "device"] as const).map(async (pass) => {
      const [name, bytes] = await precompile(programHeaders(prelude), programHeaderArgs(pass, options));
      write(`${name}${COMPRESSED}`, await compressed(bytes));
    }),
  );
  write(...(await precompile(DEVICE_HEADERS, deviceHeaderArgs())));
  write(schedulerFile("wasm32"), await schedulerObject("wasm32"));
  await Promise.all(ofPrograms);
  write(RUNTIME_FILE, await runtimeObject(clang));
  clang.stop();
  sharedClang().stop();
}

// Takes seconds; the cache keeps it for the next build.
async function compressed(bytes: Uint8Array): Promise<Uint8Array> {
  const request = {
    compiler: "brotli",
    compilerVersion: "1",
    target: "precompiled headers",
    options: [],
    source: digestOf(bytes),
    directory: null,
  };
  const { code } = await defaultCache().getOrCompile(request, async () => ({
    code: new Uint8Array(await promisify(brotliCompress)(bytes, { params: QUALITY })),
  }));
  return code;
}
