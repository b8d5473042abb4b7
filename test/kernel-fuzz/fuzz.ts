// `npm run fuzz:kernels -- FIRST LAST`: random CUDA kernels on the default device, against what g++ makes of them.
//
//   FIRST LAST              the seeds, the last one left out
//   --generator NAME        values (values.py) or control (control.py); both by default
//   --gpu FOLDER            runs nothing here: writes the kernels and what they must compute, for `sh FOLDER/run-on-gpu.sh` on a
//                           machine that has a GPU and nvcc, and needs nothing else
//
// A seed is always the same kernel. CUTS_CPU_THREADS=1 and 7 run the same kernels with other orders of blocks. The exit code is 1 when a
// kernel computes something else or is refused. It needs python3 and g++.

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as cu from "../../src/index.js";
import { kernelInputs } from "./kernel-inputs.js";
import { expectedResults, makeKernels, type RandomKernel } from "./oracle.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { generator: { type: "string" }, gpu: { type: "string" } },
});
const generators = values.generator === undefined ? ["values", "control"] : [values.generator];
const [first = Number.NaN, last = Number.NaN] = positionals.map(Number);
if (!(first < last) || generators.some((name) => name !== "values" && name !== "control")) {
  console.error("Usage: npm run fuzz:kernels -- FIRST LAST [--generator values|control] [--gpu FOLDER]");
  process.exit(2);
}

const KERNELS_A_LINE = 50;

const folder = mkdtempSync(join(tmpdir(), "cuts-fuzz-"));
let agreed = 0;
let failed = 0;
try {
  for (const generator of generators) {
    const kernels = makeKernels(generator, first, last, folder);
    for (const [kernel, expected] of expectedResults(kernels, folder)) {
      if (values.gpu !== undefined) {
        writeForGpu(values.gpu, `${generator}-${kernel.seed}`, kernel, expected);
        continue;
      }
      const wrong = await compare(kernel, expected);
      if (wrong === undefined) agreed++;
      else {
        failed++;
        console.log(`${generator} ${kernel.seed}: ${wrong}`);
      }
      if ((kernel.seed - first + 1) % KERNELS_A_LINE === 0) {
        console.log(
          `${generator} up to seed ${kernel.seed}: ${agreed} agree, ${failed} differ or are refused`,
        );
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.gpu === undefined) console.log(`${agreed} agree, ${failed} differ or are refused`);
else console.log(`Run sh ${join(values.gpu, "run-on-gpu.sh")} on a machine with a GPU and nvcc.`);
process.exitCode = failed === 0 ? 0 : 1;

/** What is wrong with a kernel, in words. */
async function compare({ source, grid, block }: RandomKernel, expected: Buffer): Promise<string | undefined> {
  const { inputs, outputs } = kernelInputs([...grid, ...block].reduce((product, n) => product * n));
  try {
    using module = cu.module(source);
    const [o32, o64, acc, acc64] = outputs;
    const { gi, gf, gl, sp } = inputs;
    await module.kernel("k").run({ grid, block }, gi, gf, gl, o32, o64, acc, acc64, sp, 5, 77, 1.25);
  } catch (error) {
    return (error as Error).message;
  }
  const results = Buffer.concat(outputs.map((x) => Buffer.from(x.buffer)));
  const at = results.findIndex((byte, i) => byte !== expected[i]);
  return at < 0 && results.length === expected.length ? undefined : `differs at byte ${at}`;
}

function writeForGpu(
  target: string,
  name: string,
  { source, grid, block }: RandomKernel,
  expected: Buffer,
): void {
  mkdirSync(target, { recursive: true });
  for (const file of ["inputs.h", "gpu-main.cuh", "run-on-gpu.sh"])
    copyFileSync(fileURLToPath(new URL(file, import.meta.url)), join(target, file));
  const includes = "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n";
  const shape = `#define FUZZ_GRID ${grid.join(", ")}\n#define FUZZ_BLOCK ${block.join(", ")}\n`;
  writeFileSync(join(target, `${name}.cu`), `${includes}${shape}${source}\n#include "gpu-main.cuh"\n`);
  writeFileSync(join(target, `${name}.out`), expected);
}
