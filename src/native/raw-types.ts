// What crosses a raw call: numbers, texts and addresses. Most declarations of the tables are made of plain names and
// pointers, which need no parser of C: reading all types of the driver takes longer than everything else that is done
// before its first call. What is not that plain is left to the parser.

import type { CType, ScalarName } from "../cdecl/ast.js";

/** How a value crosses. */
export type RawScalar =
  | "int32"
  | "uint32"
  | "int64"
  | "uint64"
  | "float32"
  | "float64"
  | "string"
  | "address";

/** How a type crosses, as the parser has read it; undefined for structs. */
export function rawScalar(type: CType): RawScalar | undefined {
  switch (type.kind) {
    case "string":
      return "string";
    case "pointer":
    case "callback":
      return "address";
    case "enum":
      return "int32";
    case "scalar":
      return rawScalars[type.name];
    default:
      return undefined;
  }
}

/** How the names cross that plain typedefs make: `typedef int CUresult, CUdevice;`, `typedef struct S* CUstream;`. */
export function rawNames(types: string): ReadonlyMap<string, RawScalar> {
  const names = new Map(plainNames);
  for (const [, body = ""] of types.matchAll(/typedef ([^{};]+);/g)) {
    const [first = "", ...others] = body.split(",").map((part) => part.trim());
    const [, base = "", name = ""] = /^(.*?)\s*(\w+)$/s.exec(first) ?? [];
    const raw = base.endsWith("*") ? "address" : names.get(base);
    if (raw !== undefined) for (const one of [name, ...others]) names.set(one, raw);
  }
  return names;
}

/** How the result and the parameters of a declaration cross; undefined where only the parser can tell. */
export function readRawTypes(
  declaration: string,
  names: ReadonlyMap<string, RawScalar>,
): readonly RawScalar[] | undefined {
  const [, result, list = ""] = /^([^(]+)\(([^()[\]]*)\)$/s.exec(declaration) ?? [];
  if (result === undefined) return undefined;
  const parameters = list === "" || list === "void" ? [] : list.split(", ");
  const types = [result, ...parameters.map((parameter) => parameter.replace(/\w+$/, "").trim())];
  const raw = types.flatMap((type) => {
    if (type === "const char*") return ["string" as const];
    return type.endsWith("*") ? ["address" as const] : (names.get(type) ?? []);
  });
  return raw.length === types.length ? raw : undefined;
}

/** Narrow integers travel as wide as a register. */
const rawScalars: Partial<Record<ScalarName, RawScalar>> = {
  int8: "int32",
  int32: "int32",
  uint8: "uint32",
  uint16: "uint32",
  uint32: "uint32",
  int64: "int64",
  size: "uint64",
  uint64: "uint64",
  float32: "float32",
  float64: "float64",
};

const plainNames: readonly (readonly [string, RawScalar])[] = [
  ["int", "int32"],
  ["unsigned int", "uint32"],
  ["unsigned char", "uint32"],
  ["unsigned short", "uint32"],
  ["long long", "int64"],
  ["unsigned long long", "uint64"],
  ["size_t", "uint64"],
  ["float", "float32"],
  ["double", "float64"],
];
