// Reads the tables that generate.py prints: table.py says what the lines are. The committed ones are compressed, in
// tables.jsonl.br; `npm run generate:numpy` writes them.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { type DType, dtypes, type TypedArray } from "../../../src/core/dtype.js";

/** An array of a table: its elements lie in C order. */
export interface TableArray {
  readonly dtype: DType;
  readonly shape: readonly number[];
  readonly elements: TypedArray;
}

/** One case. */
export interface Case {
  readonly operation: string;
  readonly arguments: readonly unknown[];
  readonly options: Readonly<Record<string, unknown>>;
  /** What NumPy gives; undefined where it raises an error. */
  readonly results: readonly TableArray[] | undefined;
  /** The first NumPy that gives this, and what was changed there. */
  readonly since: { readonly since: string; readonly why: string } | undefined;
  /** The case as it stands in the table, without its result. */
  readonly text: string;
}

/** A table. */
export interface Table {
  readonly inputs: ReadonlyMap<string, TableArray>;
  readonly cases: readonly Case[];
}

/** The file of the committed tables. */
export const committedTables = new URL("tables.jsonl.br", import.meta.url);

/** The committed table of a family. */
export function committedTable(family: string): Table {
  return readTable(brotliDecompressSync(readFileSync(committedTables)).toString(), family);
}

/** The text of all tables, as the NumPy of a Python writes them now. */
export function writtenTables(python: string): string {
  const program = fileURLToPath(new URL("generate.py", import.meta.url));
  return execFileSync(python, [program], { encoding: "utf8", maxBuffer: 2 ** 28 });
}

/** Reads the table of a family from the text of all. */
export function readTable(text: string, family: string): Table {
  const inputs = new Map<string, TableArray>();
  const cases: Case[] = [];
  for (const line of linesOf(text, family)) {
    const entries = JSON.parse(line) as unknown[];
    if (entries[0] === "input") inputs.set(entries[1] as string, decode(entries[2] as string));
    else cases.push(toCase(entries));
  }
  return { inputs, cases };
}

function linesOf(text: string, family: string): readonly string[] {
  const head = `${JSON.stringify(["family", family])}\n`;
  const start = text.indexOf(head);
  if (start < 0) throw new Error(`internal: no table of the family "${family}"`);
  const end = text.indexOf('["family",', start + head.length);
  return text
    .slice(start + head.length, end < 0 ? undefined : end)
    .trimEnd()
    .split("\n");
}

function toCase(entries: readonly unknown[]): Case {
  const [operation, args, options, result, since] = entries as [
    string,
    unknown[],
    Record<string, unknown>,
    string | string[],
    Case["since"],
  ];
  const results = result === "raises" ? undefined : [result].flat().map(decode);
  const shown = [...args, ...(Object.keys(options).length === 0 ? [] : [options])].map(show).join(", ");
  return { operation, arguments: args, options, results, since, text: `${operation}(${shown})` };
}

function show(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function decode(text: string): TableArray {
  const [, dtype, sizes, bytes] = /^(\w+)\[([\d,]*)\]:(.*)$/.exec(text) as unknown as [
    string,
    DType,
    string,
    string,
  ];
  const { TypedArray } = dtypes[dtype];
  // A buffer of its own: typed arrays need their alignment.
  const elements = new TypedArray(Uint8Array.from(Buffer.from(bytes, "base64")).buffer);
  return { dtype, shape: sizes === "" ? [] : sizes.split(",").map(Number), elements };
}
