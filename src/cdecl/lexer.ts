// Splits C and C++ text into tokens. White space, comments and line continuations are removed. A string (raw ones too), character
// literal or preprocessor line becomes one token. The lexer never throws: invalid text becomes an "invalid" token with the reason,
// which the parser reports. It takes linear time.

/** One word, literal, sign or preprocessor line. */
export interface Token {
  readonly kind:
    | "identifier"
    | "number"
    | "string"
    | "character"
    | "punctuator"
    /** A whole preprocessor line, continuations included. */
    | "directive"
    /** Made only by the preprocessor: the start or end of a branch that may or may not be compiled. */
    | "condition"
    | "invalid"
    | "end";
  readonly text: string;
  /** Its start and end in the source; for a token from a macro, those of the macro's use. */
  readonly offset: number;
  readonly end: number;
  /** True if it directly follows the previous token, without white space. */
  readonly glued: boolean;
  /** For "invalid": the rule it breaks. */
  readonly problem?: string;
}

const backslash = 0x5c;
const newline = 0x0a;
const quote = 0x22;
const apostrophe = 0x27;
const slash = 0x2f;
const star = 0x2a;
const stringPrefix = /^(?:u8|[uUL])?R?$/;
const pairs: ReadonlySet<string> = new Set(["::", "->", "##", "<<", "<=", "==", "!=", "&&", "||"]);

/** All tokens of a text; the last one is of kind "end". */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  let lineBegins = true;
  let glued = false;
  const push = (kind: Token["kind"], end: number, problem?: string): void => {
    const piece = text.slice(offset, end);
    const base = { kind, text: piece, offset, end, glued };
    tokens.push(problem === undefined ? base : { ...base, problem });
    offset = end;
    lineBegins = false;
    glued = true;
  };

  while (offset < text.length) {
    const code = text.charCodeAt(offset);
    const next = text.charCodeAt(offset + 1);
    const splice = code === backslash ? spliceLength(text, offset) : 0;
    if (code === newline || isSpace(code) || splice > 0) {
      if (code === newline) lineBegins = true;
      offset += splice || 1;
      glued = false;
    } else if (code === slash && next === slash) {
      offset = logicalLineEnd(text, offset);
      glued = false;
    } else if (code === slash && next === star) {
      const end = text.indexOf("*/", offset + 2);
      if (end === -1) push("invalid", text.length, "a comment that begins with /* must end with */");
      else offset = end + 2;
      glued = false;
    } else if (code === 0x23 && lineBegins) {
      push("directive", directiveEnd(text, offset));
    } else if (isWordStart(code)) {
      const end = wordEnd(text, offset);
      const after = text.charCodeAt(end);
      const word = text.slice(offset, end);
      if ((after === quote || after === apostrophe) && stringPrefix.test(word)) {
        pushLiteral(push, text, word, end);
      } else if (word.includes("\\")) {
        tokens.push({ kind: "identifier", text: word.replace(/\\\r?\n/g, ""), offset, end, glued });
        offset = end;
        lineBegins = false;
        glued = true;
      } else push("identifier", end);
    } else if (isDigit(code) || (code === 0x2e && isDigit(next))) {
      push("number", numberEnd(text, offset));
    } else if (code === quote || code === apostrophe) {
      pushLiteral(push, text, "", offset);
    } else if (code > 0x20 && code < 0x7f && code !== 0x40 && code !== 0x60 && code !== backslash) {
      push("punctuator", offset + punctuatorLength(text, offset, code, next));
    } else {
      push("invalid", offset + 1, `${JSON.stringify(text[offset])} is no sign of C`);
    }
  }
  tokens.push({ kind: "end", text: "", offset: text.length, end: text.length, glued: false });
  return tokens;
}

/** The text of some tokens, spaced in one fixed way: `pair<int, 3>`, `unsigned int*`. */
export function joinTokens(tokens: readonly Token[]): string {
  let text = "";
  let last: Token | undefined;
  for (const token of tokens) {
    if (last !== undefined && (last.text === "," || (isWord(last) && isWord(token)))) text += " ";
    text += token.text;
    last = token;
  }
  return text;
}

function isWord(token: Token): boolean {
  return token.kind === "identifier" || token.kind === "number";
}

