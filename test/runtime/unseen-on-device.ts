// A program whose work fails on a device, and nobody awaits it; the test of unseen errors runs it. Its arguments are what
// goes wrong, on which device, and whether there is a handler for it.

import * as cu from "../../src/index.js";

const [what = "", device = "cpu", handled] = process.argv.slice(2);
const wrong: Readonly<Record<string, () => void>> = {
  trap: () => {
    const k = cu.kernel('extern "C" __global__ void k(float* x) { x[0] = 1; __trap(); }', { device });
    k({ threads: 1 }, cu.zeros([1], { device }));
  },
  compile: () => {
    const k = cu.kernel('extern "C" __global__ void k(float* x) { x[0] = y; }', { device });
    k({ threads: 1 }, cu.zeros([1], { device }));
  },
  index: () => {
    cu.arange(3, { device }).take(cu.array([9], { dtype: "int64", device }));
  },
  singular: () => {
    cu.linalg.inv(cu.zeros([2, 2], { device }));
  },
  nothing: () => {
    cu.arange(3, { device }).add(1);
  },
};
if (handled !== undefined) {
  process.on("uncaughtException", (error: Error & { code?: string }) => console.log("handled", error.code));
  void cu
    .zeros([4], { device })
    .data()
    .then(() => console.log("read"));
}
wrong[what]?.();
console.log("the last line");
