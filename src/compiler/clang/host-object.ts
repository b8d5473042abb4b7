// Compiles the host part of a source to an object file for WASI. clang makes launches and device variables calls of the CUDA runtime, as
// for any host. A source in C is compiled as C.
import { extname, isAbsolute } from "../../host/paths.js";
import type { FileRead } from "../cache.js";
import type { IrModule } from "../ir/module.js";
import { parseModule } from "../ir/parse-module.js";
import { printModule } from "../ir/print.js";
import type { Clang, ClangJob } from "./clang.js";
import { precompiledHeaders } from "./device-headers.js";
import type { AddressBits } from "./device-target.js";
import type { Diagnostic } from "./diagnostics.js";
import { compileError, parseDiagnostics } from "./diagnostics.js";
import { GUEST, HEADERS_PATH, OPTIONS_PATH, PRECOMPILED_PATH } from "./guest-layout.js";
import { guestPath, hostPath, sourceMounts, sourcePath } from "./guest-paths.js";
import type { Prelude } from "./host-language.js";
import {
  cArgs,
  compilationUnitId,
  HOST_CODE_ARGS,
  HOST_TARGET_ARGS,
  programArgs,
  programHeaderArgs,
  programHeaders,
} from "./host-language.js";
import { lowerHostObject } from "./memory64/lower-host-object.js";
import type { DeviceOptions } from "./options.js";
import { readOptions } from "./options.js";
import { registerOwnCode } from "./relocatable.js";
import { separateThreadLocals } from "./thread-locals.js";
import { compiledFile, requireNoCrash } from "./step-result.js";

export interface HostObjectOptions {
  /** Name of the source; an absolute path also lets `#include "x.h"` find files beside it. */
  readonly fileName: string;
  /** By which the object names its device code when it registers it. */
  readonly deviceKey: string;
  readonly prelude: Prelude;
  /** Options as nvcc spells them. */
  readonly options: readonly string[];
  readonly directory: string;
  /** Whether the source, or a header of it, has variables of threads. */
  readonly hasThreadLocals: boolean;
  /** Changes clang's first IR, which has lines then. */
  readonly rewrite?: (module: IrModule, shownFile: (file: string) => string) => IrModule;
  readonly clang: Clang;
  /** Of the memory that it is for; 32 by default. */
  readonly addressBits?: AddressBits;
}

export interface HostObject {
  readonly code: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
  /** Files of the host that were read, and places where one was looked for in vain. */
  readonly files: readonly FileRead[];
}

const OUTPUT_PATH = `${GUEST}/host.o`;
const IR_PATH = `${GUEST}/host.ll`;
/** Lets IR tell the lines of the source. */
const LINES = ["-debug-info-kind=line-tables-only", "-dwarf-version=4"];
const KEY_PATH = `${GUEST}/device-key`;

/**
 * Compiles the host part of a source.
 *
 * @throws CompileError `CUTS_COMPILE` with line, caret and clang's text; TypeError for a wrong option.
 */
export async function compileHostObject(source: string, options: HostObjectOptions): Promise<HostObject> {
  const { clang, fileName } = options;
  clang.warmUp();
  const result = await clang.run(await hostJob(source, options));
  const step = requireNoCrash(fileName, result.steps[0]);
  const shown = shownPath();
  const diagnostics = parseDiagnostics(step.stderr, shown);
  if (step.exitCode !== 0) throw compileError(fileName, diagnostics);
  const wanted = (path: string): boolean => !path.startsWith(`${GUEST}/`) && path !== sourcePath(fileName);
  const first = result.files[IR_PATH];
  const code =
    first === undefined
      ? compiledFile(fileName, result, OUTPUT_PATH)
      : await compileChanged(options, first, shown);
  return {
    code: options.addressBits === 64 ? code : lowerHostObject(code),
    diagnostics,
    files: [
      ...step.filesRead.filter(wanted).map(hostPath),
      ...step.filesMissed.filter(wanted).map((path) => ({ path: hostPath(path), contents: null })),
    ],
  };
}

// What clang does not do for this target is put into its IR.
async function compileChanged(
  { fileName, clang, rewrite = (module) => module }: HostObjectOptions,
  first: Uint8Array,
  shown: (file: string) => string,
): Promise<Uint8Array> {
  const module = rewrite(parseModule(Buffer.from(first).toString()), shown);
  const output = `-emit-obj -o ${OUTPUT_PATH} -x ir ${IR_PATH}`.split(" ");
  const result = await clang.run({
    steps: [{ tool: "clang", args: [...HOST_TARGET_ARGS, ...HOST_CODE_ARGS, ...output] }],
    files: { [IR_PATH]: printModule(separateThreadLocals(registerOwnCode(module))) },
    outputs: [OUTPUT_PATH],
  });
  requireNoCrash(fileName, result.steps[0]);
  return compiledFile(fileName, result, OUTPUT_PATH);
}

async function hostJob(source: string, options: HostObjectOptions): Promise<ClangJob> {
  const { fileName, prelude, clang, deviceKey } = options;
  const read = readOptions(options.options, options.directory);
  const headers = programHeaders(prelude);
  const isC = extname(fileName) === ".c";
  return {
    steps: [{ tool: "clang", args: hostArgs(options, read, isC) }],
    files: {
      [sourcePath(fileName)]: source,
      ...(isC
        ? {}
        : { [PRECOMPILED_PATH]: await precompiledHeaders(clang, headers, programHeaderArgs("host", read)) }),
      [OPTIONS_PATH]: read.macros,
      [KEY_PATH]: `${deviceKey}\0`,
    },
    mounts: {
      ...sourceMounts(fileName, read.includeDirs),
      [HEADERS_PATH]: headers.directory,
    },
    outputs: [OUTPUT_PATH, IR_PATH],
  };
}

function hostArgs(
  { fileName, hasThreadLocals, rewrite }: HostObjectOptions,
  read: DeviceOptions,
  isC: boolean,
): string[] {
  const cudaArgs = `-include-pch ${PRECOMPILED_PATH} -fcuda-include-gpubinary ${KEY_PATH}`.split(" ");
  return [
    isC ? cArgs(read) : [...programArgs("host", read), compilationUnitId(fileName), ...cudaArgs],
    read.macros === "" ? [] : ["-include", OPTIONS_PATH],
    ...read.forcedIncludes.map((file) => ["-include", file]),
    ...read.includeDirs.map((directory) => ["-I", guestPath(directory)]),
    read.args.filter((arg) => !arg.startsWith("-f")),
    HOST_CODE_ARGS,
    // Without what optimises it: that comes with the second step.
    rewrite === undefined ? [] : LINES,
    ((read.isRelocatable && !isC) || hasThreadLocals || rewrite !== undefined
      ? `-emit-llvm -disable-llvm-passes -o ${IR_PATH}`
      : `-emit-obj -o ${OUTPUT_PATH}`
    ).split(" "),
    isAbsolute(fileName) ? sourcePath(fileName) : fileName,
  ].flat();
}

function shownPath(): (path: string) => string {
  const { directory } = programHeaders("c");
  return (path) =>
    path.startsWith(`${HEADERS_PATH}/`)
      ? `${directory.replace(/[\\/]$/, "")}${path.slice(HEADERS_PATH.length)}`
      : hostPath(path);
}
