// A position in the text of a module, with methods that read the words of LLVM IR.

const SPACE = 32;
const NEWLINE = 10;
const QUOTE = 34;
const SEMICOLON = 59;

/** Characters of names and words: letters, digits, `-`, `$`, `.`, `_`. */
const isNameCode: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  /[-a-zA-Z$._0-9]/.test(String.fromCharCode(code)),
);

/** Brackets, as far as texts are skipped that no pass looks into. */
const OPENING = new Set("([{<");
const CLOSING = new Set(")]}>");

export class Cursor {
  readonly text: string;
  at: number;
  /** What names begin with that were numbers. The text must have no such names. */
  numberPrefix = "%num.";

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Skips spaces of the line. */
  skipSpaces(): void {
    while (this.text.charCodeAt(this.at) === SPACE) this.at++;
  }

  /** Skips spaces, line breaks and comments. */
  skipLines(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === SPACE || code === NEWLINE || code === 9 || code === 13) this.at++;
      else if (code === SEMICOLON) this.skipLine();
      else return;
    }
  }

  /** Goes to the start of the next line. */
  skipLine(): void {
    const end = this.text.indexOf("\n", this.at);
    this.at = end < 0 ? this.text.length : end + 1;
  }

  /** The rest of the line, up to which the cursor goes. */
  restOfLine(): string {
    const start = this.at;
    this.skipLine();
    return this.text.slice(start, this.at).trimEnd();
  }

  /** The next character behind spaces, which stays. */
  peek(): string {
    this.skipSpaces();
    return this.text[this.at] ?? "";
  }

  /** Whether the text comes next; the cursor goes behind it then. */
  take(text: string): boolean {
    this.skipSpaces();
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail(`"${text}"`);
  }

  /** The word that comes next, which stays; "" where there is none. */
  peekWord(): string {
    this.skipSpaces();
    return this.text.slice(this.at, this.#wordEnd(this.at));
  }

  /** The word that comes next. */
  word(): string {
    const word = this.peekWord();
    if (word === "") this.fail("a word");
    this.at += word.length;
    return word;
  }

  /** Takes the word if it is this one. */
  takeWord(word: string): boolean {
    if (this.peekWord() !== word) return false;
    this.at += word.length;
    return true;
  }

  number(): number {
    const word = this.word();
    const value = Number(word);
    if (!Number.isInteger(value)) this.fail("a number");
    return value;
  }

  /** A name that begins with `%`, `@`, `$` or `#`. */
  name(sigil: string): string {
    this.skipSpaces();
    const start = this.at;
    if (this.text[start] !== sigil) this.fail(`a name with ${sigil}`);
    this.at++;
    if (this.text.charCodeAt(this.at) === QUOTE) this.quoted();
    else this.at = this.#wordEnd(this.at);
    if (this.at === start + 1) this.fail(`a name with ${sigil}`);
    return this.text.slice(start, this.at);
  }

  /** The name of a local value or of a block. */
  localName(): string {
    return this.asName(this.name("%"));
  }

  /** LLVM numbers what has no name in the order in which it is defined. Passes move code, so that numbers become names. */
  asName(name: string): string {
    const first = name.charCodeAt(1);
    return first >= 48 && first <= 57 ? `${this.numberPrefix}${name.slice(1)}` : name;
  }

  /** A text in quotes, as it stands between them. */
  quoted(): string {
    this.skipSpaces();
    const end = this.text.indexOf('"', this.at + 1);
    if (this.text.charCodeAt(this.at) !== QUOTE || end < 0) this.fail("a text in quotes");
    const text = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return text;
  }

  /** The text of a bracket that opens here, brackets included. */
  bracket(): string {
    this.skipSpaces();
    const start = this.at;
    let depth = 0;
    for (; this.at < this.text.length; this.at++) {
      const c = this.text[this.at] as string;
      if (c === '"') this.at = this.text.indexOf('"', this.at + 1);
      else if (OPENING.has(c)) depth++;
      else if (CLOSING.has(c) && --depth === 0) {
        this.at++;
        return this.text.slice(start, this.at);
      }
    }
    this.at = start;
    return this.fail("a closed bracket");
  }

  /** @throws Error `internal:` with the line where something else was expected. */
  fail(expected: string): never {
    const start = this.text.lastIndexOf("\n", this.at - 1) + 1;
    const end = this.text.indexOf("\n", this.at);
    const line = this.text.slice(start, end < 0 ? undefined : end);
    throw new Error(
      `internal: cannot read LLVM IR: expected ${expected} at column ${this.at - start + 1} of "${line}"`,
    );
  }

  #wordEnd(from: number): number {
    let at = from;
    while (isNameCode[this.text.charCodeAt(at)] === true) at++;
    return at;
  }
}