/** Adds a string or character literal whose opening quote is at `quoteAt`, after a prefix such as `u8R`. */
function pushLiteral(
  push: (kind: Token["kind"], end: number, problem?: string) => void,
  text: string,
  prefix: string,
  quoteAt: number,
): void {
  if (prefix.endsWith("R") && text.charCodeAt(quoteAt) === quote) {
    // A delimiter has at most 16 characters, so looking for the parenthesis stays cheap.
    const open = text.slice(quoteAt + 1, quoteAt + 18).indexOf("(");
    const delimiter = open === -1 ? undefined : text.slice(quoteAt + 1, quoteAt + 1 + open);
    const close = delimiter === undefined ? -1 : text.indexOf(`)${delimiter}"`, quoteAt + 1 + open);
    if (close === -1) push("invalid", text.length, 'a raw string must end with )" and its delimiter');
    else push("string", close + (delimiter ?? "").length + 2);
    return;
  }
  const sign = text.charCodeAt(quoteAt);
  let at = quoteAt + 1;
  while (at < text.length && text.charCodeAt(at) !== sign && text.charCodeAt(at) !== newline) {
    at += spliceLength(text, at) || (text.charCodeAt(at) === backslash ? 2 : 1);
  }
  if (text.charCodeAt(at) !== sign) {
    push(
      "invalid",
      Math.min(at, text.length),
      `a literal that begins with ${text[quoteAt]} must end on its line`,
    );
  } else push(sign === quote ? "string" : "character", at + 1);
}

/**
 * The length of the punctuator at an offset. `>` is always a separate token, because only the parser knows whether `>>` is a shift
 * or closes two template lists.
 */
function punctuatorLength(text: string, offset: number, code: number, next: number): number {
  if (code === 0x2e) return text.startsWith("...", offset) ? 3 : 1;
  // All pairs end in one of : > # < = & |, and most signs stand before something else.
  const mayPair = next >= 0x3a ? next <= 0x3e || next === 0x7c : next === 0x23 || next === 0x26;
  return mayPair && pairs.has(text.slice(offset, offset + 2)) ? 2 : 1;
}

/** The end of the line at `offset`, continuation lines included. */
function logicalLineEnd(text: string, offset: number): number {
  let at = offset;
  for (;;) {
    const end = text.indexOf("\n", at);
    if (end === -1) return text.length;
    const before = text.charCodeAt(end - 1) === 0x0d ? end - 2 : end - 1;
    if (before < offset || text.charCodeAt(before) !== backslash) return end;
    at = end + 1;
  }
}

/** Like logicalLineEnd, but a block comment inside the directive may span lines. */
function directiveEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === newline) return at;
    if (code === quote) {
      at++;
      while (at < text.length && text.charCodeAt(at) !== quote && text.charCodeAt(at) !== newline) {
        at += spliceLength(text, at) || (text.charCodeAt(at) === backslash ? 2 : 1);
      }
      if (text.charCodeAt(at) === quote) at++;
    } else if (code === slash && text.charCodeAt(at + 1) === slash) return logicalLineEnd(text, at);
    else if (code === slash && text.charCodeAt(at + 1) === star) {
      const end = text.indexOf("*/", at + 2);
      if (end === -1) return at; // the main loop then reports the open comment
      at = end + 2;
    } else at += spliceLength(text, at) || 1;
  }
  return text.length;
}

/** The length of a backslash and the line break after it, or 0. */
function spliceLength(text: string, offset: number): number {
  if (text.charCodeAt(offset) !== backslash) return 0;
  if (text.charCodeAt(offset + 1) === newline) return 2;
  return text.charCodeAt(offset + 1) === 0x0d && text.charCodeAt(offset + 2) === newline ? 3 : 0;
}

function wordEnd(text: string, offset: number): number {
  let at = offset;
  for (;;) {
    if (isWordPart(text.charCodeAt(at))) at++;
    else {
      const splice = spliceLength(text, at);
      if (splice === 0 || !isWordPart(text.charCodeAt(at + splice))) return at;
      at += splice;
    }
  }
}

function numberEnd(text: string, offset: number): number {
  let at = offset;
  for (;;) {
    const code = text.charCodeAt(at);
    const isSign = code === 0x2b || code === 0x2d;
    if (isWordPart(code) || code === 0x2e) at++;
    else if (isSign && /[eEpP]/.test(text[at - 1] ?? "")) at++;
    else if (code === apostrophe && isWordPart(text.charCodeAt(at + 1))) at += 2;
    else return at;
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0xfeff;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isWordStart(code: number): boolean {
  const lower = code | 0x20;
  return (
    (lower >= 0x61 && lower <= 0x7a) || code === 0x5f || code === 0x24 || (code > 0x7f && !isSpace(code))
  );
}

function isWordPart(code: number): boolean {
  return isWordStart(code) || isDigit(code);
}
