// What the cpu device refuses though clang's own words, or its failure, would not say so: each with its line.

import { describe, expect, it } from "vitest";
import { CpuKernels } from "./cpu-kernels.js";

const CASES = [
  {
    what: "a thread-local variable of the device",
    source: `// not the thread_local of this line
      __device__ thread_local int own;
      extern "C" __global__ void k(int* out) { out[0] = own; }`,
    message: "thread-local storage (thread_local) is not supported in device code",
    place: "kernel.cu:2:18",
  },
  {
    what: "a thread-local variable of a function",
    source: `extern "C" __global__ void k(int* out) {
        static thread_local int own;
        out[0] = ++own;
      }`,
    message: "thread-local storage (thread_local) is not supported in device code",
    place: "kernel.cu:2:16",
  },
  {
    what: "a computed goto",
    source: `extern "C" __global__ void k(int* out, int n) {
        void* labels[] = {&&one, &&two};
        goto *labels[n & 1];
      one:
        out[0] = 1;
        return;
      two:
        out[0] = 2;
      }`,
    message: "a computed goto (goto *address) is not supported on the cpu device",
    place: "kernel.cu:3:15",
  },
  {
    what: "a static variable that is not initialized by a constant",
    source: `extern "C" __global__ void k(int* out, int n) {
        static int own = n * 2;
        out[0] = ++own;
      }`,
    message: "dynamic initialization of a static variable is not supported in device code",
    place: "kernel.cu:2:9",
  },
  {
    what: "alloca where threads wait for each other",
    source: `extern "C" __global__ void k(int* out, int n) {
        volatile int* room = (int*)alloca(n * 4);
        room[n - 1] = threadIdx.x;
        __syncthreads();
        out[threadIdx.x] = room[n - 1];
      }`,
    message:
      "alloca, or an array of variable length, is not supported on the cpu device in a kernel whose threads wait for each other",
    place: "kernel.cu:2:36",
  },
];

describe("the cpu device refuses", () => {
  it.each(CASES)("$what", async ({ source, message, place }) => {
    const kernels = new CpuKernels(source);
    await expect(kernels.ready).rejects.toMatchObject({
      code: "CUTS_COMPILE",
      message: expect.stringMatching(/^Cannot compile [\w. ]+: /),
      log: `${place}: error: ${message}`,
    });
    kernels.dispose();
  });
});
