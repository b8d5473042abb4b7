// Splits a C++ file into declarations, without their bodies. It enters namespaces and extern "C" blocks and skips the bodies of
// classes and functions. It finds where declarations begin and end, and does not interpret them. Time is linear in the number of
// tokens, and a syntax error hides only the declarations inside it.

import type { Token } from "./lexer.js";

/** A declaration at file or namespace level: a function, a variable, a typedef, a class. */
export interface FileDeclaration {
  /** Its tokens up to its body or `;`, followed by an "end" token. */
  readonly tokens: readonly Token[];
  /** The named namespaces around it, outermost first. */
  readonly namespaces: readonly string[];
  /** True inside a namespace, named or not. */
  readonly isInNamespace: boolean;
  /** True inside an `extern "C"` block. */
  readonly isExternC: boolean;
  /** True in a branch of an `#if` that may or may not be compiled. */
  readonly isUncertain: boolean;
  /** True when it has a body. */
  readonly hasBody: boolean;
  /** The tokens between the braces of its body. */
  readonly body: readonly Token[];
}

/** A declaration, or an unclosed opening brace with all tokens that follow it. */
export type Scanned =
  | { readonly declaration: FileDeclaration }
  | { readonly unclosed: Token; readonly swallowed: readonly Token[] };

/** All declarations, in order. */
export function scanDeclarations(tokens: readonly Token[]): Scanned[] {
  return new Scanner(tokens).scan();
}

/**
 * A namespace or linkage block, with a link to the enclosing one. `#if` branches share these, so returning to an earlier scope is
 * cheap.
 */
interface FileScope {
  readonly name: string;
  readonly isInNamespace: boolean;
  readonly isExternC: boolean;
  readonly outer: FileScope | undefined;
}

class Scanner {
  readonly #tokens: readonly Token[];
  readonly #matches: Int32Array;
  readonly #found: Scanned[] = [];
  readonly #conditions: (FileScope | undefined)[] = [];
  #scope: FileScope | undefined;
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.#matches = matchBrackets(tokens);
  }

  scan(): Scanned[] {
    for (;;) {
      const token = this.#peek();
      if (token === undefined || token.kind === "end") return this.#found;
      if (token.kind === "condition") {
        this.#condition(token);
        this.#at++;
      } else if (token.text === "}" && token.kind === "punctuator") {
        this.#scope = this.#scope?.outer;
        this.#at++;
      } else if (token.text === ";") this.#at++;
      else if (!this.#enterScope()) this.#declaration();
    }
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead];
  }

  /** Handles a "condition" token: every branch begins in the scope in which the first branch began. */
  #condition(token: Token): void {
    if (token.text === "if") this.#conditions.push(this.#scope);
    else if (token.text === "else") this.#scope = this.#conditions.at(-1);
    else this.#conditions.pop();
  }

  /** Consumes `namespace a::b {` or `extern "C" {`. */
  #enterScope(): boolean {
    const start = this.#at;
    const linkage = this.#peek(1);
    if (this.#peek()?.text === "extern" && linkage?.kind === "string" && this.#peek(2)?.text === "{") {
      this.#scope = {
        name: "",
        isInNamespace: this.#scope?.isInNamespace ?? false,
        isExternC: linkage.text === '"C"',
        outer: this.#scope,
      };
      this.#at += 3;
      return true;
    }
    if (this.#peek()?.text === "inline") this.#at++;
    if (this.#peek()?.text !== "namespace") {
      this.#at = start;
      return false;
    }
    const names: string[] = [];
    for (this.#at++; ; this.#at++) {
      const token = this.#peek();
      if (token?.text === "[" || token?.text === "(")
        this.#at = Math.max(this.#at, this.#matches[this.#at] ?? -1);
      else if (token?.kind === "identifier") {
        if (token.text !== "inline" && token.text !== "__attribute__") names.push(token.text);
      } else if (token?.text !== "::") break;
    }
    if (this.#peek()?.text === "{") {
      this.#scope = {
        name: names.join("::"),
        isInNamespace: true,
        isExternC: this.#scope?.isExternC ?? false,
        outer: this.#scope,
      };
      this.#at++;
    } else this.#skipStatement(); // `namespace a = b;`
    return true;
  }

  #skipStatement(): void {
    while (!["end", "condition"].includes(this.#peek()?.kind ?? "end") && this.#peek()?.text !== ";")
      this.#at++;
  }

  #declaration(): void {
    const start = this.#at;
    const scope = this.#scope;
    let end: number | undefined;
    let hasBody = false;
    while (end === undefined) {
      const token = this.#peek();
      const sign = token?.kind === "punctuator" ? token.text : "";
      const match = this.#matches[this.#at] ?? -1;
      if (token === undefined || token.kind === "end" || sign === ";" || sign === "}") end = this.#at;
      else if (sign === "{" && !this.#isRequirement()) {
        end = this.#at;
        hasBody = true;
        this.#skipBody(token, match);
      } else this.#at = Math.max(this.#at, match) + 1;
    }
    const all = this.#tokens;
    const bodyEnd = this.#at - 1;
    const last = this.#tokens[end] ?? this.#tokens.at(-1);
    if (last === undefined || end === start) return;
    const endToken: Token = { ...last, kind: "end", text: last.kind === "end" ? "" : last.text };
    for (const token of this.#tokens.slice(start, end))
      if (token.kind === "condition") this.#condition(token);
    const tokens = this.#tokens.slice(start, end);
    tokens.push(endToken);
    const declaration = {
      tokens,
      // Copied only on request, because the list may be deep and few callers need it.
      get namespaces() {
        return namespacesOf(scope);
      },
      isInNamespace: scope?.isInNamespace ?? false,
      isExternC: scope?.isExternC ?? false,
      isUncertain: this.#conditions.length > 0,
      hasBody,
      get body() {
        return hasBody ? all.slice(end + 1, bodyEnd) : [];
      },
    };
    this.#found.push({ declaration });
  }

  #skipBody(open: Token, match: number): void {
    const start = this.#at;
    if (match === -1) {
      this.#at = this.#tokens.length - 1;
      this.#found.push({ unclosed: open, swallowed: this.#tokens.slice(start + 1) });
      return;
    }
    this.#at = match + 1;
    for (const token of this.#tokens.slice(start, match + 1))
      if (token.kind === "condition") this.#condition(token);
  }

  /** Whether the `{` at the cursor belongs to `requires (T t) { … }` before a template. */
  #isRequirement(): boolean {
    const before = this.#peek(-1);
    if (before?.text === "requires") return true;
    if (before?.text !== ")") return false;
    // The parameter list of a requires-expression is short; looking back a few tokens is enough to find its start.
    for (let back = 2, depth = 1; back < 64; back++) {
      const sign = this.#peek(-back)?.text;
      if (sign === ")") depth++;
      if (sign === "(" && --depth === 0) return this.#peek(-back - 1)?.text === "requires";
    }
    return false;
  }
}

