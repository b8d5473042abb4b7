// What `cuts build --prebuilt` writes, and that it is found for exactly what it was built from.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPrebuilt, prebuiltFile, type PrebuiltManifest } from "../../src/compiler/prebuilt.js";
import { openCudaSource } from "../../src/backend/cuda/compile/open-source.js";
import { splitSources } from "../../src/build/package/split-sources.js";
import { findCompiler } from "../../src/build/toolchain/compilers.js";
import * as cu from "../../src/index.js";

const KERNEL = '#include "two.h"\nextern "C" __global__ void twice(float* x) { x[threadIdx.x] *= TWO; }\n';
const HEADER = "#define TWO 2\n";

let root: string;
const steps: string[] = [];
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "cuts-prebuild-"));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "package.json"), '{ "name": "twice", "type": "module" }');
  writeFileSync(join(root, "src/twice.cu"), KERNEL);
  writeFileSync(join(root, "src/two.h"), HEADER);
  await cu.prebuild({
    directory: root,
    sources: ["src/twice.cu"],
    onProgress: ({ step, done, total, subject }) => steps.push(`${step} ${subject} ${done}/${total}`),
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const manifest = (): PrebuiltManifest =>
  JSON.parse(readFileSync(join(root, "cuts-prebuilt.json"), "utf8")) as PrebuiltManifest;

describe("prebuilt kernels", () => {
  const request = {
    target: "wasm-lp64",
    source: KERNEL,
    fileName: "/anywhere/twice.cu",
    headers: { "two.h": HEADER },
    nameExpressions: [],
  };

  it("are written beside a module and its types", () => {
    expect(steps).toEqual(["compile src/twice.cu 0/1"]);
    expect(manifest().kernels).toEqual([{ source: "src/twice.cu", targets: ["wasm-lp64"] }]);
    expect(readdirSync(join(root, "dist")).sort()).toEqual(["prebuilt", "twice.cu.d.ts", "twice.cu.js"]);
    expect(readdirSync(join(root, "dist/prebuilt"))).toHaveLength(1);
    expect(readFileSync(join(root, "dist/twice.cu.js"), "utf8")).toContain("usePrebuilt(import.meta.url);");
  });

  it("are found for what they were built from, and for nothing else", () => {
    expect(cu.usePrebuilt(pathToFileURL(join(root, "dist/twice.cu.js")))).toBe(true);
    expect(findPrebuilt(request)).toBeDefined();
    expect(findPrebuilt({ ...request, source: `${KERNEL} ` })).toBeUndefined();
    expect(findPrebuilt({ ...request, headers: { "two.h": "#define TWO 3\n" } })).toBeUndefined();
    expect(findPrebuilt({ ...request, options: ["-DX"] })).toBeUndefined();
    expect(findPrebuilt({ ...request, options: ["-Iinclude"] })).toBeUndefined();
    expect(findPrebuilt({ ...request, target: "sm_90" })).toBeUndefined();
    expect(findPrebuilt({ ...request, nameExpressions: ["other<int>"] })).toBeUndefined();
  });

  it("are not taken when they are damaged, or of another CuTS", () => {
    const [name = ""] = readdirSync(join(root, "dist/prebuilt"));
    const path = join(root, "dist/prebuilt", name);
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, 100), Buffer.from("x"), bytes.subarray(101)]));
    expect(findPrebuilt(request)).toBeUndefined();
    writeFileSync(path, bytes);
    expect(findPrebuilt(request)).toBeDefined();
    const file = join(root, "cuts-prebuilt.json");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/"cuts": ".*"/, '"cuts": "99.0"'));
    expect(cu.usePrebuilt(join(root, "x.js"))).toBe(false);
    writeFileSync(file, text);
  });

  it("run without a look into the cache", () => {
    const index = fileURLToPath(new URL("../../src/index.ts", import.meta.url));
    const module = readFileSync(join(root, "dist/twice.cu.js"), "utf8").replace(
      '"cuts"',
      JSON.stringify(pathToFileURL(index).href),
    );
    writeFileSync(
      join(root, "dist/here.mjs"),
      `${module}
      const x = Float32Array.of(1, 2, 3);
      await twice.run({ grid: 1, block: 3 }, x);
      console.log(x.join());`,
    );
    const environment = {
      ...process.env,
      NODE_OPTIONS: "",
      CUTS_DEVICE: "cpu",
      CUTS_CACHE_DIR: join(root, "cache"),
    };
    const args = ["--import", import.meta.resolve("tsx"), join(root, "dist/here.mjs")];
    expect(execFileSync(process.execPath, args, { env: environment, encoding: "utf8" })).toBe("2,4,6\n");
    expect(readdirSync(root)).not.toContain("cache");
  });
});

