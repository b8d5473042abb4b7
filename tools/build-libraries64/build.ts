// Builds the libraries that programs on the cpu device are linked with: C's and C++'s, with pointers and `long` of 8 bytes.
//   npx tsx tools/build-libraries64/build.ts lowered|wide <wasi-libc> <folder with libcxx, libcxxabi, llvm-libc, compiler-rt> <out>
// "lowered" are those for a memory with 32-bit addresses, "wide" those for more memory than they reach. The sources are no part of
// this repository; libraries/README.md says which they were. The result is committed.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { Clang } from "../../src/compiler/clang/clang.js";
import { isForDevice } from "../../src/compiler/clang/device-library.js";
import { lowerHostObject } from "../../src/compiler/clang/memory64/lower-host-object.js";
import { type Member, writeArchive } from "./archive.js";
import { compileMembers, precompiledStd } from "./compile-members.js";
import { builtinMembers, sourceMembers } from "./sources.js";

const [kind, libc, cxx, out] = process.argv.slice(2);
if ((kind !== "lowered" && kind !== "wide") || libc === undefined || cxx === undefined || out === undefined)
  throw new Error(
    "build-libraries64 takes lowered or wide, and the folders of wasi-libc, of libc++ and of the result",
  );
const folders = { libc: resolve(libc), cxx: resolve(cxx) };
const isWide = kind === "wide";
const builtins = isWide ? builtinMembers(folders) : [];
const clang = new Clang({ processes: 2 });
try {
  const members = await compileMembers(
    [...sourceMembers(folders), ...builtins],
    folders,
    clang,
    await precompiledStd(folders, clang),
    isWide,
  );
  mkdirSync(out, { recursive: true });
  if (isWide) {
    const compilers = new Set(builtins.map(({ name }) => name));
    const isDevice = ({ name }: Member): boolean =>
      (compilers.has(name) && name !== "crt1-command.o") || isForDevice(name.replace(/\.o$/, ""));
    write("wide-device.a.br", members.filter(isDevice));
    write(
      "wide.a.br",
      members.filter((member) => !isDevice(member)),
    );
  } else {
    write(
      "lp64.a.br",
      members.map(({ name, bytes }) => ({ name, bytes: lowerHostObject(bytes) })),
    );
  }
} finally {
  clang.stop();
}

function write(name: string, members: readonly Member[]): void {
  const archive = writeArchive(members);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  const compressed = brotliCompressSync(archive, { params });
  writeFileSync(join(out as string, name), compressed);
  process.stdout.write(`${name}: ${archive.length} bytes, compressed ${compressed.length}\n`);
}
