import { describe, expect, it } from "vitest";
import { parseDeclaration } from "../cdecl/parse-declaration.js";
import { parseTypes } from "../cdecl/parse-types.js";
import { driverTable } from "./driver.js";
import { driverTypes } from "./driver-types.js";
import { nvrtcFunctions, nvrtcTypes } from "./nvrtc.js";
import { rawNames, rawScalar, readRawTypes } from "./raw-types.js";

describe("raw types", () => {
  it.each([
    ["the driver", driverTable(), driverTypes],
    ["NVRTC", nvrtcFunctions, nvrtcTypes],
  ])("of %s are read as the parser reads them, and nearly all without it", (_name, table, types) => {
    const known = parseTypes(types);
    const names = rawNames(types);
    let read = 0;
    for (const [symbol, declaration] of Object.entries(table)) {
      const raw = readRawTypes(declaration, names);
      if (raw === undefined) continue;
      read++;
      const { result, parameters } = parseDeclaration(declaration, known);
      const all = [result, ...parameters.map(({ type }) => type)].map((type) => rawScalar(type));
      expect(raw, symbol).toEqual(all);
    }
    expect(read / Object.keys(table).length).toBeGreaterThan(0.9);
  });

  it("leave what is not plain to the parser", () => {
    const names = rawNames("typedef struct { int a; } S; typedef void* P, Q;");
    expect(names.get("P")).toBe("address");
    expect(readRawTypes("int(S value)", names)).toBeUndefined();
    expect(readRawTypes("int(int list[4])", names)).toBeUndefined();
    expect(readRawTypes("int(void (*call)(int n))", names)).toBeUndefined();
    expect(readRawTypes("const char*(const char* text, char* room)", names)).toEqual([
      "string",
      "string",
      "address",
    ]);
  });
});
