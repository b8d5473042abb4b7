// The regular expressions in a text of TypeScript: literals, and what `new RegExp` is given.

/** What a literal can stand behind; behind a value a slash divides. */
const BEFORE = /(?:[=(,:[!&|?{};]|\breturn|=>)\s*$/;

/** Their sources, as they are written. */
export function regularExpressionsIn(text: string): readonly string[] {
  const code = text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
  const found: string[] = [];
  for (const line of code.split("\n")) {
    for (let at = line.indexOf("/"); at >= 0; at = line.indexOf("/", at + 1)) {
      if (!BEFORE.test(line.slice(0, at)) && line.slice(0, at).trim() !== "") continue;
      const end = endOf(line, at);
      if (end === undefined) continue;
      found.push(line.slice(at + 1, end));
      at = end;
    }
  }
  for (const [, source = ""] of code.matchAll(/new RegExp\(([^;]*?)\)(?:[;,).[]|$)/gm)) found.push(source);
  return found;
}

/** Where a literal ends that starts at a slash; undefined where the line has no such end. */
function endOf(line: string, start: number): number | undefined {
  if (line[start + 1] === "/" || line[start + 1] === "*") return undefined;
  let isInClass = false;
  for (let at = start + 1; at < line.length; at++) {
    const c = line[at];
    if (c === "\\") at++;
    else if (c === "[") isInClass = true;
    else if (c === "]") isInClass = false;
    else if (c === "/" && !isInClass) return at;
  }
  return undefined;
}
