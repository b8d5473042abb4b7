// Converts fields of structs in both directions: single values, strings, addresses and arrays. Values are checked on the way in.
// Nested structs are in struct-codec.ts.

import type { CType } from "../cdecl/ast.js";
import { formatType } from "../cdecl/format.js";
import { type Complex, type DType, dtypeOf, dtypes, isTypedArray, type TypedArray } from "../core/dtype.js";
import { formatValue } from "../core/text.js";
import { lengthOf } from "../core/view-facts.js";
import { outOfRange, type Place, wrongType } from "./converter.js";
import type { KoffiType } from "./koffi.js";
import { arrayOf } from "./koffi-types.js";
import { memoryDTypes, scalarConverter, scalarResult } from "./scalar-converter.js";
import { checkString } from "./string-converter.js";

/** Converts a struct or a field of one in both directions; `koffiType` is its type. */
export interface Codec {
  readonly koffiType: KoffiType;
  readonly toNative: (value: unknown, what: string) => unknown;
  readonly fromNative: (value: unknown) => unknown;
}

/** `const char*` in a struct. The bytes live until the call ends. */
export const stringCodec: Codec = {
  koffiType: "str",
  toNative: (value, what) => (value === null ? null : checkString(value, { what, type: "const char*" })),
  fromNative: same,
};

/** A number, a boolean or a complex number in a struct. */
export function scalarCodec(type: CType & { readonly kind: "scalar" }): Codec {
  const text = formatType(type);
  // The place is known only at the call, so the check is made there; structs are not the fast path.
  const { koffiType } = scalarConverter(type.name, { what: "a field", type: text });
  return {
    koffiType,
    toNative: (value, what) => scalarConverter(type.name, { what, type: text }).convert(value),
    fromNative: scalarResult(type.name, "a field"),
  };
}

/** A pointer in a struct. It may outlive the call, so it takes an address and not an array. */
export function addressCodec(type: string): Codec {
  return {
    koffiType: "void *",
    toNative: (value, what) => {
      if (value === null || (typeof value === "bigint" && value >= 0n && value < 1n << 64n)) return value;
      const hint = isTypedArray(value)
        ? "addressOf(array), and keep the array as long as the struct is used"
        : undefined;
      throw wrongType("CUTS_ARGUMENT_TYPE", { what, type }, "it must be an address or null", value, hint);
    },
    fromNative: same,
  };
}

/** `char name[16]`: a string that fits with its NUL, or all its bytes. */
export function textCodec(count: number): Codec {
  return {
    koffiType: arrayOf("char", count, "String"),
    toNative: (value, what) => {
      const place: Place = { what, type: `char[${count}]` };
      if (isTypedArray(value) && dtypes[dtypeOf(value)].byteLength === 1) {
        const length = lengthOf(value);
        if (length === count) return value;
        const rule = `it must have exactly ${count} bytes`;
        throw outOfRange("CUTS_ARGUMENT_LENGTH", place, rule, String(length));
      }
      const text = checkString(value, place);
      const byteLength = Buffer.byteLength(text);
      if (byteLength < count) return text;
      throw outOfRange(
        "CUTS_ARGUMENT_LENGTH",
        place,
        `it must have less than ${count} bytes in UTF-8`,
        String(byteLength),
      );
    },
    fromNative: same,
  };
}

/** `float m[12]`: read as a typed array, or as an array if the elements are not numbers. */
export function arrayCodec(element: Codec, count: number, type: CType): Codec {
  const dtype = type.kind === "scalar" ? memoryDTypes(type.name)[0] : undefined;
  return {
    koffiType: arrayOf(element.koffiType, count, "Array"),
    toNative: (value, what) => {
      const place: Place = { what, type: `${formatType(type)}[${count}]` };
      if (!Array.isArray(value) && !isTypedArray(value)) {
        throw wrongType("CUTS_ARGUMENT_TYPE", place, `it must be an array of ${count} elements`, value);
      }
      const items =
        isTypedArray(value) && dtype !== undefined ? itemsOf(dtype, value) : Array.from<unknown>(value);
      if (items.length !== count) {
        throw outOfRange(
          "CUTS_ARGUMENT_LENGTH",
          place,
          `it must have exactly ${count} elements`,
          formatValue(value),
        );
      }
      return items.map((item, index) => element.toNative(item, `${what}[${index}]`));
    },
    fromNative: (value) => {
      const items = Array.from(value as ArrayLike<unknown>, element.fromNative);
      return dtype === undefined ? items : typedArrayFrom(dtype, items);
    },
  };
}

/** The elements of a typed array as elements of `dtype`: booleans of bytes, complex numbers of pairs. */
function itemsOf(dtype: DType, array: TypedArray): readonly unknown[] {
  if (dtype === "bool" && array instanceof Uint8Array) return Array.from(array, (byte) => byte !== 0);
  if (dtypes[dtype].lanes === 1) return Array.from<unknown>(array);
  return Array.from({ length: array.length / 2 }, (_, index) => ({
    re: array[2 * index],
    im: array[2 * index + 1],
  }));
}

function typedArrayFrom(dtype: DType, items: readonly unknown[]): TypedArray {
  const { TypedArray, lanes } = dtypes[dtype];
  const array = new TypedArray(items.length * lanes);
  for (const [index, item] of items.entries()) {
    if (lanes === 2) array.set(Object.values(item as Complex) as never, index * 2);
    else array[index] = item as never;
  }
  return array;
}

function same(value: unknown): unknown {
  return value;
}
