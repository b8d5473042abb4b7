// What arrays have in common with typed arrays: a length, parts, writes to a part.

import { describe, expect, it } from "vitest";
import { registerFake } from "../../../test/runtime/fake-backend.js";
import * as cu from "../array.js";

registerFake("fake:0");
registerFake("other:0");
const on = { device: "fake:0" } as const;

describe("length", () => {
  it("is that of the first axis", () => {
    expect(cu.empty(5, on).length).toBe(5);
    expect(cu.empty([2, 3], on).length).toBe(2);
    expect(cu.empty([0, 3], on).length).toBe(0);
    expect(cu.empty([], on).length).toBe(1);
  });
});

describe("subarray()", () => {
  it("is a view of rows", async () => {
    using x = cu.array(
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      on,
    );
    using rows = x.subarray(-2);
    expect(rows.shape).toEqual([2, 2]);
    expect(rows.isContiguous).toBe(true);
    rows.fill(0);
    expect(await x.data()).toEqual(Float32Array.of(1, 2, 0, 0, 0, 0));
    expect(x.subarray(1, 1).shape).toEqual([0, 2]);
  });

  it("needs an axis", () => {
    expect(() => cu.empty([], on).subarray(0)).toThrow(expect.objectContaining({ code: "CUTS_INDEX" }));
  });
});

describe("set() and setFrom() with a start", () => {
  it("write a part of one axis", async () => {
    using x = cu.buffer("int32", [0, 0, 0, 0], on);
    x.set([1, 2], 1);
    x.set(Int32Array.of(7), 3);
    using two = cu.buffer("int32", [8, 9], on);
    await x.setFrom([5], 0);
    expect(await x.data()).toEqual(Int32Array.of(5, 1, 2, 7));
    x.set(two, 2);
    expect(await x.data()).toEqual(Int32Array.of(5, 1, 8, 9));
    x.set([], 4);
    await x.setFrom([], 4);
  });

  it("refuse what does not fit", async () => {
    using x = cu.buffer("int32", 4, on);
    const tooMuch = expect.objectContaining({ code: "CUTS_DATA_LENGTH" });
    for (const start of [3, -1, 0.5, Number.NaN]) expect(() => x.set([1, 2], start)).toThrow(tooMuch);
    await expect(x.setFrom([1, 2], 3)).rejects.toEqual(tooMuch);
    expect(() => x.set(5, 0)).toThrow("it must be a typed array or a list of values (got 5)");
    using matrix = cu.empty([2, 2], on);
    expect(() => matrix.set([1], 0)).toThrow("Try: x.subarray(begin, end).set(values)");
  });
});

describe("copies", () => {
  it("go to an array of another device without one between", async () => {
    using x = cu.buffer("int32", [1, 2, 3], on);
    using y = cu.buffer("int32", 3, { device: "other:0" });
    const before = y.device.memory().allocations;
    x.copyTo(y);
    expect(await y.data()).toEqual(Int32Array.of(1, 2, 3));
    expect(y.device.memory().allocations).toBe(before);
  });
});

describe("memory for other processes", () => {
  it("is refused where there is none", () => {
    const none = expect.objectContaining({ code: "CUTS_IPC" });
    expect(() => cu.zeros(2, { ...on, ipc: true })).toThrow(none);
    expect(() => cu.empty(2, on).ipcHandle()).toThrow(none);
    expect(() => cu.openIpc({} as never)).toThrow(none);
    expect(() => cu.zeros(2, { ...on, ipc: true, memory: "managed" })).toThrow(
      expect.objectContaining({ code: "CUTS_MEMORY_KIND" }),
    );
  });
});
