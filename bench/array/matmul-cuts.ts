// CuTS on the cpu device as a contender of matmul.bench.ts: the same requests as matmul-numpy.py. Its threads are CUTS_CPU_THREADS.

import { createInterface } from "node:readline";
import * as cu from "../../src/index.js";

let kept: { key: string; a: cu.NDArray; b: cu.NDArray } | undefined;
console.log(`ready CuTS ${cu.cutsVersion()}`);
for await (const line of createInterface({ input: process.stdin })) {
  const [dtype = "float32", size = "1", count = "1"] = line.split(" ");
  const n = Number(size);
  const key = `${dtype} ${n}`;
  if (kept?.key !== key) {
    const make = (seed: number): cu.NDArray =>
      cu
        .array(Float32Array.from({ length: n * n }, (_, i) => ((i * 7919 + seed) % 1009) / 1009))
        .astype(dtype as "float32")
        .reshape(n, n);
    kept = { key, a: make(1), b: make(2) };
    cu.matmul(kept.a, kept.b).dispose();
    await cu.device().synchronize();
  }
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < Number(count); i++) {
    const start = performance.now();
    cu.matmul(kept.a, kept.b).dispose();
    // As NumPy does: the result is there before the next one begins.
    cu.device().synchronizeSync();
    best = Math.min(best, performance.now() - start);
  }
  console.log(best * 1e6);
}
process.exit();
