// The `#include` lines of C and C++ text, wherever they stand: neither conditions nor comments around them are looked at,
// so there may be one too many and never one too few.

/** A header that a text asks for. */
export interface Include {
  /** The name between the quotes or brackets; undefined where a macro has it. */
  readonly name: string | undefined;
  /** True for `"name"`, which is looked for beside the text first. */
  readonly isQuoted: boolean;
  /** Where its line begins. */
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
