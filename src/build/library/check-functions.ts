// Compares the function types that a program declares for a library with those in its sources, so that TypeScript's types match
// the code that runs.

import type {
  CType,
  FunctionDeclaration,
  LengthExpression,
  Parameter,
  StructDeclaration,
  TypeTable,
} from "../../cdecl/ast.js";
import { formatDeclaration, formatType } from "../../cdecl/format.js";
import { formatLength } from "../../cdecl/length.js";
import { parseDeclaration } from "../../cdecl/parse-declaration.js";
import { parseTypes } from "../../cdecl/parse-types.js";
import { ArgumentTypeError, LibraryNotFoundError } from "../../core/errors.js";
import { suggest } from "../../core/text.js";
import type { ExternCFunction, ExternCSearch } from "./declarations.js";

/**
 * The declarations of the sources, with array lengths added that only the program declares.
 * @throws TypeError `CUTS_SIGNATURE` where the two differ; LibraryNotFoundError `CUTS_SYMBOL_NOT_FOUND`; DeclarationError.
 */
export function checkFunctions(
  library: string,
  functions: Readonly<Record<string, string>>,
  searches: readonly ExternCSearch[],
  text?: string,
): readonly ExternCSearch[] {
  for (const name of Object.keys(functions)) checkIsThere(library, name, searches);
  const said = text === undefined ? undefined : parseTypes(text);
  return searches.map((search) => {
    const types = said === undefined ? search.types : bothTypes(library, search.types, said);
    return {
      ...search,
      types,
      functions: search.functions.map((one) => {
        const declared = Object.hasOwn(functions, one.name) ? functions[one.name] : undefined;
        return declared === undefined ? one : checked(library, one, parseDeclaration(declared, types));
      }),
    };
  });
}

/** The types of a source, and those that only the program declares. @throws TypeError `CUTS_SIGNATURE` where structs differ. */
function bothTypes(library: string, own: TypeTable, said: TypeTable): TypeTable {
  for (const struct of said.structs.values()) {
    const declared = own.structs.get(struct.name);
    if (declared === undefined || fieldsOf(declared) === fieldsOf(struct)) continue;
    throw new ArgumentTypeError(
      "CUTS_SIGNATURE",
      `Cannot load ${library}: struct ${struct.name} must be declared as its source does, { ${fieldsOf(declared)} } (got { ${fieldsOf(struct)} })`,
    );
  }
  return {
    structs: new Map([...said.structs, ...own.structs]),
    enums: new Map([...said.enums, ...own.enums]),
    typedefs: new Map([...said.typedefs, ...own.typedefs]),
    constants: new Map([...said.constants, ...own.constants]),
  };
}

function fieldsOf({ fields }: StructDeclaration): string {
  return fields
    .map(({ name, type, count }) => `${formatType(type, name)}${count === undefined ? "" : `[${count}]`};`)
    .join(" ");
}

function checkIsThere(library: string, name: string, searches: readonly ExternCSearch[]): void {
  const names = searches.flatMap(({ functions }) => functions.map((one) => one.name));
  if (names.includes(name)) return;
  const refused = searches
    .flatMap(({ unreadable, hidden }) => [...unreadable, ...hidden])
    .find((one) => one.name === name);
  if (refused !== undefined) throw refused.error;
  const nearest = suggest(name, names);
  throw new LibraryNotFoundError(
    "CUTS_SYMBOL_NOT_FOUND",
    `Cannot load ${library}: its sources must export the functions that are declared (got ${JSON.stringify(name)})` +
      (nearest === undefined ? "" : `\nTry: "${nearest}"`),
  );
}

function checked(library: string, own: ExternCFunction, said: FunctionDeclaration): ExternCFunction {
  const { signature } = own;
  const lengths = lengthsOf(signature);
  const saidLengths = lengthsOf(said);
  const isSame =
    typesOf(signature) === typesOf(said) &&
    // Lengths may be said by both, or by one of them.
    (!lengths.some((one) => one !== "") ||
      saidLengths.every((one, index) => one === "" || one === lengths[index]));
  if (!isSame) {
    throw new ArgumentTypeError(
      "CUTS_SIGNATURE",
      `Cannot load ${library}: ${own.name} must be declared as its source does, ${JSON.stringify(own.declaration)} on line ${own.line} (got ${JSON.stringify(formatDeclaration({ ...said, name: own.name }))})`,
    );
  }
  if (lengths.some((one) => one !== "") || !saidLengths.some((one) => one !== "")) return own;
  const both = { ...said, name: own.name };
  return { ...own, signature: both, declaration: formatDeclaration(both) };
}

/** The types of result and parameters as text, without names and lengths. */
function typesOf({ result, parameters }: FunctionDeclaration): string {
  return [result, ...parameters.map(({ type }) => type)].map((type) => formatType(bare(type))).join("; ");
}

function bare(type: CType): CType {
  if (type.kind === "pointer") {
    const { length: _, ...rest } = type;
    return { ...rest, to: bare(type.to) };
  }
  if (type.kind !== "callback") return type;
  const parameters = type.parameters.map((one): Parameter => ({ type: bare(one.type) }));
  return { ...type, result: bare(type.result), parameters };
}

/** The length of each parameter, with parameters by number, since names may differ; "" where there is none. */
function lengthsOf({ parameters }: FunctionDeclaration): readonly string[] {
  const numbers = new Map(parameters.map(({ name }, index) => [name, `p${index}`]));
  const renamed = (length: LengthExpression): LengthExpression => {
    if (length.kind === "parameter") return { ...length, name: numbers.get(length.name) ?? length.name };
    if (length.kind === "number") return length;
    return { ...length, left: renamed(length.left), right: renamed(length.right) };
  };
  return parameters.map(({ type }) =>
    type.kind === "pointer" && type.length !== undefined ? formatLength(renamed(type.length)) : "",
  );
}