describe("prebuilt machine code", () => {
  it("serves the GPUs of its family that are as new or newer", () => {
    const options = { fileName: "k.cu", nameExpressions: ["k"] };
    const source = "__global__ void k() {}";
    const object = {
      code: new Uint8Array([1, 2, 3]),
      names: new Map([["k", "_Z1kv"]]),
      info: null,
      blobs: new Map<string, Uint8Array<ArrayBuffer>>(),
    };
    const { name, bytes } = prebuiltFile({ ...options, source, target: "sm_86" }, object);
    writeFileSync(join(root, "dist/prebuilt", name), bytes);
    const codeFor = (architecture: number) => openCudaSource(source, options, architecture).ready?.code;
    expect(codeFor(86)).toEqual(object.code);
    expect(codeFor(89)).toEqual(object.code);
    expect(codeFor(80)).toBeUndefined();
    expect(codeFor(90)).toBeUndefined();
  });
});

describe("prebuild()", () => {
  it("says what is wrong", async () => {
    await expect(
      cu.prebuild({ directory: root, sources: ["src/twice.cu"], archs: ["hopper"] }),
    ).rejects.toThrow(/it is a number such as "sm_90" \(got "hopper"\)/);
    const libraries = ["./lib.a"];
    writeFileSync(join(root, "src/c.c"), "int c(void) { return 1; }");
    await expect(cu.prebuild({ directory: root, sources: ["src/c.c"], libraries })).rejects.toThrow(
      /libraries that are linked must be those of the system/,
    );
  });
});

const noCompiler = findCompiler("c") === undefined ? " (no C compiler on this machine)" : "";

describe("prebuilt libraries", () => {
  it.skipIf(noCompiler !== "")(`are opened instead of built${noCompiler}`, async () => {
    const folder = join(root, "native");
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), "{}");
    writeFileSync(join(folder, "add.c"), '#include "one.h"\nint add(int a, int b) { return a + b + ONE; }\n');
    writeFileSync(join(folder, "one.h"), "#define ONE 1\n");
    const { libraries } = await cu.prebuild({ directory: folder, sources: ["add.c"] });
    expect(libraries).toEqual([{ name: "add", platform: `${process.platform}-${process.arch}` }]);

    const load = () => cu.load({ functions: { add: "int(int a, int b)" }, sources: join(folder, "add.c") });
    using lib = await load();
    expect(cu.loadInfo(lib).path).toContain(join(folder, "dist/prebuilt"));
    expect(lib.add(1, 2)).toBe(4);

    writeFileSync(join(folder, "one.h"), "#define ONE 2\n");
    using edited = await load();
    expect(cu.loadInfo(edited).path).not.toContain(folder);
    expect(edited.add(1, 2)).toBe(5);
  });
});

describe("the sources of a package", () => {
  it("are modules where they have kernels alone, and a library together", () => {
    const write = (name: string, text: string): string => {
      writeFileSync(join(root, name), text);
      return join(root, name);
    };
    const paths = [
      write(
        "kernels.cu",
        '__device__ int f() { return 1; }\nextern "C" __global__ void k(int* x) { *x = f(); }',
      ),
      write("launcher.cu", "__global__ void k() {}\nvoid launch() { k<<<1, 1>>>(); }"),
      write("addon.cu", "#include <cuts/extension.h>\n__global__ void k() {}"),
      write("host.cu", "void only_host() {}"),
      write("wrapper.cpp", "void launch();"),
    ];
    const { kernels, library } = splitSources(paths);
    expect(kernels.map(({ fileName }) => fileName)).toEqual(["kernels.cu"]);
    expect(library).toEqual(paths.slice(1));
  });
});
