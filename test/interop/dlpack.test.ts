// DLPack structs as C sees them: written and read byte by byte, handed over once, freed once, and never believed.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dtypeNames } from "../../src/core/dtype.js";
import { collectGarbage } from "../../src/host/garbage.js";
import { markers } from "../../src/ffi/foreign-objects.js";
import * as cu from "../../src/index.js";
import { countOut } from "../../src/interop/dlpack/export-struct.js";
import { cases } from "../cases.js";

const hostile = cases(5000);

const on = { device: "cpu" } as const;

/** The bytes of a struct. */
function bytesAt(pointer: bigint, length: number): DataView {
  const view = cu.viewOf(pointer as cu.NativePointer, "uint8", length);
  return new DataView(view.slice().buffer);
}

/** A struct of others: its memory, and how often its deleter was called. */
function makeStruct(change: (view: DataView, tensor: number) => void = () => {}, versioned = true) {
  const data = Float32Array.of(1, 2, 3, 4, 5, 6);
  const memory = new ArrayBuffer(versioned ? 80 : 64);
  const sizes = BigInt64Array.of(2n, 3n, 3n, 1n);
  const view = new DataView(memory);
  const tensor = versioned ? 32 : 0;
  if (versioned) view.setUint32(0, 1, true);
  view.setBigUint64(tensor, cu.addressOf(data), true);
  view.setInt32(tensor + 8, 1, true);
  view.setInt32(tensor + 16, 2, true);
  view.setUint8(tensor + 20, 2);
  view.setUint8(tensor + 21, 32);
  view.setUint16(tensor + 22, 1, true);
  view.setBigUint64(tensor + 24, cu.addressOf(sizes), true);
  view.setBigUint64(tensor + 32, cu.addressOf(sizes) + 16n, true);
  view.setBigUint64(versioned ? 16 : 56, (versioned ? markers()?.countUp : markers()?.unlock) ?? 0n, true);
  change(view, tensor);
  const before = view.getUint32(0, true);
  return {
    pointer: cu.addressOf(memory) as bigint,
    data,
    sizes,
    // Without a version it cannot be counted.
    deletions: () =>
      versioned ? view.getUint32(0, true) - before : Number(view.getUint32(0, true) !== before),
  };
}

