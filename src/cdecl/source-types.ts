// The types and integer constants that a source declares: structs, enums, typedefs, `constexpr int`, `#define N 16`. A type that
// cannot be laid out here (a class with methods, a packed struct) can only be used behind a pointer; the reason is kept for errors.

import { readConstants, readMacros } from "./constants.js";
import type { TypedefDeclaration, TypeTable } from "./ast.js";
import type { Token } from "./lexer.js";
import { parseTypes } from "./parse-types.js";
import type { Preprocessed } from "./preprocess.js";
import type { FileDeclaration } from "./scan-declarations.js";
import { DeclarationError } from "../core/errors.js";

/** Types of CUDA and C that sources use without declaring them. */
const COMMON = `
typedef unsigned long long CUdeviceptr;
struct _IO_FILE; typedef struct _IO_FILE FILE;
`;

/** Collects types over a source and its headers. */
export class SourceTypes {
  #table: TypeTable = parseTypes(COMMON);
  readonly #refused = new Map<string, string>();
  readonly #otherMacros = new Set<string>();

  get table(): TypeTable {
    return this.#table;
  }

  /** Why a type of the source cannot be used by value. */
  refusal(name: string): string | undefined {
    return this.#refused.get(name);
  }

  /** Whether a name is a macro whose value only the compiler knows. */
  isOtherMacro(name: string): boolean {
    return this.#otherMacros.has(name);
  }

  /** Adds the types among the declarations of a text. */
  add(read: Preprocessed, declarations: readonly FileDeclaration[]): void {
    const { tokens, directives } = read;
    const isPacked = directives.some(({ text }) => /^#\s*pragma\s+pack\b/.test(text));
    const positions = new Map(tokens.map((token, index) => [token, index]));
    for (const declaration of declarations) {
      const [first] = declaration.tokens;
      if (first === undefined || first.kind === "end") continue;
      if (definesType(declaration)) {
        this.#addType(wholeDeclaration(tokens, positions.get(first) ?? 0), isPacked);
      } else {
        this.#addConstants((constants) => readConstants(declaration, constants));
      }
    }
    this.#addConstants((constants) => {
      for (const name of readMacros(read, constants)) this.#otherMacros.add(name);
    });
  }

  #addConstants(add: (constants: Map<string, number>) => void): void {
    const constants = new Map(this.#table.constants);
    add(constants);
    this.#table = { ...this.#table, constants };
  }

  #addType(tokens: readonly Token[], isPacked: boolean): void {
    const names = namesOf(tokens);
    try {
      if (isPacked && tokens.some(({ text }) => text === "struct")) {
        throw new DeclarationError(
          "CUTS_DECLARATION_UNSUPPORTED",
          "a packed struct is not laid out here",
          1,
          1,
        );
      }
      this.#table = parseTypes(tokens.map(({ text }) => text).join(" "), this.#table);
    } catch (error) {
      if (!(error instanceof DeclarationError)) throw error;
      const reason = /: (.*) \(line/.exec(error.message)?.[1] ?? error.message;
      this.#addNames(names, reason);
    }
    // `struct handle;` and what could not be read: behind a pointer they are known by name.
    this.#addNames(names, undefined);
  }

  #addNames(names: readonly string[], reason: string | undefined): void {
    const typedefs = new Map<string, TypedefDeclaration>(this.#table.typedefs);
    for (const name of names) {
      const isKnown = typedefs.has(name) || this.#table.structs.has(name) || this.#table.enums.has(name);
      if (isKnown) continue;
      typedefs.set(name, { type: { kind: "struct", name } });
      if (reason !== undefined) this.#refused.set(name, reason);
    }
    this.#table = { ...this.#table, typedefs };
  }
}

/** The types of a text with only one meaning: no type in a namespace or an #if branch has the same name. */
export function plainTypes(read: Preprocessed, declarations: readonly FileDeclaration[]): TypeTable {
  const isPlain = ({ isUncertain, isInNamespace }: FileDeclaration): boolean =>
    !isUncertain && !isInNamespace;
  const found = new SourceTypes();
  found.add(read, declarations.filter(isPlain));
  const others = new Set(
    declarations
      .filter((one) => !isPlain(one) && definesType(one))
      .flatMap(({ tokens: [first] }) =>
        first === undefined ? [] : namesOf(wholeDeclaration(read.tokens, read.tokens.indexOf(first))),
      ),
  );
  const structs = new Map([...found.table.structs].filter(([name]) => !others.has(name)));
  return { ...found.table, structs };
}

/** Whether a declaration gives a name to a type: `typedef …`, `struct p {`, `struct p;`, `enum e {`, `using x = …`. */
function definesType({ tokens }: FileDeclaration): boolean {
  const first = tokens[0]?.text ?? "";
  if (first === "typedef") return true;
  if (first === "using") return tokens[2]?.text === "=";
  if (!["struct", "class", "enum", "union"].includes(first)) return false;
  return !tokens.some(({ text }) => text === "(" || text === "=");
}

/** The tokens from `start` to the `;` that ends the declaration, bodies included. */
function wholeDeclaration(tokens: readonly Token[], start: number): readonly Token[] {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const { text, kind } = tokens[at] as Token;
    if (kind !== "punctuator") continue;
    if (text === "{" || text === "(" || text === "[") depth++;
    else if (text === "}" || text === ")" || text === "]") depth--;
    else if (text === ";" && depth === 0) return tokens.slice(start, at + 1);
  }
  return tokens.slice(start);
}

/** The names that a type declaration introduces, as far as they can be found without parsing it. */
function namesOf(tokens: readonly Token[]): readonly string[] {
  const names: string[] = [];
  const isTypedef = tokens[0]?.text === "typedef";
  const keyword = tokens[isTypedef ? 1 : 0]?.text ?? "";
  const tag = tokens[isTypedef ? 2 : 1];
  if (["struct", "class", "union"].includes(keyword) && tag?.kind === "identifier") names.push(tag.text);
  const last = tokens.at(-2);
  if (isTypedef && last?.kind === "identifier" && tokens.some(({ text }) => text === "{"))
    names.push(last.text);
  return names;
}
