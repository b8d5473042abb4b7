// Splits an inline PTX statement, or the body of a function, into instructions, blocks, labels and registers. It does not know what
// instructions do.

/** An operand: a register or number as written, a list of them in braces or parentheses, an address in brackets. */
export type Operand =
  | { readonly kind: "plain"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "address"; readonly base: string; readonly offset: string };

export type Statement =
  | { readonly kind: "open" | "close" }
  | { readonly kind: "label"; readonly name: string }
  | { readonly kind: "registers"; readonly type: string; readonly names: readonly string[] }
  /** Where a `brx.idx` may go, which names the label before it. */
  | { readonly kind: "targets"; readonly names: readonly string[] }
  | {
      readonly kind: "instruction";
      /** `p` or `!p` of `@p`. */
      readonly guard: string | undefined;
      /** `mad`, `lo`, `u32`. */
      readonly parts: readonly string[];
      readonly operands: readonly Operand[];
      readonly text: string;
    };

/** Reads the statements; undefined for a text that is none. */
export function parsePtx(text: string): readonly Statement[] | undefined {
  let rest = text
    .replace(/\/\*[^]*?\*\//g, " ")
    .replace(/\/\/[^\n]*/g, " ")
    .replace(/\.pragma\s[^;]*;/g, " ");
  const statements: Statement[] = [];
  for (rest = rest.trimStart(); rest !== ""; rest = rest.trimStart()) {
    const brace = rest[0];
    if (brace === "{" || brace === "}") {
      statements.push({ kind: brace === "{" ? "open" : "close" });
      rest = rest.slice(1);
      continue;
    }
    if (brace === ";") {
      rest = rest.slice(1);
      continue;
    }
    const label = /^([A-Za-z_$%][\w$]*)\s*:(?!:)/.exec(rest);
    if (label) {
      statements.push({ kind: "label", name: label[1] as string });
      rest = rest.slice(label[0].length);
      continue;
    }
    // The last instruction of a block may lack its semicolon.
    const end = endOf(rest);
    const statement = parseStatement(rest.slice(0, end).replaceAll(/\s+/g, " ").trim());
    if (!statement) return undefined;
    statements.push(statement);
    rest = rest.slice(end);
  }
  return statements;
}

function endOf(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === ";") return i;
    if (text[i] === "{") depth++;
    if (text[i] === "}" && --depth < 0) return i;
  }
  return text.length;
}

function parseStatement(text: string): Statement | undefined {
  const [, type, names] = /^\.reg\s+\.(\w+)\s+(.+)$/.exec(text) ?? [];
  if (type !== undefined && names !== undefined) {
    return { kind: "registers", type, names: names.split(",").flatMap((name) => expand(name.trim())) };
  }
  const [, targets] = /^\.branchtargets\s+(.+)$/.exec(text) ?? [];
  if (targets !== undefined) return { kind: "targets", names: splitOperands(targets) };
  const [, guard, opcode, operands = ""] =
    /^(?:@(!?\s*[\w$%]+)\s+)?([a-z][\w.:]*)(?:\s+([^]*))?$/.exec(text) ?? [];
  if (opcode === undefined) return undefined;
  return {
    kind: "instruction",
    guard: guard?.replace(" ", ""),
    parts: opcode.split("."),
    operands: splitOperands(operands).map(parseOperand),
    text,
  };
}

// `%r<4>` stands for %r0 to %r3.
function expand(name: string): string[] {
  const [, stem, count] = /^(.*)<(\d+)>$/.exec(name) ?? [];
  return stem === undefined ? [name] : Array.from({ length: Number(count) }, (_, i) => `${stem}${i}`);
}

function splitOperands(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if ("{[(".includes(text[i] as string)) depth++;
    else if ("}])".includes(text[i] as string)) depth--;
    else if (text[i] === "," && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== "");
}

function parseOperand(text: string): Operand {
  if (/^[{(]/.test(text)) return { kind: "list", items: splitOperands(text.slice(1, -1)) };
  const [, base, offset] = /^\[\s*([\w$%.]+)\s*(?:\+\s*(-?\w+)\s*)?\]$/.exec(text) ?? [];
  return base === undefined ? { kind: "plain", text } : { kind: "address", base, offset: offset ?? "0" };
}
