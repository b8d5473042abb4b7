// The values of pointer parameters.

/** A pointer argument: an array stands for its first element; undefined is a null pointer. */
export type Pointer = { readonly start: number } | undefined;

/** A pointer this many bytes after an array's first element. */
export function pointerAt(array: { readonly start: number }, bytes: number): Pointer {
  return { start: array.start + bytes };
}
