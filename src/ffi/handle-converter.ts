// Converts handles: pointers to structs that are declared but not defined. Addresses come from the library and go back to it.
// Objects of CuTS that C knows by a handle, such as streams, can be passed directly.

import { handleArgument, isHandleArgument } from "../core/handle-argument.js";
import { type Converter, type Place, wrongType } from "./converter.js";

/** The converter of a handle; `memory` converts everything that is not an object of CuTS. */
export function handleConverter(tag: string, memory: Converter, place: Place): Converter {
  const native = (value: unknown): bigint | undefined => {
    if (!isHandleArgument(value)) return undefined;
    const access = value[handleArgument];
    if (access.tag === tag) return access.native(place.what);
    throw wrongType("CUTS_ARGUMENT_TYPE", place, `it must be a handle of struct ${tag}`, value);
  };
  return {
    ...memory,
    convert: (value, ...args) => native(value) ?? memory.convert(value, ...args),
    borrow: (value, borrowing, args) => native(value) ?? memory.borrow(value, borrowing, args),
  };
}
