// Compares a table with NVIDIA's headers by the C compiler's own judgement: each declaration must be a type that a pointer to
// the header's function converts to without a warning, each struct must have the header's size and offsets, each constant
// its value. What a header of an older CUDA does not declare is listed, not compared.

import { structLayout } from "../../src/cdecl/layout.js";
import { parseTypes } from "../../src/cdecl/parse-types.js";
import { runCompiler } from "../native/compile.js";

/** A table and what to compare it with. */
export interface TableOfHeader {
  readonly functions: Readonly<Record<string, string>>;
  readonly types: string;
  readonly constants: Readonly<Record<string, number>>;
  /** C text that includes the headers. */
  readonly include: string;
}

/** What came of a comparison. */
export interface Comparison {
  /** The compiler's complaints; "" when all agrees. */
  readonly complaints: string;
  /** What was compared. */
  readonly compared: readonly string[];
  /** What the header does not declare. */
  readonly undeclared: readonly string[];
  /** The header after the preprocessor. */
  readonly text: string;
}

/** Compares a table with the headers in `folders`. */
export function compareWithHeaders(table: TableOfHeader, folders: readonly string[]): Comparison {
  const search = folders.map((folder) => `-I${folder}`);
  const { out: text, err } = runCompiler(["-E", "-P", "-dD", ...search, "-x", "c", "-"], table.include);
  if (text === "") throw new Error(err);
  const words = new Set(text.match(/\w+/g));
  const known = parseTypes(table.types);
  const checks = new Map<string, string>();
  for (const [symbol, declaration] of Object.entries(table.functions)) {
    checks.set(symbol, declaration.replace("(", ` (*const check_${symbol})(`) + ` = ${symbol};`);
  }
  for (const [name, struct] of known.structs) {
    const { byteLength, parts } = structLayout(struct, "LP64", known);
    const offsets = struct.fields.map(
      (field, i) => `_Static_assert(offsetof(${name}, ${field.name}) == ${parts[i]?.byteOffset}, "");`,
    );
    checks.set(name, [`_Static_assert(sizeof(${name}) == ${byteLength}, "");`, ...offsets].join(" "));
  }
  for (const [name, value] of Object.entries(table.constants)) {
    checks.set(name, `_Static_assert((long long)(${name}) == ${value}, "${name}");`);
  }
  const compared = [...checks.keys()].filter((name) => words.has(name));
  const undeclared = [...checks.keys()].filter((name) => !words.has(name));
  const source = [
    "#include <stddef.h>",
    table.include,
    "#undef __device__",
    "#define __device__",
    ...compared.map((name) => `${checks.get(name)}`),
  ].join("\n");
  const flags = ["-fsyntax-only", "-std=gnu11", "-Werror=incompatible-pointer-types", "-Wno-unused"];
  const { ok, err: complaints } = runCompiler([...flags, ...search, "-x", "c", "-"], source);
  return { complaints: ok ? "" : complaints, compared, undeclared, text };
}
