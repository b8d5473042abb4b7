// The part of the C preprocessor that finding declarations needs: it expands object-like macros and evaluates `#if` conditions that
// the text itself decides. It never guesses. A branch that may or may not be compiled is kept, between "condition" tokens. A macro
// that depends on such a branch or takes arguments stays a word with an attached problem, which is reported if its meaning is
// needed.

import { type ConstantLookup, evaluateConstant } from "./constant-expression.js";
import { type Token, tokenize } from "./lexer.js";
import { maximumNesting } from "./reader.js";

/** A `#define`. */
export interface Macro {
  readonly body: readonly Token[];
  readonly takesArguments: boolean;
  /** True if it is inside an `#if` that cannot be decided. */
  readonly isUncertain: boolean;
  /** True if the text redefines it differently or undefines it. */
  readonly isChanged: boolean;
}

/** Tokens without preprocessor lines, and the macros known at the end. */
export interface Preprocessed {
  readonly tokens: readonly Token[];
  readonly macros: ReadonlyMap<string, Macro>;
  /** Names of macros that were undefined and may be defined again. */
  readonly undefined: ReadonlySet<string>;
  /** Uses of macros with arguments whose expansion contains the word asked for in `watchFor`. */
  readonly watched: readonly Token[];
  /** `#include` and `#pragma` lines, in order. */
  readonly directives: readonly Token[];
  /** True if the text includes a header that may define any name. */
  readonly hasForeignHeader: boolean;
}

/** Information that is not in the text. */
export interface PreprocessOptions {
  /** Macros from the command line: name to replacement text. */
  readonly defines?: Readonly<Record<string, string>>;
  /** A word. Uses of macros with arguments that expand to it are listed in `watched`. */
  readonly watchFor?: string;
}

/** Expands macros and evaluates `#if` branches. Never throws. The time is linear in the text plus its expansion. */
export function preprocess(text: string, options: PreprocessOptions = {}): Preprocessed {
  return new Preprocessor(options).run(tokenize(text));
}

interface Condition {
  /** True inside a branch that is not compiled, so that nothing in these branches counts. */
  readonly isDead: boolean;
  /** True if a branch was certainly taken, so that later ones are not. */
  isTaken: boolean;
  /** True if a branch may or may not have been taken. */
  isUncertain: boolean;
}

/** The most tokens that macros may add, so that a few macros cannot produce billions. */
const maximumExpansion = 100_000;
/** Headers without macros that a program would test or use in its types. */
const systemHeader =
  /^<(?:[a-z_]+|(?:cuda|cu[a-z]+|cooperative_groups|thrust|cub|std[a-z]+|math|mma|assert|float|limits|vector_types|device_launch_parameters|crt)(?:[/_.][\w/.]*)?)>/;

class Preprocessor {
  readonly #options: PreprocessOptions;
  readonly #macros = new Map<string, Macro>();
  readonly #conditions: Condition[] = [];
  readonly #tokens: Token[] = [];
  readonly #watched: Token[] = [];
  readonly #directives: Token[] = [];
  #isActive = true;
  #hasForeignHeader = false;
  #hasTokens = false;
  /** True if a macro contains the watched word. */
  #isWatching = false;
  #uncertain = 0;
  /** Macros that were undefined. */
  readonly #undefined = new Set<string>();
  #budget = 0;

  constructor(options: PreprocessOptions) {
    this.#options = options;
    for (const [name, value] of Object.entries(options.defines ?? {})) {
      const body = tokenize(value).slice(0, -1);
      this.#macros.set(name, { body, takesArguments: false, isUncertain: false, isChanged: false });
    }
  }

  run(tokens: readonly Token[]): Preprocessed {
    this.#budget = maximumExpansion + tokens.length;
    for (const [index, token] of tokens.entries()) {
      if (token.kind === "directive") this.#directive(token);
      else if (this.#isActive || token.kind === "end") {
        const isMacro = token.kind === "identifier" && this.#macros.has(token.text);
        if (isMacro) this.#expand(token, token, tokens[index + 1], new Set(), this.#tokens);
        else this.#tokens.push(token);
      }
      this.#hasTokens = true;
    }
    return {
      tokens: this.#tokens,
      macros: this.#macros,
      undefined: this.#undefined,
      watched: this.#watched,
      directives: this.#directives,
      hasForeignHeader: this.#hasForeignHeader,
    };
  }

