// The package as another project gets it: packed, unpacked into that project's node_modules, and used from there with the
// dependencies it declares and nothing else of ours.

import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cuModuleTypes } from "../../src/index.js";
import { writeDeclarations } from "../../tools/declarations.js";
import { buildPackage } from "./built-package.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const isWindows = process.platform === "win32";
const npm = isWindows ? "npm.cmd" : "npm";

interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest;
let project: string;
let packed: readonly string[];

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "cuts-packed-"));
  const built = await buildPackage();
  try {
    writeDeclarations(join(built.folder, "dist"));
    const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", project];
    const { stdout } = await run(npm, args, { cwd: built.folder, shell: isWindows });
    const [tarball] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    packed = tarball.files.map(({ path }) => path);
    await mkdir(join(project, "node_modules", "cuts"), { recursive: true });
    const unpack = ["-xzf", tarball.filename, "-C", "node_modules/cuts", "--strip-components=1"];
    await run("tar", unpack, { cwd: project });
  } finally {
    await built.remove();
  }
  // What `npm install` would fetch; @types/node is for projects that ask for it.
  const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies };
  for (const name of [...Object.keys(dependencies), "@types/node"]) {
    const link = join(project, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, "node_modules", name), link, "junction");
  }
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "consumer", type: "module" }));
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** Runs a module of the consumer; its standard output. */
async function evaluate(source: string, ...flags: readonly string[]): Promise<string> {
  await writeFile(join(project, "main.js"), source);
  const environment = { ...process.env, NODE_OPTIONS: "", CUTS_CACHE_DIR: join(project, "cache") };
  const { stdout } = await run(process.execPath, [...flags, "main.js"], { cwd: project, env: environment });
  return stdout;
}

describe("the packed files", () => {
  it("are code, its sources, declarations, headers, examples and what people read", () => {
    expect(packed).toEqual(expect.arrayContaining(["package.json", "README.md", "LICENSE"]));
    const others = packed.filter((path) => !/^(package\.json|README\.md|LICENSE)$/.test(path));
    const expected =
      /^(examples\/.+\.(ts|cu|c|cpp)|include\/(cuts|python)\/.+|libraries\/((lp64|wide|wide-device)\.a\.br|README\.md|cuda\/.+)|dist\/kernels\/[0-9a-z]+|dist\/.+\.(c?js|d\.ts)(\.map)?|src\/.+\.(ts|js|h))$/;
    expect(others.filter((path) => !expected.test(path))).toEqual([]);
    expect(packed.filter((path) => /\.(test|test-d|table)\./.test(path))).toEqual([]);
  });

  it("have everything that package.json names", () => {
    const targets = Object.values(manifest.exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    for (const path of [...targets, ...Object.values(manifest.bin)]) {
      expect(packed).toContain(path.replace("./", ""));
    }
  });

  it("have the sources that source maps lead to: of code for stacks, of declarations for editors", async () => {
    const maps = packed.filter((path) => path.endsWith(".map"));
    expect(maps).toEqual(expect.arrayContaining(["dist/index.js.map", "dist/index.d.ts.map"]));
    const isPacked = new Set(packed);
    const missing = new Set<string>();
    for (const path of maps) {
      const text = await readFile(join(project, "node_modules/cuts", path), "utf8");
      const { sources } = JSON.parse(text) as { readonly sources: readonly string[] };
      for (const source of sources) {
        // Those of Node's own modules, and what stands for parts that are loaded late, are made by the bundler.
        const name = source.replace(/^\.\.\/.*?(?=src\/)/, "");
        if (!/^(builtin:|lazy:|<stdin>)/.test(source) && !isPacked.has(name)) missing.add(name);
      }
    }
    expect([...missing]).toEqual([]);
  });

  it("install without running anything", () => {
    expect(
      Object.keys(manifest.scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name)),
    ).toEqual([]);
  });

  it("name nothing of the machine they were built on", async () => {
    const code = packed.filter((path) => path.startsWith("dist/"));
    const texts = code.map((path) => readFile(join(project, "node_modules/cuts", path), "utf8"));
    const naming = (await Promise.all(texts)).map((text, i) => (text.includes(root) ? code[i] : undefined));
    expect(naming.filter((path) => path !== undefined)).toEqual([]);
  });
});

