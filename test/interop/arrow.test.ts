// Columns of the real apache-arrow as arrays and back: every type, slices, chunks, nulls, lists; and objects that lie.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dtypeNames, dtypes } from "../../src/core/dtype.js";
import * as cu from "../../src/index.js";
import { arrow, type RealVector } from "./apache-arrow.js";
import { cases } from "../cases.js";

const changed = cases(5000);

const on = { device: "cpu" } as const;
const typeNames = [
  "Int8",
  "Int16",
  "Int32",
  "Int64",
  "Uint8",
  "Uint16",
  "Uint32",
  "Uint64",
  "Float16",
  "Float32",
  "Float64",
] as const;
const refused = expect.objectContaining({ code: "CUTS_ARROW" });

/** A column of small numbers of a type. */
function column(name: (typeof typeNames)[number], length = 6): RealVector {
  const type = new arrow[name]() as object;
  const values = Array.from({ length }, (_, i) =>
    name.endsWith("64") && name !== "Float64" ? BigInt(i + 1) : i + 1,
  );
  return arrow.vectorFromArray(values, type);
}

/** Lists of numbers, `rows` by `size`. */
function lists(rows: number, size: number): RealVector {
  const type = new arrow.FixedSizeList(size, new arrow.Field("item", new arrow.Float32())) as object;
  return arrow.vectorFromArray(
    Array.from({ length: rows }, (_, row) => Array.from({ length: size }, (__, i) => row * 10 + i)),
    type,
  );
}

async function numbers(x: cu.NDArray): Promise<number[]> {
  return ((await x.tolist()) as unknown[]).map(Number);
}