  /** Appends the expansion of a word to the output; `use` is the word in the source, `open` the macros being expanded. */
  #expand(token: Token, use: Token, after: Token | undefined, open: Set<string>, out: Token[]): void {
    const { text } = token;
    const macro = this.#macros.get(text);
    const placed = token === use ? token : { ...token, offset: use.offset, end: use.end };
    if (macro === undefined || open.has(text) || (macro.takesArguments && after?.text !== "(")) {
      out.push(placed);
    } else if (macro.takesArguments) {
      if (this.#isWatching && this.#makesWatched(text)) this.#watched.push(placed);
      out.push({ ...placed, problem: `the macro "${text}" takes arguments and is not expanded here` });
    } else if (macro.isUncertain) {
      out.push({
        ...placed,
        problem: `the macro "${text}" depends on an #if that cannot be decided from this text`,
      });
    } else if (this.#budget <= 0 || open.size >= maximumNesting) {
      out.push({ ...placed, problem: `the macro "${text}" expands to too much` });
    } else {
      open.add(text);
      for (const [index, part] of macro.body.entries()) {
        this.#budget--;
        if (part.kind === "identifier") this.#expand(part, use, macro.body[index + 1] ?? after, open, out);
        else out.push({ ...part, offset: use.offset, end: use.end });
      }
      open.delete(text);
    }
  }

