// Records when each kernel and copy of a program ran on a GPU. include/cuts/program/gpu-trace.cpp is linked into the program,
// intercepts its calls of the runtime API, and writes a line for each piece of work. This file reads those lines.

import { UnsupportedError } from "../../../core/errors.js";
import { packageFolder } from "../../../host/assets.js";
import { platform } from "../../../host/environment.js";
import { isThere, readText } from "../../../host/files.js";
import { join } from "../../../host/paths.js";
import { type TracedWork, WORK_NAMES } from "../../../core/chrome-trace.js";
import { readableSymbol } from "../../../core/readable-symbol.js";
import type { SourceFile } from "../../../compiler/source-files.js";

/** The environment variable with the path of the file for the lines. */
export const TRACE_VARIABLE = "CUTS_TRACE_FILE";

/** Functions whose names get a suffix if each thread has its own default stream. */
const IN_STREAM =
  "cudaLaunchKernel cudaLaunchCooperativeKernel cudaLaunchKernelExC __cudaLaunchKernel cudaGraphLaunch cudaMemcpyAsync cudaMemcpy2DAsync cudaMemsetAsync";
const IN_DEFAULT_STREAM = "cudaMemcpy cudaMemcpy2D cudaMemcpyToSymbol cudaMemcpyFromSymbol cudaMemset";
const OTHERS = "__cudaGetKernel __cudaRegisterFunction cudaDeviceReset";

/**
 * Options for nvcc that redirect a program's calls to the functions of that file.
 * @throws UnsupportedError `CUTS_GPU_TRACE` on Windows, whose linker cannot do this.
 */
export function traceLinkOptions(): readonly string[] {
  if (platform === "win32") {
    throw new UnsupportedError(
      "CUTS_GPU_TRACE",
      "Cannot time the work of a program on a GPU: the linker of Windows cannot turn its calls elsewhere\nTry: nsys profile, or --device cpu",
    );
  }
  const names = [
    ...IN_STREAM.split(" ").flatMap((name) => [name, `${name}_ptsz`]),
    ...IN_DEFAULT_STREAM.split(" ").flatMap((name) => [name, `${name}_ptds`]),
    ...OTHERS.split(" "),
  ];
  return ["-Xlinker", names.map((name) => `--wrap=${name}`).join(",")];
}

/** The file that is compiled with the program. */
export function traceSource(): SourceFile {
  const path = join(packageFolder(), "include/cuts/program/gpu-trace.cpp");
  return { path, text: readText(path) };
}

/** The work that a program has recorded, in the order of its calls; empty if it did no work or was killed. */
export function readTracedWork(file: string): readonly TracedWork[] {
  if (!isThere(file)) return [];
  return readText(file).trim().split("\n").filter(Boolean).map(toWork);
}

function toWork(line: string): TracedWork {
  const { type, name, device, stream, ts, dur, ...args } = JSON.parse(line) as TracedWork &
    Record<string, unknown>;
  const title = type === "kernel" ? readableSymbol(name) : (WORK_NAMES[type] ?? type);
  return { name: title, type, device: device ?? 0, stream, ts, dur, args };
}
