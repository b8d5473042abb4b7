// Makes the files of the compiler that the package ships (src/compiler/clang/shipped-files.ts), so that the first
// compilation on a machine takes no longer than the first of a process.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SCHEDULER_FILE, schedulerObject } from "../src/backend/cpu/scheduler-object.js";
import { clang } from "../src/compiler/clang/clang.js";
import { DEVICE_HEADERS, precompiledHeaders } from "../src/compiler/clang/device-headers.js";
import { deviceHeaderArgs } from "../src/compiler/clang/device-ir.js";
import { precompiledName, SHIPPED_FILES_FOLDER } from "../src/compiler/clang/shipped-files.js";

/** Writes the files below `dist`. */
export async function shipCompiler(dist: string): Promise<void> {
  const folder = join(dist, SHIPPED_FILES_FOLDER);
  mkdirSync(folder, { recursive: true });
  const args = deviceHeaderArgs();
  const { bytes } = await precompiledHeaders(clang(), DEVICE_HEADERS, args);
  if (bytes === undefined) throw new Error("internal: precompiled headers without bytes");
  writeFileSync(join(folder, precompiledName(args)), bytes);
  writeFileSync(join(folder, SCHEDULER_FILE), await schedulerObject());
  clang().stop();
}
