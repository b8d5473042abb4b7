// CUDA's memory spaces in clang's IR. With `-ffake-address-space-map`, `__device__`, `__constant__` and `__shared__`
// variables are in address spaces 7, 8 and 9, which keeps the optimiser from treating shared memory as private.
// WebAssembly has one memory: here the spaces become names of variables, and all pointers plain.

import { matching } from "./parse-ir.js";

export interface FlatIr {
  readonly text: string;
  /** `__shared__` variables, `@name`. */
  readonly shared: ReadonlySet<string>;
  /** `__device__` and `__constant__` variables, `@name`. */
  readonly deviceVariables: ReadonlySet<string>;
}

/** Removes the memory spaces of CUDA from IR text and tells which variable was where. */
export function flattenAddressSpaces(text: string): FlatIr {
  const inSpace = (space: string): Set<string> =>
    new Set(
      [
        ...text.matchAll(
          new RegExp(`^(@(?:"[^"]*"|[-a-zA-Z$._0-9]+)) = [^\\n]*?addrspace\\(${space}\\)`, "gm"),
        ),
      ].map((m) => m[1] as string),
    );
  const shared = inSpace("9");
  const deviceVariables = inSpace("[78]");
  const plain = text.replace(/ ?addrspace\([789]\)/g, "");
  return { text: removeCasts(plain), shared, deviceVariables };
}

// `addrspacecast (ptr X to ptr)` is X now; as an instruction it is a copy.
function removeCasts(text: string): string {
  const head = /addrspacecast \(ptr /g;
  let out = "";
  let from = 0;
  for (let match = head.exec(text); match; match = head.exec(text)) {
    const open = match.index + "addrspacecast ".length;
    const close = matching(text, open);
    const inner = text.slice(open + 1 + "ptr ".length, close).replace(/ to ptr$/, "");
    out += text.slice(from, match.index) + removeCasts(inner);
    from = close + 1;
    head.lastIndex = from;
  }
  return (out + text.slice(from)).replace(/= addrspacecast ptr (\S+) to ptr/g, "= bitcast ptr $1 to ptr");
}