/** The named namespaces of a scope, outermost first. */
function namespacesOf(scope: FileScope | undefined): readonly string[] {
  const names: string[] = [];
  for (let at = scope; at !== undefined; at = at.outer) if (at.name !== "") names.push(at.name);
  return names.toReversed();
}

/** An open bracket, with a link to the enclosing one. */
interface OpenBracket {
  readonly index: number;
  readonly sign: string;
  readonly depth: number;
  readonly outer: OpenBracket | undefined;
}

/** For each opening ( [ {, the index of the closing one, or -1. A closing brace also ends unclosed parentheses inside it. */
function matchBrackets(tokens: readonly Token[]): Int32Array {
  const matches = new Int32Array(tokens.length).fill(-1);
  const conditions: (OpenBracket | undefined)[] = [];
  let open: OpenBracket | undefined;
  for (const [index, token] of tokens.entries()) {
    const sign = token.text;
    if (token.kind === "condition") {
      if (sign === "if") conditions.push(open);
      else if (sign === "endif") conditions.pop();
      else {
        // A body began in this branch and ends after the #endif. The body that the next branch begins replaces it.
        const before = conditions.at(-1);
        for (; open !== undefined && open.depth > (before?.depth ?? 0); open = open.outer) {
          if (open.sign === "{") matches[open.index] = index - 1;
        }
        open = before;
      }
    } else if (token.kind === "punctuator") {
      if (sign === "(" || sign === "[" || sign === "{")
        open = { index, sign, depth: (open?.depth ?? 0) + 1, outer: open };
      // No parenthesis spans a statement, so one that is still open here was never closed. `for (;;)` loses its match too, which
      // does not matter.
      else if (sign === ";" || sign === "}")
        while (open !== undefined && open.sign !== "{") open = open.outer;
      if (open !== undefined && closes(sign, open.sign)) {
        matches[open.index] = index;
        open = open.outer;
      }
    }
  }
  return matches;
}

function closes(sign: string, opener: string): boolean {
  return (
    (sign === "}" && opener === "{") || (sign === ")" && opener === "(") || (sign === "]" && opener === "[")
  );
}
