// What can be wrong with the memory of a typed array besides its type: transferred away, or able to shrink.

/** Whether the memory was transferred away. */
export function isDetached(buffer: ArrayBufferLike & { readonly detached?: boolean }): boolean {
  if (buffer.byteLength > 0) return false;
  if (buffer.detached !== undefined) return buffer.detached;
  // Node 20 has no `detached`, but refuses a view of a detached buffer.
  try {
    return new Uint8Array(buffer).length > 0;
  } catch {
    return true;
  }
}

/** Whether the memory can be taken away by `resize`; shared memory only grows. */
export function isResizable(buffer: ArrayBufferLike & { readonly resizable?: boolean }): boolean {
  return buffer instanceof ArrayBuffer && buffer.resizable === true;
}
