// The cache key of a compilation for the cpu device: everything that can make its result differ.

import { lazy } from "../../core/lazy.js";
import type { CompileRequest } from "../../compiler/cache.js";
import { DEVICE_HEADERS } from "../../compiler/clang/device-headers.js";
import { clangVersion } from "../../compiler/clang/package.js";
import { WIDE_DEVICE_LIBRARY, wideDigest } from "../../compiler/clang/wide-libraries.js";
import { codeFolder } from "../../host/assets.js";
import { currentDirectory } from "../../host/environment.js";
import { existingStatus, filesBelow } from "../../host/files.js";
import { join } from "../../host/paths.js";
import type { CpuCompileOptions } from "./cpu-object.js";

/** A digest of our own part of the compiler, put in when the package is built; not there before. */
declare const CUTS_COMPILER_DIGEST: string | undefined;

/** The request for a source. */
export function requestFor(source: string, options: CpuCompileOptions): CompileRequest {
  return {
    compiler: "clang",
    compilerVersion: `${clangVersion()} ${toolFingerprint()}`,
    target: [
      options.prelude === undefined ? "cpu device" : `cpu program ${options.prelude}`,
      options.only?.symbol,
      options.only?.block.join("x"),
      options.watch === undefined ? undefined : `watched: ${options.watch}`,
      options.ordersWarps === true ? "ordered" : undefined,
      options.addressBits === 64 ? `wide ${wideDigest(WIDE_DEVICE_LIBRARY)}` : undefined,
    ]
      .filter((part) => part !== undefined)
      .join(" "),
    options: options.options ?? [],
    source,
    ...(options.fileName === undefined ? {} : { sourceName: options.fileName }),
    directory: (options.options ?? []).some(looksAtDirectory) ? currentDirectory() : null,
    ...(options.headers === undefined ? {} : { headers: new Map(Object.entries(options.headers)) }),
    nameExpressions: options.nameExpressions ?? [],
  };
}

// Relative paths come in by these options only; without them a source means the same wherever the program is started.
function looksAtDirectory(option: string): boolean {
  return /^(-I|-include|--include)/.test(option);
}

/** A fingerprint of our own part of the compiler: the device headers and the passes. */
export function toolFingerprint(): string {
  return typeof CUTS_COMPILER_DIGEST === "string" ? CUTS_COMPILER_DIGEST : unbuiltFingerprint();
}

// Files that are not built may change from run to run. Their sizes and times stand for their contents, because every first launch
// computes this.
const unbuiltFingerprint = lazy(() =>
  [DEVICE_HEADERS.directory, ...OWN_PARTS.map((path) => join(codeFolder(), path))]
    .flatMap((path) => (existingStatus(path).isDirectory() ? filesIn(path) : [path]))
    .map((file) => {
      const { size, mtimeMs } = existingStatus(file);
      return `${file}:${size}:${Math.round(mtimeMs)}`;
    })
    .join(" "),
);

const OWN_PARTS = [
  "backend/cpu/passes",
  "backend/cpu/ptx",
  "backend/cpu/compile-source.ts",
  "backend/cpu/stored-object.ts",
  "compiler/clang/asm-constraints.ts",
  "compiler/clang/compile-wasm.ts",
  "compiler/clang/debug-lines.ts",
  "compiler/clang/device-ir.ts",
  "compiler/clang/device-target.ts",
  "compiler/clang/extract-image.ts",
  "compiler/clang/host-object.ts",
  "compiler/clang/launch-fields.ts",
  "compiler/clang/link-ir.ts",
  "compiler/clang/memory64",
  "compiler/clang/optimise-ir.ts",
  "compiler/clang/relocatable.ts",
  "compiler/clang/thread-locals.ts",
  "compiler/ir",
];

function filesIn(folder: string): readonly string[] {
  return filesBelow(folder)
    .filter((name) => !name.includes(".test."))
    .toSorted()
    .map((name) => join(folder, name));
}
