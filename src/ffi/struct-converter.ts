// Converts struct parameters. A struct by value is an object; a pointer to structs takes an object, an array of objects, their
// bytes or an address. If a struct has numbers of one kind only, a typed array of these works too. What the function writes through
// a pointer that is not const is copied back into the objects.

import type { Parameter, PointerType } from "../cdecl/ast.js";
import { dtypes, type TypedArray } from "../core/dtype.js";
import { byteLengthOf, bytesOfView, typedArrayName } from "../core/view-facts.js";
import { type Converter, outOfRange, type Place, withoutMemory, wrongType } from "./converter.js";
import { koffi } from "./koffi.js";
import { inoutPointerTo, pointerTo } from "./koffi-types.js";
import { checkCount } from "./pointer-list-converter.js";
import type { StructCodec } from "./struct-codec.js";

/** The converter of a struct parameter that is passed by value. */
export function structConverter(codec: StructCodec, place: Place): Converter {
  return { koffiType: codec.koffiType, ...withoutMemory((value) => codec.toNative(value, place.what)) };
}

/** The converter of a pointer to a struct. */
export function structPointerConverter(
  pointer: PointerType,
  codec: StructCodec,
  parameters: readonly Parameter[],
  place: Place,
): Converter {
  const byteLength = koffi().sizeof(codec.koffiType);
  const numbersName = codec.numbers && dtypes[codec.numbers.dtype].TypedArray.name;
  const convert: Converter["convert"] = (value, ...args) => {
    if (typeof value === "bigint" && value > 0n) return value;
    if (value === null || value === 0n) {
      if (pointer.length === undefined) return null;
      throw wrongType("CUTS_ARGUMENT_NULL", place, "an array with a declared length must be there", value);
    }
    const arrayName = typedArrayName(value);
    if (arrayName === "Uint8Array" || (arrayName !== undefined && arrayName === numbersName)) {
      const actual = byteLengthOf(value as TypedArray);
      checkCount(Math.floor(actual / byteLength), pointer, parameters, args, place);
      if (actual >= byteLength) return bytesOfView(value as TypedArray);
      const got = `${actual} bytes`;
      throw outOfRange("CUTS_ARGUMENT_LENGTH", place, `a struct of it has ${byteLength} bytes`, got);
    }
    if (ArrayBuffer.isView(value)) {
      const numbers = numbersName === undefined ? "" : ` or its numbers as a ${numbersName}`;
      const rule = `an array must be its bytes as a Uint8Array${numbers}`;
      throw wrongType("CUTS_ARGUMENT_TYPE", place, rule, value);
    }
    if (Array.isArray(value) && pointer.length === undefined) {
      throw wrongType(
        "CUTS_ARGUMENT_TYPE",
        place,
        "it must be one object, since no length is declared",
        value,
      );
    }
    if (Array.isArray(value)) {
      const items = Array.from<unknown, object>(value, (item, index) =>
        checkItem(item, `${place.what}[${index}]`),
      );
      checkCount(items.length, pointer, parameters, args, place);
      return items;
    }
    checkCount(1, pointer, parameters, args, place);
    return checkItem(value, place.what);
  };
  const checkItem = (item: unknown, what: string): Record<string, unknown> => {
    const native = codec.toNative(item, what);
    if (!pointer.readonly && Object.isFrozen(item)) {
      throw wrongType(
        "CUTS_ARGUMENT_READONLY",
        { ...place, what },
        "the function may write to it, but it is frozen",
        item,
      );
    }
    return native;
  };
  const mode = pointer.readonly ? "read" : "write";
  // Objects are copied into koffi's memory; bytes are used in place.
  const borrow: Converter["borrow"] = (value, borrowing, args) => {
    const converted = convert(value, ...args);
    return ArrayBuffer.isView(converted) ? borrowing.view(converted, mode, place) : converted;
  };
  const objects = { place, mode } as const;
  if (pointer.readonly) return { koffiType: pointerTo(codec.koffiType), convert, borrow, objects };
  return {
    objects,
    koffiType: inoutPointerTo(codec.koffiType),
    convert,
    borrow,
    after: (value, converted) => copyBack(codec, value, converted),
  };
}

function copyBack(codec: StructCodec, value: unknown, converted: unknown): void {
  if (typeof converted !== "object" || converted === null || ArrayBuffer.isView(converted)) return;
  if (Array.isArray(value) && Array.isArray(converted)) {
    for (const [index, item] of value.entries())
      Object.assign(item as object, codec.fromNative(converted[index]));
    return;
  }
  Object.assign(value as object, codec.fromNative(converted));
}
