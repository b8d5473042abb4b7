// Addons on the GPU: the tensor extension of the examples, built by nvcc, on the current stream, in order with everything
// else that uses its arrays.

import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { arange, array, ones, zeros } from "../../src/array/array.js";
import type { NDArray } from "../../src/array/ndarray.js";
import { load } from "../../src/build/load.js";
import { type Loaded, loadInfo } from "../../src/build/loaded.js";
import { findCompiler } from "../../src/build/toolchain/compilers.js";
import { device } from "../../src/runtime/devices/devices.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";
import { stream } from "../../src/runtime/order/stream.js";
import { testsOnDevice } from "../addon/on-device.js";
import { noGpu } from "./device.js";

const why =
  noGpu ??
  (findCompiler("cuda") === undefined ? "no nvcc" : undefined) ??
  (findCompiler("c++") === undefined ? "no C++ compiler" : undefined);
const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const gpu = { device: "cuda:0" } as const;

interface Sum {
  sum_cuda(a: NDArray, b: NDArray): NDArray;
}
interface OnGpu {
  slow_add(a: NDArray, cycles: number): NDArray;
  zeros_like(a: NDArray): NDArray;
  fill_later(a: NDArray, value: number): Promise<NDArray>;
  add_in_place_later(a: NDArray, cycles: number): Promise<void>;
  stream(): bigint;
  keep(a: NDArray): void;
  add_kept(a: NDArray): NDArray;
  forget(): void;
}

describe.skipIf(why)(
  `the addon of the cpu device's tests, on a GPU${why === undefined ? "" : ` (${why})`}`,
  () => {
    testsOnDevice("cuda:0", "native");
  },
);

describe.skipIf(why)(`addons on the GPU${why === undefined ? "" : ` (${why})`}`, () => {
  let sum: Loaded<Sum>;
  let on: Loaded<OnGpu>;
  beforeAll(async () => {
    [sum, on] = await Promise.all([
      load<Sum>({
        name: "sum",
        directory: folder("../../examples/tensor-extension"),
        sources: ["wrapper.cpp", "kernel.cu"],
        ...gpu,
      }),
      load<OnGpu>({ directory: folder("fixtures"), sources: ["on-gpu.cu"], ...gpu }),
    ]);
  }, 300_000);

  it("adds arrays that live on the GPU", async () => {
    using a = arange(100_000, gpu);
    using b = ones([100_000], gpu);
    using made = sum.sum_cuda(a, b);
    expect([made.device.id, made.shape, made.dtype]).toEqual(["cuda:0", [100_000], "float32"]);
    expect(await made.item(99_999)).toBe(100_000);
    expect(loadInfo(sum)).toMatchObject({ kind: "addon", toolchain: "native" });
    expect(loadInfo(sum).types).toContain("sum_cuda(a: NDArray, b: NDArray): NDArray;");
  });

  it("refuses what its checks refuse", () => {
    using a = ones([4], gpu);
    using host = ones([4], { device: "cpu" });
    using wide = ones([4], { ...gpu, dtype: "float64" });
    expect(() => sum.sum_cuda(a, host)).toThrow(
      /Cannot call sum_cuda: a and b must be on a GPU \(got cuda:0 and cpu\)/,
    );
    expect(() => sum.sum_cuda(a, ones([5], gpu))).toThrow(/one shape \(got \[4\] and \[5\]\)/);
    expect(() => sum.sum_cuda(wide, wide)).toThrow(/must be float32 here \(got float64\)/);
    const gone = ones([4], gpu);
    gone.dispose();
    expect(() => sum.sum_cuda(a, gone)).toThrow(/must not be disposed/);
  });

  it("works on the current stream, after the work of other streams on its arrays", async () => {
    using s = stream(gpu);
    using t = stream(gpu);
    expect(on.stream()).toBe(0n);
    using x = ones([1 << 16], gpu);
    let slow: NDArray | undefined;
    let after: NDArray | undefined;
    const first = s.run(() => {
      expect(on.stream()).not.toBe(0n);
      slow = on.slow_add(x, 20_000_000);
    });
    const second = t.run(() => {
      // Written on the other stream, where it takes a hundredth of a second.
      after = sum.sum_cuda(slow as NDArray, x);
    });
    await Promise.all([first, second]);
    expect([await slow?.min().item(), await after?.max().item()]).toEqual([2, 3]);
    slow?.dispose();
    after?.dispose();
  });

  it("comes after a kernel that is still being compiled", async () => {
    using x = zeros([1024], gpu);
    const set = kernel(
      `extern "C" __global__ void set_to_five_${Date.now()}(float* x) { x[threadIdx.x] = 5; }`,
      gpu,
    );
    set({ grid: 1, block: 1024 }, x);
    using made = sum.sum_cuda(x, x);
    expect(await made.min().item()).toBe(10);
  });

  it("has zeros in the order of the stream, and memory of the pool", async () => {
    using x = ones([1 << 20], gpu);
    for (let i = 0; i < 20; i++) {
      sum.sum_cuda(x, x).dispose();
      using z = on.zeros_like(x);
      using made = sum.sum_cuda(z, x);
      expect(await made.max().item()).toBe(1);
    }
    const { liveBytes } = device("cuda:0").memory();
    for (let i = 0; i < 1000; i++) sum.sum_cuda(x, x).dispose();
    expect(device("cuda:0").memory().liveBytes).toBe(liveBytes);
  });

  it("runs async functions in order with the work around them", async () => {
    using x = ones([1 << 16], gpu);
    const later = on.add_in_place_later(x, 10_000_000);
    x.addInplace(10);
    x.mulInplace(2);
    await later;
    expect(await x.max().item()).toBe(24);
    using made = await on.fill_later(x, 7);
    expect([await made.min().item(), await made.max().item()]).toEqual([7, 7]);
  });

  it("lets whoever blocks wait for an async function", () => {
    using x = ones([1 << 16], gpu);
    const later = on.fill_later(x, 3);
    expect(x.max().itemSync()).toBe(1);
    return expect(later).resolves.toMatchObject({ shape: [1 << 16] });
  });

  it("orders the use of a tensor that was kept", async () => {
    const x = array([1, 2, 3, 4], gpu);
    on.keep(x);
    x.mulInplace(10);
    x.dispose();
    using y = ones([4], gpu);
    using s = stream(gpu);
    let made: NDArray | undefined;
    await s.run(() => {
      made = on.add_kept(y);
    });
    expect(await made?.tolist()).toEqual([11, 21, 31, 41]);
    made?.dispose();
    on.forget();
  });
});
