// Device memory: what is written is what is read, whatever the dtype, size and place.

import { expect } from "vitest";
import { type DType, dtypeNames, dtypes } from "../../src/core/dtype.js";
import { buffer } from "../../src/array/array.js";
import { device } from "../../src/runtime/devices/devices.js";
import { Random } from "../kernels/random.js";
import type { Suite } from "./suite.js";

/** Bytes that look random; a seed is a start. */
function bytes(count: number, seed: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(count / 4));
  for (let i = 0, word = seed; i < words.length; i++) {
    word = (Math.imul(word, 1664525) + 1013904223) >>> 0;
    words[i] = word ^ (word >>> 16);
  }
  return new Uint8Array(words.buffer, 0, count);
}

function elements(dtype: DType, length: number) {
  const { TypedArray, byteLength, lanes } = dtypes[dtype];
  const data = new TypedArray(bytes(length * byteLength, length).buffer, 0, length * lanes);
  // Truth values are 0 and 1 in every array.
  return dtype === "bool" ? (data as Uint8Array).map((byte) => byte & 1) : data;
}

export function memorySuite(suite: Suite): void {
  for (const dtype of dtypeNames) {
    suite.test(`${dtype} comes back as it went`, async () => {
      for (const length of [1, 3, 257, 4096]) {
        const data = elements(dtype, length);
        using x = buffer(dtype, data as never);
        expect(await x.data()).toEqual(data);
        expect(x.dataSync()).toEqual(data);
      }
    });
  }

  suite.test("an empty array is one", async () => {
    using x = buffer("float32", 0);
    x.fill(1);
    x.set([]);
    expect(await x.data()).toEqual(new Float32Array(0));
    expect(x.dataSync()).toHaveLength(0);
  });

  suite.test("16 MiB go there and back", async () => {
    const data = new Uint32Array(bytes(1 << 24, 7).buffer);
    using x = buffer("uint32", data);
    expect(Buffer.compare(Buffer.from((await x.data()).buffer), Buffer.from(data.buffer))).toBe(0);
  });

  suite.test("data may be changed as soon as it is given", async () => {
    const data = Int32Array.of(1, 2, 3);
    using x = buffer("int32", data);
    data.fill(0);
    using y = buffer("int32", 3);
    const more = Int32Array.of(4, 5, 6);
    y.set(more);
    more.fill(0);
    expect(await x.data()).toEqual(Int32Array.of(1, 2, 3));
    expect(await y.data()).toEqual(Int32Array.of(4, 5, 6));
  });

  suite.test("fills of 1, 2, 4, 8 and 16 bytes reach exactly their elements", async () => {
    const cases: readonly [DType, unknown][] = [
      ["uint8", 0xa5],
      ["int16", -12345],
      ["float32", Math.fround(Math.PI)],
      ["int64", -(2n ** 40n) - 3n],
      ["complex128", { re: Math.E, im: -1 }],
    ];
    for (const [dtype, value] of cases) {
      for (const length of [1, 5, 1023]) {
        const before = elements(dtype, length + 2);
        using x = buffer(dtype, before as never);
        using middle = x.subarray(1, -1);
        middle.fill(value as never);
        const after = await x.data();
        const { lanes } = dtypes[dtype];
        expect(after.subarray(0, lanes)).toEqual(before.subarray(0, lanes));
        expect(after.subarray(-lanes)).toEqual(before.subarray(-lanes));
        using one = buffer(dtype, [value] as never);
        const pattern = await one.data();
        for (let i = 0; i < length * lanes; i++) expect(after[lanes + i]).toBe(pattern[i % lanes]);
      }
    }
  });

  suite.test("a part is written without touching its neighbours", async () => {
    using x = buffer("uint8", 1000);
    x.fill(1);
    x.set([2, 3, 4], 500);
    const expected = new Uint8Array(1000).fill(1);
    expected.set([2, 3, 4], 500);
    expect(await x.data()).toEqual(expected);
  });

  suite.test("views share memory and keep it alive", async () => {
    const x = buffer("int32", [0, 1, 2, 3, 4]);
    using view = x.subarray(2, 4);
    x.set([9], 3);
    x.dispose();
    expect(await view.data()).toEqual(Int32Array.of(2, 9));
    view.fill(-1);
    expect(view.dataSync()).toEqual(Int32Array.of(-1, -1));
  });

  suite.test("writes happen in the order they are given", async () => {
    using x = buffer("int32", 1);
    for (let i = 0; i < 100; i++) {
      if (i % 2 === 0) x.set([i]);
      else x.fill(i);
    }
    expect(await x.data()).toEqual(Int32Array.of(99));
  });

  suite.test("a host view, where there is one, is the memory itself", async () => {
    using x = buffer("float32", [1, 2, 3]);
    await x.data();
    if (!x.isHostVisible) {
      expect(() => x.hostView()).toThrow(expect.objectContaining({ code: "CUTS_HOST_VIEW" }));
      return;
    }
    x.hostView()[1] = 7;
    expect(await x.data()).toEqual(Float32Array.of(1, 7, 3));
  });

  suite.test("memory() counts what lives", () => {
    const before = device().memory().liveBytes;
    const x = buffer("uint8", 1 << 20);
    expect(device().memory().liveBytes - before).toBeGreaterThanOrEqual(1 << 20);
    x.dispose();
    expect(device().memory().liveBytes).toBe(before);
    expect(device().memory().totalBytes).toBeGreaterThan(0);
  });

  suite.test("out of memory is an error that states sizes and loses nothing", async () => {
    using kept = buffer("int32", [42]);
    const tooMuch = device().properties.totalMemoryBytes * 2;
    const allocate = (): unknown => buffer("uint8", tooMuch);
    expect(allocate).toThrow(expect.objectContaining({ code: "CUTS_OUT_OF_MEMORY" }));
    expect(allocate).toThrow(/Cannot allocate .*cudaErrorMemoryAllocation/s);
    using next = buffer("int32", [43]);
    expect([...(await kept.data()), ...(await next.data())]).toEqual([42, 43]);
  });

  suite.test("two thousand arrays come and go without growth", () => {
    const before = device().memory();
    const random = new Random(3);
    const live = Array.from({ length: 16 }, () => buffer("uint8", 1));
    for (let i = 0; i < 2000; i++) {
      const at = i % live.length;
      live[at]?.dispose();
      live[at] = buffer("uint8", random.integer(1, 20_000));
    }
    for (const x of live) x.dispose();
    const after = device().memory();
    expect(after.liveBytes).toBe(before.liveBytes);
    expect(after.cachedBytes + after.liveBytes).toBeLessThan(
      before.cachedBytes + before.liveBytes + (8 << 20),
    );
  });
}
