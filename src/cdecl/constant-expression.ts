// Evaluates integer constant expressions of C, for enumerators, fixed array sizes and `#if`, with 64-bit arithmetic and all
// operators. The value is undefined if the text contains an unknown name or is not an expression. It never guesses and never
// throws.

import type { Token } from "./lexer.js";
import { maximumNesting } from "./reader.js";

/** The value of a name; undefined if unknown. */
export type ConstantLookup = (name: string) => bigint | undefined;

type Value = bigint | undefined;

const precedence: Readonly<Record<string, number>> = {
  "||": 1,
  "&&": 2,
  "|": 3,
  "^": 4,
  "&": 5,
  "==": 6,
  "!=": 6,
  "<": 7,
  ">": 7,
  "<=": 7,
  ">=": 7,
  "<<": 8,
  ">>": 8,
  "+": 9,
  "-": 9,
  "*": 10,
  "/": 10,
  "%": 10,
};

/** Looks up names in a table of numbers; numbers that are not integers count as unknown. */
export function lookupIn(constants: ReadonlyMap<string, number>): ConstantLookup {
  return (name) => {
    const value = constants.get(name);
    return value !== undefined && Number.isSafeInteger(value) ? BigInt(value) : undefined;
  };
}

/** The value of an integer literal such as `16`, `0x10u`, `1'000`, `'A'`; undefined for anything else. */
export function integerLiteral(token: Token): bigint | undefined {
  if (token.kind === "character") return characterValue(token.text);
  if (token.kind !== "number") return undefined;
  const match =
    /^(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9][0-9']*)(?:[uU](?:ll?|LL?|z|Z)?|(?:ll?|LL?|z|Z)[uU]?)?$/.exec(
      token.text,
    );
  const digits = match?.[1]?.replaceAll("'", "");
  if (digits === undefined || digits.length > 80) return undefined;
  if (!/^0[0-9]/.test(digits)) return BigInt(digits);
  return /[89]/.test(digits) ? undefined : BigInt(`0o${digits.slice(1)}`);
}

/** The value of a token list; undefined unless the whole list is one expression with a known value. */
export function evaluateConstant(tokens: readonly Token[], lookup: ConstantLookup): bigint | undefined {
  const evaluator = new Evaluator(tokens, lookup);
  return evaluator.all();
}

class Evaluator {
  readonly #tokens: readonly Token[];
  readonly #lookup: ConstantLookup;
  #position = 0;
  #depth = 0;
  #broken = false;

  constructor(tokens: readonly Token[], lookup: ConstantLookup) {
    this.#tokens = tokens.at(-1)?.kind === "end" ? tokens.slice(0, -1) : tokens;
    this.#lookup = lookup;
  }

  all(): Value {
    const value = this.#conditional();
    return this.#broken || this.#position < this.#tokens.length ? undefined : value;
  }

  #conditional(): Value {
    if (++this.#depth > maximumNesting) this.#broken = true;
    if (this.#broken) return undefined;
    let value = this.#binary(1);
    if (this.#operator() === "?") {
      this.#position++;
      const yes = this.#conditional();
      if (this.#operator() !== ":") this.#broken = true;
      this.#position++;
      const no = this.#conditional();
      if (value === undefined) value = yes === no ? yes : undefined;
      else value = value === 0n ? no : yes;
    }
    this.#depth--;
    return value;
  }

  #binary(minimum: number): Value {
    let left = this.#unary();
    for (;;) {
      const operator = this.#operator();
      const level = operator === undefined ? undefined : precedence[operator];
      if (operator === undefined || level === undefined || level < minimum || this.#broken) return left;
      // `>>` and `>=` come as two tokens, see lexer.ts.
      this.#position += operator === ">>" || operator === ">=" ? 2 : 1;
      left = apply(operator, left, this.#binary(level + 1));
    }
  }

  #unary(): Value {
    const token = this.#tokens[this.#position];
    if (token === undefined || ++this.#depth > maximumNesting) {
      this.#broken = true;
      return undefined;
    }
    this.#position++;
    const value = this.#operand(token);
    this.#depth--;
    return value;
  }

  #operand(token: Token): Value {
    if (token.kind === "identifier") return this.#lookup(token.text);
    const literal = integerLiteral(token);
    if (literal !== undefined) return fit(literal);
    switch (token.text) {
      case "(": {
        const value = this.#conditional();
        if (this.#operator() !== ")") this.#broken = true;
        this.#position++;
        return value;
      }
      case "+":
        return this.#unary();
      case "-":
        return map(this.#unary(), (value) => -value);
      case "~":
        return map(this.#unary(), (value) => ~value);
      case "!":
        return map(this.#unary(), (value) => (value === 0n ? 1n : 0n));
      default:
        this.#broken = true;
        return undefined;
    }
  }

  #operator(): string | undefined {
    const token = this.#tokens[this.#position];
    if (token?.kind !== "punctuator") return undefined;
    const after = this.#tokens[this.#position + 1];
    const doubled = token.text === ">" && after?.glued && (after.text === ">" || after.text === "=");
    return doubled ? `>${after.text}` : token.text;
  }
}

function apply(operator: string, left: Value, right: Value): Value {
  if (operator === "&&" && (left === 0n || right === 0n)) return 0n;
  if (operator === "||" && ((left ?? 0n) !== 0n || (right ?? 0n) !== 0n)) return 1n;
  if (left === undefined || right === undefined) return undefined;
  switch (operator) {
    case "&&":
    case "||":
      return left !== 0n && right !== 0n ? 1n : 0n;
    case "|":
      return left | right;
    case "^":
      return left ^ right;
    case "&":
      return left & right;
    case "==":
      return truth(left === right);
    case "!=":
      return truth(left !== right);
    case "<":
      return truth(left < right);
    case ">":
      return truth(left > right);
    case "<=":
      return truth(left <= right);
    case ">=":
      return truth(left >= right);
    case "<<":
      return right < 0n || right > 63n ? undefined : fit(left << right);
    case ">>":
      return right < 0n || right > 63n ? undefined : left >> right;
    case "+":
      return fit(left + right);
    case "-":
      return fit(left - right);
    case "*":
      return fit(left * right);
    case "/":
      return right === 0n ? undefined : left / right;
    case "%":
      return right === 0n ? undefined : left % right;
    default:
      return undefined;
  }
}

function truth(value: boolean): bigint {
  return value ? 1n : 0n;
}

/** The value if it does not overflow. Overflow is undefined in C, so its value is unknown. */
function fit(value: bigint): Value {
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

function map(value: Value, change: (value: bigint) => bigint): Value {
  return value === undefined ? undefined : fit(change(value));
}

const escapes: Readonly<Record<string, bigint>> = {
  n: 10n,
  t: 9n,
  r: 13n,
  "0": 0n,
  "\\": 92n,
  "'": 39n,
  '"': 34n,
};

function characterValue(text: string): bigint | undefined {
  const match = /^'(?:([\x20-\x7e])|\\(.))'$/.exec(text);
  if (match?.[2] !== undefined) return escapes[match[2]];
  return match?.[1] === undefined ? undefined : BigInt(match[1].charCodeAt(0));
}
