// Template instances requested by name, as with NVRTC's name expressions. `scan<float, 256>` is instantiated because a constant that is
// appended to the source holds its address. The IR of that constant tells the symbol.
//
// For clang only the expression is in a file of its own. The text around it counts as a line behind the end of the source, so a missing
// brace is reported at the end of the source.

import { type IrModule, plainName } from "../ir/module.js";
import { globalsIn } from "../ir/operands.js";
import type { Diagnostic } from "./diagnostics.js";
import { isError } from "./diagnostics.js";

/** What clang calls the expressions in messages. */
const NAME_EXPRESSION_FILE = "name expression";

const CONSTANT = "__cuts_name_";

/** The source with a constant for each expression; `file` is what clang calls the source, whose lines keep their numbers. */
export function appendNameExpressions(source: string, expressions: readonly string[], file: string): string {
  if (expressions.length === 0) return source;
  // clang reports what is missing at the end one line before it: on this very line.
  const behind = `#line ${source.split("\n").length + 2} ${JSON.stringify(file)}\n`;
  const constants = expressions.map(
    (expression, index) =>
      // Nothing that is unfinished can go on with a namespace.
      `${behind}namespace {} extern "C" __attribute__((device, used)) const void* const ${CONSTANT}${index} = (const void*)&\n` +
      `#line 1 "${NAME_EXPRESSION_FILE}"\n${expression}\n;\n`,
  );
  return `${source}\n${constants.join("")}${behind}`;
}

/**
 * The messages about a source that was compiled with name expressions, as they would be without them, if it has errors of
 * its own. `file` is what the messages call the source.
 */
export function blameSource(
  diagnostics: readonly Diagnostic[],
  source: string,
  file: string,
): readonly Diagnostic[] {
  const lines = source.split("\n");
  const groups = withNotes(diagnostics);
  const isItsOwn = ([head, ...notes]: Group): boolean =>
    isError(head) && ![head, ...notes].some((d) => d.file === NAME_EXPRESSION_FILE);
  if (!groups.some(isItsOwn)) return diagnostics;
  const isBehind = (d: Diagnostic): boolean => d.file === file && d.line > lines.length;
  // Whatever stands behind an unfinished declaration is wrong there: one message is enough, best the one that says why.
  const behind = groups.filter(([head]) => isBehind(head));
  const told = behind.find(([head]) => /^expected '[})\]]'/.test(head.message)) ?? behind[0];
  return groups
    .filter((group) => group[0].file !== NAME_EXPRESSION_FILE && (!isBehind(group[0]) || group === told))
    .flat()
    .map((d) => (isBehind(d) ? { ...d, ...endOf(lines) } : d));
}

type Group = readonly [head: Diagnostic, ...notes: Diagnostic[]];

function withNotes(diagnostics: readonly Diagnostic[]): readonly Group[] {
  const groups: [Diagnostic, ...Diagnostic[]][] = [];
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity === "note") groups.at(-1)?.push(diagnostic);
    else groups.push([diagnostic]);
  }
  return groups;
}

// Where clang says that something is missing at the end of a file.
function endOf(lines: readonly string[]): Pick<Diagnostic, "line" | "column" | "snippet"> {
  const index = Math.max(
    0,
    lines.findLastIndex((text) => text.trim() !== ""),
  );
  const text = lines[index]?.trimEnd() ?? "";
  const [line, column] = [index + 1, text.length + 1];
  const snippet = `${String(line).padStart(5)} | ${text}\n      | ${" ".repeat(column - 1)}^`;
  return { line, column, snippet };
}

/**
 * The symbol of each expression, and the module without the constants that hold them: after it neither they nor the lists of what must not
 * be optimised away, which have done their work, are there.
 */
export function takeNameExpressions(
  module: IrModule,
  expressions: readonly string[],
): { readonly module: IrModule; readonly names: ReadonlyMap<string, string> } {
  const names = new Map<string, string>();
  const globals = module.globals.filter(({ name, value }) => {
    if (!name.startsWith(`@${CONSTANT}`)) return !LISTS.has(name);
    const [symbol] = value === undefined ? [] : globalsIn(value);
    const expression = expressions[Number(name.slice(1 + CONSTANT.length))];
    if (symbol === undefined || expression === undefined)
      throw new Error(`internal: the constant ${name} of a name expression has no symbol`);
    names.set(expression, plainName(symbol));
    return false;
  });
  return { module: { ...module, globals }, names };
}

const LISTS: ReadonlySet<string> = new Set(["@llvm.used", "@llvm.compiler.used"]);
