// Removes the host functions from a CUDA source that has both host and device code, because the device compilers know neither
// cudaMalloc nor <<<>>>. Line numbers do not change.

import { ownTable } from "../../core/own-table.js";
import type { Token } from "../../cdecl/lexer.js";
import { preprocess } from "../../cdecl/preprocess.js";
import { scanDeclarations } from "../../cdecl/scan-declarations.js";

/** What a function of the host never has among its words, or what is no function. */
const kept: ReadonlySet<string> = new Set([
  "__global__",
  "__device__",
  "constexpr",
  "template",
  "struct",
  "class",
  "union",
  "enum",
  "=",
]);

/** What the text itself does not say. */
interface HostCodeOptions {
  /** Texts of headers, whose macros may stand for `__device__`. */
  readonly headers?: Iterable<string>;
  /** Functions that are known to be the host's. */
  readonly names?: ReadonlySet<string>;
}

/** The text, with every host-only function replaced by blanks. */
export function withoutHostCode(
  text: string,
  { headers = [], names = new Set() }: HostCodeOptions = {},
): string {
  const { tokens } = preprocess(text, { defines: macrosOf(headers) });
  let result = text;
  for (const scanned of scanDeclarations(tokens)) {
    if (!("declaration" in scanned) || !scanned.declaration.hasBody) continue;
    const head = scanned.declaration.tokens;
    if (!isHostFunction(head, names)) continue;
    const open = tokens.findIndex((token) => token.text === "{" && token.offset === head.at(-1)?.offset);
    const close = closingBrace(tokens, open);
    const start = head[0]?.offset;
    if (open < 0 || start === undefined || close === undefined) continue;
    const end = close.offset + 1;
    result = result.slice(0, start) + blank(text.slice(start, end)) + result.slice(end);
  }
  return result;
}

function macrosOf(headers: Iterable<string>): Record<string, string> {
  const defines = ownTable({ __cplusplus: "201703L", __CUDACC__: "1" });
  for (const header of headers) {
    for (const [name, { body, takesArguments }] of preprocess(header, { defines }).macros) {
      if (!takesArguments) defines[name] ??= body.map(({ text }) => text).join(" ");
    }
  }
  return defines;
}

function isHostFunction(head: readonly Token[], names: ReadonlySet<string>): boolean {
  const outside = outsideParentheses(head);
  if (!outside.includes("(") || outside.some((word) => kept.has(word))) return false;
  // A word in capitals may be a macro of a header that is not at hand, and stand for __device__.
  return outside.some((word) => names.has(word)) || !outside.some((word) => /^[A-Z][A-Z0-9_]+$/.test(word));
}

function closingBrace(tokens: readonly Token[], open: number): Token | undefined {
  let depth = 0;
  return tokens.slice(open).find(({ kind, text }) => {
    if (kind === "punctuator" && text === "{") depth++;
    if (kind === "punctuator" && text === "}") depth--;
    return depth === 0;
  });
}

function outsideParentheses(tokens: readonly Token[]): readonly string[] {
  const words: string[] = [];
  let depth = 0;
  for (const { text } of tokens) {
    if (text === ")") depth--;
    if (depth === 0) words.push(text);
    if (text === "(") depth++;
  }
  return words;
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
