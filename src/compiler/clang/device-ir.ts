// Compiles CUDA C++ device code to LLVM IR with clang's CUDA mode for WebAssembly. The IR is optimised, all device functions except
// recursive ones are inlined into the kernels, and nothing is vectorised, because the SIMT pass comes next.
//
// Address spaces tell memory apart: 7 is `__device__`, 8 `__constant__`, 9 `__shared__`. Otherwise shared variables would be ordinary
// internal globals, which the optimiser may turn into local variables.
import { currentDirectory } from "../../host/environment.js";
import { isAbsolute } from "../../host/paths.js";
import type { FileRead } from "../cache.js";
import type { IrModule } from "../ir/module.js";
import { parseModule } from "../ir/parse-module.js";
import { spellNamesInAscii } from "../ir/ascii-names.js";
import { plainConstraints } from "./asm-constraints.js";
import type { Clang, ClangJob } from "./clang.js";
import { clang as sharedClang } from "./clang.js";
import type { DeviceHeaders } from "./device-headers.js";
import { tripleOf } from "./device-target.js";
import { DEVICE_HEADERS, precompiledHeaders } from "./device-headers.js";
import type { Diagnostic } from "./diagnostics.js";
import { compileError, parseDiagnostics } from "./diagnostics.js";
import {
  GUEST,
  HEADERS_PATH,
  MEMORY_HEADERS_PATH,
  OPTIONS_PATH,
  PACKAGE_PATH,
  PRECOMPILED_PATH,
} from "./guest-layout.js";
import { guestPath, hostPath, sourceMounts, sourcePath } from "./guest-paths.js";
import { appendNameExpressions, blameSource, takeNameExpressions } from "./name-expressions.js";
import type { Prelude } from "./host-language.js";
import { compilationUnitId, programArgs, programHeaderArgs, programHeaders } from "./host-language.js";
import { optimiseIr, unrollArgs } from "./optimise-ir.js";
import type { DeviceOptions } from "./options.js";
import { readOptions, relocatableArgs } from "./options.js";
import { nameStaticVariables } from "./relocatable.js";
import { explainCrash } from "./refused-features.js";
import { compiledFile, requireNoCrash } from "./step-result.js";

/** What is told of the source beside the code. */
export type DebugInfo = "none" | "lines" | "types";

export interface DeviceIrOptions {
  /** Name of the source in messages. An absolute path also lets `#include "x.h"` find files beside it. */
  readonly fileName?: string;
  /** Headers in memory, by the name they are included under. */
  readonly headers?: ReadonlyMap<string, string>;
  /** What stands for headers on disk, by absolute path. */
  readonly changedHeaders?: ReadonlyMap<string, string>;
  /** Options as for NVRTC and nvcc: `-std=c++20`, `-DN=4`, `-I dir`. */
  readonly options?: readonly string[];
  /** Where relative `-I` directories start. Default: the current directory. */
  readonly directory?: string;
  /** Template instantiations, such as `scan<float, 256>`; also plain names. */
  readonly nameExpressions?: readonly string[];
  /** Loops whose unrolled body costs no more than this are unrolled in full; 0 leaves all but `#pragma unroll`. */
  readonly unrollThreshold?: number;
  /**
   * Debugging information: source lines of instructions (`!dbg`), or also the types of parameters, for reading signatures.
   * Types take a tenth more time and twice the text. Default "lines".
   */
  readonly debug?: DebugInfo;
  /** Whether signed arithmetic calls `__ubsan_handle_…_overflow` where it overflows. Default false. */
  readonly tellsOverflow?: boolean;
  /** Changes clang's first IR, before it is optimised. */
  readonly rewrite?: (module: IrModule) => IrModule;
  /** As in optimise-ir.ts; heeded where there is a rewrite. */
  readonly keepsAccesses?: boolean;
  /** False leaves the IR as clang writes it before all passes, for {@link linkIr}. Default true. */
  readonly isOptimised?: boolean;
  /** The device headers. Default: those of this package. */
  readonly deviceHeaders?: DeviceHeaders;
  /** The source is one of a whole program: functions of the host are in it, and the standard library's own headers. */
  readonly prelude?: Prelude;
  readonly timeoutMs?: number;
  readonly clang?: Clang;
}

