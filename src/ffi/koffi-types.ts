// koffi's types, each created once. koffi keeps every type until the process ends, so creating the same type repeatedly would leak
// memory. koffi's errors about impossible types become errors of CuTS.

import { type ScalarName, scalars } from "../cdecl/scalars.js";
import { CutsError, UnsupportedError } from "../core/errors.js";
import { type KoffiMember, type KoffiType, koffi } from "./koffi.js";

/** koffi's name of a number that is passed by value: the C name, except for `ssize_t`, which koffi lacks. */
export function koffiScalar(
  name: Exclude<ScalarName, "float16" | "bfloat16" | "complex64" | "complex128">,
): KoffiType {
  return name === "ssize" ? "intptr_t" : scalars[name].text;
}

/** A pointer to `type`. */
export function pointerTo(type: KoffiType): KoffiType {
  return once(`${keyOf(type)}*`, () => koffi().pointer(type));
}

/** A pointer whose memory is read before a call and written back after it. */
export function inoutPointerTo(type: KoffiType): KoffiType {
  return once(`${keyOf(type)}&`, () => koffi().inout(pointerTo(type)));
}

/** An array within a struct. */
export function arrayOf(element: KoffiType, length: number, hint: "Array" | "String"): KoffiType {
  return once(`${keyOf(element)}[${length}]${hint}`, () => koffi().array(element, length, hint));
}

/** A struct; structs with the same members are one type. */
export function structOf(members: readonly (readonly [name: string, member: KoffiMember])[]): KoffiType {
  const parts = members.map(([name, member]) =>
    Array.isArray(member) ? `${keyOf(member[1])}@${member[0]} ${name}` : `${keyOf(member)} ${name}`,
  );
  return once(`{${parts.join(";")}}`, () => koffi().struct(Object.fromEntries(members)));
}

/** A pointer to a function. */
export function functionPointer(result: KoffiType, parameters: readonly KoffiType[]): KoffiType {
  const key = `${keyOf(result)}(${parameters.map(keyOf).join()})`;
  return once(key, () => koffi().pointer(koffi().proto(result, parameters)));
}

/** Calls koffi; if it refuses, throws an UnsupportedError `CUTS_UNSUPPORTED_TYPE` with the reason. */
export function explained<T>(action: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof CutsError || !(cause instanceof Error)) throw cause;
    throw new UnsupportedError("CUTS_UNSUPPORTED_TYPE", `Cannot ${action}: ${cause.message}`, { cause });
  }
}

const types = new Map<string, KoffiType>();
const numbers = new Map<KoffiType, number>();

function once(key: string, make: () => object): KoffiType {
  let type = types.get(key);
  if (type === undefined) {
    type = explained(`use the type ${key} in a C call`, make);
    types.set(key, type);
    numbers.set(type, numbers.size);
  }
  return type;
}

/** A key for a type: koffi's name, or the number of a type that was created here. */
function keyOf(type: KoffiType): string {
  if (typeof type === "string") return type;
  const number = numbers.get(type);
  if (number === undefined) throw new Error("internal: a type of koffi that was made elsewhere");
  return `#${number}`;
}
