// Spells names with letters outside ASCII in plain letters, before a module is parsed. LLVM prints such a name in quotes with its bytes
// escaped (`@"gr\C3\B6\C3\9Fe"`); here it becomes `@gr-C3-B6-C3-9Fe`, which is a symbol that the linker can export. No name of C++
// has a minus sign. Strings, metadata and attributes stay as they are.

const QUOTED = /([%@$]?)"([^"]*)"/g;
const ESCAPED_BYTE = /\\([89A-F][0-9A-F])/g;
const PLAIN_NAME = /^[-a-zA-Z$._][-a-zA-Z$._0-9]*$/;

/** The IR with all names spelled in ASCII. */
export function spellNamesInAscii(ir: string): string {
  if (ir.search(ESCAPED_BYTE) < 0) return ir;
  return ir.replace(QUOTED, (whole, sign: string, name: string, at: number) => {
    // A label that is defined has no sign, and begins its line.
    const isName = sign !== "" || ir[at - 1] === "\n";
    if (!isName || name.search(ESCAPED_BYTE) < 0) return whole;
    const spelled = name.replace(ESCAPED_BYTE, "-$1");
    return PLAIN_NAME.test(spelled) ? sign + spelled : `${sign}"${spelled}"`;
  });
}

/** The name that the source has for a symbol of such IR. */
export function nameInSource(symbol: string): string {
  return Buffer.from(
    symbol.replace(/-([89A-F][0-9A-F])/g, (_, byte: string) =>
      String.fromCharCode(Number.parseInt(byte, 16)),
    ),
    "latin1",
  ).toString();
}
