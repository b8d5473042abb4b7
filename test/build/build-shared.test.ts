// The build: what is compiled again and what is not, what goes into a library, and what is said when it cannot be built.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, rmSync, truncateSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { BuildRequest } from "../../src/build/toolchain/build-request.js";
import { buildShared } from "../../src/build/toolchain/build-shared.js";
import { findCompiler } from "../../src/build/toolchain/compilers.js";
import { defaultCache } from "../../src/compiler/cache.js";
import { dlopen } from "../../src/ffi/dlopen.js";
import { because, noCompiler, noNvcc, Workshop } from "./workshop.js";

const shop = new Workshop();
beforeAll(() => shop.useCache());
afterEach(() => vi.unstubAllEnvs());
afterAll(() => shop.remove());

/** Builds, and says which sources were compiled for it. */
async function build(request: Partial<BuildRequest> & Pick<BuildRequest, "sources">) {
  const compiled: string[] = [];
  const steps: string[] = [];
  const built = await buildShared({
    name: "sum",
    kind: "library",
    onProgress: ({ step, subject }) => {
      steps.push(step);
      if (step === "compile") compiled.push(basename(subject));
    },
    ...request,
  });
  return { ...built, compiled, steps };
}

describe.skipIf(noCompiler !== undefined)(`a build${because(noCompiler)}`, () => {
  it("compiles what changed, and nothing twice", async () => {
    const header = await shop.write("inc/size.h", "#define SIZE 3\n");
    const sources = [
      await shop.write("inc/a.c", '#include "size.h"\n#include <stdlib.h>\nint a(void) { return SIZE; }\n'),
      await shop.write("inc/b.cpp", 'extern "C" int a(void);\nextern "C" int b() { return 2 * a(); }\n'),
    ];
    const first = await build({ sources });
    expect(first).toMatchObject({
      isFresh: true,
      compiled: ["a.c", "b.cpp"],
      files: [sources[0], header, sources[1]],
    });
    expect(dlopen(first.path, { b: "int()" }).b()).toBe(6);

    expect(await build({ sources })).toMatchObject({ isFresh: false, path: first.path, steps: [] });

    await shop.write("inc/size.h", "#define SIZE 5\n");
    const second = await build({ sources });
    expect(second).toMatchObject({ isFresh: true, compiled: ["a.c"] });
    expect(dlopen(second.path, { b: "int()" }).b()).toBe(10);

    await shop.write("inc/size.h", "#define SIZE 3\n");
    expect(await build({ sources })).toMatchObject({ isFresh: false, path: first.path });

    expect(await build({ sources, options: ["-O1"] })).toMatchObject({ compiled: ["a.c", "b.cpp"] });
  });

  it("links again what was lost or damaged, without compiling", async () => {
    const sources = [await shop.write("lost.c", "int lost(void) { return 1; }\n")];
    const { path } = await build({ sources });
    truncateSync(path, 100);
    expect(await build({ sources })).toMatchObject({ path, steps: ["link"] });
    rmSync(path);
    expect(await build({ sources })).toMatchObject({ path, steps: ["link"] });
    expect(dlopen(path, { lost: "int()" }).lost()).toBe(1);
  });

  it("keeps its libraries where `cuts cache clear` finds them", async () => {
    const { path } = await build({ sources: [await shop.write("kept.c", "int kept(void) { return 1; }\n")] });
    await defaultCache().clear();
    expect(existsSync(path)).toBe(false);
  });

  it("takes macros, folders, archives and shared libraries", async () => {
    const compiler = findCompiler("c")?.path ?? "";
    await shop.write("deps/half.c", "int half(int x) { return x / 2; }\n");
    await shop.write("deps/third.c", "int third(int x) { return x / 3; }\n");
    const here = { cwd: shop.path("deps") };
    execFileSync(compiler, ["-c", "-fPIC", "half.c", "-o", "half.o"], here);
    execFileSync("ar", ["rcs", "libhalf.a", "half.o"], here);
    const extension = process.platform === "darwin" ? "dylib" : "so";
    execFileSync(compiler, ["-shared", "-fPIC", "third.c", "-o", `libthird.${extension}`], here);
    await shop.write("deps/include/deps.h", "int half(int); int third(int);\n");
    const source = await shop.write(
      "user.c",
      "#include <deps.h>\n#include <math.h>\nint use(int x) { return half(x) + third(x) + N + (int)sqrt(x); }\n",
    );
    const request = {
      sources: [source],
      directory: shop.folder,
      includes: ["deps/include"],
      defines: { N: 100 },
      libraries: ["deps/libhalf.a", `deps/libthird.${extension}`, "m"],
    };
    const built = await build(request);
    expect(dlopen(built.path, { use: "int(int)" }).use(36)).toBe(18 + 12 + 100 + 6);
    expect(built.files.map((file) => basename(file))).toContain("libhalf.a");

    await shop.write("deps/half.c", "int half(int x) { return x / 2 + 1000; }\n");
    execFileSync(compiler, ["-c", "-fPIC", "half.c", "-o", "half.o"], here);
    execFileSync("ar", ["rcs", "libhalf.a", "half.o"], here);
    const again = await build(request);
    expect(again.steps).toEqual(["link"]);
    expect(dlopen(again.path, { use: "int(int)" }).use(36)).toBe(1136);
  });

  it("calls its own functions, not those of Node that have the same names", async () => {
    const sources = [
      await shop.write(
        "zlib.c",
        "unsigned long crc32(int x) { return x; }\nunsigned long call(int x) { return crc32(x); }\n",
      ),
    ];
    const { path } = await build({ sources });
    expect(dlopen(path, { call: "unsigned long(int)" }).call(7)).toBe(7n);
  });

  it("says file, line and text of what does not compile", async () => {
    const source = await shop.write("wrong.cpp", "int ok() { return 1; }\nint f() { return missing; }\n");
    const failing = build({ sources: [source] });
    await expect(failing).rejects.toMatchObject({ code: "CUTS_COMPILE", name: "CompileError" });
    await expect(failing).rejects.toThrow(
      /^Cannot compile .*wrong\.cpp: .*missing.* \(.*wrong\.cpp:2\)\n[^]*return missing;/,
    );
  });

  it("says what is missing when it does not link", async () => {
    const source = await shop.write("open.c", "int gone(void);\nint f(void) { return gone(); }\n");
    await expect(build({ sources: [source] })).rejects.toMatchObject({
      code: "CUTS_COMPILE_LINK",
      message: expect.stringMatching(
        /^Cannot link sum: gone is used and defined nowhere\n[^]*\nTry: add the source/,
      ),
    });
  });

  it("says which source cannot be read", async () => {
    await expect(build({ sources: [shop.path("none.c")] })).rejects.toMatchObject({
      code: "CUTS_SOURCE",
      message: expect.stringMatching(/^Cannot read the source .*none\.c: there is no such file$/),
    });
    if (process.platform === "win32") return;
    const fifo = shop.path("fifo.c");
    spawnSync("mkfifo", [fifo]);
    await expect(build({ sources: [fifo] })).rejects.toMatchObject({
      code: "CUTS_SOURCE",
      message: expect.stringMatching(/: it must be a file \(got a FIFO\)$/),
    });
  });

  it("never goes through a shell", async () => {
    const source = await shop.write("odd $(touch pwned) 'name'; x.c", "int odd(void) { return N; }\n");
    const { path } = await build({
      sources: [source],
      name: "a; b",
      defines: { N: "(1, 2)" },
      directory: shop.folder,
    });
    expect(dlopen(path, { odd: "int()" }).odd()).toBe(2);
    expect(existsSync(shop.path("pwned"))).toBe(false);
  });

  it("works where there is no cache", async () => {
    vi.stubEnv("CUTS_CACHE", "0");
    vi.resetModules();
    const { buildShared: uncached } = await import("../../src/build/toolchain/build-shared.js");
    const sources = [await shop.write("uncached.c", "int f(void) { return 4; }\n")];
    const built = await uncached({ name: "sum", kind: "library", sources });
    expect(built.path.startsWith(shop.cache)).toBe(false);
    expect(dlopen(built.path, { f: "int()" }).f()).toBe(4);
  });
});

describe.skipIf(noNvcc !== undefined)(`a build with CUDA${because(noNvcc)}`, () => {
  it("compiles by nvcc and links with C++", async () => {
    const sources = [
      await shop.write(
        "wrapper.cpp",
        'extern "C" int devices();\nextern "C" int twice() { return 2 * devices(); }\n',
      ),
      await shop.write(
        "kernel.cu",
        '__global__ void fill(float* x) { x[threadIdx.x] = N; }\nextern "C" int devices() { int n = 21; return cudaGetDeviceCount(&n) ? 21 : n; }\n',
      ),
    ];
    const built = await build({
      sources,
      archs: ["90"],
      defines: { N: 3 },
      linkOptions: ["-Wl,--as-needed"],
    });
    expect(built.compiled).toEqual(["wrapper.cpp", "kernel.cu"]);
    // No GPU is an error of the runtime, which leaves the count as it was, or sets it to 0.
    expect(dlopen(built.path, { twice: "int()" }).twice()).toBeGreaterThanOrEqual(0);
    const again = await build({
      sources,
      archs: ["90"],
      defines: { N: 3 },
      linkOptions: ["-Wl,--as-needed"],
    });
    expect(again.isFresh).toBe(false);
  });
});