describe("Arrow columns", () => {
  it.each(typeNames)("of %s are arrays over the same memory", async (name) => {
    const vector = column(name);
    using x = cu.fromArrow(vector, on);
    expect([x.dtype, x.shape]).toEqual([name.toLowerCase(), [6]]);
    const values = vector.data[0]?.values as Float32Array;
    expect(x.pointer).toBe(cu.addressOf(values));
    expect(await numbers(x)).toEqual([1, 2, 3, 4, 5, 6]);
    using sum = x.astype("float64").sum();
    expect(await sum.item()).toBe(21);
    // What Arrow has made is not written to.
    expect(() => x.fill(0)).toThrow(expect.objectContaining({ code: "CUTS_READONLY" }));
  });

  it.each(typeNames)("of %s may be slices, and slices of slices", async (name) => {
    const part = column(name).slice(1, 6).slice(1, 4);
    using x = cu.fromArrow(part, on);
    expect(await numbers(x)).toEqual([3, 4, 5]);
    expect(x.pointer).toBe(cu.addressOf(part.data[0]?.values as Float32Array));
    using copy = cu.fromArrow(part, { ...on, copy: true });
    expect(await numbers(copy)).toEqual([3, 4, 5]);
    expect(copy.pointer).not.toBe(x.pointer);
  });

  it("of a table that was read from a file are arrays, chunk by chunk or copied", async () => {
    const table = arrow.tableFromIPC(
      arrow.tableToIPC(
        arrow.tableFromArrays({ price: Float64Array.of(1.5, 2.5), id: BigInt64Array.of(7n, 8n) }),
      ),
    );
    using price = cu.fromArrow(table.getChild("price"), on);
    using id = cu.fromArrow(table.getChild("id"), on);
    expect([price.dtype, await price.tolist(), id.dtype, await id.tolist()]).toEqual([
      "float64",
      [1.5, 2.5],
      "int64",
      [7n, 8n],
    ]);
    const two = table.getChild("price").concat(table.getChild("price"));
    expect(two.data.length).toBe(2);
    expect(() => cu.fromArrow(two, on)).toThrow(/Try: \{ copy: true \}, or each of vector.data/);
    using whole = cu.fromArrow(two, { ...on, copy: true });
    expect(await whole.tolist()).toEqual([1.5, 2.5, 1.5, 2.5]);
    const chunks = two.data.map((chunk) => cu.fromArrow(chunk, on));
    expect(await Promise.all(chunks.map((chunk) => chunk.tolist()))).toEqual([
      [1.5, 2.5],
      [1.5, 2.5],
    ]);
  });

  it("of fixed-size lists have more axes, slices of them too", async () => {
    const vector = lists(4, 3);
    using x = cu.fromArrow(vector, on);
    expect([x.dtype, x.shape]).toEqual(["float32", [4, 3]]);
    using part = cu.fromArrow(vector.slice(1, 3), on);
    expect(await part.tolist()).toEqual([
      [10, 11, 12],
      [20, 21, 22],
    ]);
    expect(part.pointer).toBe(x.pointer + 12n);
    const inner = new arrow.FixedSizeList(2, new arrow.Field("item", new arrow.Int16())) as object;
    const deep = arrow.vectorFromArray(
      [
        [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
        [
          [7, 8],
          [9, 10],
          [11, 12],
        ],
      ],
      new arrow.FixedSizeList(3, new arrow.Field("item", inner)) as object,
    );
    using y = cu.fromArrow(deep, on);
    expect([y.dtype, y.shape]).toEqual(["int16", [2, 3, 2]]);
    expect(await y.tolist()).toEqual([
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      [
        [7, 8],
        [9, 10],
        [11, 12],
      ],
    ]);
  });

  it("of nulls are refused, or have a value in their place", async () => {
    const vector = arrow.vectorFromArray([1, null, 3, null, 5], new arrow.Float32() as object);
    expect(() => cu.fromArrow(vector, on)).toThrow(/Try: \{ nullValue: NaN \}/);
    using x = cu.fromArrow(vector, { ...on, nullValue: NaN });
    expect(await x.tolist()).toEqual([1, NaN, 3, NaN, 5]);
    using part = cu.fromArrow(vector.slice(1, 4), { ...on, nullValue: -1 });
    expect(await part.tolist()).toEqual([-1, 3, -1]);
    using whole = cu.fromArrow(vector.slice(2, 3), on);
    expect(await whole.tolist()).toEqual([3]);
    const rows = arrow.vectorFromArray(
      [[1, 2], null, [5, null]],
      new arrow.FixedSizeList(2, new arrow.Field("item", new arrow.Int32(), true)) as object,
    );
    expect(() => cu.fromArrow(rows, on)).toThrow(refused);
    using filled = cu.fromArrow(rows, { ...on, nullValue: 9 });
    expect(await filled.tolist()).toEqual([
      [1, 2],
      [9, 9],
      [5, 9],
    ]);
    expect(() => cu.fromArrow(rows, { ...on, nullValue: "x" as never })).toThrow(cu.CutsError);
    const big = arrow.vectorFromArray([1n, null], new arrow.Int64() as object);
    using ids = cu.fromArrow(big, { ...on, nullValue: -1n });
    expect(await ids.tolist()).toEqual([1n, -1n]);
  });

  it("of booleans and times are copied, or their integers", async () => {
    const truth = [true, false, true, true, false, false, true, false, true, true];
    const vector = arrow.vectorFromArray(truth, new arrow.Bool() as object);
    expect(() => cu.fromArrow(vector, on)).toThrow(/bits.*\nTry: \{ copy: true \}/);
    using x = cu.fromArrow(vector, { ...on, copy: true });
    expect([x.dtype, await x.tolist()]).toEqual(["bool", truth]);
    using part = cu.fromArrow(vector.slice(3, 9), { ...on, copy: true });
    expect(await part.tolist()).toEqual(truth.slice(3, 9));
    const when = new Date(1_700_000_000_000);
    using stamp = cu.fromArrow(arrow.vectorFromArray([when], new arrow.TimestampMillisecond()), on);
    expect([stamp.dtype, await stamp.tolist()]).toEqual(["int64", [1_700_000_000_000n]]);
    using day = cu.fromArrow(arrow.vectorFromArray([when], new arrow.DateDay()), on);
    expect([day.dtype, await day.tolist()]).toEqual(["int32", [19_675]]);
  });

  it("of other types are refused by their names", () => {
    for (const [vector, name] of [
      [arrow.vectorFromArray(["a", "b"], new arrow.Utf8()), "Utf8"],
      [arrow.vectorFromArray(["a", "b"]), "Dictionary"],
      [
        arrow.vectorFromArray([[1], [1, 2]], new arrow.List(new arrow.Field("item", new arrow.Int32()))),
        "List",
      ],
    ] as const) {
      expect(() => cu.fromArrow(vector, on)).toThrow(new RegExp(name));
      expect(() => cu.fromArrow(vector, on)).toThrow(refused);
    }
  });

  it("keep their memory as long as the array is used", async () => {
    const make = (): cu.NDArray => cu.fromArrow(arrow.makeVector(new Float64Array(1 << 16).fill(2)), on);
    const arrays = Array.from({ length: 20 }, make);
    for (const x of arrays) {
      using sum = x.sum();
      expect(await sum.item()).toBe(2 * 65_536);
    }
  });
});

describe("arrays as Arrow columns", () => {
  const known = dtypeNames.filter((name) => dtypes[name].kind !== "complex" && name !== "bfloat16");

  it.each(known)("%s goes to Arrow and back, with any axes", async (dtype) => {
    for (const shape of [[7], [0], [3, 4], [2, 3, 2]]) {
      const size = shape.reduce((a, b) => a * b, 1);
      using flat = cu.arange(size, { dtype: dtype === "bool" ? "int32" : dtype, ...on });
      using x = (dtype === "bool" ? flat.mod(2).astype("bool") : flat).reshape(...shape);
      const vector = await cu.toArrow(x, arrow);
      expect(vector.length).toBe(shape[0]);
      expect(vector.nullCount).toBe(0);
      using back = cu.fromArrow(vector, { ...on, copy: dtype === "bool" });
      expect([back.dtype, back.shape]).toEqual([dtype, shape]);
      expect(await back.tolist()).toEqual(await x.tolist());
    }
  });

  it("are columns of tables that Arrow writes and reads", async () => {
    using x = cu.arange(6, { dtype: "float32", ...on }).reshape(3, 2);
    using y = cu.array([true, false, true], on);
    const table = new arrow.Table({ x: await cu.toArrow(x, arrow), y: await cu.toArrow(y, arrow) });
    const read = arrow.tableFromIPC(arrow.tableToIPC(table));
    expect(read.getChild("y").toJSON()).toEqual([true, false, true]);
    using back = cu.fromArrow(read.getChild("x"), on);
    expect(await back.tolist()).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ]);
  });

  it("are refused where Arrow has nothing for them", async () => {
    for (const x of [
      cu.zeros([2], { dtype: "complex64", ...on }),
      cu.zeros([2], { dtype: "bfloat16", ...on }),
      cu.zeros([], on),
    ]) {
      await expect(cu.toArrow(x, arrow)).rejects.toThrow(refused);
    }
    await expect(cu.toArrow(cu.zeros([2], on), {} as never)).rejects.toThrow(refused);
  });
});

