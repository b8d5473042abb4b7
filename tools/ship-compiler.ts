// Makes the files of the compiler that the package ships (src/compiler/clang/shipped-files.ts), so that the first
// compilation on a machine takes no longer than the first of a process.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { schedulerFile, schedulerObject } from "../src/backend/cpu/scheduler-object.js";
import { Clang, clang as sharedClang } from "../src/compiler/clang/clang.js";
import {
  DEVICE_HEADERS,
  type DeviceHeaders,
  precompiledHeaders,
} from "../src/compiler/clang/device-headers.js";
import { deviceHeaderArgs } from "../src/compiler/clang/device-ir.js";
import { RUNTIME_FILE, runtimeObject } from "../src/compiler/clang/host-link.js";
import { programHeaderArgs, programHeaders } from "../src/compiler/clang/host-language.js";
import { readOptions } from "../src/compiler/clang/options.js";
import {
  compressedName,
  precompiledName,
  SHIPPED_FILES_FOLDER,
} from "../src/compiler/clang/shipped-files.js";

/** The best quality saves 5 % more and takes 20 times as long. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };

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
  write(...(await precompile(DEVICE_HEADERS, deviceHeaderArgs())));
  // Those of programs in C++ would be two thirds of the package: they are made when they pay (program/compile/spare-headers.ts).
  const options = readOptions([], process.cwd());
  for (const pass of ["host", "device"] as const) {
    const [headers, args] = [programHeaders("c"), programHeaderArgs(pass, options)];
    const [, bytes] = await precompile(headers, args);
    write(compressedName(headers.entry, args), brotliCompressSync(bytes, { params: BROTLI }));
  }
  write(schedulerFile("wasm32"), await schedulerObject("wasm32"));
  write(RUNTIME_FILE, await runtimeObject(clang));
  clang.stop();
  sharedClang().stop();
}
