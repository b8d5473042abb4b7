// The built package has its built-in kernels compiled: using arrays on the cpu starts no compiler, and no process at all.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtinGroups } from "../../src/array/catalogue.js";
import { shipKernels, type ShippedTotals } from "../../tools/ship-kernels.js";
import { type BuiltPackage, buildPackage } from "./built-package.js";

let built: BuiltPackage;
let totals: ShippedTotals;

beforeAll(async () => {
  built = await buildPackage();
  // Two groups stand for all: compiling every one takes minutes, and `npm run build` does it.
  const some = builtinGroups().filter(({ name }) => name === "copy" || name === "arithmetic.float32");
  totals = await shipKernels(join(built.folder, "dist"), some);
});
afterAll(() => built.remove());

/** Runs a program against the built package with an empty cache; says which processes it started. */
async function run(program: string): Promise<{ started: string[]; result: unknown; hasCache: boolean }> {
  const script = `
    import childProcess from "node:child_process";
    import { syncBuiltinESMExports } from "node:module";
    const started = [];
    for (const name of ["spawn", "spawnSync", "fork", "exec", "execSync", "execFile", "execFileSync"]) {
      const original = childProcess[name];
      childProcess[name] = (...args) => { started.push(name); return original(...args); };
    }
    syncBuiltinESMExports();
    const cu = await import(process.argv[1]);
    const result = await (async () => { ${program} })();
    console.log(JSON.stringify({ started, result }));
    process.exit(0);
  `;
  const cache = join(built.folder, "cache");
  // A compiler that it shares with others would be started by nobody.
  const env = { ...process.env, CUTS_DEVICE: "cpu", CUTS_CACHE_DIR: cache, CUTS_COMPILER: "" };
  const args = ["--input-type=module", "--eval", script, built.index];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return { ...(JSON.parse(stdout) as { started: string[]; result: unknown }), hasCache: existsSync(cache) };
}

describe("the kernels that are shipped", () => {
  it("run without a compiler", async () => {
    const { started, result, hasCache } = await run(`
      const x = cu.arange(6).reshape(2, 3);
      return [x.T.add(x.T).tolistSync(), await cu.subtract(1, x).mul(x.slice([1])).tolist()];
    `);
    expect(result).toEqual([
      [
        [0, 6],
        [2, 8],
        [4, 10],
      ],
      [
        [3, 0, -5],
        [-6, -12, -20],
      ],
    ]);
    expect(started).toEqual([]);
    expect(hasCache).toBe(false);
  });

  it("would start one if they were not there", async () => {
    const { started } = await run(`
      cu.array([1, 2]).less(2);
      for (let tries = 0; started.length === 0 && tries < 3000; tries++) await new Promise((next) => setTimeout(next, 20));
    `);
    expect(started).not.toEqual([]);
  });

  it("are small", () => {
    expect(totals.groups).toBe(2);
    // Each has its rows twice: for addresses that are near, and for those that are asked for one by one.
    expect(totals.byteLength / totals.kernels).toBeLessThan(2304);
  });
});
