// The other process of sharing.ts: opens each buffer it is sent, tells what is in it and doubles it.

import { type IpcHandle, openIpc } from "../../src/array/array.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";

const twice = kernel(`
  extern "C" __global__ void twice(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
  }`);

process.on("message", async (handle: IpcHandle<"float32">) => {
  using x = openIpc(handle);
  const data = await x.data();
  twice({ threads: x.length }, x, x.length);
  await x.device.synchronize();
  process.send?.({ length: x.length, first: data[0], last: data.at(-1) });
});
