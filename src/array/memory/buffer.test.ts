import { inspect } from "node:util";
import { describe, expect, expectTypeOf, it } from "vitest";
import { registerFake } from "../../../test/runtime/fake-backend.js";
import { arrayArgument } from "../../core/array-argument.js";
import type { DType } from "../../core/dtype.js";
import { DisposedError } from "../../core/errors.js";
import { buffer } from "../array.js";
import { device, withDevice } from "../../runtime/devices/devices.js";

const fake = registerFake("fake:0");
registerFake("other:0");
const host = registerFake("host:0", { isHostVisible: true });
const on = { device: "fake:0" };

describe("buffer()", () => {
  it("holds what it is given and gives it back as a copy", async () => {
    const data = Float32Array.of(1, 2, 3);
    using x = buffer("float32", data, on);
    data[0] = 9;
    expect(x).toMatchObject({ dtype: "float32", length: 3, shape: [3], byteLength: 12 });
    expect(x.device.id).toBe("fake:0");
    const read = await x.data();
    expectTypeOf(read).toEqualTypeOf<Float32Array>();
    expect(read).toEqual(Float32Array.of(1, 2, 3));
    expect(x.dataSync()).toEqual(read);
    expect(inspect(x)).toBe("NDArray float32[3] on fake:0 [1. 2. 3.]");
  });

  it.each<[DType, readonly unknown[], ArrayLike<number | bigint>]>([
    ["bool", [true, false], [1, 0]],
    ["int8", [-128, 127], [-128, 127]],
    ["uint32", [0, 2 ** 32 - 1], [0, 2 ** 32 - 1]],
    ["int64", [-1, 2n ** 62n], [-1n, 2n ** 62n]],
    ["uint64", [2 ** 53 - 1, 2n ** 64n - 1n], [2n ** 53n - 1n, 2n ** 64n - 1n]],
    ["float16", [1, -2.5], [0x3c00, 0xc100]],
    ["bfloat16", [1, -2.5], [0x3f80, 0xc020]],
    ["float64", [0.1, Number.NaN], [0.1, Number.NaN]],
    ["complex64", [1, { re: 2, im: -3 }], [1, 0, 2, -3]],
    ["complex128", [{ re: 0.1, im: 0.2 }], [0.1, 0.2]],
  ])("takes a list of %s", async (dtype, list, stored) => {
    using x = buffer(dtype, list as never, on);
    expect(x.length).toBe(list.length);
    expect(Array.from<unknown>(await x.data())).toEqual(Array.from(stored));
  });

  it.each<[DType, unknown, string]>([
    [
      "int8",
      [1, 128],
      "Cannot use the data of an array[1] as int8: it must be between -128 and 127 (got 128)",
    ],
    ["uint8", [-1], "it must be between 0 and 255 (got -1)"],
    ["int32", [1.5], "it must be a whole number (got 1.5)"],
    ["int32", [Number.NaN], "it must be a whole number (got NaN)"],
    ["int64", [2 ** 53], "a number from 2^53 on may have lost digits"],
    ["float32", ["1"], 'it must be a number (got "1")'],
    ["float32", [1n], "it must be a number (got 1n)"],
    ["bool", [2], "it must be true, false, 0 or 1 (got 2)"],
    ["complex64", ["i"], "it must be a number or { re, im }"],
    ["float32", new Float64Array(2), "it must be a Float32Array (got Float64Array(2), which holds float64)"],
    ["complex64", new Float32Array(3), "it must hold pairs of real and imaginary parts"],
    ["float32", "abc", "it must be a typed array or a list of values"],
    ["float32", -1, "its length must be a whole number and at least 0 (got -1)"],
    ["float32", 1.5, "(got 1.5)"],
    ["float99" as DType, 1, "Cannot use this dtype"],
  ])("refuses what is no %s (case %#)", (dtype, data, message) => {
    const before = fake.live.size;
    expect(() => buffer(dtype, data as never, on)).toThrow(message);
    expect(fake.live.size).toBe(before);
  });

  it("is on the current device by default", () => {
    using x = withDevice("other:0", () => buffer("int8", 1));
    expect(x.device.id).toBe("other:0");
  });

  it("of nothing takes no memory", async () => {
    const before = fake.live.size;
    using x = buffer("float32", [], on);
    x.set([]);
    x.fill(1);
    expect(await x.data()).toEqual(new Float32Array(0));
    expect(x.address).toBe(0n);
    expect(fake.live.size).toBe(before);
  });
});

