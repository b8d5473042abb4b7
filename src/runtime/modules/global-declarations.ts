// Finds the `__constant__` and `__device__` variables that a CUDA source declares at file or namespace level, such as
// `__constant__ float coef[16]`. Only plain types are understood; other variables are left out rather than guessed.

import type { CType, TypeTable } from "../../cdecl/ast.js";
import { buildType } from "../../cdecl/build-type.js";
import { parseDeclarator } from "../../cdecl/declarator.js";
import { evaluateLength } from "../../cdecl/length.js";
import type { Token } from "../../cdecl/lexer.js";
import { preprocess } from "../../cdecl/preprocess.js";
import { Reader } from "../../cdecl/reader.js";
import { type FileDeclaration, scanDeclarations } from "../../cdecl/scan-declarations.js";
import { SourceText } from "../../cdecl/source-text.js";
import { parseSpecifiers } from "../../cdecl/specifiers.js";

/** A variable that lives as long as its module. */
export interface GlobalDeclaration {
  readonly name: string;
  /** True for `__constant__`: kernels cannot write it. */
  readonly isConstant: boolean;
  /** The type of one element; undefined unless it is a plain type. */
  readonly type: CType | undefined;
  /** Number of elements: 1 if it is not an array, undefined if unknown. */
  readonly count: number | undefined;
}

const spaces: ReadonlySet<string> = new Set(["__constant__", "__device__", "__managed__"]);
const skipped: ReadonlySet<string> = new Set([
  ...spaces,
  "static",
  "extern",
  "inline",
  "constexpr",
  "thread_local",
  "volatile",
]);
/** Words that occur in declarations of functions only. */
const functionWords: ReadonlySet<string> = new Set(["__global__", "__host__", "template", "operator"]);

/** Finds the variables of a source, by name. `types` are the typedefs of the file. */
export function findGlobals(
  text: string,
  defines: Readonly<Record<string, string>>,
  types: TypeTable,
): ReadonlyMap<string, GlobalDeclaration> {
  const source = new SourceText("the kernel source", text);
  const { tokens } = preprocess(text, { defines: { __cplusplus: "201703L", ...defines } });
  const globals = new Map<string, GlobalDeclaration>();
  for (const scanned of scanDeclarations(tokens)) {
    if (!("declaration" in scanned)) continue;
    const global = readGlobal(source, scanned.declaration, types);
    if (global !== undefined) globals.set(global.name, global);
  }
  return globals;
}

function readGlobal(
  source: SourceText,
  declaration: FileDeclaration,
  types: TypeTable,
): GlobalDeclaration | undefined {
  const words = declaration.tokens.map((token) => token.text);
  if (!words.some((word) => spaces.has(word)) || words.some((word) => functionWords.has(word)))
    return undefined;
  const plain = withoutInitialiser(declaration.tokens).filter(
    (token) => token.kind !== "string" && !skipped.has(token.text),
  );
  const name = variableName(plain);
  if (name === undefined) return undefined;
  const isConstant = words.includes("__constant__");
  const qualified = [...declaration.namespaces, name].join("::");
  return { name: qualified, isConstant, ...readType(source, plain, types) };
}

/** The tokens before `=` and its value. A value in braces is not among the tokens. */
function withoutInitialiser(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.at(-1) as Token;
  const equals = tokens.findIndex((token) => token.text === "=");
  return equals === -1 ? tokens : [...tokens.slice(0, equals), { ...end, kind: "end" }];
}

/** The last word before brackets or the end. In a function's declaration a parenthesis follows the name instead. */
function variableName(tokens: readonly Token[]): string | undefined {
  const end = tokens.findIndex((token) => token.text === "[" || token.text === "(" || token.kind === "end");
  const name = tokens[end - 1];
  return tokens[end]?.text !== "(" && name?.kind === "identifier" ? name.text : undefined;
}

function readType(
  source: SourceText,
  tokens: readonly Token[],
  types: TypeTable,
): Pick<GlobalDeclaration, "type" | "count"> {
  try {
    const reader = new Reader(source, tokens, { language: "cuda", types });
    const specifiers = parseSpecifiers(reader);
    const { modifiers } = parseDeclarator(reader);
    if (reader.peek().kind !== "end") return { type: undefined, count: undefined };
    const built = buildType(reader, specifiers, modifiers, (length) => length.expression);
    if (built.isFunction) return { type: undefined, count: undefined };
    const lengths = (built.dimensions ?? []).map(({ length }) =>
      length === undefined ? Number.NaN : evaluateLength(length, () => Number.NaN),
    );
    const count = lengths.reduce((product, length) => product * length, 1);
    return { type: built.type, count: Number.isSafeInteger(count) ? count : undefined };
  } catch {
    // The compiler can read what this cannot; the variable is then an array of bytes.
    return { type: undefined, count: undefined };
  }
}
