// docs/array-api.md says of every function of the array API standard whether it is there. What it says is held to the
// public surface, both ways: a "yes" must be a function, and a "no" must not have become one.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

interface Row {
  readonly standard: string;
  readonly isThere: boolean;
  /** The first code of the last column: `linalg.solve`, `x.add`. */
  readonly name: string;
}

const text = readFileSync(new URL("../../docs/array-api.md", import.meta.url), "utf8");
const rows: readonly Row[] = [...text.matchAll(/^\| `(\w+)` +\| (yes|no) +\| (.+?) *\|$/gm)].map(
  ([, standard = "", there, last = ""]) => ({
    standard,
    isThere: there === "yes",
    name: /^`([\w.]+)`/.exec(last)?.[1] ?? "",
  }),
);

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const surface: Readonly<Record<string, unknown>> = cu;

function find(path: string, x: cu.NDArray): unknown {
  const [first = "", ...rest] = path.split(".");
  let value: unknown = first === "x" ? x : surface[first];
  for (const part of rest) value = (value as Record<string, unknown> | undefined)?.[part];
  return value;
}

describe("the table of the array API standard", () => {
  it("has every function", () => {
    // 174 functions, 11 names of inspection and constants, 41 attributes and operators in version 2025.12.
    expect(rows.length).toBe(226);
    expect(new Set(rows.map(({ standard, name }) => `${standard} ${name}`)).size).toBe(rows.length);
  });

  it("tells the truth where it says yes", () => {
    using x = cu.zeros([2, 2]);
    const missing = rows.filter(({ isThere, name }) => isThere && find(name, x) === undefined);
    expect(missing.map(({ standard, name }) => `${standard}: ${name}`)).toEqual([]);
  });

  it("tells the truth where it says no", () => {
    const found = rows.filter(({ isThere, standard }) => !isThere && camelCase(standard) in cu);
    expect(found.map(({ standard }) => standard)).toEqual([]);
  });
});
