// PTX is text, as CUDA C++ is: it begins with its version, after comments.

/** Whether a source is PTX. */
export function isPtx(text: string): boolean {
  // One comment after the other: a pattern for all of them may take two comments for one, and doubles its time with each of a banner.
  const blank = /\s+|\/\/[^\n]*|\/\*[^]*?\*\//y;
  let end = 0;
  while (blank.test(text)) end = blank.lastIndex;
  return /^\.version\s/.test(text.slice(end, end + ".version ".length));
}
