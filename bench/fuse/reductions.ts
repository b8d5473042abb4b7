// What is fused into a reduction on a GPU, against the same operations one by one: times of one call, and bytes it must read.
// Run: BENCH_SOURCE=1 tsx bench/fuse/reductions.ts

import type { NDArray } from "../../src/index.js";
import { cu } from "../lib/package.js";

const random = cu.random.generator(1);
const normal = (...shape: number[]): NDArray => random.normal(shape);
const [rows, wide, scores] = [normal(8192, 256), normal(8192, 4096), normal(32, 4, 256, 256)];
const [row, table] = [normal(256), normal(50_000, 256)];
const places = random.integers(0, 50_000, [32, 256], { dtype: "int64" });
const cases: Readonly<Record<string, readonly [(...args: NDArray[]) => NDArray, ...NDArray[]]>> = {
  "(a * b).sum(1), [8192, 256]": [(a, b) => a.mul(b).sum(1), rows, row],
  "(a * b).sum(0), [8192, 256]": [(a, b) => a.mul(b).sum(0), rows, rows],
  "(a * b).sum(0, 1), [8192, 256]": [(a, b) => a.mul(b).sum(), rows, rows],
  "(a * b).sum(1), [8192, 4096]": [(a, b) => a.mul(b).sum(1), wide, wide],
  "(a * b).sum(0), [8192, 4096]": [(a, b) => a.mul(b).sum(0), wide, wide],
  "a.square().mean(), [8192, 4096]": [(a) => a.square().mean(), wide],
  "norm, [8192, 256]": [
    (a, b) => a.div(a.square().mean({ axis: -1, keepdims: true }).add(1e-6).sqrt()).mul(b),
    rows,
    row,
  ],
  "softmax by hand, [32, 4, 256, 256]": [
    (a) => {
      const raised = a.sub(a.max({ axis: -1, keepdims: true })).exp();
      return raised.div(raised.sum({ axis: -1, keepdims: true }));
    },
    scores,
  ],
  "gradient of softmax, [32, 4, 256, 256]": [
    (a, b) => {
      const products = a.mul(b);
      return products.sub(b.mul(products.sum({ axis: -1, keepdims: true })));
    },
    scores,
    scores,
  ],
  "take + add, [32, 256, 256]": [(a, i, b) => a.take(i, { axis: 0 }).add(b), table, places, row],
  "take + mean, [32, 256, 256]": [(a, i) => a.take(i, { axis: 0 }).square().mean(1), table, places],
};

for (const [name, [f, ...args]] of Object.entries(cases)) {
  const fused = cu.fuse(f);
  const plain = (): void => cu.scope(() => void f(...args));
  const times = [plain, () => fused(...args).dispose()].map((run) => {
    for (let k = 0; k < 20; k++) run();
    cu.device().synchronizeSync();
    const rounds = Array.from({ length: 7 }, () => {
      const begin = performance.now();
      for (let k = 0; k < 100; k++) run();
      cu.device().synchronizeSync();
      return (performance.now() - begin) * 10;
    });
    return rounds.toSorted((a, b) => a - b)[3] as number;
  });
  const [own = 0, other = 0] = times;
  console.log(`${name}: plain ${own.toFixed(1)} µs, fused ${other.toFixed(1)} µs`);
}
