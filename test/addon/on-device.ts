// What an addon with kernels in it must do, wherever they run: the tests of fixtures/on-device.cu, for the cpu device and for a GPU.

import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { arange, array, ones, zeros } from "../../src/array/array.js";
import "../../src/array/methods.js";
import type { NDArray } from "../../src/array/ndarray.js";
import { load } from "../../src/build/load.js";
import { type Loaded, loadInfo } from "../../src/build/loaded.js";
import { stream } from "../../src/runtime/order/stream.js";

interface Total extends Disposable {
  add(x: NDArray): void;
  value(): NDArray;
}

export interface OnDevice {
  add_scaled(x: NDArray, y: NDArray, a?: number): void;
  transposed(x: NDArray): NDArray<"float32">;
  doubled(values: readonly number[] | Float32Array): number[];
  sum(x: NDArray): number;
  to_host(x: NDArray): number[];
  memory_type(x: NDArray): bigint;
  stream(): bigint;
  ignore_an_error(x: NDArray): void;
  fault(x: NDArray): void;
  crash(): void;
  add_later(x: NDArray): Promise<NDArray>;
  readonly Total: new (size: number) => Total;
}

/** Loads the fixture for a device. */
export function loadOnDevice(device: string): Promise<Loaded<OnDevice>> {
  const sources = fileURLToPath(new URL("fixtures/on-device.cu", import.meta.url));
  return load<OnDevice>({ sources, device, onProgress: () => {} });
}

/** Adds the tests of an addon that was loaded for a device. */
export function testsOnDevice(id: string, toolchain: "native" | "wasm"): void {
  const on = { device: id };
  let addon: Loaded<OnDevice>;
  beforeAll(async () => {
    addon = await loadOnDevice(id);
  }, 300_000);
  afterAll(() => addon.dispose());

  it("tells how it was built, and its types", () => {
    expect(loadInfo(addon)).toMatchObject({ kind: "addon", toolchain, device: id, name: "on-device" });
    expect(loadInfo(addon).types).toContain("add_scaled(x: NDArray, y: NDArray, a?: number): void;");
  });

  it("launches kernels on arrays that are there", async () => {
    using x = arange(1000, on);
    using y = ones([1000], on);
    addon.add_scaled(x, y, 2);
    addon.add_scaled(y, x);
    expect([await y.item(999), await x.item(999)]).toEqual([1999, 2998]);
    using strided = arange(40 * 50, on).reshape(40, 50);
    using turned = addon.transposed(strided);
    expect(await turned.equal(strided.transpose()).all().item()).toBe(true);
  });

  it("uses memory of its own, streams of its own, thrust, and copies to the host", async () => {
    expect([addon.doubled([1, 2, 3]), addon.doubled(Float32Array.of(0.5))]).toEqual([[2, 4, 6], [1]]);
    using x = arange(100, on);
    expect([addon.sum(x), addon.to_host(x).slice(97)]).toEqual([4950, [97, 98, 99]]);
  });

  it("knows what memory an array is in", () => {
    using x = ones([4], on);
    // cudaMemoryTypeDevice.
    expect(addon.memory_type(x)).toBe(2n);
  });

  it("works on the current stream, in order with everything else", async () => {
    expect(addon.stream()).toBe(0n);
    using s = stream(on);
    using x = zeros([1 << 16], on);
    using y = ones([1 << 16], on);
    await s.run(() => {
      expect(addon.stream()).not.toBe(0n);
      for (let i = 0; i < 10; i++) {
        x.addInplace(1);
        addon.add_scaled(y, x, 1);
      }
    });
    x.addInplace(1);
    expect([await x.min().item(), await x.max().item()]).toEqual([21, 21]);
  });

  it("keeps what it made in an object of a class", async () => {
    using total = new addon.Total(3);
    using x = array([1, 2, 3], on);
    total.add(x);
    total.add(x);
    using value = total.value();
    expect(await value.tolist()).toEqual([2, 4, 6]);
  });

  it("runs async functions in order", async () => {
    using x = ones([1000], on);
    const later = addon.add_later(x);
    x.mulInplace(10);
    using made = await later;
    expect([await made.max().item(), await x.min().item()]).toEqual([3, 10]);
  });

  it("tells what is wrong", () => {
    using x = ones([4], on);
    using other = ones([5], on);
    expect(() => addon.add_scaled(x, other)).toThrow(
      /^Cannot call add_scaled: x and y must have one shape \(got \[4\] and \[5\]\) \(on-device\.cu:\d+\)$/,
    );
    expect(() => addon.add_scaled(x, x.astype("float64"))).toThrow(/must be float32 here \(got float64\)/);
    expect(() => addon.ignore_an_error(x)).toThrow(/launch of CUDA in it failed and it went on: cudaError/);
    // Nothing is left of that.
    addon.add_scaled(x, x);
  });
}
