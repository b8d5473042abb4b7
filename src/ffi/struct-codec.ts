// Converts structs in both directions: a JavaScript object with the struct's fields is checked field by field, and an object from
// koffi is converted to one with the values that CuTS returns. koffi lays out the bytes.

import type { CType, Field, StructDeclaration, TypeTable } from "../cdecl/ast.js";
import { formatType } from "../cdecl/format.js";
import { vectorAlignment } from "../cdecl/vectors.js";
import { type DType, dtypes } from "../core/dtype.js";
import { UnsupportedError } from "../core/errors.js";
import { wrongType } from "./converter.js";
import { addressCodec, arrayCodec, type Codec, scalarCodec, stringCodec, textCodec } from "./field-codecs.js";
import { type KoffiMember, koffi } from "./koffi.js";
import { structOf } from "./koffi-types.js";
import { memoryDTypes, scalarKoffiType } from "./scalar-converter.js";

/** A struct's codec; its values are objects. */
export interface StructCodec extends Codec {
  /** Set if the struct consists of numbers of one dtype without padding. A typed array can then be passed as such structs. */
  readonly numbers: Numbers | undefined;
  readonly toNative: (value: unknown, what: string) => Record<string, unknown>;
  readonly fromNative: (value: unknown) => Record<string, unknown>;
}

/** A count of numbers of one dtype. */
interface Numbers {
  readonly dtype: DType;
  readonly count: number;
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

/** The largest alignment that koffi supports. */
const MAX_ALIGNMENT = 8;

/** The codec of a CUDA vector type: an object with x, y, z, w, or a tuple. */
export function vectorCodec(
  type: CType & { readonly kind: "vector" },
  codecs: StructCodecs,
  types: TypeTable,
): StructCodec {
  const element: CType = { kind: "scalar", name: type.element };
  const fields = ["x", "y", "z", "w"].slice(0, type.lanes).map((name): Field => ({ name, type: element }));
  const alignment = vectorAlignment(type, koffi().sizeof(scalarKoffiType(type.element)));
  if (alignment > MAX_ALIGNMENT) {
    throw new UnsupportedError(
      "CUTS_UNSUPPORTED_BY_VALUE",
      `Cannot pass ${type.name} by value: it is aligned to ${alignment} bytes, and at most ${MAX_ALIGNMENT} are known here\nTry: a pointer to it`,
    );
  }
  const codec = structCodec({ kind: "struct", name: type.name, fields }, codecs, types, alignment);
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
  const koffiType = structOf(members);
  const numbers = together(declaration.fields.map((field) => numbersOf(field, codecs)));
  const byteLength = numbers && numbers.count * dtypes[numbers.dtype].byteLength;
  const type = `struct ${declaration.name}`;
  return {
    koffiType,
    numbers: byteLength === koffi().sizeof(koffiType) ? numbers : undefined,
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

function numbersOf({ type, count = 1 }: Field, codecs: StructCodecs): Numbers | undefined {
  const one =
    type.kind === "scalar"
      ? { dtype: memoryDTypes(type.name)[0] as DType, count: 1 }
      : type.kind === "vector"
        ? { dtype: memoryDTypes(type.element)[0] as DType, count: type.lanes }
        : type.kind === "struct"
          ? codecs.get(type.name)?.numbers
          : undefined;
  return one && { dtype: one.dtype, count: one.count * count };
}

function together(parts: readonly (Numbers | undefined)[]): Numbers | undefined {
  const dtype = parts[0]?.dtype;
  if (dtype === undefined || !parts.every((part) => part?.dtype === dtype)) return undefined;
  return { dtype, count: parts.reduce((sum, part) => sum + (part?.count ?? 0), 0) };
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
      return stringCodec;
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
