import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DType, dtypeNames } from "../../core/dtype.js";
import { descrOf } from "./descr.js";
import { formatHeader, headerLength, parseHeader } from "./header.js";

/** A header of any text, as version 1, 2 or 3 of the format has it. */
function headerOf(text: string, version = 1): Uint8Array {
  const prefix = version === 1 ? 10 : 12;
  const body = new TextEncoder().encode(text);
  const bytes = new Uint8Array(prefix + body.length);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0]);
  const view = new DataView(bytes.buffer);
  if (version === 1) view.setUint16(8, body.length, true);
  else view.setUint32(8, body.length, true);
  bytes.set(body, prefix);
  return bytes;
}

const read = (text: string, wanted?: DType) => parseHeader(headerOf(text), wanted, "x.npy");

describe("a header", () => {
  it("is what NumPy writes", () => {
    const text = new TextDecoder("latin1").decode(formatHeader("float32", [3, 4], false));
    expect(text).toHaveLength(128);
    expect(text.slice(10).trimEnd()).toBe("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }");
    expect(text.endsWith(" \n")).toBe(true);
  });

  it("comes back as it was written, whatever it says", () => {
    const shapes = fc.array(fc.nat(40), { maxLength: 9 });
    fc.assert(
      fc.property(fc.constantFrom(...dtypeNames), shapes, fc.boolean(), (dtype, shape, isFortran) => {
        const bytes = formatHeader(dtype, shape, isFortran);
        expect(bytes.length % 64).toBe(0);
        expect(headerLength(bytes, "x.npy")).toBe(bytes.length);
        expect(parseHeader(bytes, dtype, "x.npy")).toEqual({ dtype, shape, isFortran, swapBytes: 1 });
      }),
    );
  });

  it("may be of any version, in any spelling of the same dictionary", () => {
    const text = `{ "shape":(5L,) ,"fortran_order":True,'descr':'>c16'}\n`;
    for (const version of [1, 2, 3]) {
      const bytes = headerOf(text, version);
      expect(headerLength(bytes, "x.npy")).toBe(bytes.length);
      expect(parseHeader(bytes, undefined, "x.npy")).toEqual({
        dtype: "complex128",
        shape: [5],
        isFortran: true,
        swapBytes: 8,
      });
    }
  });

  it("spells dtypes as NumPy does", () => {
    expect(dtypeNames.map(descrOf).join(" ")).toBe(
      "|b1 |i1 |u1 <i2 <u2 <i4 <u4 <i8 <u8 <f2 <V2 <f4 <f8 <c8 <c16",
    );
  });

  it("needs more bytes to tell its length", () => {
    const bytes = formatHeader("int8", [], false);
    expect([0, 5, 7, 9].map((length) => headerLength(bytes.subarray(0, length), "x.npy"))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a header is refused", () => {
  it.each([
    ["another file", Uint8Array.of(0x50, 0x4b, 3, 4), "it must begin as npy files do (got 50 4b 03 04)"],
    ["another version", headerOf("", 4), "version 1.0, 2.0 or 3.0 of the format (got 4.0)"],
    ["too long a header", headerOf("x".repeat(65_537), 2), "at most 65536 bytes (got 65537)"],
  ])("for %s", (_, bytes, message) => {
    expect(() => headerLength(bytes, "x.npy")).toThrow(message);
  });

  it.each([
    ["", "Cannot read x.npy: its header must be a dictionary"],
    ["{'descr': '<f4', 'fortran_order': False}", "it must say descr, fortran_order and shape"],
    ["{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': ()}", "must not say"],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (), 'x': 1}", 'must not say "x" here'],
    ["{'descr': '<f4', 'fortran_order': 0, 'shape': ()}", "cannot be read at character 34"],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (3)} + 1", "cannot be read at character"],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (-3,)}", "the sizes in its shape must be"],
    [
      "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
      "the sizes in its shape must be",
    ],
    [
      `{'descr': '<f4', 'fortran_order': False, 'shape': (${"1,".repeat(65)})}`,
      "there must be at most 64 axes",
    ],
    ["{'descr': '|O', 'fortran_order': False, 'shape': (2,)}", "a pickle, which is a program"],
    ["{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}", "a structured dtype"],
    ["{'descr': ('<f4', (2,)), 'fortran_order': False, 'shape': (2,)}", "a structured dtype"],
    ["{'descr': '<U3', 'fortran_order': False, 'shape': (2,)}", 'are text (got "<U3")'],
    ["{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (2,)}", "are dates"],
    ["{'descr': '<f16', 'fortran_order': False, 'shape': (2,)}", "floats of a size that is not known here"],
    ["{'descr': '<V2', 'fortran_order': False, 'shape': (2,)}", 'Try: { dtype: "bfloat16" }'],
    ["{'descr': '<f4x', 'fortran_order': False, 'shape': (2,)}", "its elements must be booleans or numbers"],
  ])("where it says %s", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it("or any other text, with an error of its own", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "'descr'",
      "'shape'",
      ":",
      "'<f4'",
      "(",
      ")",
      "1",
      ",",
      "[",
      "-",
      " ",
      "True",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 20 }), (parts) => {
        try {
          read(parts.join(""));
        } catch (error) {
          expect((error as { code?: string }).code).toMatch(/^CUTS_NPY_/);
        }
      }),
    );
  });
});
