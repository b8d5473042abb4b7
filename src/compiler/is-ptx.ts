// PTX is text, as CUDA C++ is: it begins with its version, after comments.

/** Whether a source is PTX. */
export function isPtx(text: string): boolean {
  return /^(?:\s|\/\/[^\n]*\n|\/\*.*?\*\/)*\.version\s/s.test(text);
}
