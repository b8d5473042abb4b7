import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DType, dtypeNames, dtypes } from "../../core/dtype.js";
import { isIntegerDType, toBoolean, toComplex, toFloat, toInteger } from "../../core/dtype-value.js";
import { encodeBfloat16, encodeFloat16 } from "../../core/float16.js";
import { elementBytes, listsToElements, toElements } from "./element-data.js";

/** What one value becomes, by the functions for single values. */
function slots(dtype: DType, value: unknown, what: string): readonly (number | bigint)[] {
  if (isIntegerDType(dtype)) return [toInteger(dtype, value, what)];
  if (dtype === "bool") return [toBoolean(value, what) ? 1 : 0];
  if (dtype === "complex64" || dtype === "complex128") {
    const { re, im } = toComplex(dtype, value, what);
    return [re, im];
  }
  const number = toFloat(dtype, value, what);
  if (dtype === "float16") return [encodeFloat16(number)];
  return [dtype === "bfloat16" ? encodeBfloat16(number) : number];
}

function expected(dtype: DType, values: readonly unknown[]): unknown {
  try {
    const all = values.flatMap((value, index) => slots(dtype, value, `the data[${index}]`));
    return Array.from(new dtypes[dtype].TypedArray(all as never) as ArrayLike<unknown>);
  } catch (error) {
    return (error as Error).message;
  }
}

function actual(dtype: DType, values: readonly unknown[]): unknown {
  try {
    return Array.from(toElements(dtype, values, "the data") as ArrayLike<unknown>);
  } catch (error) {
    return (error as Error).message;
  }
}

const edges = [0, -0, 1, -1, 0.5, -0.5, NaN, Infinity, -Infinity, 127, 128, -128, -129, 255, 256].concat(
  [32767, 32768, 65535, 65536, 2147483647, 2147483648, -2147483648, -2147483649, 4294967295, 4294967296],
  [
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    2 ** 53,
    -(2 ** 53),
    -4294967296,
    4294967297,
    65504,
    65520,
  ],
);
const bigints = [
  0n,
  -1n,
  2n ** 63n - 1n,
  2n ** 63n,
  -(2n ** 63n),
  -(2n ** 63n) - 1n,
  2n ** 64n - 1n,
  2n ** 64n,
];
const others = [true, false, "1", null, undefined, { re: 1, im: -2 }, { re: 1 }, [1], Symbol.iterator];

describe("a list of values", () => {
  it("becomes what its values become one by one, or the same error", () => {
    const value = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...edges) },
      { weight: 6, arbitrary: fc.integer({ min: -300, max: 300 }) },
      { weight: 3, arbitrary: fc.maxSafeInteger() },
      fc.double(),
      fc.constantFrom<unknown>(...bigints, ...others),
    );
    fc.assert(
      fc.property(fc.constantFrom(...dtypeNames), fc.array(value, { maxLength: 6 }), (dtype, values) => {
        expect(actual(dtype, values)).toEqual(expected(dtype, values));
      }),
      { numRuns: 3000 },
    );
  });

  it.each(dtypeNames)("of %s holds every edge that fits, alone", (dtype) => {
    for (const value of [...edges, ...bigints, ...others])
      expect(actual(dtype, [value])).toEqual(expected(dtype, [value]));
  });

  it("has no holes", () => {
    // oxlint-disable-next-line no-sparse-arrays -- that is the point
    expect(() => toElements("float32", [1, , 3], "the data")).toThrow("Cannot use the data[1] as float32");
  });

  it("may come in parts, and parts may be typed arrays of any dtype", () => {
    const lists = [[1, 2], Uint8Array.of(3), [], BigInt64Array.of(4n)];
    expect(listsToElements("int32", lists, 4, "x")).toEqual(Int32Array.of(1, 2, 3, 4));
    expect(() => listsToElements("uint8", [[1], [2, 300]], 3, "x")).toThrow("Cannot use x[2] as uint8");
  });

  it("of one value is what a fill repeats, by its own name", () => {
    expect(elementBytes("int16", -2, "the value")).toEqual(
      Uint8Array.from(new Uint8Array(Int16Array.of(-2).buffer)),
    );
    expect(() => elementBytes("int16", 0.5, "the value")).toThrow("Cannot use the value as int16");
  });
});