describe("toDlpack", () => {
  it("writes the struct that the standard has", async () => {
    using x = cu.arange(12, { dtype: "float32", ...on }).reshape(3, 4);
    using part = x.slice([":", "::2"]);
    using capsule = cu.toDlpack(part);
    expect([capsule.name, capsule.isUsed]).toEqual(["dltensor_versioned", false]);
    const view = bytesAt(capsule.pointer, 80);
    expect([view.getUint32(0, true), view.getBigUint64(24, true)]).toEqual([1, 0n]);
    expect(view.getBigUint64(32, true)).toBe(part.pointer);
    expect([40, 44, 48].map((at) => view.getInt32(at, true))).toEqual([1, 0, 2]);
    expect([view.getUint8(52), view.getUint8(53), view.getUint16(54, true)]).toEqual([2, 32, 1]);
    const sizes = bytesAt(view.getBigUint64(56, true), 16);
    const strides = bytesAt(view.getBigUint64(64, true), 16);
    expect([sizes.getBigInt64(0, true), sizes.getBigInt64(8, true)]).toEqual([3n, 2n]);
    expect([strides.getBigInt64(0, true), strides.getBigInt64(8, true)]).toEqual([4n, 2n]);
    expect(view.getBigUint64(72, true)).toBe(0n);
  });

  it("writes the struct without a version for those who want that, and refuses what it cannot say", () => {
    using x = cu.zeros([2], on);
    using capsule = cu.toDlpack(x, { maxVersion: [0, 8] });
    expect(capsule.name).toBe("dltensor");
    expect(bytesAt(capsule.pointer, 64).getBigUint64(0, true)).toBe(x.pointer);
    using wide = cu.broadcastTo(x, [3, 2]);
    expect(() => cu.toDlpack(wide, { maxVersion: [0, 8] })).toThrow(
      expect.objectContaining({ code: "CUTS_DLPACK" }),
    );
    using readonly = cu.toDlpack(wide);
    expect(bytesAt(readonly.pointer, 80).getBigUint64(24, true)).toBe(1n);
  });

  it("copies where it is asked to, and says so", async () => {
    using x = cu.arange(3, on);
    using capsule = cu.toDlpack(x, { copy: true });
    expect(bytesAt(capsule.pointer, 80).getBigUint64(24, true)).toBe(2n);
    using y = cu.fromDlpack(capsule);
    expect(y.pointer).not.toBe(x.pointer);
    expect(await y.tolist()).toEqual([0, 1, 2]);
  });

  it("waits for the work on an array of the cpu", () => {
    using x = cu.zeros([1 << 20], on);
    for (let i = 0; i < 10; i++) cu.add(x, 1, { out: x });
    using capsule = cu.toDlpack(x);
    using seen = cu.viewOf(x.pointer as cu.NativePointer, "float32", x.size);
    expect([seen[0], seen.at(-1), capsule.isUsed]).toEqual([10, 10, false]);
  });

  it("keeps the memory until the deleter is called, on whatever thread", async () => {
    const x = cu.full([4], 7, on);
    const { pointer: data } = x;
    const capsule = cu.toDlpack(x);
    const pointer = capsule.take();
    expect(capsule.name).toBe("used_dltensor_versioned");
    x.dispose();
    using others = cu.zeros([4], on);
    others.fill(1);
    await cu.device("cpu").synchronize();
    using seen = cu.viewOf(data as cu.NativePointer, "float32", 4);
    expect([...seen]).toEqual([7, 7, 7, 7]);
    const before = countOut();
    const deleter = bytesAt(pointer, 80).getBigUint64(16, true);
    using libc = cu.dlopen(null, { sem_post: "int(void* s)" });
    expect(deleter).toBe(markers()?.countUp);
    await libc.sem_post.async(pointer as cu.NativePointer<"void">);
    expect(countOut()).toBe(before - 1);
  });

  it("frees what nobody takes, by dispose() and by collection", async () => {
    using x = cu.zeros([4], on);
    const before = countOut();
    const make = () => void cu.toDlpack(x);
    for (let i = 0; i < 50; i++) make();
    cu.toDlpack(x).dispose();
    for (let i = 0; i < 10 && countOut() > before; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
    }
    expect(countOut()).toBe(before);
  });

  it.each([
    ["stream 0", { stream: 0 }, "CUTS_DLPACK_STREAM"],
    ["a stream on the cpu", { stream: 1 }, "CUTS_DLPACK_STREAM"],
    ["another device", { dlDevice: [2, 0] }, "CUTS_DLPACK"],
    ["an unknown option", { streams: 1 }, "CUTS_OPTIONS"],
  ] as const)("refuses %s", (_, options, code) => {
    using x = cu.zeros([4], on);
    expect(() => cu.toDlpack(x, options as never)).toThrow(expect.objectContaining({ code }));
  });
});