describe("an array of buffer()", () => {
  it("is written in place, all of it or a part", async () => {
    using x = buffer("int16", 6, on);
    x.fill(-1);
    x.set([1, 2], 0);
    x.set(Int16Array.of(7), 5);
    expect(await x.data()).toEqual(Int16Array.of(1, 2, -1, -1, -1, 7));
    expect(() => x.set([1, 2], 5)).toThrow("must fit into its 6 elements (got 2 elements at 5)");
    expect(() => x.set([1], -1)).toThrow("at -1");
    expect(() => x.set([1, 2])).toThrow(expect.objectContaining({ code: "CUTS_BROADCAST" }));
    expect(() => x.fill(2 ** 15)).toThrow("Cannot use the value of a fill as int16");
  });

  it("is filled with elements of 1 to 16 bytes", async () => {
    using a = buffer("complex128", 2, on);
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- an array keeps no references
    a.fill({ re: 1, im: 2 });
    expect(await a.data()).toEqual(Float64Array.of(1, 2, 1, 2));
    using b = buffer("float16", 3, on);
    b.fill(0.5);
    expect(await b.data()).toEqual(Uint16Array.of(0x3800, 0x3800, 0x3800));
  });

  it("has views that share its memory and keep it alive", async () => {
    const live = fake.live.size;
    const x = buffer("int32", [0, 1, 2, 3, 4, 5], on);
    const part = x.subarray(1, -1);
    const inner = part.subarray(-2);
    inner.fill(9);
    x.dispose();
    part.dispose();
    expect(await inner.data()).toEqual(Int32Array.of(9, 9));
    expect(fake.live.size).toBe(live + 1);
    inner.dispose();
    expect(fake.live.size).toBe(live);
  });

  it.each([
    [[], 6],
    [[2], 4],
    [[-2], 2],
    [[4, 2], 0],
    [[0, 99], 6],
    [[-99, -1], 5],
  ] as const)("takes subarray(%j) as typed arrays do", ([begin, end], length) => {
    using x = buffer("int32", 6, on);
    using part = x.subarray(begin, end);
    expect(part).toHaveLength(length);
    expect(new Int32Array(6).subarray(begin, end)).toHaveLength(length);
  });

  it("cannot be used after dispose(), which is idempotent", async () => {
    const x = buffer("int32", 2, on);
    x.dispose();
    x.dispose();
    const message = "the array was disposed (int32[2] on fake:0, by dispose())";
    for (const use of [
      () => x.set([1], 0),
      () => x.fill(0),
      () => x.dataSync(),
      () => x.subarray(1),
      () => x.hostView(),
      () => x.address,
      () => x.to("cpu"),
    ])
      expect(use).toThrow(message);
    await expect(x.data()).rejects.toThrow(message);
    expect(inspect(x)).toContain("disposed");
  });

  it("goes to another device and back, in order with later writes", async () => {
    using x = buffer("int32", [1, 2, 3], on);
    using part = x.subarray(1);
    using there = part.to("other:0");
    x.fill(0);
    expect(there.device.id).toBe("other:0");
    expect(await there.data()).toEqual(Int32Array.of(2, 3));
    using back = there.to("fake:0");
    expect(back.dataSync()).toEqual(Int32Array.of(2, 3));
    using same = x.to("fake:0");
    same.set([5], 0);
    expect((await x.data())[0]).toBe(5);
  });

  it("goes there and back for whoever blocks, where each way waits for the one before", () => {
    using x = buffer("int32", [1, 2, 3], on);
    using there = x.to("other:0");
    using back = there.to("fake:0");
    using again = back.to("other:0");
    expect(again.dataSync()).toEqual(Int32Array.of(1, 2, 3));
    expect(back.dataSync()).toEqual(Int32Array.of(1, 2, 3));
  });

  it("is never read with what was written after the copy was given, also by whoever blocks", async () => {
    using x = buffer("int32", [1, 2, 3], on);
    using there = x.to("other:0");
    x.fill(0);
    expect(() => there.dataSync()).toThrow(expect.objectContaining({ code: "CUTS_CANNOT_BLOCK" }));
    expect(await there.data()).toEqual(Int32Array.of(1, 2, 3));
    expect(there.dataSync()).toEqual(Int32Array.of(1, 2, 3));
    // What is disposed of meanwhile stays until it is read.
    const gone = buffer("int32", [4, 5], on);
    using copy = gone.to("other:0");
    gone.dispose();
    using other = buffer("int32", [6, 7], on);
    expect(copy.dataSync()).toEqual(Int32Array.of(4, 5));
    expect(other.dataSync()).toEqual(Int32Array.of(6, 7));
  });

  it("shows its memory without a copy where the host sees it", () => {
    using x = buffer("int32", [1, 2, 3], { device: "host:0" });
    using part = x.subarray(1);
    const view = part.hostView();
    view.fill(7);
    expect(x.dataSync()).toEqual(Int32Array.of(1, 7, 7));
    expect(view.buffer).toBe(host.memoryBytes.buffer);
    using away = buffer("int32", 1, on);
    expect(() => away.hostView()).toThrow(
      expect.objectContaining({
        code: "CUTS_HOST_VIEW",
        message: expect.stringContaining("the host must see its memory (got int32[1] on fake:0)"),
      }),
    );
  });

  it("shows itself to native code as what it is", () => {
    using x = buffer("float32", 4, on);
    expect(x[arrayArgument]).toMatchObject({
      dtype: "float32",
      length: 4,
      contiguous: true,
      readonly: false,
      disposed: false,
      location: "fake:0",
      typedArray: undefined,
    });
    expect(x[arrayArgument].deviceAddress).toBe(Number(x.address));
  });

  it("is refused after a reset", () => {
    registerFake("losing:0");
    const lost = buffer("float32", [1, 2], { device: "losing:0" });
    const part = lost.subarray(1);
    device("losing:0").reset();
    expect(() => lost.fill(0)).toThrow(/was disposed \(float32\[2\] on losing:0, by device\.reset\(\)\)/);
    expect(() => part.dataSync()).toThrow(DisposedError);
    expect(lost.isDisposed).toBe(true);
    lost.dispose();
    using fresh = buffer("float32", [3], { device: "losing:0" });
    expect(fresh.dataSync()).toEqual(Float32Array.of(3));
  });
});
