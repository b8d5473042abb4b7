// Parses an expression: operators with JavaScript's precedence, calls, numbers, and slots for interpolated values. Errors show
// their place in the text.

import { DeclarationError } from "../../../core/errors.js";
import { suggest } from "../../../core/text.js";

/** A node of the parsed expression, and where it begins in the text. */
export type Part = NumberPart | SlotPart | IndexPart | CallPart | ListPart;

interface Placed {
  readonly at: number;
}
export interface NumberPart extends Placed {
  readonly kind: "number";
  readonly value: number | boolean;
}
/** An interpolated value. */
export interface SlotPart extends Placed {
  readonly kind: "slot";
  readonly slot: number;
}
/** The index along an axis. */
export interface IndexPart extends Placed {
  readonly kind: "index";
  readonly axis: number;
}
export interface CallPart extends Placed {
  readonly kind: "call";
  readonly name: string;
  readonly args: readonly Part[];
  /** Arguments by name: `axis=0`. */
  readonly named: ReadonlyMap<string, Part>;
}
/** A list of numbers in brackets, for axes. */
export interface ListPart extends Placed {
  readonly kind: "list";
  readonly items: readonly Part[];
}

/** Names that are numbers. */
const constants: ReadonlyMap<string, number | boolean> = new Map<string, number | boolean>([
  ["pi", Math.PI],
  ["e", Math.E],
  ["inf", Number.POSITIVE_INFINITY],
  ["nan", Number.NaN],
  ["true", true],
  ["false", false],
]);

/** Brackets and the like inside each other: each takes many calls to read. */
const MOST_LEVELS = 100;

/** The operation of each sign between two values, by rank, the loosest first. */
const ranks: readonly Readonly<Record<string, string>>[] = [
  { "||": "logicalOr" },
  { "&&": "logicalAnd" },
  { "|": "bitwiseOr" },
  { "^": "bitwiseXor" },
  { "&": "bitwiseAnd" },
  { "==": "equal", "!=": "notEqual" },
  { "<": "less", "<=": "lessEqual", ">": "greater", ">=": "greaterEqual" },
  { "<<": "leftShift", ">>": "rightShift" },
  { "+": "add", "-": "subtract" },
  { "*": "multiply", "/": "divide", "//": "floorDivide", "%": "remainder" },
];
const before: Readonly<Record<string, string>> = {
  "-": "negative",
  "+": "positive",
  "!": "logicalNot",
  "~": "bitwiseNot",
};

interface Token extends Placed {
  readonly kind: "number" | "name" | "slot" | "sign" | "end";
  readonly text: string;
}

/** The text of a template as messages show it, with `$0`, `$1` and so on for interpolated values. */
export function textOfTemplate(strings: readonly string[]): string {
  let text = "";
  for (const [at, own] of strings.entries()) {
    if (at > 0) text += `$${at - 1}`;
    // A name or number that touches a value would be read as part of it.
    if (at > 0 && /^[\w.]/.test(own))
      throw wrongAt(`${text} ${own}`, text.length + 1, `an operator must stand here (got ${own[0]})`);
    const sign = own.indexOf("$");
    if (sign >= 0) throw wrongAt(text + own, text.length + sign, "this is no sign of an expression (got $)");
    text += own;
  }
  return text;
}

/**
 * Parses an expression. `isFunction` tells which names are functions; `names` are the ones to suggest.
 * @throws SyntaxError `CUTS_EXPRESSION`.
 */
export function parseExpression(
  text: string,
  isFunction: (name: string) => boolean,
  names: () => Iterable<string>,
): Part {
  return new Parser(text, isFunction, names).whole();
}

/** A syntax error at a place of the expression. */
export function wrongAt(text: string, at: number, rule: string): DeclarationError {
  return new DeclarationError(
    "CUTS_EXPRESSION",
    `Cannot read an expression: ${rule}\n${caret(text, at)}`,
    1,
    at + 1,
  );
}

