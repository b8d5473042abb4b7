// Finds the expression in a source line that accesses memory at a given column, so that messages can name the variable.

export interface SourceWords {
  /** `out`, `tile`, `p.data`. */
  readonly variable: string;
  /** The text in the last brackets; "" without brackets. */
  readonly index: string;
  /** Set if there are several brackets: `tile[y][x]`. */
  readonly isNested?: true;
  /** The length of the expression in columns. */
  readonly length: number;
}

const NAME = /^[A-Za-z_]\w*(?:\s*(?:\.|->|::)\s*[A-Za-z_]\w*)*/;
/** What may precede a name: `*`, `&`, parentheses and casts. */
const BEFORE =
  /^(?:[*&\s]|\((?:const |volatile |unsigned |struct )*[A-Za-z_][\w:]*(?: const| volatile)*\s*\*+\)|\()*/;
const OWNER = /[A-Za-z_]\w*(?:\[[^[\]]*\])?(?:\.|->)$/;
/** Functions that access only what their first argument points to. */
const ABOUT_FIRST = /^(?:atomic\w+|__ld\w+|__st\w+|memset)$/;

/** Reads an expression such as `out[i]`, `*p` or `tile[y][x + 1]`. */
export function wordsAt(text: string | undefined, column: number): SourceWords | undefined {
  if (text === undefined || column < 1) return undefined;
  const rest = text.slice(column - 1);
  const before = BEFORE.exec(rest)?.[0].length ?? 0;
  const named = NAME.exec(rest.slice(before))?.[0];
  // The column of a member access is that of the member, so the object's name is before it.
  const owner = before === 0 ? (OWNER.exec(text.slice(0, column - 1))?.[0] ?? "") : "";
  const variable = named === undefined ? undefined : owner + named;
  // Inline assembly does not name what it accesses in C.
  if (variable === undefined || /^(?:asm|__asm__|__asm)$/.test(variable)) return undefined;
  let end = before + (named as string).length;
  // `atomicAdd(&count, 1)` is about its first argument; which one `memcpy(to, from, n)` is about is not known.
  if (rest[end] === "(") {
    if (!ABOUT_FIRST.test(variable)) return undefined;
    const inner = wordsAt(rest, end + 2);
    return inner && { ...inner, length: end + 1 + inner.length };
  }
  let index = "";
  let brackets = 0;
  while (rest[end] === "[") {
    const close = closing(rest, end);
    if (close < 0) break;
    index = rest.slice(end + 1, close).trim();
    end = close + 1;
    brackets++;
  }
  return { variable, index, length: end, ...(brackets > 1 ? { isNested: true } : {}) };
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === "[" || text[i] === "(") depth++;
    else if ((text[i] === "]" || text[i] === ")") && --depth === 0) return i;
  }
  return -1;
}
