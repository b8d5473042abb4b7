import { describe, expect, expectTypeOf, it } from "vitest";
import { arrayArgument, isArrayArgument } from "./array-argument.js";
import {
  canStore,
  type Complex,
  type DType,
  dtypeInfo,
  dtypeNames,
  dtypeOf,
  dtypes,
  type ElementOf,
  isDType,
  isTypedArray,
  type TypedArrayOf,
} from "./dtype.js";
import { integerRange, isIntegerDType, toBoolean, toComplex, toFloat, toInteger } from "./dtype-value.js";

describe("the table", () => {
  it.each(dtypeNames)("%s stores its elements in its byte length", (name) => {
    const { byteLength, lanes, TypedArray } = dtypes[name];
    expect(new TypedArray(3 * lanes).byteLength).toBe(3 * byteLength);
    expect(dtypes[name].name).toBe(name);
  });

  it("names every dtype once in C and in CUDA", () => {
    for (const field of ["cName", "cudaName"] as const) {
      expect(new Set(dtypeNames.map((name) => dtypes[name][field])).size).toBe(dtypeNames.length);
    }
  });

  it("finds a row by name and suggests the nearest one", () => {
    expect(dtypeInfo("float16").cudaName).toBe("__half");
    expect(isDType("toString")).toBe(false);
    expect(() => dtypeInfo("flaot32" as DType)).toThrow('(got "flaot32")\nTry: "float32"');
    expect(() => dtypeInfo(7 as never)).toThrow(expect.objectContaining({ code: "CUTS_UNKNOWN_DTYPE" }));
  });

  it("maps dtypes to types", () => {
    expectTypeOf<TypedArrayOf<"bfloat16">>().toEqualTypeOf<Uint16Array>();
    expectTypeOf<ElementOf<"int64">>().toEqualTypeOf<bigint>();
    expectTypeOf<ElementOf<"bool">>().toEqualTypeOf<boolean>();
    expectTypeOf<ElementOf<"complex64">>().toEqualTypeOf<Complex>();
    expectTypeOf<ElementOf<"float16" | "uint8">>().toEqualTypeOf<number>();
    expectTypeOf(dtypeOf(new Float32Array())).toEqualTypeOf<"float32">();
    expectTypeOf(dtypeOf(new BigInt64Array())).toEqualTypeOf<"int64">();
  });
});

describe("typed arrays", () => {
  it("are told from other views and from arrays", () => {
    expect(isTypedArray(new Float64Array(1))).toBe(true);
    expect(isTypedArray(Buffer.alloc(1))).toBe(true);
    for (const value of [new DataView(new ArrayBuffer(8)), new ArrayBuffer(8), [1], null, undefined, "x"]) {
      expect(isTypedArray(value)).toBe(false);
    }
  });

  it("have the dtype of their storage", () => {
    const own = dtypeNames.filter((name) => dtypeOf(new dtypes[name].TypedArray(0)) === name);
    expect(dtypeNames.filter((name) => !own.includes(name))).toEqual([
      "bool",
      "float16",
      "bfloat16",
      "complex64",
      "complex128",
    ]);
    expect(dtypeOf(Buffer.alloc(1))).toBe("uint8");
    expect(dtypeOf(new Uint8ClampedArray(1))).toBe("uint8");
  });

  it("store every dtype that shares their storage, and no other", () => {
    expect(dtypeNames.filter((name) => canStore(name, new Uint16Array(1)))).toEqual([
      "uint16",
      "float16",
      "bfloat16",
    ]);
    expect(dtypeNames.filter((name) => canStore(name, new Uint8ClampedArray(1)))).toEqual(["bool", "uint8"]);
    expect(dtypeNames.filter((name) => canStore(name, new Float32Array(1)))).toEqual([
      "float32",
      "complex64",
    ]);
  });

  it("are no array objects", () => {
    expect(isArrayArgument(new Float32Array(1))).toBe(false);
    expect(isArrayArgument({ [arrayArgument]: {} })).toBe(true);
    expect(isArrayArgument(null)).toBe(false);
  });
});

describe("integers", () => {
  const integers = dtypeNames.filter(isIntegerDType);

  it("are the eight integer dtypes", () => {
    expect(integers).toEqual(["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]);
  });

  it.each(integers)("%s keeps its limits and refuses what lies beyond", (dtype) => {
    const { min, max } = integerRange(dtype);
    const storage = new dtypes[dtype].TypedArray(2);
    for (const [slot, limit] of [min, max].entries()) {
      const value = toInteger(dtype, limit, "argument 1 (n)");
      storage[slot] = value as never;
      expect(storage[slot]).toBe(value);
      expect(BigInt(value)).toBe(limit);
    }
    for (const beyond of [min - 1n, max + 1n]) {
      expect(() => toInteger(dtype, beyond, "argument 1 (n)")).toThrow(
        `Cannot use argument 1 (n) as ${dtype}: it must be between ${min} and ${max} (got ${beyond}n)`,
      );
    }
  });

  it("take safe numbers and bigints alike", () => {
    expect(toInteger("int32", 7n, "n")).toBe(7);
    expect(toInteger("int64", 7, "n")).toBe(7n);
    expect(toInteger("int8", -0, "n")).toBe(-0);
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, "1", true, null, undefined, {}])(
    "refuse %s",
    (value) => {
      expect(() => toInteger("int32", value, "n")).toThrow(
        expect.objectContaining({ code: "CUTS_NOT_AN_INTEGER", name: "TypeError" }),
      );
    },
  );

  it("refuse a number whose digits are lost", () => {
    expect(() => toInteger("int64", 2 ** 53, "n")).toThrow(
      /lost digits \(got 9007199254740992\)\nTry: a bigint/,
    );
  });
});

describe("other values", () => {
  it("takes numbers as floats and nothing else", () => {
    expect(toFloat("float32", Number.NaN, "x")).toBeNaN();
    expect(() => toFloat("float32", 1n, "x")).toThrow("it must be a number (got 1n)\nTry: Number(value)");
    expect(() => toFloat("float64", "1", "x")).toThrow(
      expect.objectContaining({ code: "CUTS_NOT_A_NUMBER" }),
    );
  });

  it("takes true, false, 0 and 1 as bool", () => {
    expect([true, false, 0, 1].map((value) => toBoolean(value, "flag"))).toEqual([true, false, false, true]);
    expect(() => toBoolean(2, "flag")).toThrow(expect.objectContaining({ code: "CUTS_NOT_A_BOOLEAN" }));
  });

  it("takes numbers and pairs as complex", () => {
    expect(toComplex("complex64", 2, "z")).toEqual({ re: 2, im: 0 });
    expect(toComplex("complex64", { re: 1, im: -1 }, "z")).toEqual({ re: 1, im: -1 });
    expect(() => toComplex("complex128", { re: 1 }, "z")).toThrow(
      expect.objectContaining({ code: "CUTS_NOT_COMPLEX" }),
    );
  });
});
