// Bytes of booleans from users: 0 is false, any other byte is true. Arrays of bool contain only 0 and 1, because kernels add and
// compare the bytes directly.

/** Replaces every byte that is not 0 by 1. Returns the same array if nothing changes. */
export function booleanBytes(bytes: Uint8Array): Uint8Array {
  if (isZeroOrOne(bytes)) return bytes;
  const booleans = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index++) booleans[index] = bytes[index] === 0 ? 0 : 1;
  return booleans;
}

function isZeroOrOne(bytes: Uint8Array): boolean {
  let index = 0;
  if (bytes.byteOffset % 4 === 0) {
    // Four at a time: this is done for every write of a typed array.
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
    for (const word of words) if ((word & 0xfefe_fefe) !== 0) return false;
    index = words.length * 4;
  }
  for (; index < bytes.length; index++) if ((bytes[index] as number) > 1) return false;
  return true;
}
