// A program whose work fails on a device, and nobody awaits it; the test of unseen errors runs it. Its arguments are what
// goes wrong, on which device, and whether there is a handler for it or it ends by process.exit(0).

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
  streams: () => {
    const k = cu.kernel('extern "C" __global__ void k(float* x) { x[0] = 1; __trap(); }', { device });
    for (const stream of [cu.stream({ device }), cu.stream({ device })]) {
      k({ threads: 1, stream }, cu.zeros([1], { device }));
      stream.dispose();
    }
  },
  loop: () => {
    // Too long for the calling thread: it is under way when the process ends.
    const source = `extern "C" __global__ void k(float* x, int n) {
      for (int i = 0; i < n; i++) x[i % 8] += 1;
      if (x[0] > 0) __trap();
    }`;
    cu.kernel(source, { device })({ threads: 1 }, cu.zeros([8], { device }), 10_000_000);
  },
  index: () => {
    cu.arange(3, { device }).take(cu.array([9], { dtype: "int64", device }));
  },
  singular: () => {
    cu.linalg.inv(cu.zeros([2, 2], { device }));
  },
  reset: () => {
    // Two streams: whoever awaited one of them would not know of the other.
    const spin = 'extern "C" __global__ void k(volatile float* x) { while (x[0] < 1) {} }';
    for (let i = 0; i < 2; i++) {
      cu.kernel(spin, { device })({ threads: 1, stream: cu.stream({ device }) }, cu.zeros([1], { device }));
    }
    cu.device(device).reset();
  },
  nothing: () => {
    cu.arange(3, { device }).add(1);
  },
};
if (handled === "handled") {
  process.on("uncaughtException", (error: Error & { code?: string }) => console.log("handled", error.code));
  void cu
    .zeros([4], { device })
    .data()
    .then(() => console.log("read"));
}
wrong[what]?.();
console.log("the last line");
if (handled === "exit") process.exit(0);
