// Links host objects and the standard library into a module that lives in the memory of the cpu device. Its address is fixed when it is
// linked, and its stack lies below. The linker gives the module a memory of its own; this makes it an import afterwards, so that
// pointers mean the same to host code and kernels.
import { CompileError } from "../../core/errors.js";
import { packageFolder } from "../../host/assets.js";
import { readBytes, readText } from "../../host/files.js";
import { join } from "../../host/paths.js";
import { defaultCache } from "../cache.js";
import { digestOf } from "../cache/digest.js";
import type { Clang } from "./clang.js";
import { DEVICE_HEADERS } from "./device-headers.js";
import type { AddressBits } from "./device-target.js";
import { parseDiagnostics } from "./diagnostics.js";
import { BULK_FUNCTIONS, guardBulk } from "./guard-bulk.js";
import { GUEST, HEADERS_PATH, PACKAGE_PATH } from "./guest-layout.js";
import { HOST_TARGET_ARGS } from "./host-language.js";
import type { ResidentFile } from "./protocol.js";
import { matchCalls, type ObjectFiles, readMismatches } from "./host-signatures.js";
import { lowerHostObject } from "./memory64/lower-host-object.js";
import { readShippedFile } from "./shipped-files.js";
import { compiledFile, requireNoCrash } from "./step-result.js";
import type { Section } from "./wasm-binary.js";
import {
  BinaryReader,
  KIND,
  nameBytes,
  readSections,
  SECTION,
  u32Bytes,
  writeSections,
} from "./wasm-binary.js";
import {
  WIDE_DEVICE_LIBRARY,
  WIDE_LIBRARY,
  WIDE_LINK_ARGS,
  wideDigest,
  wideLibrary,
} from "./wide-libraries.js";

/** Host code, linked. */
export interface HostModule {
  /** Imports `env.memory` (shared) and functions; exports `_start`, the table of functions, malloc and free. */
  readonly module: Uint8Array;
  /** The memory below this address, from where it begins, is the module's: stack, data and the start of the heap. */
  readonly memoryEnd: number;
  /** Of the memory that it lives in. */
  readonly addressBits: AddressBits;
}

export interface HostLinkOptions {
  readonly objects: readonly Uint8Array[];
  /** Functions of `env` that are imported: those that clang calls by itself. */
  readonly imports: readonly string[];
  /** Functions to export beside. */
  readonly exports?: readonly string[];
  /** For a library, which has no main: where its memory begins. A program has the lowest addresses. */
  readonly base?: number;
  /** What is linked, for error messages. */
  readonly name: string;
  readonly clang: Clang;
  /** Of the memory that it lives in; 32 by default. With 64 the objects must be for it (host-object.ts). */
  readonly addressBits?: AddressBits;
}

const PAGE_BYTES = 65_536;
const MAX_PAGES = 65_536;
const SHARED_WITH_MAXIMUM = 0x03;
const MAX_WIDE_PAGES = 262_144;
const HAS_64_BITS = 0x04;
/** As a process has on Linux; a stack that is too small fails in the middle of a run. */
const STACK_BYTES = 8 * 1024 * 1024;
/** A library shares the memory of the device with arrays, and there may be many. */
const LIBRARY_STACK_BYTES = 1024 * 1024;
const LIBRARY_PATH = `${PACKAGE_PATH}/lib/wasm32-wasip1`;
/** C's and C++'s libraries, which come with this package (tools/build-libraries64): the compiler's have pointers of 4 bytes. */
const LIBRARIES_PATH = `${GUEST}/lp64.a`;
const BUILTINS = `${PACKAGE_PATH}/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a`;
// Stack first: one that is full runs into the end of memory, not into data. What is below a library is not its own, so
// there the stack is behind the data.
const PROGRAM_PLACE = `--stack-first -z stack-size=${STACK_BYTES}`.split(" ");
const libraryPlace = (base: number): readonly string[] =>
  `--no-stack-first --global-base=${base} -z stack-size=${LIBRARY_STACK_BYTES} --entry=_initialize`.split(
    " ",
  );