export interface DeviceIr {
  readonly module: IrModule;
  /** Symbol of each name expression. */
  readonly names: ReadonlyMap<string, string>;
  /** Warnings and notes. */
  readonly diagnostics: readonly Diagnostic[];
  /** Files of the host that were read, and places where one was looked for in vain; the device headers apart. */
  readonly files: readonly FileRead[];
}

/** What a source without a name is called. */
export const SOURCE_NAME = "kernel.cu";
const OUTPUT_PATH = `${GUEST}/device.ll`;

/**
 * Compiles device code to LLVM IR.
 *
 * @throws CompileError `CUTS_COMPILE` with line, caret and clang's text; TypeError for a wrong option.
 */
export async function compileDeviceIr(source: string, options: DeviceIrOptions = {}): Promise<DeviceIr> {
  const clang = options.clang ?? sharedClang();
  const name = options.fileName ?? SOURCE_NAME;
  const expressions = [...new Set(options.nameExpressions)];
  clang.warmUp();
  const job = await deviceJob(clang, source, expressions, options);
  const result = await clang.run(job);
  const crash = explainCrash(result.steps[0]?.trap === undefined ? "" : result.steps[0].stderr, source);
  if (crash !== undefined)
    throw compileError(name, [{ ...crash, file: name, severity: "error", snippet: "" }]);
  const step = requireNoCrash(name, result.steps[0]);
  const diagnostics = parseDiagnostics(step.stderr, shownPath(options));
  if (step.exitCode !== 0)
    throw compileError(name, blameSource(diagnostics, source, shownPath(options)(namedFile(name))));
  const text = Buffer.from(compiledFile(name, result, OUTPUT_PATH)).toString();
  const written = parseModule(spellNamesInAscii(text));
  const rewrite = options.isOptimised === false ? undefined : options.rewrite;
  const module =
    rewrite === undefined ? written : await optimiseIr(rewrite(written), name, { ...options, clang });
  const wanted = (path: string): boolean => !path.startsWith(`${GUEST}/`) && path !== sourcePath(name);
  return {
    ...takeNameExpressions(nameStaticVariables(module), expressions),
    diagnostics,
    files: [
      ...step.filesRead.filter(wanted).map(hostPath),
      ...step.filesMissed.filter(wanted).map((path) => ({ path: hostPath(path), contents: null })),
    ],
  };
}

async function deviceJob(
  clang: Clang,
  source: string,
  expressions: readonly string[],
  options: DeviceIrOptions,
): Promise<ClangJob> {
  const name = options.fileName ?? SOURCE_NAME;
  const read = readOptions(options.options ?? [], options.directory ?? currentDirectory());
  const headers = headersOf(options);
  const precompiled = await precompiledHeaders(
    clang,
    headers,
    options.prelude === undefined ? languageArgs(read, undefined) : programHeaderArgs("device", read),
  );
  const memoryHeaders = [...(options.headers ?? [])].map(([header, text]) => [
    `${MEMORY_HEADERS_PATH}/${header}`,
    plainConstraints(text),
  ]);
  const changedHeaders = [...(options.changedHeaders ?? [])].map(([path, text]) => [guestPath(path), text]);
  return {
    steps: [{ tool: "clang", args: compileArgs(read, options) }],
    files: {
      [sourcePath(name)]: appendNameExpressions(plainConstraints(source), expressions, namedFile(name)),
      [PRECOMPILED_PATH]: precompiled,
      [OPTIONS_PATH]: read.macros,
      ...Object.fromEntries([...memoryHeaders, ...changedHeaders]),
    },
    mounts: {
      ...sourceMounts(name, read.includeDirs),
      [HEADERS_PATH]: headers.directory,
    },
    outputs: [OUTPUT_PATH],
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  };
}

