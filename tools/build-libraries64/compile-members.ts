// Compiles the files of the libraries for 64-bit addresses, with the arguments that the host code of programs is compiled with.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Clang, Step } from "../../src/compiler/clang/clang.js";
import { DEVICE_HEADERS } from "../../src/compiler/clang/device-headers.js";
import { HEADERS_PATH } from "../../src/compiler/clang/guest-layout.js";
import { HOST_TARGET_ARGS } from "../../src/compiler/clang/host-language.js";
import type { ResidentFile } from "../../src/compiler/clang/protocol.js";
import { compiledFile } from "../../src/compiler/clang/step-result.js";
import type { Member } from "./archive.js";
import type { SourceFolders, SourceMember } from "./sources.js";

/** A batch that is larger keeps the other process waiting at the end. */
const BATCH = 12;
const TIMEOUT_MS = 600_000;
const LIBC = "/sources/libc";
const CXX = "/sources/cxx";
const OVERLAY = "/overlay";

const includes = (root: string, folders: readonly string[]): string[] =>
  folders.flatMap((folder) => ["-I", `${root}/${folder}`]);

const C_ARGS = [
  ...HOST_TARGET_ARGS.filter((arg) => arg !== "-fcxx-exceptions"),
  ..."-x c -std=gnu17 -mthread-model single -DBULK_MEMORY_THRESHOLD=32 -D_WASI_EMULATED_SIGNAL -w".split(" "),
];
// As wasi-libc's own build has them: most files see the inside of musl, some do not.
const MUSL_INCLUDES = [
  "-I",
  OVERLAY,
  ...includes(LIBC, [
    "libc-top-half/musl/src/include",
    "libc-top-half/musl/src/internal",
    "libc-top-half/musl/arch/wasm32",
    "libc-top-half/musl/arch/generic",
    "libc-top-half/headers/private",
    "libc-bottom-half/cloudlibc/src/include",
    "libc-bottom-half/cloudlibc/src",
    "libc-bottom-half/headers/private",
  ]),
];
const OTHER_ARGS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\/dlmalloc\//, includes(LIBC, ["dlmalloc/include"])],
  [/\/compiler-rt\//, []],
  [/\/fts\//, includes(LIBC, ["fts", "fts/musl-fts"])],
  [/\/signal\/signal\.c$/, []],
  // Else it reads the stack pointer by assembler of 32 bits, for the bounds of the stack, which nobody asks for.
  [/\/__init_tls\.c$/, [...MUSL_INCLUDES, "-D__pic__"]],
];

const SYSTEM_CALLS = "/libc-bottom-half/sources/__wasilibc_real.c";
const WIDE_SYSTEM_CALLS = `${OVERLAY}/__wasilibc_real.c`;

// musl takes a pointer for 32 bits where nothing else is said.
const ATOMICS = `
#include_next "atomic_arch.h"
#define a_cas_p a_cas_p
static inline void *a_cas_p(volatile void *p, void *t, void *s) {
  return __sync_val_compare_and_swap((void *volatile *)p, t, s);
}
`;
const CXX_ARGS = [
  ...HOST_TARGET_ARGS,
  ..."-x c++ -std=c++23 -mthread-model single -w -fvisibility=hidden -fvisibility-inlines-hidden".split(" "),
  ..."-D_LIBCPP_BUILDING_LIBRARY -D_LIBCXXABI_BUILDING_LIBRARY -DLIBCXX_BUILDING_LIBCXXABI=1".split(" "),
  ..."-D_LIBCPP_DISABLE_VISIBILITY_ANNOTATIONS -DLIBC_NAMESPACE=__llvm_libc -DNDEBUG".split(" "),
  ...includes(CXX, ["libcxx/src", "libcxxabi/src", "libcxxabi/include", "llvm-libc"]),
];

// What libc++ takes every musl to have; with this answer it copies files in another way.
const NO_COPY_FILE_RANGE = `
#include <errno.h>
#include <unistd.h>
static inline ssize_t copy_file_range(int, off_t *, int, off_t *, size_t, unsigned) { errno = ENOSYS; return -1; }
`;
// Parsing these takes far longer than compiling any file of libc++.
const STD_NAMES =
  "algorithm any bitset charconv chrono condition_variable deque exception filesystem fstream functional future ios iostream " +
  "locale map memory memory_resource mutex new optional ostream print random regex shared_mutex sstream stdexcept string " +
  "system_error thread typeinfo unordered_map valarray variant vector";
const STD_HEADER = STD_NAMES.split(" ")
  .map((name) => `#include <${name}>\n`)
  .join("");
const STD_PATH = `${OVERLAY}/std.h`;
/** A file that says beforehand what headers shall define, or defines what they declare. */
const CHANGES_HEADERS =
  /^# *define _LIBCPP|^\s*STREAM\(basic_istream|^class _LIBCPP_EXPORTED_FROM_ABI (?:mutex|condition_variable) \{/m;
const PRECOMPILED = `${OVERLAY}/std.pch`;

/** The headers of libc++ for {@link compileMembers}. */
export async function precompiledStd(folders: SourceFolders, clang: Clang): Promise<ResidentFile> {
  const result = await clang.run({
    steps: [{ tool: "clang", args: [...CXX_ARGS, "-emit-pch", "-o", PRECOMPILED, STD_PATH] }],
    files: { [STD_PATH]: STD_HEADER },
    mounts: mounts(folders),
    outputs: [PRECOMPILED],
    timeoutMs: TIMEOUT_MS,
  });
  return { key: PRECOMPILED, bytes: compiledFile("the headers of libc++", result, PRECOMPILED) };
}

const NO_COPY_FILE_RANGE_ARGS = ["-include", `${OVERLAY}/no_copy_file_range.h`];

// Exceptions themselves are the program's own (include/cuts/program/runtime.cpp): libc++abi has the rest.
const ABI_ARGS = [
  ...CXX_ARGS.filter((arg) => arg !== "-fexceptions" && arg !== "-fcxx-exceptions"),
  "-D_LIBCXXABI_NO_EXCEPTIONS",
];

function mounts({ libc, cxx }: SourceFolders): Readonly<Record<string, string>> {
  return { [LIBC]: libc, [CXX]: cxx, [HEADERS_PATH]: DEVICE_HEADERS.directory };
}

/**
 * The object files.
 *
 * @throws Error with what the compiler said of each file that does not compile.
 */
export async function compileMembers(
  members: readonly SourceMember[],
  folders: SourceFolders,
  clang: Clang,
  precompiled: ResidentFile,
  isWide: boolean,
): Promise<readonly Member[]> {
  const failures: string[] = [];
  const batches = Array.from({ length: Math.ceil(members.length / BATCH) }, (_, i) =>
    members.slice(BATCH * i, BATCH * (i + 1)),
  );
  let done = 0;
  const compiled = await Promise.all(
    batches.map(async (batch) => {
      const objects: Member[] = [];
      // A step that fails ends its batch; the rest is compiled all the same, so that all failures are known at once.
      for (let rest = batch; rest.length > 0; ) {
        const result = await clang.run({
          steps: rest.map((member, i) => step(member, folders, `/${i}.o`, isWide)),
          files: {
            [STD_PATH]: STD_HEADER,
            [PRECOMPILED]: precompiled,
            [`${OVERLAY}/atomic_arch.h`]: ATOMICS,
            [`${OVERLAY}/no_copy_file_range.h`]: NO_COPY_FILE_RANGE,
            ...systemCalls(folders, isWide),
          },
          mounts: mounts(folders),
          outputs: rest.map((_, i) => `/${i}.o`),
          timeoutMs: TIMEOUT_MS,
        });
        const good = result.steps.filter(({ exitCode, trap }) => exitCode === 0 && trap === undefined).length;
        for (const [i, { name }] of rest.slice(0, good).entries()) {
          const bytes = result.files[`/${i}.o`];
          if (bytes === undefined) throw new Error(`internal: no object for ${name}`);
          objects.push({ name, bytes });
        }
        if (good < rest.length) failures.push(`${rest[good]?.path}\n${result.steps[good]?.stderr}`);
        rest = rest.slice(good + 1);
      }
      done += batch.length;
      process.stderr.write(`\r${done} of ${members.length}`);
      return objects;
    }),
  );
  process.stderr.write("\n");
  if (failures.length > 0) throw new Error(`${failures.length} files do not compile\n${failures.join("\n")}`);
  return compiled.flat();
}

/** Calls of the system with addresses and sizes of 64 bits, where the library has 32 for all. */
function systemCalls({ libc }: SourceFolders, isWide: boolean): Readonly<Record<string, string>> {
  if (!isWide) return {};
  const source = readFileSync(`${libc}${SYSTEM_CALLS}`, "utf8");
  const wide = source.replaceAll(/int32_t(?= arg\d)/g, "int64_t").replaceAll("(int32_t)", "(int64_t)");
  return { [WIDE_SYSTEM_CALLS]: wide };
}

function step(
  { path, language }: SourceMember,
  folders: SourceFolders,
  output: string,
  isWide: boolean,
): Step {
  const isC = language === "c";
  const guest = path.startsWith(folders.cxx)
    ? `${CXX}${path.slice(folders.cxx.length)}`
    : isWide && path.endsWith(SYSTEM_CALLS)
      ? WIDE_SYSTEM_CALLS
      : `${LIBC}${path.slice(folders.libc.length)}`;
  const own = OTHER_ARGS.find(([pattern]) => pattern.test(path))?.[1] ?? MUSL_INCLUDES;
  const cxx = [
    ...(path.includes("/libcxxabi/") ? ABI_ARGS : CXX_ARGS),
    ...(path.includes("/libcxx/") && !CHANGES_HEADERS.test(readFileSync(path, "utf8"))
      ? ["-include-pch", PRECOMPILED]
      : []),
    ...(path.endsWith("/filesystem/operations.cpp") ? NO_COPY_FILE_RANGE_ARGS : []),
  ];
  const args = isC ? [...C_ARGS, ...own] : cxx;
  return { tool: "clang", args: [...args, "-I", dirname(guest), "-emit-obj", "-o", output, guest] };
}
