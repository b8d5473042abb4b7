import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf } from "./digest.js";
import { completeObjectCode, objectFromRecord, objectRecord } from "./object-code.js";
import { decodeRecord, encodeRecord, type JsonValue } from "./record.js";

const key = digestOf("the key");
const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => new Uint8Array(array));
const object = fc
  .record({
    code: bytes,
    names: fc.dictionary(fc.string({ unit: "binary" }), fc.string()).map((o) => new Map(Object.entries(o))),
    info: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as JsonValue),
    blobs: fc.dictionary(fc.string(), bytes).map((o) => new Map(Object.entries(o))),
  })
  .map(completeObjectCode);

const sample = objectRecord(
  completeObjectCode({
    code: new Uint8Array([1, 2, 3]),
    names: new Map([["k<float>", "_Z1kIfEvv"]]),
    info: { registers: 32 },
    blobs: new Map([["ptx", new Uint8Array([4, 5, 6, 7, 8, 9, 10, 11, 12])]]),
  }),
);

describe("a record", () => {
  it("gives back the object code it was made of", () => {
    fc.assert(
      fc.property(object, (original) => {
        const record = decodeRecord(key, encodeRecord(key, objectRecord(original)));
        expect(record && objectFromRecord(record)).toEqual(original);
      }),
    );
  });

  it("keeps names that are special to JavaScript objects", () => {
    const names = new Map([
      ["__proto__", "a"],
      ["constructor", "b"],
      ["\ud800", "lone surrogate"],
    ]);
    const record = decodeRecord(
      key,
      encodeRecord(key, objectRecord(completeObjectCode({ code: new Uint8Array(), names }))),
    );
    expect(record && objectFromRecord(record).names).toEqual(names);
  });

  it("places every blob at a multiple of 8", () => {
    fc.assert(
      fc.property(fc.array(bytes), fc.string(), (blobs, body) => {
        const record = decodeRecord(key, encodeRecord(key, { kind: "object", request: "", body, blobs }));
        expect(record?.blobs.map((blob) => blob.byteOffset % 8)).toEqual(blobs.map(() => 0));
      }),
    );
  });

  it("is nothing under another key", () => {
    expect(decodeRecord(digestOf("another key"), encodeRecord(key, sample))).toBeUndefined();
  });

  it("is nothing when any one bit is wrong", () => {
    const whole = encodeRecord(key, sample);
    for (let bit = 0; bit < whole.byteLength * 8; bit++) {
      const damaged = whole.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(decodeRecord(key, damaged), `bit ${bit}`).toBeUndefined();
    }
  });

  it("is nothing when cut off or continued anywhere", () => {
    const whole = encodeRecord(key, sample);
    for (let length = 0; length < whole.byteLength; length++) {
      expect(decodeRecord(key, whole.slice(0, length)), `length ${length}`).toBeUndefined();
    }
    const longer = new Uint8Array(whole.byteLength + 8);
    longer.set(whole);
    expect(decodeRecord(key, longer)).toBeUndefined();
  });

  it("is nothing when a stretch of it was overwritten, and never throws", () => {
    fc.assert(
      fc.property(object, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 64 }), (original, at, noise) => {
        const whole = encodeRecord(key, objectRecord(original));
        const damaged = whole.slice();
        const offset = at % whole.byteLength;
        damaged.set(noise.subarray(0, whole.byteLength - offset), offset);
        fc.pre(!Buffer.from(damaged).equals(whole));
        expect(decodeRecord(key, damaged)).toBeUndefined();
      }),
    );
  });

  it("is nothing when it is not a record at all", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        expect(decodeRecord(key, new Uint8Array(noise))).toBeUndefined();
      }),
    );
  });
});
