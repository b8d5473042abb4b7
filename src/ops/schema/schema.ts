// The schema of an operator: "(Tensor a, Tensor? b, float c=1) -> Tensor". What it says is checked at every call.
//
//   schema     = "(" [parameter {"," parameter}] ")" "->" results
//   parameter  = type name ["=" default]
//   type       = ("Tensor" ["<" dtype ">"] ["(" letter ["!"] ")"] | "int" | "float" | "bool" | "str" | choice) ["?"] ["[" "]"]
//   choice     = string {"|" string}
//   default    = number | true | false | null (True, False, None too) | string
//   results    = result | "(" [result {"," result}] ")"
//   result     = "Tensor" ["<" dtype ">"] ["(" letter ["!"] ")"] ["[" "]"] [name]
//
// All Tensors without a dtype have the same dtype. `(a!)` marks what the operator writes. schema-types.ts reads the same text at
// compile time.

import { type Token, tokenize } from "../../cdecl/lexer.js";
import { type DType, isDType } from "../../core/dtype.js";
import { ArgumentTypeError, DeclarationError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";

/** What kind of value a parameter takes. */
export type SchemaKind = "Tensor" | "int" | "float" | "bool" | "str";

/** A parameter. */
export interface SchemaParameter {
  readonly name: string;
  readonly kind: SchemaKind;
  readonly isList: boolean;
  readonly isOptional: boolean;
  /** The dtype that a Tensor must have; by default the same as the other Tensors. */
  readonly dtype: DType | undefined;
  /** The allowed strings; any by default. */
  readonly choices: readonly string[] | undefined;
  /** The letter that marks a result sharing this parameter's memory. */
  readonly alias: string | undefined;
  readonly isWritten: boolean;
  readonly hasDefault: boolean;
  readonly default: unknown;
}

/** A result. */
export interface SchemaResult {
  readonly name: string | undefined;
  readonly dtype: DType | undefined;
  readonly isList: boolean;
  readonly alias: string | undefined;
  readonly isWritten: boolean;
}

/** A schema. */
export interface Schema {
  readonly text: string;
  readonly parameters: readonly SchemaParameter[];
  readonly results: readonly SchemaResult[];
  /** Whether the results are in parentheses: then the operator returns a list. */
  readonly isTuple: boolean;
}

/** Reads a schema. @throws SyntaxError `CUTS_SCHEMA` with the place; TypeError `CUTS_SCHEMA` for what is no text. */
export function parseSchema(text: string): Schema {
  if (typeof text !== "string") {
    throw new ArgumentTypeError(
      "CUTS_SCHEMA",
      `Cannot read a schema: it must be a string such as "(Tensor a, float c) -> Tensor" (got ${formatValue(text)})`,
    );
  }
  return new SchemaReader(text).read();
}

const kinds: ReadonlySet<string> = new Set(["Tensor", "int", "float", "bool", "str"]);
const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["null", null],
  ["None", null],
]);

class SchemaReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  read(): Schema {
    const parameters = this.#list(() => this.#parameter());
    this.#expect("->", 'there must be "->" between parameters and results');
    const isTuple = this.#peek().text === "(";
    const results = isTuple ? this.#list(() => this.#result()) : [this.#result()];
    if (this.#peek().kind !== "end") throw this.#wrong("nothing may follow the results");
    this.#checkNames(parameters);
    return { text: this.#text, parameters, results, isTuple };
  }

  #list<T>(read: () => T): T[] {
    this.#expect("(", 'there must be "(" here');
    const found: T[] = [];
    if (this.#accept(")")) return found;
    do found.push(read());
    while (this.#accept(","));
    this.#expect(")", 'there must be "," or ")" here');
    return found;
  }

  #parameter(): SchemaParameter {
    const start = this.#peek();
    const choices = start.kind === "string" ? this.#choices() : undefined;
    const kind = choices === undefined ? this.#kind() : "str";
    const dtype = kind === "Tensor" ? this.#dtype() : undefined;
    const alias = kind === "Tensor" ? this.#alias() : undefined;
    const isOptional = this.#accept("?");
    const isList = this.#accept("[");
    if (isList) this.#expect("]", 'a list is written "[]"');
    const name = this.#next();
    if (name.kind !== "identifier") throw this.#wrong("a parameter must have a name", name);
    const hasDefault = this.#accept("=");
    const own = {
      name: name.text,
      kind,
      isList,
      isOptional,
      dtype,
      choices,
      alias: alias?.letter,
      isWritten: alias?.isWritten === true,
      hasDefault: hasDefault || isOptional,
    };
    return { ...own, default: hasDefault ? this.#default(own) : isOptional ? null : undefined };
  }

  #result(): SchemaResult {
    const kind = this.#peek();
    if (this.#next().text !== "Tensor") throw this.#wrong('a result must be "Tensor"', kind);
    const dtype = this.#dtype();
    const alias = this.#alias();
    const isList = this.#accept("[");
    if (isList) this.#expect("]", 'a list is written "[]"');
    const name = this.#peek().kind === "identifier" ? this.#next().text : undefined;
    return { name, dtype, isList, alias: alias?.letter, isWritten: alias?.isWritten === true };
  }

  #kind(): SchemaKind {
    const token = this.#next();
    if (kinds.has(token.text)) return token.text as SchemaKind;
    throw this.#wrong(
      `a type must be Tensor, int, float, bool, str or strings such as "sum"|"mean" (got ${JSON.stringify(token.text)})`,
      token,
    );
  }

