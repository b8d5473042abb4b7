// safetensors files: what the reference writes is read without a copy, what it refuses is refused.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { dtypeNames } from "../../src/core/dtype.js";
import * as cu from "../../src/index.js";
import { readHeader } from "../../src/interop/safetensors/header.js";
import { cases } from "../cases.js";

const written = cases(2500);
const hostile = cases(5000);

const on = { device: "cpu" } as const;
const folder = mkdtempSync(join(tmpdir(), "cuts-safetensors-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

/** A file of a header, as text, and so many bytes. */
function file(header: string, dataBytes: number, length = BigInt(Buffer.byteLength(header))): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(length);
  return Buffer.concat([size, Buffer.from(header), Buffer.alloc(dataBytes, 1)]);
}

const read = (bytes: Buffer) => readHeader("x", bytes.byteLength, (begin, end) => bytes.subarray(begin, end));

describe("safetensors", () => {
  it("has every dtype back, with names of all sorts, single values and empty arrays", async () => {
    const arrays = new Map<string, cu.NDArray>();
    for (const dtype of dtypeNames) {
      if (dtype !== "complex128") arrays.set(`of ${dtype}`, cu.ones([2, 3], { dtype, ...on }));
    }
    arrays.set("__proto__", cu.array(7, on));
    arrays.set("ünï", cu.zeros([0, 4], on));
    await cu.saveSafetensors(at("all"), arrays, { metadata: { format: "pt", __proto__x: "1" } });
    using opened = await cu.openSafetensors(at("all"));
    expect(new Set(opened.names)).toEqual(new Set(arrays.keys()));
    expect({ ...opened.metadata }).toEqual({ format: "pt", __proto__x: "1" });
    for (const [name, array] of arrays) {
      using got = opened.get(name, on);
      using seen = opened.view(name);
      expect([got.dtype, got.shape, seen.shape, seen.isReadonly]).toEqual([
        array.dtype,
        array.shape,
        array.shape,
        true,
      ]);
      expect(await got.data()).toEqual(await array.data());
      expect(await seen.data()).toEqual(await array.data());
    }
  });

  it("is the bytes that the reference writes", async () => {
    await cu.saveSafetensors(at("ref"), {
      b: cu.array([1, 2], { dtype: "float32", ...on }),
      a: cu.array([1], { dtype: "int64", ...on }),
    });
    const bytes = readFileSync(at("ref"));
    const header = bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE())).toString();
    expect(header.length % 8).toBe(0);
    expect(header.trimEnd()).toBe(
      '{"a":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[2],"data_offsets":[8,16]}}',
    );
    expect(bytes.subarray(-16).toString("hex")).toBe("01000000000000000000803f00000040");
  });

  it("takes the place of a file that is open, whose views stay", async () => {
    await cu.saveSafetensors(at("again"), { a: cu.ones([1_000_000], on) });
    using opened = await cu.openSafetensors(at("again"));
    using seen = opened.view("a");
    await cu.saveSafetensors(at("again"), { a: cu.zeros([1], on) });
    expect(await seen.sum().item()).toBe(1_000_000);
    const wrong = { metadata: { a: 1 as unknown as string } };
    await expect(cu.saveSafetensors(at("again"), {}, wrong)).rejects.toMatchObject({
      code: "CUTS_SAFETENSORS_VALUE",
    });
  });

  it("reads what is not aligned, by a copy, and keeps views when it is closed", async () => {
    writeFileSync(
      at("odd"),
      file(
        '{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"F32","shape":[1],"data_offsets":[1,5]}}',
        5,
      ),
    );
    const opened = await cu.openSafetensors(at("odd"));
    expect((await opened.get("b", on).data()).byteLength).toBe(4);
    using view = opened.view("a");
    expect(() => opened.view("b")).toThrow(expect.objectContaining({ code: "CUTS_SAFETENSORS" }));
    opened.dispose();
    expect(await view.tolist()).toEqual([1]);
    expect(() => opened.get("a", on)).toThrow(expect.objectContaining({ code: "CUTS_DISPOSED" }));
  });

  it("tells of types that CuTS does not have, and reads the others", async () => {
    writeFileSync(
      at("f8"),
      file(
        '{"a":{"dtype":"F8_E4M3","shape":[3],"data_offsets":[0,3]},"b":{"dtype":"U8","shape":[1],"data_offsets":[3,4]}}',
        4,
      ),
    );
    using opened = await cu.openSafetensors(at("f8"));
    expect(opened.info("a").type).toBe("F8_E4M3");
    expect(() => opened.get("a", on)).toThrow(/F8_E4M3/);
    expect(() => opened.get("c", on)).toThrow(/a, b/);
    expect(await opened.get("b", on).tolist()).toEqual([1]);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["a length alone", file("", 0, 100n)],
    ["a length beyond all", file("{}", 0, 2n ** 63n)],
    ["no object", file("[]", 0)],
    ["no JSON", file("{a}", 0)],
    ["bad UTF-8", Buffer.concat([file("", 0, 3n), Buffer.from([0x7b, 0xff, 0x7d])])],
    [
      "two of a name",
      file(
        '{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}',
        1,
      ),
    ],
    ["a hole", file('{"a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}}', 2)],
    [
      "an overlap",
      file(
        '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}}',
        3,
      ),
    ],
    ["more bytes", file('{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}', 2)],
    ["fewer bytes", file('{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}', 1)],
    ["another size", file('{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,1]}}', 1)],
    [
      "an overflow",
      file('{"a":{"dtype":"F32","shape":[4294967296,4294967296,4294967296],"data_offsets":[0,0]}}', 0),
    ],
    ["a negative size", file('{"a":{"dtype":"U8","shape":[-1],"data_offsets":[0,1]}}', 1)],
    ["an unknown type", file('{"a":{"dtype":"toString","shape":[1],"data_offsets":[0,1]}}', 1)],
    ["metadata of numbers", file('{"__metadata__":{"a":1}}', 0)],
    ["a null entry", file('{"a":null}', 0)],
  ])("refuses %s", async (_, bytes) => {
    writeFileSync(at("bad"), bytes);
    await expect(cu.openSafetensors(at("bad"))).rejects.toMatchObject({ code: "CUTS_SAFETENSORS" });
  });

  it(`opens ${written} files of wrong sizes, offsets, types and byte order with an error, or reads what they have`, async () => {
    const number = fc.oneof(
      fc.integer({ min: -1, max: 30 }),
      fc.constantFrom(2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e308, -1, 0.5, "2", null, true, [2]),
    );
    const entry = fc.record({
      dtype: fc.constantFrom(
        "F32",
        "F64",
        "I64",
        "U8",
        "BOOL",
        "BF16",
        "C64",
        "F8_E4M3",
        "F4",
        "f32",
        "",
        4,
        null,
      ),
      shape: fc.oneof(
        { weight: 4, arbitrary: fc.array(number, { maxLength: 4 }) },
        { weight: 1, arbitrary: number },
      ),
      data_offsets: fc.array(number, { minLength: 1, maxLength: 3 }),
    });
    const good = { dtype: "F32", shape: [2, 2], data_offsets: [0, 16] };
    const change = fc.oneof(
      fc.constant({}),
      fc
        .tuple(entry, fc.subarray(["dtype", "shape", "data_offsets"], { maxLength: 2 }))
        .map(([all, names]) =>
          Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
        ),
    );
    const length = fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -8, max: 8 }) },
    );
    let [refused, reads] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        change,
        fc.boolean(),
        length,
        length,
        fc.integer({ min: 0, max: 20 }),
        async (changed, isTwo, more, cut, swap) => {
          const second = { dtype: "I64", shape: [1], data_offsets: [16, 24] };
          const header = JSON.stringify({ a: { ...good, ...changed }, ...(isTwo ? { b: second } : {}) });
          const bytes = file(header, Math.max(0, (isTwo ? 24 : 16) + cut));
          bytes.writeBigUInt64LE(BigInt(Math.max(0, header.length + more)), 0);
          // The other order of bytes.
          if (swap === 0) bytes.subarray(0, 8).reverse();
          writeFileSync(at("hostile"), bytes);
          try {
            using opened = await cu.openSafetensors(at("hostile"));
            for (const name of opened.names) {
              using x = opened.get(name, { device: "cpu" });
              expect(x.byteLength).toBeLessThanOrEqual(bytes.byteLength);
              await x.data();
              using seen = opened.view(name);
              await seen.data();
              reads++;
            }
          } catch (error) {
            expect(error).toMatchObject({ code: "CUTS_SAFETENSORS" });
            refused++;
          }
        },
      ),
      { numRuns: written, seed: 16 },
    );
    expect(refused).toBeGreaterThan(written * 0.4);
    expect(reads).toBeGreaterThan(written * 0.04);
  });

  it(`answers ${hostile} hostile files with an error, or with tensors that lie within them`, () => {
    const good = file(
      '{"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},"b":{"dtype":"I64","shape":[1],"data_offsets":[16,24]}}',
      24,
    );
    let refused = 0;
    const change = fc.record({ place: fc.nat(good.byteLength - 1), byte: fc.nat(255) });
    const cut = fc.option(fc.nat(good.byteLength), { nil: undefined });
    const property = fc.property(fc.array(change, { maxLength: 4 }), cut, (changes, end) => {
      const bytes = Buffer.from(good.subarray(0, end));
      for (const { place, byte } of changes) if (place < bytes.byteLength) bytes[place] = byte;
      try {
        for (const { begin, end: last } of read(bytes).tensors.values()) {
          expect(begin).toBeGreaterThanOrEqual(8);
          expect(last).toBeLessThanOrEqual(bytes.byteLength);
        }
      } catch (error) {
        expect(error).toMatchObject({ code: "CUTS_SAFETENSORS" });
        refused++;
      }
    });
    fc.assert(property, { numRuns: hostile, seed: 16 });
    expect(refused).toBeGreaterThan(hostile * 0.4);
  });

  it("refuses to write what the format does not have", async () => {
    const refused = { code: "CUTS_SAFETENSORS_VALUE" };
    await expect(cu.saveSafetensors(at("no"), { a: [1] as never })).rejects.toMatchObject(refused);
    const wide = cu.ones([1], { dtype: "complex128", ...on });
    await expect(cu.saveSafetensors(at("no"), { a: wide })).rejects.toMatchObject(refused);
    await expect(cu.openSafetensors(at("none"))).rejects.toMatchObject({ code: "CUTS_FILE_NOT_FOUND" });
  });
});
