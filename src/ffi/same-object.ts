// Objects behind pointers to structs are laid out for the call, each for itself. Two pointers to one object would be two structs,
// and what is written to one of them would be lost, so that is refused. Typed arrays share their memory instead.

import { ArgumentTypeError } from "../core/errors.js";
import type { Converter, ObjectPointer } from "./converter.js";

/**
 * Makes the check of a call's arguments; undefined where the function writes to no object.
 * It throws a TypeError `CUTS_ARGUMENT_OVERLAP` for an object that is given twice and may be written.
 */
export function sameObjectCheck(
  name: string,
  converters: readonly { readonly objects?: Converter["objects"] | undefined }[],
): ((args: readonly unknown[]) => void) | undefined {
  if (!converters.some(({ objects }) => objects?.mode === "write")) return undefined;
  return (args) => {
    const known = new Map<object, ObjectPointer>();
    for (const [index, { objects }] of converters.entries()) {
      if (objects === undefined) continue;
      for (const object of objectsIn(args[index])) {
        const earlier = known.get(object);
        if (earlier?.mode === "write" || (earlier !== undefined && objects.mode === "write")) {
          throw new ArgumentTypeError(
            "CUTS_ARGUMENT_OVERLAP",
            `Cannot call ${name}: an object that it may write must be given once (got the same one in ${earlier.place.what} and ${objects.place.what})` +
              "\nTry: a copy of it, { ...object }, or the bytes of the struct in one Uint8Array",
          );
        }
        known.set(object, objects);
      }
    }
  };
}

function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return [];
  return Array.isArray(value) ? value.flatMap(objectsIn) : [value];
}
