// Parses the signature of a user-defined function: "T x, raw float y -> T z". A type is a scalar of C and CUDA (cdecl/scalars.ts),
// the name of a dtype, or a capital letter, which stands for the same dtype everywhere. signature-types.ts reads the same text at
// compile time.

import { joinTokens, type Token, tokenize } from "../../cdecl/lexer.js";
import { scalarOfWords } from "../../cdecl/scalars.js";
import { isReserved } from "../../cdecl/words.js";
import { type DType, isDType } from "../../core/dtype.js";
import { ArgumentTypeError, DeclarationError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";

/** A parameter: an array that is iterated over or, if raw, indexed by the code. */
export interface CustomParameter {
  readonly name: string;
  /** A dtype, or the letter of a type that calls decide. */
  readonly type: DType | { readonly letter: string };
  readonly isRaw: boolean;
}

/** The inputs and outputs of a function. */
export interface CustomSignature {
  readonly text: string;
  readonly inputs: readonly CustomParameter[];
  readonly outputs: readonly CustomParameter[];
}

/** Parses a signature. @throws SyntaxError `CUTS_SIGNATURE`, with the place; TypeError `CUTS_SIGNATURE` for what is no text. */
export function parseSignature(text: string): CustomSignature {
  if (typeof text !== "string") {
    throw new ArgumentTypeError(
      "CUTS_SIGNATURE",
      `Cannot read a signature: it must be a string such as "T x -> T y" (got ${formatValue(text)})`,
    );
  }
  const tokens = tokenize(text);
  const arrow = tokens.findIndex((token) => token.text === "->");
  if (arrow < 0) throw wrong(text, text.length, 'there must be "->" between inputs and outputs');
  const inputs = parseList(text, tokens.slice(0, arrow + 1));
  const outputs = parseList(text, tokens.slice(arrow + 1));
  if (outputs.length === 0) throw wrong(text, text.length, "there must be an output");
  const seen = new Set<string>(["i", "n"]);
  for (const [name, at] of [...inputs, ...outputs].map((one) => [one.parameter.name, one.at] as const)) {
    if (seen.has(name))
      throw wrong(
        text,
        at,
        `names must differ from each other, and from i and n, which are the index and the size (got ${name})`,
      );
    seen.add(name);
  }
  const rawOutput = outputs.find(({ parameter }) => parameter.isRaw);
  if (rawOutput !== undefined) throw wrong(text, rawOutput.at, "outputs must not be raw");
  const letters = new Set(
    inputs.flatMap(({ parameter }) => (typeof parameter.type === "string" ? [] : [parameter.type.letter])),
  );
  for (const { parameter, at } of outputs) {
    if (typeof parameter.type === "object" && !letters.has(parameter.type.letter))
      throw wrong(text, at, `an input must have the type ${parameter.type.letter} too, which decides it`);
  }
  return {
    text,
    inputs: inputs.map((one) => one.parameter),
    outputs: outputs.map((one) => one.parameter),
  };
}

interface Placed {
  readonly parameter: CustomParameter;
  readonly at: number;
}

/** The parameters between commas; the last token ends the list and is no part of it. */
function parseList(text: string, tokens: readonly Token[]): Placed[] {
  if (tokens.length === 1) return [];
  const found: Placed[] = [];
  let start = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.text !== "," && at !== tokens.length - 1) continue;
    found.push(parseParameter(text, tokens.slice(start, at), token));
    start = at + 1;
  }
  return found;
}

function parseParameter(text: string, tokens: readonly Token[], end: Token): Placed {
  const at = (tokens[0] ?? end).offset;
  const isRaw = tokens[0]?.text === "raw" && tokens.length > 1;
  const name = tokens.at(-1);
  const type = tokens.slice(isRaw ? 1 : 0, -1);
  if (type.length === 0 || name?.kind !== "identifier" || isReserved(name.text))
    throw wrong(text, at, 'a parameter must be a type and a name, such as "float x"');
  return { parameter: { name: name.text, type: parseType(text, type, at), isRaw }, at };
}

function parseType(text: string, tokens: readonly Token[], at: number): CustomParameter["type"] {
  const written = joinTokens(tokens);
  if (/^[A-Z]$/.test(written)) return { letter: written };
  if (isDType(written)) return written;
  const complex = complexTypes.get(written);
  if (complex !== undefined) return complex;
  const scalar = scalarOfWords(tokens.map((token) => token.text));
  if (isDType(scalar)) return scalar;
  throw wrong(
    text,
    at,
    scalar === undefined
      ? `the type must be one of C, a dtype, or a capital letter (got ${JSON.stringify(written)})`
      : `the type must be the same on every machine, such as int8_t or int64_t (got ${JSON.stringify(written)})`,
  );
}

/** C++'s names of complex numbers. */
const complexTypes: ReadonlyMap<string, DType> = new Map([
  ["complex<float>", "complex64"],
  ["complex<double>", "complex128"],
]);

function wrong(text: string, at: number, rule: string): DeclarationError {
  return new DeclarationError(
    "CUTS_SIGNATURE",
    `Cannot read a signature: ${rule}\n  ${text}\n  ${" ".repeat(at)}^`,
    1,
    at + 1,
  );
}

/** Throws unless a part of the code is a string. */
export function checkCode(part: string, code: unknown): void {
  if (typeof code === "string") return;
  throw new ArgumentTypeError(
    "CUTS_CODE",
    `Cannot make a function: its ${part} must be CUDA C++ in a string (got ${formatValue(code)})`,
  );
}
