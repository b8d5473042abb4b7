// The signature of a function of users: "T x, raw float y -> T z". Types are those of C and CUDA, names of dtypes, or a capital
// letter, which stands for one dtype wherever it is. signature-types.ts reads the same at compile time.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentTypeError, DeclarationError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";

/** A parameter: an array that is walked through, or, where raw, one that is indexed. */
export interface CustomParameter {
  readonly name: string;
  /** A dtype, or the letter of a type that calls decide. */
  readonly type: DType | { readonly letter: string };
  readonly isRaw: boolean;
}

/** What a function takes and gives. */
export interface CustomSignature {
  readonly text: string;
  readonly inputs: readonly CustomParameter[];
  readonly outputs: readonly CustomParameter[];
}

/** Reads a signature. @throws SyntaxError `CUTS_SIGNATURE`, with the place; TypeError `CUTS_SIGNATURE` for what is no text. */
export function parseSignature(text: string): CustomSignature {
  if (typeof text !== "string") {
    throw new ArgumentTypeError(
      "CUTS_SIGNATURE",
      `Cannot read a signature: it must be a string such as "T x -> T y" (got ${formatValue(text)})`,
    );
  }
  const arrow = text.indexOf("->");
  if (arrow < 0) throw wrong(text, text.length, 'there must be "->" between inputs and outputs');
  const inputs = parseList(text, 0, arrow);
  const outputs = parseList(text, arrow + 2, text.length);
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

function parseList(text: string, start: number, end: number): Placed[] {
  if (text.slice(start, end).trim() === "") return [];
  const found: Placed[] = [];
  let at = start;
  for (const part of text.slice(start, end).split(",")) {
    found.push(parseParameter(text, part, at + (part.length - part.trimStart().length)));
    at += part.length + 1;
  }
  return found;
}

function parseParameter(text: string, part: string, at: number): Placed {
  const words = part.trim().split(/\s+/);
  const isRaw = words[0] === "raw" && words.length > 1;
  const name = words.at(-1) as string;
  const type = words.slice(isRaw ? 1 : 0, -1).join(" ");
  if (type === "" || !/^[A-Za-z_]\w*$/.test(name))
    throw wrong(text, at, 'a parameter must be a type and a name, such as "float x"');
  if (/^[A-Z]$/.test(type)) return { parameter: { name, type: { letter: type }, isRaw }, at };
  const dtype = typeNames().get(type);
  if (dtype === undefined)
    throw wrong(
      text,
      at,
      `the type must be one of C, a dtype, or a capital letter (got ${JSON.stringify(type)})`,
    );
  return { parameter: { name, type: dtype, isRaw }, at };
}

let known: ReadonlyMap<string, DType> | undefined;

function typeNames(): ReadonlyMap<string, DType> {
  if (known !== undefined) return known;
  const names = new Map<string, DType>([
    ["unsigned", "uint32"],
    ["complex<float>", "complex64"],
    ["complex<double>", "complex128"],
  ]);
  for (const { name, cName, cudaName, kind } of Object.values(dtypes)) {
    names.set(name, name);
    if (kind !== "complex") names.set(cName, name).set(cudaName, name);
  }
  return (known = names);
}

function wrong(text: string, at: number, rule: string): DeclarationError {
  return new DeclarationError(
    "CUTS_SIGNATURE",
    `Cannot read a signature: ${rule}\n  ${text}\n  ${" ".repeat(at)}^`,
    1,
    at + 1,
  );
}

/** Throws unless a part of a function is CUDA C++ text. */
export function checkCode(part: string, code: unknown): void {
  if (typeof code === "string") return;
  throw new ArgumentTypeError(
    "CUTS_CODE",
    `Cannot make a function: its ${part} must be CUDA C++ in a string (got ${formatValue(code)})`,
  );
}
