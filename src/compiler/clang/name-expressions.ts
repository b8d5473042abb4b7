// Template instantiations asked for by name, as NVRTC's name expressions: `scan<float, 256>` is instantiated because a
// constant appended to the source holds its address, and its symbol is read off that constant in the IR.

/** What clang calls the appended lines in messages. */
export const NAME_EXPRESSION_FILE = "name expression";

const CONSTANT = "__cuts_name_";

/** The source with a constant for each expression; the lines of the source keep their numbers. */
export function appendNameExpressions(source: string, expressions: readonly string[]): string {
  const constants = expressions.map(
    (expression, index) =>
      `extern "C" __attribute__((device, used)) const void* const ${CONSTANT}${index} = (const void*)&\n` +
      `#line 1 "${NAME_EXPRESSION_FILE}"\n${expression}\n;\n`,
  );
  return constants.length === 0
    ? source
    : `${source}\n#line 1 "${NAME_EXPRESSION_FILE}"\n${constants.join("")}`;
}

/** Takes the constants out of the IR: the symbol of each expression, and the IR without them. */
export function takeNameExpressions(
  ir: string,
  expressions: readonly string[],
): { ir: string; names: ReadonlyMap<string, string> } {
  const names = new Map<string, string>();
  const definition = new RegExp(
    `^@${CONSTANT}(\\d+) = .*?constant ptr (?:addrspacecast \\(ptr addrspace\\(\\d+\\) )?@("[^"]*"|[-\\w$.]+)`,
  );
  const lines = ir.split("\n").filter((line) => {
    const match = line.startsWith("@") ? definition.exec(line) : null;
    const expression = expressions[Number(match?.[1])];
    if (expression !== undefined) names.set(expression, unquote(match?.[2] ?? ""));
    // The lists of what must not be optimised away have done their work.
    return match === null && !/^@llvm\.(?:compiler\.)?used = /.test(line);
  });
  return { ir: lines.join("\n"), names };
}

function unquote(symbol: string): string {
  return symbol.startsWith('"') ? symbol.slice(1, -1) : symbol;
}
