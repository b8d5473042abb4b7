// What is derived from the declarations of element-wise operations: functions, methods, documentation, cases of the table.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { families } from "../../src/array/elementwise/families.js";
import * as functions from "../../src/array/elementwise/functions.js";
import * as reductions from "../../src/array/reduction/reductions.js";
import { elementwiseDocs } from "../../tools/elementwise-docs.js";
import { elementwiseTypes, withoutLayout } from "../../tools/elementwise-types.js";
import { committedTable } from "./numpy/table.js";

const declared = families.flatMap((one) => one.declarations.map(({ name }) => name));
// The other way to compute gelu, which is no function by itself.
const names = declared.filter((name) => name !== "geluTanh");
const surface: Readonly<Record<string, unknown>> = cu;
const exported: Readonly<Record<string, unknown>> = functions;

describe("a declared operation", () => {
  it("is a function of its name", () => {
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => typeof surface[name] !== "function")).toEqual([]);
    const aliases = Object.keys(exported).filter((name) => !names.includes(name));
    expect(aliases.sort()).toEqual(["abs", "conj", "div", "mod", "mul", "neg", "pow", "sub"]);
    for (const alias of aliases) expect(names.map((name) => exported[name])).toContain(exported[alias]);
  });

  it("is a method of arrays", async () => {
    using x = cu.array([1, 4]);
    const methods = x as unknown as Readonly<Record<string, unknown>>;
    expect(Object.keys(exported).filter((name) => typeof methods[name] !== "function")).toEqual([]);
    expect(await x.sqrt().tolist()).toEqual([1, 2]);
    expect(await x.subtract(1).tolist()).toEqual(await x.sub(1).tolist());
  });

  it("has cases that NumPy computed", () => {
    const { cases } = committedTable("elementwise");
    const inTable = new Set(cases.map(({ operation }) => operation));
    expect(names.filter((name) => !inTable.has(name))).toEqual([]);
  });

  it("is in docs/elementwise-functions.md (npm run generate)", () => {
    const written = readFileSync(new URL("../../docs/elementwise-functions.md", import.meta.url), "utf8");
    expect(written).toBe(elementwiseDocs());
  });

  it("runs in the dtypes that types are tested with (npm run generate)", () => {
    const file = new URL("../../src/array/elementwise/dtypes.test-d.ts", import.meta.url);
    expect(withoutLayout(readFileSync(file, "utf8"))).toBe(withoutLayout(elementwiseTypes()));
  });
});

describe("a reduction", () => {
  it("is a function and a method", () => {
    // Without results, so that no kernel is compiled: the tables of NumPy have the values.
    using x = cu.zeros([2, 0]);
    const methods = x as unknown as Readonly<Record<string, unknown>>;
    const all = Object.keys(reductions);
    expect(all.filter((name) => typeof methods[name] !== "function")).toEqual([]);
    expect(all.filter((name) => typeof surface[name] !== "function")).toEqual([]);
    expect([x.countNonzero(0).dtype, x.ptp({ axis: 0 }).shape]).toEqual(["int64", [0]]);
  });
});