describe("fromDlpack", () => {
  it("gives every dtype back at the same address", async () => {
    for (const dtype of dtypeNames) {
      for (const maxVersion of [
        [1, 0],
        [0, 8],
      ] as const) {
        using x = cu.ones([2, 3], { dtype, ...on });
        using y = cu.fromDlpack(cu.toDlpack(x, { maxVersion }));
        expect([y.dtype, y.shape, y.strides, y.pointer]).toEqual([dtype, [2, 3], [3, 1], x.pointer]);
        expect(await y.data()).toEqual(await x.data());
      }
    }
    expect(countOut()).toBe(0);
  });

  it("gives views, single values and empty arrays back as they are", async () => {
    using x = cu.arange(24, on).reshape(2, 3, 4);
    const views = [x.transpose(), x.slice([":", "::-1", "1::2"]), x.slice([1, 2, 3]), x.slice([":", "0:0"])];
    for (const view of views) {
      using y = cu.fromDlpack(view);
      expect([y.shape, y.pointer]).toEqual([view.shape, view.pointer]);
      expect(await y.tolist()).toEqual(await view.tolist());
      view.dispose();
    }
  });

  it("stays in order with work on the array it came from", async () => {
    using x = cu.zeros([1 << 18], on);
    using y = cu.fromDlpack(x);
    using s = cu.stream(on);
    const done = s.run(() => void cu.add(x, 5, { out: x }));
    expect((await y.data())[7]).toBe(5);
    await done;
  });

  it("takes structs of others, with and without a version, and frees them once", async () => {
    for (const versioned of [true, false]) {
      const made = makeStruct(() => {}, versioned);
      const x = cu.fromDlpack(made.pointer, { versioned });
      expect(x.pointer).toBe(cu.addressOf(made.data));
      using view = x.transpose();
      expect(await view.tolist()).toEqual([
        [1, 4],
        [2, 5],
        [3, 6],
      ]);
      x.dispose();
      expect(made.deletions()).toBe(0);
      view.dispose();
      await cu.device("cpu").synchronize();
      expect(made.deletions()).toBe(1);
    }
  });

  it("honours offsets, missing strides, read-only memory and a missing deleter", async () => {
    const made = makeStruct((view, at) => {
      view.setBigUint64(at + 32, 0n, true);
      view.setInt32(at + 16, 1, true);
      view.setBigUint64(at + 40, 8n, true);
      view.setBigUint64(24, 1n, true);
      view.setBigUint64(16, 0n, true);
    });
    using x = cu.fromDlpack(made.pointer);
    expect([x.shape, x.isReadonly, await x.tolist()]).toEqual([[2], true, [3, 4]]);
    expect(() => x.fill(1)).toThrow();
  });

  it("copies where it is asked to, and lets go at once", async () => {
    const made = makeStruct();
    using x = cu.fromDlpack(made.pointer, { copy: true });
    await cu.device("cpu").synchronize();
    expect(made.deletions()).toBe(1);
    made.data.fill(0);
    expect(await x.sum().item()).toBe(21);
  });

  it("frees a struct of another version, and reads nothing of it", () => {
    const made = makeStruct((view) => view.setUint32(0, 2, true));
    expect(() => cu.fromDlpack(made.pointer)).toThrow(/version must be 1/);
    expect(made.deletions()).toBe(1);
  });

  it("takes a capsule once, and leaves one alone that it refuses", () => {
    using x = cu.zeros([2], on);
    const capsule = cu.toDlpack(x);
    cu.fromDlpack(capsule).dispose();
    expect(() => cu.fromDlpack(capsule)).toThrow(expect.objectContaining({ code: "CUTS_DLPACK" }));
    expect(() => capsule.take()).toThrow(expect.objectContaining({ code: "CUTS_DLPACK" }));
    for (const wrong of [0n, 4n, 2n ** 60n, 17, null, "x", {}]) {
      expect(() => cu.fromDlpack(wrong as never)).toThrow(expect.objectContaining({ code: "CUTS_DLPACK" }));
    }
  });

  it(`answers ${hostile} hostile structs with an error, or an array that lies where it says`, () => {
    let refused = 0;
    const numbers = fc.constantFrom(-1, 0, 1, 2, 3, 64, 65, 255, 2 ** 31 - 1, -(2 ** 31));
    const words = fc.constantFrom(0n, 1n, 8n, -1n, 2n ** 40n, 2n ** 53n, 2n ** 62n, -(2n ** 62n), 3n);
    const change = fc.record({
      place: fc.constantFrom(
        "type",
        "id",
        "ndim",
        "code",
        "bits",
        "lanes",
        "size",
        "stride",
        "offset",
        "data",
      ),
      number: numbers,
      word: words,
      axis: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const made = makeStruct((view, at) => {
          for (const { place, number, word } of changes) {
            if (place === "type") view.setInt32(at + 8, number, true);
            if (place === "id") view.setInt32(at + 12, number, true);
            // The sizes are 4 words: more axes than 2 would be read behind them, which no reader can know.
            if (place === "ndim") view.setInt32(at + 16, number > 2 && number <= 64 ? 66 : number, true);
            if (place === "code") view.setUint8(at + 20, number & 255);
            if (place === "bits") view.setUint8(at + 21, number & 255);
            if (place === "lanes") view.setUint16(at + 22, number & 65535, true);
            if (place === "offset") view.setBigUint64(at + 40, BigInt.asUintN(64, word), true);
            if (place === "data") view.setBigUint64(at, BigInt.asUintN(64, word), true);
          }
        });
        for (const { place, word, axis } of changes) {
          if (place === "size") made.sizes[axis % 2] = word;
          if (place === "stride") made.sizes[2 + (axis % 2)] = word;
        }
        try {
          using x = cu.fromDlpack(made.pointer);
          expect(x.ndim).toBeLessThanOrEqual(2);
        } catch (error) {
          expect(error).toBeInstanceOf(cu.CutsError);
          refused++;
        }
        expect(made.deletions()).toBeLessThanOrEqual(1);
      }),
      { numRuns: hostile, seed: 16 },
    );
    expect(refused).toBeGreaterThan(hostile * 0.4);
  });
});
