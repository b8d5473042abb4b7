// `cuts init`, `cuts types` and `cuts build` as they are typed, in folders of their own.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";

let folder: string;
let home: string;
beforeEach(() => {
  home = process.cwd();
  folder = mkdtempSync(join(tmpdir(), "cuts-commands-"));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
});

async function cuts(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const io = {
    out: { write: (text: string) => void (out += text) },
    err: { write: (text: string) => void (err += text) },
    environment: {},
  };
  return { code: await runCli([...argv], io), out, err };
}

const KERNEL = 'extern "C" __global__ void one(float* x) { *x = 1; }\n';

describe("cuts init", () => {
  it("writes a package into a folder of its name, once", async () => {
    const { code, out, err } = await cuts("init", "@me/my-kernels");
    expect({ code, err }).toEqual({ code: 0, err: "Try: cd my-kernels && npm install && npm test\n" });
    const written = readdirSync("my-kernels", { recursive: true, encoding: "utf8" });
    expect(written).toEqual(
      expect.arrayContaining(["README.md", join("src", "saxpy.cu"), join(".github", "workflows", "ci.yml")]),
    );
    expect(out.trim().split("\n")).toContain(join("my-kernels", "src", "index.ts"));
    const { name, dependencies, files } = JSON.parse(readFileSync("my-kernels/package.json", "utf8")) as {
      name: string;
      dependencies: object;
      files: readonly string[];
    };
    expect(name).toBe("@me/my-kernels");
    expect(dependencies).toEqual({ cuts: expect.stringMatching(/^\^\d+\.\d+\.\d+$/) });
    expect(files).toContain("cuts-prebuilt.json");

    writeFileSync("my-kernels/README.md", "mine");
    const again = await cuts("init", "@me/my-kernels");
    expect(again).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(/files must not be there yet \(got package\.json/),
    });
    expect(readFileSync("my-kernels/README.md", "utf8")).toBe("mine");
  });

  it("writes here without a name, and nothing when a file is in the way", async () => {
    mkdirSync("here");
    process.chdir("here");
    writeFileSync("package.json", "{}");
    expect((await cuts("init")).err).toContain("Cannot write a package into .: ");
    expect(readdirSync(".")).toEqual(["package.json"]);
  });

  it("refuses names that npm refuses", async () => {
    for (const name of ["My-Kernels", "../up", ".hidden", "a b"]) {
      expect(await cuts("init", name)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`(got "${name}")`),
      });
    }
    expect(readdirSync(".")).toEqual([]);
  });
});

describe("cuts init --example", () => {
  it("copies an example with the helpers that it imports, once", async () => {
    const { code, out, err } = await cuts("init", "--example", "monte-carlo");
    expect({ code, err }).toEqual({ code: 0, err: "Try: cd monte-carlo && npm install && npm start\n" });
    const names = ["main.ts", "shared/plot.ts", "shared/program.ts", "shared/progress.ts", "package.json"];
    const written = [...names, "tsconfig.json", ".gitignore"].map((name) => join("monte-carlo", name));
    expect(out.trim().split("\n").sort()).toEqual(written.sort());
    expect(readFileSync("monte-carlo/main.ts", "utf8")).toContain('from "./shared/plot.js"');
    const project = JSON.parse(readFileSync("monte-carlo/package.json", "utf8")) as object;
    expect(project).toMatchObject({ type: "module", scripts: { start: "tsx main.ts" } });
    expect(await cuts("init", "--example", "monte-carlo")).toMatchObject({ code: 2, out: "" });
  });

  it("copies into another folder, sources of C and helpers of helpers too", async () => {
    expect(await cuts("init", "--example", "c-function", "mine")).toMatchObject({ code: 0 });
    expect(readdirSync("mine")).toContain("stats.c");
    expect(await cuts("init", "--example", "mlp", "net")).toMatchObject({ code: 0 });
    expect(readdirSync("net/shared").sort()).toEqual(["learning.ts", "plot.ts", "program.ts", "progress.ts"]);
  });

  it("lists the examples, and names the nearest where one is not there", async () => {
    const { out } = await cuts("init", "--list");
    expect(out).toMatch(/^ray-tracer +A ray tracer: spheres/m);
    expect(out.trim().split("\n").length).toBeGreaterThanOrEqual(15);
    expect(await cuts("init", "--example", "mandlebrot")).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(/\(got "mandlebrot"\)\nTry: cuts init --example mandelbrot\n$/) as string,
    });
    expect((await cuts("init", "--example", "quicksort")).err).toMatch(/\nTry: cuts init --list\n$/);
    expect(readdirSync(".")).toEqual([]);
  });
});

describe("cuts types", () => {
  it("writes the types beside the file, and checks them", async () => {
    writeFileSync("one.cu", KERNEL);
    expect(await cuts("types", "--check", "one.cu")).toMatchObject({ code: 1 });
    expect(await cuts("types", "one.cu")).toEqual({ code: 0, out: "one.d.cu.ts: one\n", err: "" });
    expect(readFileSync("one.d.cu.ts", "utf8")).toContain("export const one: Kernel<");
    expect(await cuts("types", "--check", "one.cu")).toEqual({ code: 0, out: "", err: "" });
    writeFileSync("one.cu", KERNEL.replace("float* x", "double* x"));
    expect((await cuts("types", "--check", "one.cu")).err).toBe(
      "error: one.d.cu.ts is not up to date\nTry: cuts types one.cu\n",
    );
  });
});

describe("cuts build", () => {
  it("says what is missing", async () => {
    expect(await cuts("build")).toMatchObject({
      code: 2,
      err: expect.stringContaining("there is no .cu file in src/"),
    });
    writeFileSync("one.cu", KERNEL);
    expect((await cuts("build", "one.cu", "--arch", "sm_90")).err).toContain("Try: cuts build --prebuilt");
    expect((await cuts("build", "missing.cu")).err).toContain("Cannot read the source");
  });

  it("compiles the kernels of src/ for the current device, or into the package", async () => {
    mkdirSync("src");
    writeFileSync("package.json", "{}");
    writeFileSync("src/one.cu", KERNEL);
    expect(await cuts("build", "--prebuilt", "--out", "lib")).toMatchObject({
      code: 0,
      out: "src/one.cu: wasm-lp64\n",
    });
    expect(existsSync("lib/one.cu.js")).toBe(true);
    const built = await cuts("build");
    expect(built).toMatchObject({ code: 0, out: expect.stringMatching(/one\.cu: (?:cpu|cuda:0)\n$/) });
  });
});
