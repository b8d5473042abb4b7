// Bytes of booleans as users give them: 0 is false, every other byte is true. Arrays of bool hold 0 and 1 alone, because
// kernels add them up and compare them as they are.

/** The bytes with 1 for every byte that is not 0; the same ones where there is nothing else in them. */
export function truthBytes(bytes: Uint8Array): Uint8Array {
  if (isTruth(bytes)) return bytes;
  const truth = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index++) truth[index] = bytes[index] === 0 ? 0 : 1;
  return truth;
}

function isTruth(bytes: Uint8Array): boolean {
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