describe("a project with the package installed", () => {
  it("calls a C function", async () => {
    const output = await evaluate(`
      import { dlopen } from "cuts";
      console.log(dlopen(null, { abs: "int(int x)" }).abs(-42));
    `);
    expect(output).toBe("42\n");
  });

  it("gets errors of the class that it imports, whichever surface throws them", async () => {
    const output = await evaluate(`
      import { CudaError, dlopen, LibraryNotFoundError } from "cuts";
      import { check } from "cuts/driver";
      try { dlopen("./no-such-library.so", {}); } catch (error) { console.log(error instanceof LibraryNotFoundError); }
      try { check(1, "cuInit"); } catch (error) { console.log(error instanceof CudaError); }
    `);
    expect(output).toBe("true\ntrue\n");
  });

  it.each([
    ["Node alone", []],
    ["a loader for TypeScript", ["--import", import.meta.resolve("tsx")]],
  ])("has one copy of every module, also in parts that are loaded late: with %s", async (_name, flags) => {
    const output = await evaluate(
      `
      import * as cu from "cuts";
      const vector = cu.array([1, 2, 3]);
      const calls = {
        convolution: () => cu.convolve(vector, cu.zeros([2, 2])),
        custom: () => cu.elementwise("no signature", "no code"),
        fft: () => cu.fft.fft(vector, { n: -1 }),
        decompositions: () => cu.linalg.solve(vector, vector),
      };
      for (const [part, call] of Object.entries(calls)) {
        try { call(); } catch (error) { console.log(part, Object.values(cu).includes(error.constructor)); }
      }
      `,
      ...flags,
    );
    expect(output).toBe("convolution true\ncustom true\nfft true\ndecompositions true\n");
  });

  it("can ask what the machine has", async () => {
    const output = await evaluate(`
      import { cutsVersion, inspectMachine } from "cuts";
      const { entries } = await inspectMachine({ only: ["node", "ffi", "c-library"] });
      console.log(cutsVersion(), entries.every((entry) => entry.found && entry.call?.ok !== false));
    `);
    expect(output).toBe(`${manifest.version} true\n`);
  });

  it.each([
    ["@types/node", { types: ["node"] }],
    ["no types of Node", { types: [] }],
    ["neither those nor the types of browsers", { types: [], lib: ["es2022"] }],
  ])("type-checks against the declarations, all of them: with %s", async (_with, given) => {
    await writeFile(
      join(project, "consumer.ts"),
      `import * as cu from "cuts";
       import { check, openDriver } from "cuts/driver";
       export const start = () => check(openDriver().cuInit(0), "cuInit");
       const lib = cu.dlopen(null, { abs: "int(int x)", frexp: "double(double x, int exponent[1])" });
       export const result: number = lib.abs(-1);
       // @ts-expect-error an int* takes no Float64Array
       lib.frexp(1, new Float64Array(1));
       export const error: Error = new cu.CutsError("CUTS_OUT_OF_MEMORY", "a test");
       import sum, { add, twice } from "./sum.cu";
       add({ threads: 1 }, cu.ones([1]), 1);
       add.run({ threads: 1 }, new Float32Array(1), 1);
       // @ts-expect-error a float* takes no Float64Array
       add.run({ threads: 1 }, new Float64Array(1), 1);
       sum.kernel("fill<int>").run({ threads: 1 }, new Int32Array(1));
       export const four: number = twice(2);
       import * as plugin from "cuts/plugin";
       export { plugin };
       import * as dist from "cuts/distributed";
       export const summed = async (x: cu.NDArray<"float32">): Promise<cu.NDArray<"float32">> => {
         using world = await dist.init({ timeout: 60 });
         // @ts-expect-error no such operation
         await world.allReduce(x, { op: "median" });
         return world.allReduce(x, { op: "mean" });
       };
       export async function report(): Promise<string> {
         using made = cu.zeros([3]);
         const { platform } = await cu.inspectMachine();
         return platform + String(await made.data());
       }
      `,
    );
    const cu = `extern "C" __global__ void add(float* x, int n) {}
      template <typename T> __global__ void fill(T* x) {}
      extern "C" int twice(int n) { return 2 * n; }`;
    await writeFile(join(project, "sum.cu"), cu);
    await writeFile(join(project, "sum.d.cu.ts"), (await cuModuleTypes(join(project, "sum.cu"))).text);
    const compilerOptions = {
      module: "nodenext",
      target: "es2022",
      strict: true,
      noEmit: true,
      allowArbitraryExtensions: true,
      // The declarations are checked too: they may refer to nothing that is not published.
      skipLibCheck: false,
      ...given,
    };
    await writeFile(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["consumer.ts"] }),
    );
    const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", project, "--pretty", "false"]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe("");
  });

  it("compiles a kernel and runs it on the threads of the CPU", async () => {
    const output = await evaluate(`
      import * as cu from "cuts";
      const scale = \`extern "C" __global__ void scale(float* x, float s, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] *= s;
      }\`;
      const x = new Float32Array(1 << 20).fill(2);
      await cu.withDevice("cpu", () => cu.kernel(scale).run({ threads: x.length }, x, 3, x.length));
      console.log(x.every((value) => value === 6));
    `);
    expect(output).toBe("true\n");
  });

  it("imports a .cu file", async () => {
    await writeFile(join(project, "one.cu"), 'extern "C" __global__ void one(float* x) { *x = 1; }');
    const main =
      'import { one } from "./one.cu"; const x = new Float32Array(1); await one.run({ threads: 1 }, x); console.log(x[0]);';
    const output = await evaluate(main, "--import", "cuts/register");
    expect(output).toBe("1\n");
  });

  it("compiles while it waits, in a process of its own", async () => {
    const output = await evaluate(`
      import * as cu from "cuts";
      const source = "__device__ int answer = 42; extern \\"C\\" __global__ void one() { answer = 1; }";
      console.log(cu.withDevice("cpu", () => cu.module(source).global("answer").dataSync()).join());
    `);
    expect(output).toBe("42\n");
  });

  it.skipIf(isWindows)("has the command", async () => {
    // What npm does with `bin` when it installs a package.
    const command = join(project, "node_modules/cuts", manifest.bin["cuts"] ?? "");
    await chmod(command, 0o755);
    await mkdir(join(project, "node_modules/.bin"));
    await symlink(command, join(project, "node_modules/.bin/cuts"));
    const { stdout } = await run("npx", ["--no-install", "cuts", "--version"], { cwd: project });
    expect(stdout.trim()).toBe(manifest.version);

    await run("npx", ["--no-install", "cuts", "init", "--example", "mandelbrot"], { cwd: project });
    // What `npm install` finds, and `npm start` does.
    const env = {
      ...process.env,
      NODE_OPTIONS: "",
      CUTS_DEVICE: "cpu",
      CUTS_CACHE_DIR: join(project, "cache"),
    };
    const words = ["--import", import.meta.resolve("tsx"), "main.ts", "--width", "32", "--height", "20"];
    const made = await run(process.execPath, words, { cwd: join(project, "mandelbrot"), env });
    expect(made.stdout).toMatch(/^32 x 20 pixels on cpu in .+; see mandelbrot\.png\n$/);
    expect((await readFile(join(project, "mandelbrot/mandelbrot.png"))).subarray(1, 4).toString()).toBe(
      "PNG",
    );
  });

  it("type-checks the examples that come with it", async () => {
    await cp(join(project, "node_modules/cuts/examples"), join(project, "examples"), { recursive: true });
    const compilerOptions = {
      module: "nodenext",
      target: "es2022",
      lib: ["es2023", "esnext.disposable"],
      types: ["node"],
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    };
    await writeFile(
      join(project, "tsconfig.examples.json"),
      JSON.stringify({ compilerOptions, include: ["examples"] }),
    );
    const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
    const args = [tsc, "-p", join(project, "tsconfig.examples.json"), "--pretty", "false"];
    const { stdout } = await run(process.execPath, args).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
  });
});