const LANGUAGE_ARGS =
  "-x cuda -fcuda-is-device " +
  "-ffake-address-space-map -fcuda-allow-variadic-functions -fdeclspec -fno-rtti -fgnuc-version=4.2.1 -O2 -disable-free " +
  `-internal-isystem ${HEADERS_PATH} -internal-isystem ${PACKAGE_PATH}/include`;

function headersOf(options: DeviceIrOptions): DeviceHeaders {
  if (options.deviceHeaders !== undefined) return options.deviceHeaders;
  return options.prelude === undefined ? DEVICE_HEADERS : programHeaders(options.prelude);
}

/** The arguments that the device headers are precompiled with, for a source with these options. */
export function deviceHeaderArgs(options: readonly string[] = []): readonly string[] {
  return languageArgs(readOptions(options, currentDirectory()), undefined);
}

/** Arguments that headers and source must be compiled with alike. */
function languageArgs(read: DeviceOptions, prelude: Prelude | undefined): string[] {
  if (prelude !== undefined) return programArgs("device", read);
  const target = tripleOf("wasm64");
  return [
    ...`-cc1 -triple ${target} -aux-triple ${target}`.split(" "),
    ...LANGUAGE_ARGS.split(" "),
    `-std=${read.standard}`,
    ...read.args.filter((arg) => arg.startsWith("-f")),
    ...relocatableArgs(read),
  ];
}

const DEBUG_ARGS: Readonly<Record<DebugInfo, readonly string[]>> = {
  none: [],
  lines: ["-debug-info-kind=line-tables-only", "-dwarf-version=4"],
  types: [
    "-debug-info-kind=standalone",
    "-dwarf-version=4",
    // Where variables are assigned would be one more kind of metadata on instructions.
    "-fexperimental-assignment-tracking=disabled",
  ],
};

const OVERFLOW_ARGS = ["signed-integer-overflow"].flatMap((what) => [
  `-fsanitize=${what}`,
  `-fsanitize-recover=${what}`,
]);

function compileArgs(read: DeviceOptions, options: DeviceIrOptions): string[] {
  const name = options.fileName ?? SOURCE_NAME;
  return [
    ...languageArgs(read, options.prelude),
    options.prelude === undefined ? [] : [compilationUnitId(name)],
    `-include-pch ${PRECOMPILED_PATH}`.split(" "),
    read.macros === "" ? [] : ["-include", OPTIONS_PATH],
    ...read.forcedIncludes.map((file) => ["-include", file]),
    options.headers === undefined ? [] : ["-I", MEMORY_HEADERS_PATH],
    ...read.includeDirs.map((directory) => ["-I", guestPath(directory)]),
    ...read.args.filter((arg) => !arg.startsWith("-f")),
    unrollArgs(options.unrollThreshold),
    DEBUG_ARGS[options.debug ?? "lines"],
    options.tellsOverflow === true ? OVERFLOW_ARGS : [],
    options.rewrite === undefined && options.isOptimised !== false ? [] : ["-disable-llvm-passes"],
    `-mllvm -inline-threshold=100000 -emit-llvm -o ${OUTPUT_PATH}`.split(" "),
    namedFile(name),
  ].flat();
}

// A relative name stays as it is, so that messages and line tables show it as it was given.
function namedFile(name: string): string {
  return isAbsolute(name) ? sourcePath(name) : name;
}

/** From a path as clang sees it to the one that a message shows. */
export function shownPath(options: DeviceIrOptions): (path: string) => string {
  const { directory } = options.deviceHeaders ?? DEVICE_HEADERS;
  return (path) => {
    if (path.startsWith(`${HEADERS_PATH}/`))
      return `${directory.replace(/[\\/]$/, "")}${path.slice(HEADERS_PATH.length)}`;
    return path.startsWith(`${MEMORY_HEADERS_PATH}/`)
      ? path.slice(MEMORY_HEADERS_PATH.length + 1)
      : hostPath(path);
  };
}
