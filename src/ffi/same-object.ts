// Refuses one object for two struct pointers of a call. Each object is copied into its own struct for the call, so writes to one of
// two copies would be lost. Typed arrays do not have this problem: they share their memory.

import { ArgumentTypeError } from "../core/errors.js";
import type { Converter, ObjectPointer } from "./converter.js";

/**
 * Makes the check of a call's arguments; undefined if the function writes to no object. The check throws a TypeError
 * `CUTS_ARGUMENT_OVERLAP` for an object that is passed twice and may be written.
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
