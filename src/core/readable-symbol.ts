// The name of a kernel as it was written, from the compiler's mangled symbol. It has the namespaces and the name, without template
// arguments and parameters.

const LENGTH_AND_NAME = /^(\d+)/;

/** `inner::scale` for `_ZN5inner5scaleEPfi`; other texts stay as they are. */
export function readableSymbol(symbol: string): string {
  if (!symbol.startsWith("_Z")) return symbol;
  let rest = symbol.slice(2);
  const isNested = rest.startsWith("N");
  if (isNested) rest = rest.slice(1);
  const names: string[] = [];
  for (let match = LENGTH_AND_NAME.exec(rest); match; match = isNested ? LENGTH_AND_NAME.exec(rest) : null) {
    const length = Number(match[1]);
    const name = rest.slice(match[0].length, match[0].length + length);
    rest = rest.slice(match[0].length + length);
    names.push(name.startsWith("_GLOBAL__N") ? "(anonymous namespace)" : name);
  }
  return names.length === 0 ? symbol : names.join("::");
}
