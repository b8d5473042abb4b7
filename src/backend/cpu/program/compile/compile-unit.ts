// One source of a program: both passes of the compiler over it, side by side, and the cache before them.
import type { Watch } from "../../../backend.js";
import type { CpuObject } from "../../cpu-object.js";
import { toolFingerprint } from "../../compile-request.js";
import { fromObjectCode } from "../../stored-object.js";
import { type CompileRequest, defaultCache, type FileRead } from "../../../../compiler/cache.js";
import { completeObjectCode } from "../../../../compiler/cache/object-code.js";
import { plainConstraints } from "../../../../compiler/clang/asm-constraints.js";
import type { Clang } from "../../../../compiler/clang/clang.js";
import type { HostObjectOptions } from "../../../../compiler/clang/host-object.js";
import { type Prelude, preludeFor } from "../../../../compiler/clang/host-language.js";
import type { AddressBits } from "../../../../compiler/clang/device-target.js";
import { WIDE_DEVICE_LIBRARY, wideDigest } from "../../../../compiler/clang/wide-libraries.js";
import { hasThreadLocals } from "../../../../compiler/clang/thread-locals.js";
import { readOptions } from "../../../../compiler/clang/options.js";
import { clangVersion } from "../../../../compiler/clang/package.js";
import { CompileError } from "../../../../core/errors.js";
import { extname } from "../../../../host/paths.js";
import { fromBytes, toBytes } from "../../../../host/serialization.js";
import { filesOf } from "../../../../compiler/local-headers.js";
import { explainRefusal } from "./refusals.js";
import { sparesHeaders } from "./spare-headers.js";
import type { watchHostCode } from "../checking/watch-host-code.js";
import type { SourceFile } from "../../../../compiler/source-files.js";

/** A compiled source. */
export interface CompiledUnit {
  /** Object file of the host code. */
  readonly host: Uint8Array;
  /** Undefined for a source without device code. */
  readonly device: CpuObject | undefined;
}

/** How code of a program is compiled. */
export interface CodeOptions {
  /** For the compiler, as nvcc spells them. */
  readonly options: readonly string[];
  /** Where relative paths in options start. */
  readonly directory: string;
  /** What it tells as it runs: of host code only where it is checked. */
  readonly watch: Watch | undefined;
  /** Of the memory that it will run in. */
  readonly addressBits: AddressBits;
}

export interface UnitOptions extends CodeOptions {
  /** Registers the device code of this source. */
  readonly deviceKey: string;
  /** Whether its device code is linked with that of other sources (linked-device.ts), and not compiled by itself. */
  readonly isLinked: boolean;
  /** How many sources are compiled with it, itself included. */
  readonly batch: number;
  /** For the host pass; the device pass has the compiler that all share. */
  readonly clang: Clang;
}

/** The unit if it was compiled before. */
export function findUnit(source: SourceFile, options: UnitOptions): CompiledUnit | undefined {
  const found = defaultCache().findSync(unitRequest(source, options));
  return found === undefined ? undefined : (fromBytes(found.code) as CompiledUnit);
}

/** The unit, compiled if need be. */
export async function compileUnit(source: SourceFile, options: UnitOptions): Promise<CompiledUnit> {
  const { code } = await defaultCache().getOrCompile(unitRequest(source, options), async () => {
    const { unit, files } = await compileBoth(source, options);
    return { code: toBytes(unit), files };
  });
  return fromBytes(code) as CompiledUnit;
}

interface CompiledBoth {
  readonly unit: CompiledUnit;
  readonly files: readonly FileRead[];
}

async function compileBoth(source: SourceFile, options: UnitOptions): Promise<CompiledBoth> {
  const { includeDirs } = readOptions(options.options, options.directory);
  const ofThreads = filesOf(source, includeDirs).some(({ text }) => hasThreadLocals(text));
  return withPrelude(source, options, (prelude, compileOptions) =>
    compileWith(prelude, source, { ...options, options: compileOptions }, ofThreads),
  );
}

// The precompiled headers of C++ declare more than a source includes. Where that is in its way, because it has a `stack` of
// its own and uses namespace std, it is compiled with what it includes and nothing else, which takes longer.
/** Compiles a source with the precompiled headers that pay for it, and the options for that. */
export async function withPrelude<T>(
  source: SourceFile,
  { options, directory, batch }: Pick<UnitOptions, "options" | "directory" | "batch">,
  compile: (prelude: Prelude, options: readonly string[]) => Promise<T>,
): Promise<T> {
  const read = readOptions(options, directory);
  const own = filesOf(source, read.includeDirs);
  const prelude = preludeFor(own.map(({ text }) => text));
  if (prelude === "c++" && (await sparesHeaders(read, batch))) {
    try {
      return await compile("c", [...options, ONLY_INCLUDED]);
    } catch (error) {
      // It has a mistake, or relies on what headers include beside: that is precompiled.
      if (!(error instanceof CompileError)) throw error;
    }
  }
  try {
    return await compile(prelude, options);
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    const ownTypes = extname(source.path) === ".cu" ? [] : vectorTypesDefined(error.log);
    if (ownTypes.length > 0)
      return await compile(prelude, [...options, ...ownTypes.map((name) => `-D${name}=own_${name}`)]);
    if (prelude === "c" || !NAME_CLASH.test(error.log)) throw explainRefusal(error, own);
    return await compile("c", [...options, ONLY_INCLUDED]);
  }
}

