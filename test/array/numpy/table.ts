// Reads the tables that generate.py writes: table.py says what the lines are.

import { readFileSync } from "node:fs";
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

/** Reads the table of a family. */
export function readTable(folder: URL, family: string): Table {
  const inputs = new Map<string, TableArray>();
  const cases: Case[] = [];
  for (const line of readFileSync(new URL(`${family}.jsonl`, folder), "utf8")
    .trimEnd()
    .split("\n")) {
    const entries = JSON.parse(line) as unknown[];
    if (entries[0] === "input") inputs.set(entries[1] as string, decode(entries[2] as string));
    else cases.push(toCase(entries));
  }
  return { inputs, cases };
}

/** The folder of the committed tables. */
export const committedTables = new URL("tables/", import.meta.url);

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
