// Text with unpaired surrogates, which JavaScript and Python both allow but UTF-8 does not. Python's marshal encodes it as WTF-8.

/** The character that Node substitutes for bytes that are not valid UTF-8. */
export const REPLACED = "\ufffd";

const HALF = /\p{Surrogate}/u;

/** Whether a string has an unpaired surrogate. */
export function hasHalfPair(text: string): boolean {
  return HALF.test(text);
}

/** Encodes a string; an unpaired surrogate is encoded as if it were a character. */
export function toWtf8(text: string): Buffer {
  const parts: Buffer[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    parts.push(isHalf(code) ? threeBytes(code) : Buffer.from(character));
  }
  return Buffer.concat(parts);
}

export function fromWtf8(bytes: Buffer): string {
  let text = "";
  let start = 0;
  for (let at = 0; at + 2 < bytes.length; at++) {
    // UTF-8 has no such pair of bytes.
    if (bytes[at] !== 0xed || (bytes[at + 1] as number) < 0xa0) continue;
    text += bytes.toString("utf8", start, at);
    const [, second = 0, third = 0] = bytes.subarray(at, at + 3);
    text += String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f));
    start = at + 3;
    at += 2;
  }
  return text + bytes.toString("utf8", start);
}

function isHalf(code: number): boolean {
  return code >= 0xd800 && code < 0xe000;
}

function threeBytes(code: number): Buffer {
  return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
}
