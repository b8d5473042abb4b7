// Kernels, parameters and variables may have any name that C++ has: of other letters, and of what JavaScript's objects inherit.
import { describe, expect, it } from "vitest";
import { module, withDevice } from "../../src/index.js";

describe.each([
  ["letters of other alphabets", { kernel: "größe", parameter: "λ", variable: "γ", record: "точка" }],
  [
    "names that objects inherit",
    { kernel: "constructor", parameter: "valueOf", variable: "toString", record: "__proto__" },
  ],
])("%s", (_, { kernel, parameter, variable, record }) => {
  const source = `struct ${record} { int ${parameter}; };
    __device__ int ${variable};
    __device__ int twice(${record} r) { return 2 * r.${parameter}; }
    extern "C" __global__ void ${kernel}(int* out, ${record} ${parameter}, int n) {
      __shared__ int box[32];
      box[threadIdx.x] = twice(${parameter}) + threadIdx.x;
      __syncthreads();
      if (threadIdx.x == 0) ${variable} = n;
      out[threadIdx.x] = box[31 - threadIdx.x];
    }`;

  it("name a kernel, its parameters and the module's variables", async () => {
    await withDevice("cpu", async () => {
      using m = module(source);
      const out = new Int32Array(32);
      await m.kernel(kernel).run({ grid: 1, block: 32 }, out, { [parameter]: 5 }, 7);
      expect([...out]).toEqual(Array.from({ length: 32 }, (__, i) => 41 - i));
      expect([...(await m.global(variable).data())]).toEqual([7]);
    });
  });

  it("are no kernels of modules without them", async () => {
    await withDevice("cpu", async () => {
      using m = module(`extern "C" __global__ void k(int* x) {}` as string);
      expect(() => m.kernel(kernel)).toThrow(expect.objectContaining({ code: "CUTS_KERNEL_UNKNOWN" }));
    });
  });
});
