// Structs by value, given as objects with the fields that the source declares. Pointer fields take arrays of the device, as pointer
// parameters do. Sizes are those of the device's data model.

import type { CType, Field, StructDeclaration, TypeTable } from "../../cdecl/ast.js";
import { formatType } from "../../cdecl/format.js";
import { type DataModel, structLayout } from "../../cdecl/layout.js";
import { isTypedArray } from "../../core/dtype.js";
import { lazy } from "../../core/lazy.js";
import { formatValue } from "../../core/text.js";
import { outOfRange, type Place, wrongType } from "../../ffi/converter.js";
import type { ParameterWriter } from "./parameter-writer.js";

/** Writes a struct; its size follows from the declaration. */
export interface StructWriter {
  readonly byteLength: number;
  readonly write: ParameterWriter;
}

/** Makes the writer of a field that is not a struct. */
export type WriterMaker = (type: CType, place: Place) => ParameterWriter;

/** The writer of a struct. The writers of fields are made when they are first used, because n nested structs may have 2^n fields. */
export function structWriter(
  struct: StructDeclaration,
  types: TypeTable,
  model: DataModel,
  place: Place,
  make: WriterMaker,
): StructWriter {
  const { byteLength, parts } = structLayout(struct, model, types);
  const fields = lazy(() =>
    struct.fields.map((field, index) => {
      const { byteOffset = 0, byteLength: size = 0 } = parts[index] ?? {};
      const own = { what: `${field.name} of ${place.what}`, type: formatType(field.type) };
      const one = writerOf(field.type, types, model, own, make);
      return { name: field.name, byteOffset, write: arrayWriter(field, size, own, one) };
    }),
  );
  const names = struct.fields.map(({ name }) => name);
  const refuse = (rule: string, value: unknown): Error => wrongType("CUTS_ARGUMENT_TYPE", place, rule, value);
  return {
    byteLength,
    write: (view, offset, value, target) => {
      if (typeof value !== "object" || value === null || Array.isArray(value))
        throw refuse(`it must be an object with the fields ${names.join(", ")}, or the bytes of one`, value);
      const stray = Object.keys(value).find((key) => !names.includes(key));
      if (stray !== undefined) throw refuse(`it has the fields ${names.join(", ")}, and no ${stray}`, value);
      const source = value as Readonly<Record<string, unknown>>;
      for (const { name, byteOffset, write } of fields())
        write(view, offset + byteOffset, source[name], target);
    },
  };
}

function writerOf(
  type: CType,
  types: TypeTable,
  model: DataModel,
  place: Place,
  make: WriterMaker,
): ParameterWriter {
  if (type.kind === "enum")
    return make({ kind: "scalar", name: types.enums.get(type.name)?.underlying ?? "int32" }, place);
  const nested = type.kind === "struct" ? types.structs.get(type.name) : undefined;
  return nested === undefined ? make(type, place) : structWriter(nested, types, model, place, make).write;
}

/** The writer of a field such as `float m[12]`, which takes exactly that many elements. */
function arrayWriter(
  { count }: Field,
  byteLength: number,
  place: Place,
  one: ParameterWriter,
): ParameterWriter {
  if (count === undefined) return one;
  const step = byteLength / count;
  return (view, offset, value, target) => {
    if (!Array.isArray(value) && !isTypedArray(value))
      throw wrongType("CUTS_ARGUMENT_TYPE", place, `it must be an array of ${count} elements`, value);
    const items = Array.from<unknown>(value);
    if (items.length !== count) {
      const rule = `it must have exactly ${count} elements`;
      throw outOfRange("CUTS_ARGUMENT_LENGTH", place, rule, formatValue(value));
    }
    for (const [index, item] of items.entries()) one(view, offset + index * step, item, target);
  };
}