/** Lets the library's headers include no others than they need. */
const ONLY_INCLUDED = "-D_LIBCPP_REMOVE_TRANSITIVE_INCLUDES";

// nvcc gives C++ to the compiler of the host, which knows nothing of CUDA: such a source may have a `float4` of its own. Here CUDA's is
// there always, so the source's gets another name.
function vectorTypesDefined(log: string): string[] {
  const names = log.matchAll(
    /error: (?:typedef )?redefinition (?:of|with different types \('[^']*' vs) '(\w+)'/g,
  );
  return [...new Set([...names].map(([, name = ""]) => name))].filter((name) => VECTOR_TYPE.test(name));
}

const VECTOR_TYPE = /^(?:u?(?:char|short|int|long|longlong)|float|double)[1-4]$/;

const NAME_CLASH = /error: .*(?:ambiguous|redefinition|redeclaration|conflicts with)/;

async function compileWith(
  prelude: Prelude,
  source: SourceFile,
  { options, directory, deviceKey, isLinked, watch, addressBits, clang }: UnitOptions,
  ofThreads: boolean,
): Promise<CompiledBoth> {
  // Loaded when there is something to compile: with a full cache that is never.
  const [{ compileHostObject }, { compileSource }, watching] = await Promise.all([
    import("../../../../compiler/clang/host-object.js"),
    import("../../compile-source.js"),
    watch === "check" ? import("../checking/watch-host-code.js") : undefined,
  ]);
  const { path, text } = source;
  const changedHeaders = headersWithPtx(source, options, directory);
  const hostPass = compileHostObject(text, {
    fileName: path,
    deviceKey,
    prelude,
    options,
    directory,
    hasThreadLocals: ofThreads,
    addressBits,
    ...(watching && { rewrite: watchedBy(watching.watchHostCode, source, options, directory) }),
    clang,
  });
  const compileDevice = () =>
    compileSource(text, {
      options,
      fileName: path,
      prelude,
      changedHeaders,
      addressBits,
      watch,
    }).catch(explainMissing);
  const devicePass = extname(path) === ".cu" && !isLinked ? compileDevice() : undefined;
  // The host's messages are the better ones: both passes report most errors, and it is told what it cannot do later.
  const settled = await Promise.allSettled([hostPass, devicePass]);
  for (const result of settled) if (result.status === "rejected") throw result.reason;
  const host = await hostPass;
  // Libraries of CUDA bring their kernels in headers, which sources in C++ may include.
  const isLate = devicePass === undefined && !isLinked && registersDeviceCode(host.code);
  const device = await (isLate ? compileDevice() : devicePass);
  return {
    unit: {
      host: host.code,
      device: device && fromObjectCode(completeObjectCode(device)),
    },
    files: [...host.files, ...(device?.files ?? [])],
  };
}

function watchedBy(
  watch: typeof watchHostCode,
  source: SourceFile,
  options: readonly string[],
  directory: string,
): NonNullable<HostObjectOptions["rewrite"]> {
  const files = filesOf(source, readOptions(options, directory).includeDirs);
  const lines = new Map(files.map(({ path, text }) => [path, text.split("\n")]));
  return (module, shownFile) =>
    watch(module, shownFile, (file, line) => lines.get(shownFile(file))?.[line - 1] ?? "");
}

/** The headers of a source whose inline PTX clang would not take as it is. */
export function headersWithPtx(
  source: SourceFile,
  options: readonly string[],
  directory: string,
): ReadonlyMap<string, string> {
  const [, ...headers] = filesOf(source, readOptions(options, directory).includeDirs);
  return new Map(
    headers.flatMap(({ path, text }) => {
      const plain = plainConstraints(text);
      return plain === text ? [] : [[path, plain] as const];
    }),
  );
}

function registersDeviceCode(object: Uint8Array): boolean {
  return Buffer.from(object.buffer, object.byteOffset, object.byteLength).includes("__cudaRegisterFatBinary");
}

// Without -rdc=true each source is a device module of its own, as with nvcc.
function explainMissing(error: unknown): never {
  if (!(error instanceof CompileError) || error.code !== "CUTS_COMPILE_LINK") throw error;
  const advice =
    "Try: -rdc=true, if another source of the program defines it: then their device code is linked.";
  throw new CompileError(error.code, `${error.message}\n${advice}`, error.log, { cause: error });
}

function unitRequest(source: SourceFile, options: UnitOptions): CompileRequest {
  return {
    ...codeRequest(`program unit ${options.deviceKey}`, source.text, options),
    sourceName: source.path,
  };
}

/** What tells the code of a source, or of several as one text, from other code in the cache. */
export function codeRequest(
  what: string,
  source: string,
  { options, directory, watch, addressBits }: CodeOptions,
): CompileRequest {
  const width = addressBits === 64 ? ` wide ${wideDigest(WIDE_DEVICE_LIBRARY)}` : "";
  return {
    compiler: "clang",
    compilerVersion: `${clangVersion()} ${toolFingerprint()}`,
    target: `${what}${watch === undefined ? "" : ` ${watch}`}${width}`,
    options,
    source,
    directory,
  };
}
