// Builds the libraries that programs on the cpu device are linked with: C's and C++'s, with pointers and `long` of 8 bytes.
//   npx tsx tools/build-libraries64/build.ts <wasi-libc> <folder with libcxx, libcxxabi, llvm-libc> <out>
// The sources are no part of this repository; libraries/README.md says which they were. The result is committed.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { Clang } from "../../src/compiler/clang/clang.js";
import { writeArchive } from "./archive.js";
import { compileMembers, precompiledStd } from "./compile-members.js";
import { sourceMembers } from "./sources.js";

const [libc, cxx, out] = process.argv.slice(2);
if (libc === undefined || cxx === undefined || out === undefined)
  throw new Error("build-libraries64 takes the folders of wasi-libc, of libc++ and of the result");
const folders = { libc: resolve(libc), cxx: resolve(cxx) };
const clang = new Clang({ processes: 2 });
try {
  const archive = writeArchive(
    await compileMembers(sourceMembers(folders), folders, clang, await precompiledStd(folders, clang)),
  );
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  const compressed = brotliCompressSync(archive, { params });
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "lp64.a.br"), compressed);
  process.stdout.write(`${archive.length} bytes, compressed ${compressed.length}\n`);
} finally {
  clang.stop();
}
