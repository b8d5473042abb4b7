// A program for the cpu device: its sources compiled and linked. What was compiled before comes from the cache, and then no
// compiler is started.
import { defaultCache } from "../../../../compiler/cache.js";
import { Clang, clang as sharedClang } from "../../../../compiler/clang/clang.js";
import type { AddressBits } from "../../../../compiler/clang/device-target.js";
import { clangVersion } from "../../../../compiler/clang/package.js";
import { lazy } from "../../../../core/lazy.js";
import {
  type HostModule,
  linkArgs,
  librariesDigest,
  linkHost,
  runtimeSource,
} from "../../../../compiler/clang/host-link.js";
import { CompileError } from "../../../../core/errors.js";
import { basename } from "../../../../host/paths.js";
import { fromBytes, toBytes } from "../../../../host/serialization.js";
import {
  type CodeOptions,
  compileUnit,
  type CompiledUnit,
  findUnit,
  type UnitOptions,
} from "./compile-unit.js";
import { CUDA_FUNCTION_NAMES } from "../cudart/function-names.js";
import type { ProgramCode } from "./program-code.js";
import { compileLinkedDevice, findLinkedDevice, LINKED_KEY, linkedSources } from "./linked-device.js";
import type { SourceFile } from "../../../../compiler/source-files.js";

export interface CompileProgramOptions extends CodeOptions {
  /** Called when a compiler starts. */
  readonly onCompile: (() => void) | undefined;
}

/** What stands for a main that is missing: the C library refers to it weakly. */
const NO_MAIN = "undefined_weak:main";

const hostClang = lazy(() => new Clang());

/**
 * Compiles and links a program.
 *
 * @throws CompileError for sources that do not compile or link.
 */
export async function compileProgram(
  sources: readonly SourceFile[],
  options: CompileProgramOptions,
): Promise<ProgramCode> {
  const code = await compileSources(sources, options);
  return { host: await code.link(), devices: code.devices };
}

/** Sources, compiled: device code, and host code that is not linked yet. */
export interface CompiledSources {
  /** Device code by the key that host code registers it under. */
  readonly devices: ProgramCode["devices"];
  /** Whether a compiler was needed. */
  readonly isFresh: boolean;
  /** Links the host code: as a program, or as a library. */
  link(library?: LibraryLink): Promise<HostModule>;
}

/** How host code becomes a library. */
export interface LibraryLink {
  /** Where its memory begins. */
  readonly base: number;
  /** The functions that it has for others. */
  readonly exports: readonly string[];
  /** The functions that whoever opens it has for it, beside those of the CUDA runtime. */
  readonly imports?: readonly string[];
}

/**
 * Compiles the sources of a program or of a library.
 *
 * @throws CompileError for sources that do not compile; `link` throws it for those that do not link.
 */
export async function compileSources(
  sources: readonly SourceFile[],
  { onCompile, ...code }: CompileProgramOptions,
): Promise<CompiledSources> {
  const clang = hostClang();
  const linked = linkedSources(sources, code);
  const unitOptions = (index: number): UnitOptions => {
    const isLinked = linked.has(sources[index] as SourceFile);
    const key = isLinked ? LINKED_KEY : deviceKey(index);
    return { ...code, deviceKey: key, isLinked, batch: sources.length, clang };
  };
  const found = sources.map((source, index) => findUnit(source, unitOptions(index)));
  const foundDevice = linked.size > 0 ? findLinkedDevice([...linked], code) : undefined;
  const isFresh = found.includes(undefined) || (linked.size > 0 && foundDevice === undefined);
  if (isFresh) {
    onCompile?.();
    // Both compilers load while the first of them is asked.
    sharedClang().warmUp();
    clang.warmUp();
  }
  const devicePass = linked.size > 0 ? (foundDevice ?? compileLinkedDevice([...linked], code)) : undefined;
  // The host's messages are the better ones.
  const [settledUnits, settledDevice] = await Promise.allSettled([
    Promise.all(
      sources.map(async (source, index) => found[index] ?? (await compileUnit(source, unitOptions(index)))),
    ),
    devicePass,
  ]);
  if (settledUnits.status === "rejected") throw settledUnits.reason;
  if (settledDevice.status === "rejected") throw settledDevice.reason;
  const units = settledUnits.value;
  const linkedDevice = settledDevice.value;
  const name = basename(sources[0]?.path ?? "");
  return {
    isFresh,
    link: (library) => linkUnits(units, name, { clang, addressBits: code.addressBits }, library),
    devices: {
      ...Object.fromEntries(
        units.flatMap(({ device }, index) => (device === undefined ? [] : [[deviceKey(index), device]])),
      ),
      ...(linkedDevice && { [LINKED_KEY]: linkedDevice }),
    },
  };
}

/** Ends the compilers that {@link compileProgram} started. */
export function stopCompilers(): void {
  hostClang().stop();
  sharedClang().stop();
}

function deviceKey(index: number): string {
  return `module:${index}`;
}

async function linkUnits(
  units: readonly CompiledUnit[],
  name: string,
  { clang, addressBits }: { readonly clang: Clang; readonly addressBits: AddressBits },
  library?: LibraryLink,
): Promise<HostModule> {
  const imports = [...CUDA_FUNCTION_NAMES, ...(library?.imports ?? [])];
  const objects = units.map(({ host }) => host);
  const request = {
    compiler: "wasm-ld",
    compilerVersion: `${clangVersion()} 4`,
    target: library === undefined ? "program" : `library at ${library.base}`,
    options: [...imports, ...(library?.exports ?? [])],
    source: Buffer.concat(objects),
    sourceName: name,
    headers: new Map([
      ["runtime", runtimeSource()],
      ["arguments", linkArgs(addressBits).join(" ")],
      ["libraries", librariesDigest(addressBits)],
    ]),
    directory: null,
  };
  const { code } = await defaultCache().getOrCompile(request, async () => {
    const linked = await linkHost({ objects, name, clang, addressBits, ...library, imports });
    if (library === undefined && Buffer.from(linked.module).includes(NO_MAIN)) {
      const why = `Cannot link ${name}: it has no main function`;
      throw new CompileError(
        "CUTS_COMPILE_LINK",
        `${why}\nTry: cu.module(source) or cu.load(…), for kernels and functions alone`,
        why,
      );
    }
    return { code: toBytes(linked) };
  });
  return fromBytes(code) as HostModule;
}