const FLAGS =
  "--no-check-features --export-table --export=__cuts_uncaught " +
  BULK_FUNCTIONS.map((name) => `--export=${name} `).join("") +
  "--export=malloc --export=free --export-if-defined=fflush --export-if-defined=__cuts_watch_here --export-if-defined=__cuts_watch_pages --export=__cpp_exception --export=__stack_pointer --strip-debug --error-limit=0 --allow-undefined-file=/imports -o /program.wasm";

/** What programs are linked with: arguments and libraries. */
export function linkArgs(addressBits: AddressBits): readonly string[] {
  const libraries =
    addressBits === 64
      ? [...WIDE_LINK_ARGS, WIDE_LIBRARY.path, WIDE_DEVICE_LIBRARY.path]
      : [LIBRARIES_PATH, BUILTINS];
  return [...FLAGS.split(" "), ...libraries];
}

/**
 * Links a program.
 *
 * @throws CompileError `CUTS_COMPILE_LINK` that names what is missing or defined twice.
 */
export async function linkHost(options: HostLinkOptions): Promise<HostModule> {
  const { clang, name, addressBits = 32 } = options;
  const objects: ObjectFiles = Object.fromEntries(options.objects.map((bytes, i) => [`/${i}.o`, bytes]));
  const { module, warnings } = await link(objects, options);
  const mismatches = readMismatches(warnings);
  if (mismatches.size === 0) return importMemory(module, addressBits);
  const matched = await link(await matchCalls(name, objects, mismatches, clang, addressBits), options);
  return importMemory(matched.module, addressBits);
}

async function link(
  objects: ObjectFiles,
  { clang, name, imports, exports = [], base, addressBits = 32 }: HostLinkOptions,
): Promise<{ readonly module: Uint8Array; readonly warnings: string }> {
  // What calls main of a program with a wide memory is in the library: wasm-ld finds it by its name.
  const entry =
    addressBits === 64 ? [] : [`${LIBRARY_PATH}/${base === undefined ? "crt1-command.o" : "crt1-reactor.o"}`];
  const place = base === undefined ? PROGRAM_PLACE : libraryPlace(base);
  const inputs = [...entry, ...Object.keys(objects), "/runtime.o"];
  const exported = exports.map((symbol) => `--export=${symbol}`);
  const result = await clang.run({
    steps: [{ tool: "wasm-ld", args: [...place, ...exported, ...inputs, ...linkArgs(addressBits)] }],
    files: {
      ...objects,
      "/runtime.o": await runtimeObject(clang, addressBits),
      "/imports": imports.join("\n"),
      ...(addressBits === 64
        ? wideLibrary(WIDE_LIBRARY, WIDE_DEVICE_LIBRARY)
        : { [LIBRARIES_PATH]: libraries() }),
    },
    outputs: ["/program.wasm"],
  });
  const { exitCode, stderr } = requireNoCrash(name, result.steps[0]);
  const module = result.files["/program.wasm"];
  if (exitCode !== 0 || module === undefined) throw linkError(name, stderr);
  return { module, warnings: stderr };
}

const librariesFile = (): string => join(packageFolder(), "libraries/lp64.a.br");

function libraries(): ResidentFile {
  const path = librariesFile();
  return { key: path, path };
}

/** What programs are linked with beside the compiler's own files, for cache keys. */
export function librariesDigest(addressBits: AddressBits): string {
  if (addressBits === 64) return wideDigest(WIDE_LIBRARY, WIDE_DEVICE_LIBRARY);
  return digestOf(readBytes(librariesFile()));
}

