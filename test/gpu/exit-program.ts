// A program that ends with everything alive and work under way; faults.test.ts looks at how.

import { buffer, managed } from "../../src/array/array.js";
import { withDevice } from "../../src/runtime/devices/devices.js";
import { graph } from "../../src/runtime/graphs/graph.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";
import { pinned } from "../../src/runtime/memory/pinned.js";
import { stream } from "../../src/runtime/order/stream.js";
import "./device.js";

const spin = kernel(`
  extern "C" __global__ void spin(float* x, long long clocks) {
    long long start = clock64();
    while (clock64() - start < clocks) { }
    x[threadIdx.x] += 1;
  }`);

await withDevice("cuda:0", async () => {
  const streams = Array.from({ length: 20 }, () => stream());
  const x = buffer("float32", 1 << 20);
  const host = pinned("float32", 1 << 20);
  const shared = managed("float32", 1 << 16);
  const g = graph(() => {
    x.set(host);
    spin({ grid: 1, block: 32 }, x, 1_000_000);
  });
  g.launch();
  for (const s of streams) {
    const own = buffer("float32", 1024, { stream: s });
    spin({ grid: 1, block: 32, stream: s }, own, 100_000_000);
    s.record();
  }
  spin({ grid: 1, block: 32 }, shared, 100_000_000);
  await spin.ready();
  void x.data();
  process.stdout.write("alive");
  if (process.argv[2] === "exit") process.exit(0);
  if (process.argv[2] === "wait") await new Promise((resolve) => setTimeout(resolve, 60_000));
  if (process.argv[2] === "throw") throw new Error("the program's own error");
});
