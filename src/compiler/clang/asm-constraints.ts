// Rewrites the register letters of inline PTX operands to `r`, because clang's WebAssembly target does not know the others. The types of
// operands are in the IR anyway. The text keeps its length, so that places in it stay right.

const ASM = /\b(?:asm|__asm__|__asm)\b(?:\s|\\\n)*(?:(?:volatile|__volatile__|__volatile)(?:\s|\\\n)*)?\(/g;
const CONSTRAINT = /"([=+]?&?)[fdhlqb]"(?=(?:\s|\\\n)*\()/g;

/** The text of a source or header with such letters. */
export function plainConstraints(text: string): string {
  if (!/\basm|__asm/.test(text)) return text;
  let out = "";
  let from = 0;
  for (let match = ASM.exec(text); match; match = ASM.exec(text)) {
    const end = endOfParentheses(text, match.index + match[0].length);
    out += text.slice(from, match.index) + text.slice(match.index, end).replaceAll(CONSTRAINT, '"$1r"');
    from = end;
    ASM.lastIndex = end;
  }
  return out + text.slice(from);
}

function endOfParentheses(text: string, start: number): number {
  let depth = 1;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '"') {
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === "\\") i++;
    } else if (text[i] === "(") depth++;
    else if (text[i] === ")" && --depth === 0) return i;
  }
  return text.length;
}
