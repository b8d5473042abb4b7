// What values become in an array: lists, typed arrays and other arrays, by array(), set(), setFrom() and buffer(). array()
// converts numbers; what writes memory takes a typed array as the dtype stores it.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { pinned } from "../../src/runtime/memory/pinned.js";

const refusal = (code: string): unknown => expect.objectContaining({ code });

describe("booleans of bytes", () => {
  const bytes = Uint8Array.of(2, 0, 4, 1, 255);

  it("are 0 and 1 for whatever reads them", async () => {
    const x = cu.array(bytes, { dtype: "bool" });
    expect(await cu.sum(x).item()).toBe(4n);
    expect(await cu.countNonzero(x).item()).toBe(4n);
    expect(await cu.logicalNot(x).tolist()).toEqual([false, true, false, false, false]);
    expect(await (await cu.unique(x)).tolist()).toEqual([false, true]);
    expect(await x.astype("int32").tolist()).toEqual([1, 0, 1, 1, 1]);
  });

  it("are true where they are not 0, however they are written", async () => {
    const truth = Uint8Array.of(1, 0, 1, 1, 1);
    expect(await cu.buffer("bool", bytes).data()).toEqual(truth);
    expect(await cu.buffer("bool", pinned("bool", bytes)).data()).toEqual(truth);
    const writes: readonly ((x: cu.NDArray<"bool">) => unknown)[] = [
      (x) => x.set(bytes),
      (x) => x.set(bytes, 0),
      (x) => x.set(pinned("bool", bytes)),
      (x) => x.setFrom(bytes),
      (x) => x.setFrom(bytes, 0),
      (x) => x.setAt(":", bytes),
      (x) => x.setAt([[0, 1, 2, 3, 4]], bytes),
      (x) => x.setAt(cu.ones(5, { dtype: "bool" }), bytes),
    ];
    for (const write of writes) {
      const x = cu.zeros(5, { dtype: "bool" });
      await write(x);
      expect(await x.data()).toEqual(truth);
    }
  });

  it("are seen beyond the last word and in memory that begins anywhere", async () => {
    for (const begin of [0, 1, 3]) {
      const part = new Uint8Array(9).subarray(begin);
      part[part.length - 1] = 7;
      expect(await cu.buffer("bool", part).sum().item()).toBe(1n);
    }
  });

  it("may be none", async () => {
    const none = cu.zeros(0, { dtype: "bool" });
    none.set(new Uint8Array(0));
    await none.setFrom([]);
    expect(await none.tolist()).toEqual([]);
  });

  it("leave the target of a copy alone", async () => {
    const target = Uint8Array.of(9, 9, 9);
    expect(await cu.array([true, false, true]).dataInto(target)).toBe(target);
    expect(target).toEqual(Uint8Array.of(1, 0, 1));
  });
});

describe("array() of a typed array", () => {
  it("converts numbers where the dtype has the same storage too", async () => {
    expect(await cu.array(Uint16Array.of(1, 1000), { dtype: "float16" }).tolist()).toEqual([1, 1000]);
    expect(await cu.array(Uint16Array.of(1, 2), { dtype: "bfloat16" }).tolist()).toEqual([1, 2]);
    expect(await cu.array(Float32Array.of(1, 2), { dtype: "complex64" }).tolist()).toEqual([
      { re: 1, im: 0 },
      { re: 2, im: 0 },
    ]);
    expect(cu.array(Float64Array.of(1), { dtype: "complex128" }).shape).toEqual([1]);
    expect(await cu.array(Float32Array.of(0.5, 0, Number.NaN), { dtype: "bool" }).tolist()).toEqual([
      true,
      false,
      true,
    ]);
    expect(await cu.array(BigInt64Array.of(2n, 0n), { dtype: "bool" }).tolist()).toEqual([true, false]);
  });

  it("is not what memory as the dtype stores it is", async () => {
    expect(await cu.buffer("float16", Uint16Array.of(0x3c00)).tolist()).toEqual([1]);
    expect(await cu.buffer("complex64", Float32Array.of(1, 2)).tolist()).toEqual([{ re: 1, im: 2 }]);
    const halves = cu.zeros(2, { dtype: "float16" });
    halves.setAt([[1]], Uint16Array.of(0x3c00));
    expect(await halves.tolist()).toEqual([0, 1]);
  });

  it("refuses what is neither a list nor a typed array", () => {
    for (const values of [
      new Set([1]),
      new DataView(new ArrayBuffer(4)),
      new ArrayBuffer(4),
      new Map(),
      null,
    ])
      expect(() => cu.array(values as never)).toThrow(refusal("CUTS_DATA"));
    expect(() => cu.array(new Set([1]) as never)).toThrow(
      "the values must be lists, a typed array, an array or one value (got a Set)",
    );
  });
});

describe("lists that are written", () => {
  it("have the shape of the array, stretch to it, or are one list of all elements", async () => {
    const x = cu.zeros([2, 3]);
    x.set([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(await x.data()).toEqual(Float32Array.of(1, 2, 3, 4, 5, 6));
    x.set([[7], [8]]);
    expect(await x.data()).toEqual(Float32Array.of(7, 7, 7, 8, 8, 8));
    x.set([1, 2, 3]);
    expect(await x.data()).toEqual(Float32Array.of(1, 2, 3, 1, 2, 3));
    x.set([6, 5, 4, 3, 2, 1]);
    expect(await x.data()).toEqual(Float32Array.of(6, 5, 4, 3, 2, 1));
    const line = cu.zeros(3);
    line.set([[[1, 2, 3]]]);
    expect(await line.tolist()).toEqual([1, 2, 3]);
    line.set(cu.full([1, 1, 3], 5));
    expect(await line.tolist()).toEqual([5, 5, 5]);
  });

  it("are refused in another shape", async () => {
    const x = cu.zeros([2, 3]);
    const lists = [
      [1, 2],
      [3, 4],
      [5, 6],
    ];
    for (const write of [() => x.set(lists), () => x.setAt("...", lists), () => x.set([[1, 2, 3, 4, 5, 6]])])
      expect(write).toThrow(refusal("CUTS_BROADCAST"));
    await expect(x.setFrom(lists)).rejects.toEqual(refusal("CUTS_DATA_LENGTH"));
    expect(await x.data()).toEqual(new Float32Array(6));
  });

  it("may be nested for setFrom() too", async () => {
    const x = cu.zeros([2, 2], { dtype: "int32" });
    await x.setFrom([
      [1, 2],
      [3, 4],
    ]);
    await x.T.setFrom([
      [1, 2],
      [3, 4],
    ]);
    expect(await x.tolist()).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });
});

describe("an option that is undefined", () => {
  it("counts as not given", () => {
    const like = cu.zeros(2, { dtype: "int64" });
    const none = { dtype: undefined, device: undefined } as unknown as { dtype?: "int64" };
    for (const made of [
      cu.zerosLike(like, none),
      cu.onesLike(like, none),
      cu.emptyLike(like, none),
      cu.fullLike(like, 1, none),
      cu.arange(2n, none),
    ])
      expect(made.dtype).toBe("int64");
    expect(cu.fft.fftfreq(3, none as never).dtype).toBe("float32");
  });
});
