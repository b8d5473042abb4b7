import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteSize, editDistance, formatByteSize, formatValue, plural, suggest, suggestAll } from "./text.js";

describe("formatByteSize", () => {
  it.each([
    [0, "0 B"],
    [1023, "1023 B"],
    [1024, "1.0 KiB"],
    [1536, "1.5 KiB"],
    [1024 ** 2 - 1, "1.0 MiB"],
    [5 * 1024 ** 3, "5.0 GiB"],
    [2 ** 80, "1073741824.0 PiB"],
  ])("%d is %s", (bytes, text) => {
    expect(formatByteSize(bytes)).toBe(text);
  });
});

describe("byteSize", () => {
  it.each([
    ["4096", 4096],
    ["0.5k", 512],
    ["3MiB", 3 * 1024 ** 2],
    [" 8 G ", 8 * 1024 ** 3],
    ["2TB", 2 * 1024 ** 4],
    ["", undefined],
    ["50%", undefined],
    ["G", undefined],
    ["-1", undefined],
  ])("%s is %s", (text, bytes) => {
    expect(byteSize(text)).toBe(bytes);
  });
});

describe("suggestions", () => {
  it("finds the nearest name and is silent when none is near", () => {
    const names = ["doctor", "cache", "check", "run"];
    expect(suggest("docter", names)).toBe("doctor");
    expect(suggest("CACHE", names)).toBe("cache");
    expect(suggest("cehck", names)).toBe("check");
    expect(suggest("banana", names)).toBeUndefined();
    expect(suggest("x", ["y"])).toBeUndefined();
    expect(suggestAll("cacke", ["check", "cache", "cached"])).toEqual(["cache", "cached"]);
  });

  it("measures as a distance should", () => {
    const word = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(editDistance(a, `${a}!`)).toBe(1);
      }),
    );
    expect(editDistance("kitten", "sitting")).toBe(3);
    expect(editDistance("ab", "ba")).toBe(1);
  });
});

describe("plural", () => {
  it("counts", () => {
    expect([plural(1, "array"), plural(0, "array"), plural(2, "entry", "entries")]).toEqual([
      "1 array",
      "0 arrays",
      "2 entries",
    ]);
  });
});

describe("formatValue", () => {
  class Vec {
    length = 3;
  }
  it.each([
    ["a\n", '"a\\n"'],
    ["x".repeat(99), `"${"x".repeat(57)}…"`],
    [3n, "3n"],
    [-0, "-0"],
    [null, "null"],
    [undefined, "undefined"],
    [[1, "b", [2]], '[1, "b", […]]'],
    [Array.from({ length: 9 }, () => 0), "[0, 0, 0, 0, 0, 0, 0, 0, … 9 in all]"],
    [new Float32Array(4), "Float32Array(4)"],
    [new DataView(new ArrayBuffer(3)), "DataView(3)"],
    [new ArrayBuffer(2), "ArrayBuffer(2)"],
    [new Vec(), "a Vec"],
    [new Error("x"), "an Error"],
    [{}, "{}"],
    [
      new (class {
        length = 1;
      })(),
      "{ length }",
    ],
    [{ constructor: { name: 1 } }, "{ constructor }"],
    [{ a: 1, b: 2 }, "{ a, b }"],
    [Object.create(null), "{}"],
    [{ dtype: "float32", shape: [2, 3] }, "float32[2, 3]"],
    [Symbol("s"), "Symbol(s)"],
    [formatValue, "function formatValue"],
    [() => 0, "a function"],
  ])("%#: %s", (value, text) => {
    expect(formatValue(value)).toBe(text);
  });

  it("never throws and stays on one line", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(formatValue(value)).not.toContain("\n");
      }),
    );
  });
});
