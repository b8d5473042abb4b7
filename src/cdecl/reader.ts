// A cursor over tokens, together with the names that the surrounding text declares. Every parser in this folder is a set of
// functions over a Reader. Nesting is limited, so no input overflows the stack.

import type { DeclarationError } from "../core/errors.js";
import type { TypeTable } from "./ast.js";
import { closingIndex } from "./brackets.js";
import type { Token } from "./lexer.js";
import type { DeclarationErrorCode, SourceText } from "./source-text.js";

/** The names that a text may use. */
export interface Scope {
  /**
   * "c" is for dlopen's declarations: an unknown name is an error. "cuda" is for C++ text: an unknown name is a type that only the
   * compiler knows, and `const char*` is memory, not a string.
   */
  readonly language: "c" | "cuda";
  readonly types: TypeTable;
  /** The template parameters of a kernel, which hide names of the file. */
  readonly templateNames?: ReadonlySet<string>;
}

/** Parentheses, brackets, stars and operators deeper than this are refused. */
export const maximumNesting = 64;

/** A table that declares nothing. */
export const noTypes: TypeTable = {
  structs: new Map(),
  enums: new Map(),
  typedefs: new Map(),
  constants: new Map(),
};

/** A cursor over tokens; the last token is of kind "end" and is never passed. */
export class Reader {
  readonly source: SourceText;
  readonly scope: Scope;
  readonly #tokens: readonly Token[];
  readonly #last: Token;
  #position = 0;
  #depth = 0;

  constructor(source: SourceText, tokens: readonly Token[], scope: Scope) {
    const last = tokens.at(-1);
    if (last?.kind !== "end") throw new Error("internal: tokens must end with an end token");
    this.source = source;
    this.scope = scope;
    this.#tokens = tokens;
    this.#last = last;
  }

  /** The token `ahead` positions after the cursor, without consuming it. */
  peek(ahead = 0): Token {
    return this.#tokens[this.#position + ahead] ?? this.#last;
  }

  /** Consumes one token and returns it. */
  next(): Token {
    const token = this.peek();
    if (token !== this.#last) this.#position++;
    return token;
  }

  /** Whether the next token is this word or sign. */
  at(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.text === text && (token.kind === "punctuator" || token.kind === "identifier");
  }

  /** Consumes the next token if it is this word or sign. */
  accept(text: string): Token | undefined {
    return this.at(text) ? this.next() : undefined;
  }

  /** Consumes this word or sign, or throws; `wanted` names what is missing in the message. */
  expect(text: string, wanted = `"${text}"`): Token {
    if (!this.at(text)) throw this.unexpected(wanted);
    return this.next();
  }

  /** Consumes a bracketed list that begins at the next token, and returns its tokens with the brackets. */
  takeBrackets(): readonly Token[] {
    const open = this.peek();
    const end = closingIndex(this.#tokens, this.#position);
    if (end === -1) throw this.error(open, "CUTS_DECLARATION_SYNTAX", `"${open.text}" must be closed`);
    const taken = this.#tokens.slice(this.#position, end);
    const broken = taken.find((token) => token.kind === "condition" || token.kind === "invalid");
    if (broken !== undefined) throw this.error(broken, "CUTS_DECLARATION_SYNTAX", broken.problem ?? "");
    this.#position = end;
    return taken;
  }

  /** The error for an unexpected token. */
  unexpected(wanted: string): DeclarationError {
    const token = this.peek();
    if (token.problem !== undefined) return this.error(token, "CUTS_DECLARATION_SYNTAX", token.problem);
    const got = token.kind === "end" ? "the end of the text" : JSON.stringify(clip(token.text));
    return this.error(token, "CUTS_DECLARATION_SYNTAX", `${wanted} must stand here, got ${got}`);
  }

  /** An error at a token. */
  error(token: Token, code: DeclarationErrorCode, rule: string, advice?: string): DeclarationError {
    return this.source.error(token.offset, code, rule, advice);
  }

  /** Runs `read` one nesting level deeper, or throws if that is too deep. */
  nest<T>(read: () => T): T {
    if (++this.#depth > maximumNesting) throw this.tooDeep(this.peek());
    const result = read();
    this.#depth--;
    return result;
  }

  /** The error for text that nests deeper than `maximumNesting`. */
  tooDeep(token: Token): DeclarationError {
    const rule = `at most ${maximumNesting} levels of nesting are read`;
    return this.error(token, "CUTS_DECLARATION_UNSUPPORTED", rule);
  }
}

/** A text short enough for a message. */
export function clip(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
