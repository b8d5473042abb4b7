// What is given for a parameter that is a pointer.

/** A pointer of a launch: an array, by its first element; undefined is a null pointer. */
export type Pointer = { readonly start: number } | undefined;

/** The place in an array so many bytes after its first element. */
export function pointerAt(array: { readonly start: number }, bytes: number): Pointer {
  return { start: array.start + bytes };
}
