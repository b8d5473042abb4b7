// `.cu` files as modules, from the loader hook to bundles: programs that really import them, on the cpu device, from the package as
// it is published.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build as esbuildBuild } from "esbuild";
import { build as viteBuild } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { esbuild, vite } from "../../src/build/module/plugin.js";
import type { BuiltPackage } from "../package/built-package.js";
import { sharedPackage } from "../package/shared-package.js";

const run = promisify(execFile);

const HEADER = "__device__ float plus(float a, float b) { return a + b; }\n";
const KERNELS = `#include "plus.h"
extern "C" __global__ void add_arrays(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = plus(a[i], b[i]);
}
`;
const LAUNCHER = `${KERNELS}
extern "C" int twice(int n) { add_arrays<<<1, 1>>>(nullptr, nullptr, nullptr, 0); return 2 * n; }
`;
const MAIN = `import { add_arrays } from "./sum.cu";
const out = new Float32Array(3);
await add_arrays.run({ threads: 3 }, Float32Array.of(1, 2, 3), Float32Array.of(4, 5, 6), out, 3);
console.log(out.join());
`;

let folder: string;
let built: BuiltPackage;
let registered: readonly string[];
beforeAll(async () => {
  built = await sharedPackage();
  registered = ["--import", pathToFileURL(join(built.folder, "dist/build/module/register.js")).href];
  folder = await mkdtemp(join(tmpdir(), "cuts-import-"));
  await writeFile(join(folder, "plus.h"), HEADER);
  await writeFile(join(folder, "sum.cu"), KERNELS);
  await writeFile(join(folder, "main.mjs"), MAIN);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await built.remove();
});

/** Runs a program of the folder; its standard output. */
async function node(file: string, ...flags: readonly string[]): Promise<string> {
  const environment = { ...process.env, NODE_OPTIONS: "", CUTS_DEVICE: "cpu" };
  const args = [...flags, join(folder, file)];
  return (await run(process.execPath, args, { cwd: folder, env: environment })).stdout;
}

describe("node --import cuts/register", () => {
  it("imports kernels, and sees an edit at the next start", async () => {
    expect(await node("main.mjs", ...registered)).toBe("5,7,9\n");
    await writeFile(join(folder, "plus.h"), HEADER.replace("a + b", "a * b"));
    try {
      expect(await node("main.mjs", ...registered)).toBe("4,10,18\n");
    } finally {
      await writeFile(join(folder, "plus.h"), HEADER);
    }
  });

  it("imports kernels and functions of the host from one file", async () => {
    await writeFile(join(folder, "both.cu"), LAUNCHER);
    await writeFile(
      join(folder, "both.mjs"),
      `import { twice } from "./both.cu?again";\nconsole.log(twice(21));\n${MAIN.replace("sum.cu", "both.cu")}`,
    );
    expect(await node("both.mjs", ...registered)).toBe("42\n5,7,9\n");
  });

  it("says what is wrong with a file", async () => {
    await writeFile(join(folder, "empty.cu"), "int x;\n");
    await writeFile(join(folder, "empty.mjs"), 'import "./empty.cu";');
    await expect(node("empty.mjs", ...registered)).rejects.toThrow(/Cannot import empty\.cu as a module/);
  });
});

describe("bundles", () => {
  // `cuts` stays outside.
  const outside = (text: string): string => text.replace(/from\s*"cuts"/, `from "${built.index}"`);

  it("of Vite have the source in them", async () => {
    const result = await viteBuild({
      configFile: false,
      root: folder,
      logLevel: "silent",
      plugins: [vite()],
      build: { ssr: join(folder, "main.mjs"), write: false, rollupOptions: { external: ["cuts"] } },
    });
    const { output } = result as unknown as { readonly output: readonly [{ readonly code: string }] };
    await writeFile(join(folder, "vite-bundle.mjs"), outside(output[0].code));
    expect(await node("vite-bundle.mjs")).toBe("5,7,9\n");
  });

  it("of esbuild have the source in them", async () => {
    const { outputFiles } = await esbuildBuild({
      entryPoints: [join(folder, "main.mjs")],
      bundle: true,
      write: false,
      format: "esm",
      external: ["cuts"],
      plugins: [esbuild()],
    });
    await writeFile(join(folder, "esbuild-bundle.mjs"), outside(outputFiles[0]?.text ?? ""));
    expect(await node("esbuild-bundle.mjs")).toBe("5,7,9\n");
  });

  it("refuse functions of the host", async () => {
    await writeFile(join(folder, "refused.cu"), LAUNCHER);
    await writeFile(join(folder, "refused.mjs"), 'import "./refused.cu";');
    const bundled = esbuildBuild({
      entryPoints: [join(folder, "refused.mjs")],
      bundle: true,
      write: false,
      format: "esm",
      external: ["cuts"],
      plugins: [esbuild()],
      logLevel: "silent",
    });
    await expect(bundled).rejects.toThrow(/Cannot bundle refused\.cu: functions of the host/);
  });
});
