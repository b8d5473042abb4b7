// Finds the `#include` lines of C and C++ text. Conditions and comments are ignored, so there may be too many results but never too
// few.

/** An `#include` line. */
export interface Include {
  /** The name between the quotes or brackets; undefined if it is a macro. */
  readonly name: string | undefined;
  /** True for `"name"`, which is searched in the text's own folder first. */
  readonly isQuoted: boolean;
  /** The offset of the start of its line. */
  readonly offset: number;
}

const includeLine = /^[ \t]*#[ \t]*include(?:_next)?[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>|[A-Za-z_]\w*)/gm;

/** Every include of a text, in order. */
export function findIncludes(text: string): readonly Include[] {
  return Array.from(text.matchAll(includeLine), ({ 1: quoted, 2: angled, index }) => ({
    name: quoted ?? angled,
    isQuoted: quoted !== undefined,
    offset: index,
  }));
}

/** Whether a text includes a header by this name. */
export function includes(text: string, name: string): boolean {
  return findIncludes(text).some((one) => one.name === name);
}