/** The linked module with its memory imported. */
function importMemory(linked: Uint8Array, addressBits: AddressBits): HostModule {
  const sections = guardBulk(readSections(linked));
  const memory = sections.find(({ id }) => id === SECTION.memory);
  const reader = new BinaryReader(memory?.payload ?? Uint8Array.of(1, 0, 0), 2);
  const pages = reader.u32();
  const imported = [
    ...nameBytes("env"),
    ...nameBytes("memory"),
    KIND.memory,
    addressBits === 64 ? SHARED_WITH_MAXIMUM | HAS_64_BITS : SHARED_WITH_MAXIMUM,
    ...u32Bytes(pages),
    ...u32Bytes(addressBits === 64 ? MAX_WIDE_PAGES : MAX_PAGES),
  ];
  const kept = sections
    .filter(({ id, name }) => id !== SECTION.memory && (id !== SECTION.custom || name === "name"))
    .map((section) => (section.id === SECTION.import ? withEntry(section, imported) : section))
    .map((section) => (section.id === SECTION.export ? withoutMemory(section) : section));
  if (!kept.some(({ id }) => id === SECTION.import))
    throw new Error("internal: a linked program imports nothing");
  return { module: writeSections(kept).module, memoryEnd: pages * PAGE_BYTES, addressBits };
}

function withEntry(section: Section, entry: readonly number[]): Section {
  const reader = new BinaryReader(section.payload);
  const count = reader.u32();
  const rest = section.payload.subarray(reader.offset);
  return {
    ...section,
    payload: Buffer.concat([Uint8Array.from(u32Bytes(count + 1)), rest, Uint8Array.from(entry)]),
  };
}

// A shared memory that is exported again does no harm, but nothing needs it.
function withoutMemory(section: Section): Section {
  const reader = new BinaryReader(section.payload);
  const entries: Uint8Array[] = [];
  for (let count = reader.u32(); count > 0; count--) {
    const start = reader.offset;
    reader.name();
    const kind = reader.byte();
    reader.u32();
    if (kind !== KIND.memory) entries.push(section.payload.subarray(start, reader.offset));
  }
  return { ...section, payload: Buffer.concat([Uint8Array.from(u32Bytes(entries.length)), ...entries]) };
}

function linkError(name: string, stderr: string): CompileError {
  const symbols = [...stderr.matchAll(/(?:undefined|duplicate) symbol: (.+)$/gm)].map((m) => m[1] ?? "");
  const names = [...new Set(symbols)].sort();
  const what = stderr.includes("duplicate symbol")
    ? "defined in several files"
    : "declared and used, and defined nowhere";
  const why =
    names.length === 0
      ? (parseDiagnostics(stderr)[0]?.message ?? "wasm-ld failed and did not say why")
      : `${names.join(", ")} ${names.length === 1 ? "is" : "are"} ${what}`;
  return new CompileError("CUTS_COMPILE_LINK", `Cannot link ${name}: ${why}`, stderr);
}

/** The source that every program is linked with: exceptions, the heap and threads. */
export function runtimeSource(): string {
  return ["runtime.cpp", "threads.cpp"]
    .map((name) => readText(join(packageFolder(), "include/cuts/program", name)))
    .join("\n");
}

/** Name of {@link runtimeObject} among the files that the package ships. */
export const RUNTIME_FILE = "program-runtime.o";

/** The compiled {@link runtimeSource}: it comes with the package, from the cache, or is compiled now. */
export async function runtimeObject(clang: Clang, addressBits: AddressBits = 32): Promise<Uint8Array> {
  const isWide = addressBits === 64;
  const shipped = isWide ? undefined : readShippedFile(RUNTIME_FILE);
  if (shipped !== undefined) return shipped;
  const source = runtimeSource();
  const args = [...HOST_TARGET_ARGS, "-x", "c++", "-std=c++20", ...(isWide ? ["-DCUTS_WIDE"] : [])];
  const request = {
    compiler: "clang",
    compilerVersion: clang.version,
    target: "program runtime",
    options: args,
    source,
    directory: null,
  };
  const { code } = await defaultCache().getOrCompile(request, async () => {
    const result = await clang.run({
      steps: [{ tool: "clang", args: [...args, "-emit-obj", "-o", "/runtime.o", "/runtime.cpp"] }],
      files: { "/runtime.cpp": source },
      mounts: { [HEADERS_PATH]: DEVICE_HEADERS.directory },
      outputs: ["/runtime.o"],
    });
    const object = compiledFile("the runtime of programs", result, "/runtime.o");
    return { code: new Uint8Array(isWide ? object : lowerHostObject(object)) };
  });
  return code;
}
