// Brackets and commas in the text of LLVM IR, for passes that do not yet use compiler/ir directly.

/** Index of the bracket that closes the one at `open`. */
export function matching(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const c = text[i];
    if (c === '"') i = text.indexOf('"', i + 1);
    else if (c === "(" || c === "[" || c === "{" || c === "<") depth++;
    else if ((c === ")" || c === "]" || c === "}" || c === ">") && --depth === 0) return i;
  }
  throw new Error(`internal: unbalanced brackets in IR text "${text}"`);
}

/** Splits at the commas that are in no bracket. */
export function splitTop(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '"') i = text.indexOf('"', i + 1);
    else if (c === "(" || c === "[" || c === "{" || c === "<") depth++;
    else if (c === ")" || c === "]" || c === "}" || c === ">") depth--;
    else if (c === "," && depth === 0) {
      parts.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  const last = text.slice(from).trim();
  if (last !== "") parts.push(last);
  return parts;
}
