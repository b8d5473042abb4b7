// Whether a source is PTX. PTX is text, as CUDA C++ is, and begins with its version, after comments.

/** The text of PTX that is given as bytes, with or without a NUL behind it; undefined for machine code. */
export function ptxOf(bytes: Uint8Array): string | undefined {
  const isText = /[\s/.]/.test(String.fromCharCode(bytes[0] ?? 0));
  const text = isText ? Buffer.from(bytes).toString().replace(/\0+$/, "") : "";
  return isPtx(text) ? text : undefined;
}

/** Whether bytes are text, such as a source that was read without an encoding: machine code has control characters. */
export function isText(bytes: Uint8Array): boolean {
  const isControl = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32) || byte === 127;
  return bytes.length > 0 && !bytes.some(isControl);
}

/** Whether a source is PTX. */
export function isPtx(text: string): boolean {
  // One comment after the other: a pattern for all of them may take two comments for one, and doubles its time with each of a banner.
  const blank = /\s+|\/\/[^\n]*|\/\*[^]*?\*\//y;
  let end = 0;
  while (blank.test(text)) end = blank.lastIndex;
  return /^\.version\s/.test(text.slice(end, end + ".version ".length));
}