  #choices(): string[] {
    const found: string[] = [];
    do {
      const token = this.#next();
      if (token.kind !== "string") throw this.#wrong('a choice must be a string such as "sum"', token);
      found.push(token.text.slice(1, -1));
    } while (this.#accept("|"));
    return found;
  }

  #dtype(): DType | undefined {
    if (!this.#accept("<")) return undefined;
    const token = this.#next();
    if (!isDType(token.text)) throw this.#wrong("a Tensor's dtype must be one of CuTS", token);
    this.#expect(">", 'there must be ">" here');
    return token.text;
  }

  #alias(): { readonly letter: string; readonly isWritten: boolean } | undefined {
    if (!this.#accept("(")) return undefined;
    const letter = this.#next();
    if (letter.kind !== "identifier") throw this.#wrong("memory that is shared must have a letter", letter);
    const isWritten = this.#accept("!");
    this.#expect(")", 'there must be ")" here');
    return { letter: letter.text, isWritten };
  }

  #default(own: Omit<SchemaParameter, "default">): unknown {
    const isNegative = this.#accept("-");
    const token = this.#next();
    const value =
      token.kind === "number"
        ? Number(token.text) * (isNegative ? -1 : 1)
        : token.kind === "string"
          ? token.text.slice(1, -1)
          : constants.get(token.text);
    const isKnown = !isNegative || token.kind === "number";
    if (value === undefined || !isKnown || problemOf({ ...own, default: undefined }, value) !== undefined)
      throw this.#wrong(`the default must be ${describeParameter({ ...own, default: undefined })}`, token);
    return value;
  }

  #checkNames(parameters: readonly SchemaParameter[]): void {
    const seen = new Set<string>();
    let hasDefaults = false;
    for (const { name, hasDefault } of parameters) {
      if (seen.has(name))
        throw this.#wrong(`names must differ from each other (got ${name} twice)`, this.#last(name));
      seen.add(name);
      if (hasDefaults && !hasDefault)
        throw this.#wrong(`${name} must have a default: one before it has`, this.#last(name));
      hasDefaults = hasDefault;
    }
  }

  #last(name: string): Token | undefined {
    return this.#tokens.findLast(({ text }) => text === name);
  }

  #peek(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #next(): Token {
    const token = this.#peek();
    if (token.kind !== "end") this.#at++;
    return token;
  }

  #accept(text: string): boolean {
    if (this.#peek().text !== text) return false;
    this.#at++;
    return true;
  }

  #expect(text: string, rule: string): void {
    if (!this.#accept(text)) throw this.#wrong(rule);
  }

  #wrong(rule: string, token: Token = this.#peek()): DeclarationError {
    const at = token.offset;
    return new DeclarationError(
      "CUTS_SCHEMA",
      `Cannot read a schema: ${rule}\n  ${this.#text}\n  ${" ".repeat(at)}^`,
      1,
      at + 1,
    );
  }
}

/** What a parameter accepts, in words. */
export function describeParameter({ kind, isList, isOptional, choices, dtype }: SchemaParameter): string {
  const one =
    choices?.map((choice) => JSON.stringify(choice)).join(" or ") ??
    {
      Tensor: dtype === undefined ? "an array" : `an array of ${dtype}`,
      int: "a whole number",
      float: "a number",
      bool: "true or false",
      str: "a string",
    }[kind];
  return `${isList ? "a list of which each is " : ""}${one}${isOptional ? ", or null" : ""}`;
}

/** Why a value that is no array cannot be the argument for a parameter; undefined if it can. */
export function problemOf(parameter: SchemaParameter, value: unknown): string | undefined {
  const { kind, isList, isOptional, choices } = parameter;
  if (isOptional && (value === null || value === undefined)) return undefined;
  if (isList) {
    if (!Array.isArray(value)) return describeParameter(parameter);
    const one = { ...parameter, isList: false };
    return value.every((own) => problemOf(one, own) === undefined) ? undefined : describeParameter(parameter);
  }
  const isRight =
    kind === "int"
      ? Number.isInteger(value)
      : kind === "float"
        ? typeof value === "number"
        : kind === "bool"
          ? typeof value === "boolean"
          : kind === "str" && typeof value === "string" && (choices?.includes(value) ?? true);
  return isRight ? undefined : describeParameter(parameter);
}