/** The line of the text that contains a place, with a caret below it. */
export function caret(text: string, at: number): string {
  const begin = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  return `  ${text.slice(begin, end < 0 ? undefined : end)}\n  ${" ".repeat(at - begin)}^`;
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #isFunction: (name: string) => boolean;
  readonly #names: () => Iterable<string>;
  #next = 0;
  /** How many brackets, signs and the like are open. */
  #depth = 0;

  constructor(text: string, isFunction: (name: string) => boolean, names: () => Iterable<string>) {
    this.#text = text;
    this.#tokens = tokens(text);
    this.#isFunction = isFunction;
    this.#names = names;
  }

  whole(): Part {
    if (this.#tokens.length === 1) throw this.#wrong("it is empty");
    const part = this.#choice();
    const { kind, text } = this.#token;
    if (kind !== "end") throw this.#wrong(`an operator or the end must stand here (got ${text})`);
    return part;
  }

  get #token(): Token {
    return this.#tokens[this.#next] as Token;
  }

  #choice(): Part {
    this.#enter();
    let part = this.#ranked(0);
    if (this.#takes("?")) {
      const first = this.#choice();
      this.#must(":");
      part = call("where", part.at, [part, first, this.#choice()]);
    }
    this.#depth--;
    return part;
  }

  #enter(): void {
    if (++this.#depth <= MOST_LEVELS) return;
    throw this.#wrong(
      `there are more than ${MOST_LEVELS} levels inside each other\nTry: several expressions`,
    );
  }

  #ranked(rank: number): Part {
    const signs = ranks[rank];
    if (signs === undefined) return this.#signed();
    let left = this.#ranked(rank + 1);
    for (;;) {
      const { text, at, kind } = this.#token;
      const name = kind === "sign" ? signs[text] : undefined;
      if (name === undefined) return left;
      this.#next++;
      left = call(name, at, [left, this.#ranked(rank + 1)]);
    }
  }

  #signed(): Part {
    const { text, at, kind } = this.#token;
    const name = kind === "sign" ? before[text] : undefined;
    if (name === undefined) return this.#powers();
    this.#next++;
    this.#enter();
    const operand = this.#signed();
    this.#depth--;
    return call(name, at, [operand]);
  }

  /** Powers bind to the right, and closer than a sign before them: -a ** 2 is -(a ** 2). */
  #powers(): Part {
    const base = this.#single();
    const { at } = this.#token;
    if (!this.#takes("**")) return base;
    this.#enter();
    const exponent = this.#signed();
    this.#depth--;
    return call("power", at, [base, exponent]);
  }

  #single(): Part {
    const { kind, text, at } = this.#token;
    if (kind === "end") throw this.#wrong("a value must stand here");
    this.#next++;
    if (kind === "number") return { kind: "number", value: Number(text), at };
    if (kind === "slot") return { kind: "slot", slot: Number(text.slice(1)), at };
    if (kind === "name") return this.#named(text, at);
    if (text === "(") {
      const part = this.#choice();
      this.#must(")");
      return part;
    }
    if (text === "[") {
      const items: Part[] = [];
      while (!this.#takes("]")) {
        items.push(this.#choice());
        if (this.#token.text !== "]") this.#must(",", ", or ]");
      }
      return { kind: "list", items, at };
    }
    this.#next--;
    throw this.#wrong(`a value must stand here (got ${text})`);
  }

  #named(name: string, at: number): Part {
    if (this.#token.text === "(") {
      const part = this.#call(name, at);
      if (name !== "index") return part;
      const [axis] = part.args;
      if (part.args.length === 1 && axis !== undefined)
        return { kind: "index", axis: wholeNumber(axis, this.#text), at };
      throw wrongAt(this.#text, at, "index takes an axis, such as index(0)");
    }
    const value = constants.get(name);
    if (value !== undefined) return { kind: "number", value, at };
    const index = /^i(\d+)$/.exec(name);
    if (index !== null) return { kind: "index", axis: Number(index[1]), at };
    if (this.#isFunction(name))
      throw wrongAt(this.#text, at, `${name} is a function: it takes its values in parentheses`);
    throw wrongAt(this.#text, at, `there is no value ${name}\nTry: \${${name}}`);
  }

  #call(name: string, at: number): CallPart {
    if (name !== "index" && !this.#isFunction(name)) {
      const near = suggest(name, this.#names());
      throw wrongAt(
        this.#text,
        at,
        `there is no element-wise function ${name}${near === undefined ? "" : `\nTry: ${near}`}`,
      );
    }
    this.#must("(");
    const args: Part[] = [];
    const named = new Map<string, Part>();
    while (!this.#takes(")")) {
      const own = this.#token;
      const isNamed = own.kind === "name" && this.#tokens[this.#next + 1]?.text === "=";
      if (isNamed) {
        this.#next += 2;
        named.set(own.text, this.#choice());
      } else if (named.size > 0) throw this.#wrong("arguments without a name come first");
      else args.push(this.#choice());
      if (this.#token.text !== ")") this.#must(",", ", or )");
    }
    return { kind: "call", name, args, named, at };
  }

  #takes(sign: string): boolean {
    if (this.#token.kind !== "sign" || this.#token.text !== sign) return false;
    this.#next++;
    return true;
  }

  #must(sign: string, told = sign): void {
    if (this.#takes(sign)) return;
    const { kind, text } = this.#token;
    throw this.#wrong(`${told} must stand here (got ${kind === "end" ? "the end" : text})`);
  }

  #wrong(rule: string): DeclarationError {
    return wrongAt(this.#text, this.#token.at, rule);
  }
}

/** An integer literal, with or without a sign. */
export function wholeNumber(part: Part, text: string): number {
  if (part.kind === "number" && Number.isInteger(part.value)) return part.value as number;
  const inner = part.kind === "call" && part.name === "negative" ? part.args[0] : undefined;
  if (inner?.kind === "number" && Number.isInteger(inner.value)) return -(inner.value as number);
  throw wrongAt(text, part.at, "an axis must be a whole number");
}

function call(name: string, at: number, args: readonly Part[]): CallPart {
  return { kind: "call", name, at, args, named: new Map() };
}

const pattern =
  /\s*(?:(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_]\w*)|(?<slot>\$\d+)|(?<sign>\*\*|\/\/|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>!~&|^?:()[\],=]))/y;

function tokens(text: string): readonly Token[] {
  const found: Token[] = [];
  let end = 0;
  for (;;) {
    pattern.lastIndex = end;
    const match = pattern.exec(text);
    if (match === null) break;
    end = pattern.lastIndex;
    const [kind, own] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) as [
      Token["kind"],
      string,
    ];
    found.push({ kind, text: own, at: end - own.length });
  }
  const rest = text.slice(end);
  const gap = rest.length - rest.trimStart().length;
  if (rest.trim() !== "")
    throw wrongAt(text, end + gap, `this is no sign of an expression (got ${rest.trim()[0]})`);
  found.push({ kind: "end", text: "", at: end });
  return found;
}
