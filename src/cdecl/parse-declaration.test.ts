import { describe, expect, it } from "vitest";
import { DeclarationError } from "../core/errors.js";
import type { FunctionDeclaration } from "./ast.js";
import {
  type DeclarationRow,
  declarations,
  nestedDeclarations,
  refused,
  type RefusedRow,
} from "./declarations.table.js";
import { formatDeclaration } from "./format.js";
import { formatLength } from "./length.js";
import { parseDeclaration } from "./parse-declaration.js";
import { parseTypes } from "./parse-types.js";
import { typeCode } from "./type-code.js";

function describeDeclaration(declaration: FunctionDeclaration): Omit<DeclarationRow, "text"> {
  const { name, result, parameters } = declaration;
  return {
    ...(name !== undefined && { name }),
    result: typeCode(result),
    params: parameters.map(({ name: parameter = "", type }) =>
      type.kind === "pointer" && type.length !== undefined
        ? [parameter, typeCode(type), formatLength(type.length)]
        : [parameter, typeCode(type)],
    ),
  };
}

function caught(action: () => unknown): DeclarationError {
  try {
    action();
  } catch (error) {
    if (error instanceof DeclarationError) return error;
    throw error;
  }
  throw new Error("it was read, and should have been refused");
}

describe("declarations of the table", () => {
  const rows: readonly DeclarationRow[] = [...declarations, ...nestedDeclarations];

  it("has at least 150 rows, each text once", () => {
    expect(rows.length).toBeGreaterThanOrEqual(150);
    expect(new Set(rows.map((row) => row.text)).size).toBe(rows.length);
  });

  it.each(rows)("$text", ({ text, types, ...meaning }) => {
    const table = types === undefined ? undefined : parseTypes(types);
    const declaration = parseDeclaration(text, table);
    expect(describeDeclaration(declaration)).toEqual(meaning);
    // What is written for messages reads the same again.
    expect(parseDeclaration(formatDeclaration(declaration), table)).toEqual(declaration);
  });
});

describe("refused declarations", () => {
  const rows: readonly RefusedRow[] = refused;

  it.each(rows)("$text", ({ text, types, code, line, column }) => {
    const error = caught(() => parseDeclaration(text, types === undefined ? undefined : parseTypes(types)));
    expect({ code: error.code, line: error.line, column: error.column }).toEqual({ code, line, column });
    expect(error.message).toMatch(/^Cannot read the C declaration: .* \(line \d+, column \d+\)\n/);
  });
});
