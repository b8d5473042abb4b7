// The methods of arrays as editors show them: TypeScript's language server is asked, as an editor asks it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { arrayMethods } from "../../tools/array-methods.js";
import { type Completion, LanguageServer, type Place } from "../../tools/language-server.js";
import { root } from "../../tools/manifest.js";

/** Lines shown as those of a file of this folder; in each, "|" is where the editor looks. */
const head = [
  'import * as cu from "../../src/index.js";',
  'declare const x: cu.NDArray<"float32">;',
  'declare const y: cu.NDArray<"int32">;',
];
const lines = {
  member: "x.|;",
  sum: "x.ad|d(y);",
  fraction: "y.mu|l(0.5);",
  undefinedFor: "x.bitwise|And(y);",
  choice: "x.su|m({ axis: 0 });",
  generic:
    "export const standardized = <D extends cu.DType>(z: cu.NDArray<D>) => { const re|sult = z.sub(z.mean()).div(z.std()); return result; };",
  reductions:
    "export const reduced = <D extends cu.DType>(z: cu.NDArray<D>) => { const re|sult = z.sum().pow(2).logsumexp(); return result; };",
} as const;
type Line = keyof typeof lines;

function placeOf(line: Line): Place {
  return { line: head.length + Object.keys(lines).indexOf(line), character: lines[line].indexOf("|") };
}

let server: LanguageServer;
let file: string;
let members: readonly Completion[];

beforeAll(async () => {
  server = await LanguageServer.start();
  const text = [...head, ...Object.values(lines).map((line) => line.replace("|", ""))].join("\n");
  file = server.open(join(root, "test/array/methods.test.ts"), text);
  members = await server.completions(file, placeOf("member"));
});

afterAll(async () => {
  await server.stop();
});

function hover(line: Line): Promise<string> {
  return server.hover(file, placeOf(line));
}

describe("an editor", () => {
  it("shows a sentence for every member of an array", () => {
    expect(members.length).toBeGreaterThan(200);
    const named = members.filter(({ label }) => label !== "Symbol");
    const silent = named.filter(({ documentation }) => !/\w/.test(documentation?.value ?? ""));
    expect(silent.map(({ label }) => label)).toEqual([]);
  });

  it("shows a signature for every method", () => {
    const methods = members.filter(({ detail }) => detail?.startsWith("(method)"));
    expect(methods.length).toBeGreaterThan(180);
    const functions = members.filter(
      ({ detail }) => detail?.includes("=>") && detail.startsWith("(property)"),
    );
    expect(functions.map(({ label }) => label)).toEqual([]);
  });

  it("shows dtypes that are known as they are", async () => {
    expect(await hover("sum")).toContain('): cu.NDArray<"float64">');
    expect(await hover("sum")).toContain("Sums; for bool, logical or.");
    expect(await hover("fraction")).toContain('): cu.NDArray<"float64">');
    expect(await hover("choice")).toContain('): cu.NDArray<"float32">');
    expect(await hover("undefinedFor")).toContain("NotDefinedFor<");
  });

  it("shows dtypes of generic code by one name for each operation", async () => {
    expect(await hover("generic")).toContain(
      "cu.NDArray<QuotientOfTwo<cu.Promote<D, MeanOf<D>>, VarianceOf<D>>>",
    );
    expect(await hover("reductions")).toContain("cu.NDArray<RealFloatOf<NumericWith<SumOf<D>, 2>>>");
  });
});

it("methods are those of the functions (npm run generate)", () => {
  expect(readFileSync(join(root, "src/array/methods.gen.ts"), "utf8")).toBe(arrayMethods(root));
});
