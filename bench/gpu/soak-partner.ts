// The other process of soak.ts: adds to the buffer it was sent each time it is its turn.

import { type IpcHandle, type NDArray, openIpc } from "../../src/array/array.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";

const count = kernel('extern "C" __global__ void count(unsigned int* x) { x[threadIdx.x] += 1; }');
let x: NDArray<"uint32"> | undefined;

process.on("message", async (message: IpcHandle<"uint32"> | "turn") => {
  if (message !== "turn") x = openIpc(message);
  else if (x !== undefined) {
    count({ grid: 1, block: 32 }, x);
    await x.device.synchronize();
  }
  process.send?.("done");
});
process.on("disconnect", () => x?.dispose());
