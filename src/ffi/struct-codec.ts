// Structs both ways: a JavaScript object with the struct's fields, checked field by field, and the object koffi makes
// of native memory with each field as CuTS returns values. koffi lays the bytes out; this file decides what may go in.

import type { CType, Field, StructDeclaration, TypeTable } from "../cdecl/ast.js";
import { vectorAlignment } from "../cdecl/vectors.js";
import { type Complex, type DType, dtypes, isTypedArray, type TypedArray } from "../core/dtype.js";
import { UnsupportedError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import { type Place, outOfRange, wrongType } from "./converter.js";
import { type KoffiMember, type KoffiType, koffi } from "./koffi.js";
import { memoryDTypes, scalarConverter, scalarKoffiType, scalarResult } from "./scalar-converter.js";
import { checkString } from "./string-converter.js";
import { formatType } from "../cdecl/format.js";

/** A struct, or anything else that stands in a struct, as koffi types it and in both directions. */
export interface Codec {
  readonly koffiType: KoffiType;
  readonly toNative: (value: unknown, what: string) => unknown;
  readonly fromNative: (value: unknown) => unknown;
}

/** A struct's codec; its values are objects. */
export interface StructCodec extends Codec {
  readonly toNative: (value: unknown, what: string) => Record<string, unknown>;
  readonly fromNative: (value: unknown) => Record<string, unknown>;
}

/** The codecs of the structs of one type table, each made once. */
export class StructCodecs {
  readonly #types: TypeTable;
  readonly #codecs = new Map<string, StructCodec>();

  constructor(types: TypeTable) {
    this.#types = types;
  }

  /** The codec of a declared struct; undefined for one that is only named (`struct FILE*`). */
  get(name: string): StructCodec | undefined {
    const declaration = this.#types.structs.get(name);
    if (declaration === undefined) return undefined;
    let codec = this.#codecs.get(name);
    if (codec === undefined) {
      codec = structCodec(declaration, this, this.#types);
      this.#codecs.set(name, codec);
    }
    return codec;
  }
}

/** CUDA's vector types: objects with x, y, z, w, or tuples. */
export function vectorCodec(
  type: CType & { readonly kind: "vector" },
  codecs: StructCodecs,
  types: TypeTable,
): StructCodec {
  const element: CType = { kind: "scalar", name: type.element };
  const fields = ["x", "y", "z", "w"].slice(0, type.lanes).map((name): Field => ({ name, type: element }));
  const elementSize = koffi().sizeof(scalarKoffiType(type.element));
  const codec = structCodec(
    { kind: "struct", name: type.name, fields },
    codecs,
    types,
    vectorAlignment(type, elementSize),
  );
  const toNative = (value: unknown, what: string): Record<string, unknown> => {
    if (!Array.isArray(value) || value.length !== type.lanes) return codec.toNative(value, what);
    return codec.toNative(Object.fromEntries(fields.map(({ name }, index) => [name, value[index]])), what);
  };
  return { ...codec, toNative };
}

function structCodec(
  declaration: StructDeclaration,
  codecs: StructCodecs,
  types: TypeTable,
  alignment = 1,
): StructCodec {
  const fields = declaration.fields.map((field) => ({
    name: field.name,
    codec: fieldCodec(field, codecs, types),
  }));
  // A struct is aligned as its most aligned member is, so the first one carries the alignment of a vector type.
  const members = fields.map(({ name, codec }, index) => {
    const aligned: KoffiMember =
      index === 0 && alignment > 1 ? [alignment, codec.koffiType] : codec.koffiType;
    return [name, aligned] as const;
  });
  const koffiType = koffi().struct(Object.fromEntries(members));
  const type = `struct ${declaration.name}`;
  return {
    koffiType,
    toNative: (value, what) => {
      if (typeof value !== "object" || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) {
        const names = fields.map(({ name }) => name).join(", ");
        throw wrongType(
          "CUTS_ARGUMENT_TYPE",
          { what, type },
          `it must be an object with the fields ${names}`,
          value,
        );
      }
      const source = value as Readonly<Record<string, unknown>>;
      return Object.fromEntries(
        fields.map(({ name, codec }) => [name, codec.toNative(source[name], `field ${name} of ${what}`)]),
      );
    },
    fromNative: (value) => {
      const source = value as Readonly<Record<string, unknown>>;
      return Object.fromEntries(fields.map(({ name, codec }) => [name, codec.fromNative(source[name])]));
    },
  };
}

function fieldCodec(field: Field, codecs: StructCodecs, types: TypeTable): Codec {
  if (field.count === undefined) return codecFor(field.type, codecs, types);
  if (field.type.kind === "scalar" && field.type.name === "char") return textCodec(field.count);
  return arrayCodec(codecFor(field.type, codecs, types), field.count, field.type);
}

function codecFor(type: CType, codecs: StructCodecs, types: TypeTable): Codec {
  switch (type.kind) {
    case "scalar":
      return scalarCodec(type);
    case "enum":
      return scalarCodec({ kind: "scalar", name: types.enums.get(type.name)?.underlying ?? "int32" });
    case "string":
      return {
        koffiType: "str",
        toNative: (value, what) =>
          value === null ? null : checkString(value, { what, type: "const char*" }),
        fromNative: same,
      };
    case "pointer":
    case "callback":
      return addressCodec(formatType(type));
    case "vector":
      return vectorCodec(type, codecs, types);
    case "struct": {
      const nested = codecs.get(type.name);
      if (nested !== undefined) return nested;
      break;
    }
    default:
      break;
  }
  throw new UnsupportedError(
    "CUTS_UNSUPPORTED_FIELD",
    `Cannot lay out a struct: each field must be of a complete type (got ${formatType(type)})`,
  );
}

function scalarCodec(type: CType & { readonly kind: "scalar" }): Codec {
  const text = formatType(type);
  // The place is known only at the call, so the check is made there; structs are not the fast path.
  const { koffiType } = scalarConverter(type.name, { what: "a field", type: text });
  return {
    koffiType,
    toNative: (value, what) => scalarConverter(type.name, { what, type: text }).convert(value),
    fromNative: scalarResult(type.name, "a field"),
  };
}

function addressCodec(type: string): Codec {
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
function textCodec(count: number): Codec {
  return {
    koffiType: koffi().array("char", count, "String"),
    toNative: (value, what) => {
      const place: Place = { what, type: `char[${count}]` };
      if (value instanceof Uint8Array || value instanceof Int8Array) {
        if (value.length === count) return value;
        throw outOfRange(
          "CUTS_ARGUMENT_LENGTH",
          place,
          `it must have exactly ${count} bytes`,
          String(value.length),
        );
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

/** `float m[12]`: read as a typed array, or as an array where the elements are no numbers. */
function arrayCodec(element: Codec, count: number, type: CType): Codec {
  const dtype = type.kind === "scalar" ? memoryDTypes(type.name)[0] : undefined;
  return {
    koffiType: koffi().array(element.koffiType, count, "Array"),
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
