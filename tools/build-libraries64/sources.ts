// Which files the libraries of programs are made of: the members that the compiler package's own archives have, found again
// by name in the sources of wasi-libc, libc++ and libc++abi.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compilerPackage } from "../../src/compiler/clang/package.js";
import { lookup, MemoryFile } from "../../src/compiler/clang/memory-fs.js";
import { readTar } from "../../src/compiler/clang/tar.js";
import { readArchive } from "./archive.js";

/** Folders with the sources, on this machine. */
export interface SourceFolders {
  /** A checkout of wasi-libc. */
  readonly libc: string;
  /** A folder with `libcxx`, `libcxxabi`, `llvm-libc` and `compiler-rt`, as in emscripten's `system/lib`. */
  readonly cxx: string;
}

/** A file to compile. */
export interface SourceMember {
  readonly name: string;
  /** Absolute path, on this machine. */
  readonly path: string;
  readonly language: "c" | "c++";
}

/** Archives of C, and where their sources are: of files with the same name the first one is meant. */
const C_ARCHIVES: Readonly<Record<string, readonly string[]>> = {
  c: [
    "libc-bottom-half/cloudlibc/src",
    "libc-bottom-half/sources",
    "dlmalloc/src",
    "fts/musl-fts",
    "libc-top-half/sources",
    "libc-top-half/musl/src/thread/single-threaded",
    "libc-top-half/musl/src",
  ],
  setjmp: ["libc-top-half/musl/src/setjmp/wasm32"],
  "wasi-emulated-process-clocks": ["libc-bottom-half/clocks"],
  "wasi-emulated-signal": ["libc-bottom-half/signal", "libc-top-half/musl/src"],
  "wasi-emulated-mman": ["libc-bottom-half/mman"],
  "wasi-emulated-getpid": ["libc-bottom-half/getpid"],
};

const CXX_ARCHIVES: Readonly<Record<string, readonly string[]>> = {
  "c++": ["libcxx/src"],
  "c++abi": ["libcxxabi/src"],
};

/** The compiler's own functions: 128-bit integers, `long double`. What is in assembler is about exceptions, which are the program's own. */
const BUILTINS = {
  archive: "/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a",
  folder: "compiler-rt/lib/builtins",
};
/** About other machines, or about what WebAssembly does itself. */
const NO_BUILTIN =
  /\.S$|^(?:apple_versioning|os_version_check|trampoline_setup|gcc_personality_v0|clear_cache)\.c$/;
/** What calls a program's main. */
const START = "libc-bottom-half/crt/crt1-command.c";

/** Folders of musl's for other machines, or for real threads. */
const OTHER_MACHINE = /\/musl\/src\/[^/]+\/[^/]+\/[^/]+$/;
const OURS = /\/(?:single-threaded|thread\/common|setjmp\/wasm32)\//;

/** What of the package's archives is not built: the program's own runtime has it (include/cuts/program/runtime.cpp). */
const NOT_BUILT = new Set(["cxa_noexception.cpp", "int128_builtins.cpp"]);

const packageFiles = (): ReturnType<typeof readTar> =>
  readTar(readFileSync(join(compilerPackage().folder, "llvm-resources.tar")));

/** The files whose members of the package programs with a memory of 32 bits are linked with, and others need anew. */
export function builtinMembers({ libc, cxx }: SourceFolders): readonly SourceMember[] {
  const file = lookup(packageFiles(), BUILTINS.archive);
  if (!(file instanceof MemoryFile)) throw new Error(`the compiler package has no ${BUILTINS.archive}`);
  const names = readArchive(file.bytes).map(({ name }) => name.replace(/\.obj$/, ""));
  const builtins = names
    .filter((name) => !NO_BUILTIN.test(name))
    .map((name) => ({ name, path: join(cxx, BUILTINS.folder, name) }));
  const all = [...builtins, { name: "crt1-command.c", path: join(libc, START) }];
  return all.map(({ name, path }) => ({ name: name.replace(/\.c$/, ".o"), path, language: "c" }));
}

/**
 * The files to compile.
 *
 * @throws Error that names the members whose source is missing.
 */
export function sourceMembers({ libc, cxx }: SourceFolders): readonly SourceMember[] {
  const missing: string[] = [];
  const resources = packageFiles();
  const found = [
    ...Object.entries(C_ARCHIVES).map((entry) => ({ entry, root: libc, language: "c" as const })),
    ...Object.entries(CXX_ARCHIVES).map((entry) => ({ entry, root: cxx, language: "c++" as const })),
  ].flatMap(({ entry: [archive, folders], root, language }) => {
    const file = lookup(resources, `/lib/wasm32-wasip1/lib${archive}.a`);
    if (!(file instanceof MemoryFile)) throw new Error(`the compiler package has no lib${archive}.a`);
    const index = indexFiles(folders.map((folder) => join(root, folder)));
    return readArchive(file.bytes).flatMap(({ name }) => {
      const source = name.replace(/\.obj$/, "");
      if (NOT_BUILT.has(source)) return [];
      // Of two members with one name each is another file.
      const candidates = index.get(source);
      const path = (candidates?.length ?? 0) > 1 ? candidates?.shift() : candidates?.[0];
      if (path === undefined) missing.push(`${archive}: ${source}`);
      return path === undefined ? [] : [{ name: source.replace(/\.\w+$/, ".o"), path, language }];
    });
  });
  if (missing.length > 0) throw new Error(`no source for ${missing.join(", ")}`);
  return found;
}

function indexFiles(folders: readonly string[]): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const folder of folders) {
    if (!existsSync(folder)) throw new Error(`no folder ${folder}`);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
    for (const path of files.map((name) => join(folder, name).replaceAll("\\", "/"))) {
      if (OTHER_MACHINE.test(path) && !OURS.test(path)) continue;
      const name = basename(path);
      const known = index.get(name) ?? [];
      if (!known.includes(path)) known.push(path);
      index.set(name, known);
    }
  }
  return index;
}