describe("Arrow objects that lie", () => {
  const float32 = { typeId: 3, precision: 1 };
  const good = { type: float32, length: 4, offset: 0, nullCount: 0, values: Float32Array.of(1, 2, 3, 4) };
  const list = { typeId: 16, listSize: 2 };

  it("are refused one by one", () => {
    cu.fromArrow(good, on).dispose();
    const transferred = new Float32Array(4);
    structuredClone(transferred.buffer, { transfer: [transferred.buffer] });
    const liar = new Float32Array(2);
    Object.defineProperty(liar, "length", { value: 4 });
    const bad: readonly unknown[] = [
      undefined,
      null,
      1,
      "text",
      {},
      { data: [] },
      { data: [undefined] },
      { data: [good, { ...good, type: { typeId: 3, precision: 2 }, values: new Float64Array(4) }] },
      { ...good, type: null },
      { ...good, type: { typeId: "3" } },
      { ...good, length: 5 },
      { ...good, length: -1 },
      { ...good, length: 1.5 },
      { ...good, length: 2 ** 53 },
      { ...good, length: Infinity },
      { ...good, length: 4n },
      { ...good, offset: -1 },
      { ...good, offset: NaN },
      { ...good, values: undefined },
      { ...good, values: [1, 2, 3, 4] },
      { ...good, values: new Int32Array(4) },
      { ...good, values: new DataView(new ArrayBuffer(16)) },
      { ...good, values: new Uint8Array(16).subarray(1) },
      { ...good, values: transferred },
      { ...good, values: liar },
      { ...good, values: new Proxy(new Float32Array(4), {}) },
      { ...good, type: { typeId: 3, precision: 7 } },
      { ...good, type: { typeId: 2, bitWidth: 24, isSigned: true } },
      { ...good, nullCount: 1, nullBitmap: Uint8Array.of(0) },
      { ...good, nullCount: 1, nullBitmap: "text" },
      { ...good, nullCount: 1.5, nullBitmap: Uint8Array.of(15) },
      { ...good, offset: 8, nullCount: 1, nullBitmap: Uint8Array.of(15) },
      { ...good, type: list },
      { ...good, type: list, children: [good] },
      { ...good, type: { typeId: 16, listSize: 2 ** 52 }, children: [good] },
      { ...good, type: { typeId: 16, listSize: -1 }, children: [good] },
      { ...good, type: { typeId: 16 }, children: [good] },
    ];
    for (const one of bad) expect(() => cu.fromArrow(one as never, on)).toThrow(refused);
    const circle: Record<string, unknown> = { ...good, type: { typeId: 16, listSize: 1 }, length: 1 };
    circle["children"] = [circle];
    expect(() => cu.fromArrow(circle as never, on)).toThrow(refused);
  });

  it(`${changed} changed ones give an error or the elements that are there`, async () => {
    const number = fc.oneof(
      fc.integer({ min: -2, max: 40 }),
      fc.constantFrom(
        2 ** 31,
        2 ** 32,
        2 ** 53 - 1,
        2 ** 53,
        2 ** 63,
        -1,
        0.5,
        NaN,
        Infinity,
        undefined,
        null,
        "3",
        4n,
      ),
    );
    const memory = fc.oneof(
      fc.constantFrom(...dtypeNames).map((dtype) => new dtypes[dtype].TypedArray(16)),
      fc.constantFrom(undefined, null, "text", new DataView(new ArrayBuffer(8)), []),
      fc.integer({ min: 0, max: 16 }).map((length) => Float32Array.from({ length }, (_, i) => i)),
    );
    const fields = {
      length: number,
      offset: number,
      nullCount: number,
      values: memory,
      nullBitmap: fc.oneof(memory, fc.uint8Array({ maxLength: 4 })),
      typeId: fc.oneof(fc.integer({ min: -31, max: 24 }), number),
      precision: number,
      bitWidth: number,
      listSize: number,
    };
    // One field or two at a time: more would be refused for the first of them.
    const change = fc
      .tuple(fc.record(fields), fc.subarray(Object.keys(fields), { maxLength: 2 }))
      .map(([all, names]) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
      );
    const started = [
      good,
      { ...good, type: list, length: 2, values: undefined, children: [good] },
      { ...good, type: { typeId: 6 }, length: 9, values: Uint8Array.of(255, 1) },
      { ...good, nullCount: 2, nullBitmap: Uint8Array.of(0b1010), length: 4 },
    ];
    let [refusals, reads] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...started),
        change,
        fc.option(change, { nil: undefined }),
        fc.constantFrom({}, { copy: true }, { nullValue: 0 }, { copy: true, nullValue: 7 }),
        async (start, { typeId, precision, bitWidth, listSize, ...others }, inChild, options) => {
          const types = { typeId, precision, bitWidth, listSize };
          const given = Object.fromEntries(Object.entries(types).filter(([, value]) => value !== undefined));
          const one = { ...start, ...others, type: { ...start.type, ...given } };
          const children =
            "children" in start && inChild !== undefined ? [{ ...good, ...inChild }] : undefined;
          const vector = { data: [children === undefined ? one : { ...one, children }] };
          let x: cu.NDArray;
          try {
            x = cu.fromArrow(vector, { ...on, ...options });
          } catch (error) {
            expect(error).toBeInstanceOf(cu.CutsError);
            refusals++;
            return;
          }
          reads++;
          // All there is are 16 slots of 16 bytes.
          expect(x.byteLength).toBeLessThanOrEqual(256);
          expect((await x.data()).length).toBe(x.size * dtypes[x.dtype].lanes);
          x.dispose();
        },
      ),
      { numRuns: changed, seed: 16 },
    );
    expect(refusals).toBeGreaterThan(changed * 0.3);
    expect(reads).toBeGreaterThan(changed * 0.04);
  });
});