  /** Whether a macro's body contains the watched word, directly or through other macros. */
  #makesWatched(name: string): boolean {
    const seen = new Set([name]);
    for (const word of seen) {
      if (word === this.#options.watchFor) return true;
      for (const part of this.#macros.get(word)?.body ?? [])
        if (part.kind === "identifier") seen.add(part.text);
    }
    return false;
  }

  #directive(token: Token): void {
    const [keyword, ...rest] = tokenize(token.text.slice(1));
    switch (keyword?.text) {
      case "if":
        return this.#open(token, (isDead) => (isDead ? undefined : this.#evaluate(rest)));
      case "ifdef":
        return this.#open(token, () => this.#isDefined(rest[0]?.text));
      case "ifndef":
        // This is an include guard, and the file is read for the first time.
        if (!this.#hasTokens) return this.#open(token, () => true);
        return this.#open(token, () => negate(this.#isDefined(rest[0]?.text)));
      case "elif":
        return this.#branch(token, () => this.#evaluate(rest));
      case "elifdef":
        return this.#branch(token, () => this.#isDefined(rest[0]?.text));
      case "elifndef":
        return this.#branch(token, () => negate(this.#isDefined(rest[0]?.text)));
      case "else":
        return this.#branch(token, () => true);
      case "endif":
        return this.#close(token);
      default:
    }
    if (!this.#isActive) return;
    const isUncertain = this.#uncertain > 0;
    const name = rest[0]?.text ?? "";
    if (keyword?.text === "define") this.#define(rest, isUncertain);
    else if (keyword?.text === "undef") {
      const old = this.#macros.get(name);
      if (isUncertain && old !== undefined) this.#macros.set(name, { ...old, isUncertain });
      else if (this.#macros.delete(name)) this.#undefined.add(name);
    } else {
      this.#directives.push(token);
      const header = /^#\s*include\s*(.*)/s.exec(token.text)?.[1];
      if (header !== undefined && !systemHeader.test(header)) this.#hasForeignHeader = true;
    }
  }

  #define([name, ...rest]: readonly Token[], isUncertain: boolean): void {
    if (name?.kind !== "identifier") return;
    const takesArguments = rest[0]?.text === "(" && rest[0].glued;
    const body = rest.slice(0, -1);
    const old = this.#macros.get(name.text);
    if (body.some((part) => part.text === this.#options.watchFor)) this.#isWatching = true;
    const isSame = old !== undefined && !old.isUncertain && sameText(old.body, body);
    if (isSame) return;
    const isChanged = old !== undefined || this.#undefined.has(name.text);
    this.#macros.set(name.text, { body, takesArguments, isUncertain, isChanged });
  }

  #open(token: Token, decide: (isDead: boolean) => boolean | undefined): void {
    const isDead = !this.#isActive;
    const taken = decide(isDead);
    const isUncertain = !isDead && taken === undefined;
    this.#conditions.push({ isDead, isTaken: taken === true, isUncertain });
    this.#isActive = !isDead && taken !== false;
    if (isUncertain) {
      this.#mark(token, "if");
      this.#uncertain++;
    }
  }

  #branch(token: Token, decide: () => boolean | undefined): void {
    const condition = this.#conditions.at(-1);
    if (condition === undefined || condition.isDead) return;
    const taken = condition.isTaken ? false : decide();
    if (condition.isUncertain && taken !== false) this.#mark(token, "else");
    else if (taken === undefined) this.#mark(token, "if");
    if (taken === undefined && !condition.isUncertain) this.#uncertain++;
    condition.isTaken ||= taken === true;
    condition.isUncertain ||= taken === undefined;
    this.#isActive = taken !== false;
  }

  #close(token: Token): void {
    const condition = this.#conditions.pop();
    if (condition === undefined || condition.isDead) return;
    if (condition.isUncertain) {
      this.#mark(token, "endif");
      this.#uncertain--;
    }
    this.#isActive = true;
  }

  #mark(token: Token, text: "if" | "else" | "endif"): void {
    const problem = "this part depends on an #if that cannot be decided from this text";
    this.#tokens.push({
      kind: "condition",
      text,
      offset: token.offset,
      end: token.end,
      glued: false,
      problem,
    });
  }

  #isDefined(name: string | undefined): boolean | undefined {
    const macro = this.#macros.get(name ?? "");
    if (macro !== undefined) return macro.isUncertain ? undefined : true;
    return this.#mayBeDefined(name ?? "") ? undefined : false;
  }

  /**
   * Whether a name may be defined outside the text: by the compiler if it begins with an underscore, or by a header that is not
   * read.
   */
  #mayBeDefined(name: string): boolean {
    return name.startsWith("_") || this.#hasForeignHeader;
  }

  #evaluate(tokens: readonly Token[]): boolean | undefined {
    const lookup: ConstantLookup = (name) => {
      if (name === "true") return 1n;
      return name !== unknown.text && !this.#macros.has(name) && !this.#mayBeDefined(name) ? 0n : undefined;
    };
    const expanded: Token[] = [];
    const plain = this.#replaceDefined(tokens);
    for (const [index, token] of plain.entries()) {
      if (token.kind === "identifier") this.#expand(token, token, plain[index + 1], new Set(), expanded);
      else expanded.push(token);
    }
    const value = evaluateConstant(expanded, lookup);
    return value === undefined ? undefined : value !== 0n;
  }

  /** Replaces `defined X` and `defined(X)` by 1, 0 or an unknown word. */
  #replaceDefined(tokens: readonly Token[]): Token[] {
    const result: Token[] = [];
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at];
      if (token === undefined) break;
      if (token.text !== "defined") {
        result.push(token);
        continue;
      }
      const hasParentheses = tokens[at + 1]?.text === "(";
      const value = this.#isDefined(tokens[at + (hasParentheses ? 2 : 1)]?.text);
      if (value === undefined) result.push(unknown);
      else result.push({ ...unknown, kind: "number", text: value ? "1" : "0" });
      at += hasParentheses ? 3 : 1;
    }
    return result;
  }
}

/** A word that no program contains; it stands for an unknown value. */
const unknown: Token = { kind: "identifier", text: "<unknown>", offset: 0, end: 0, glued: false };

function negate(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

function sameText(left: readonly Token[], right: readonly Token[]): boolean {
  return left.length === right.length && left.every((token, index) => token.text === right[index]?.text);
}
