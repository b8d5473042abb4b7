// What crosses a raw call: numbers, texts and addresses. A shortcut past cdecl's parser, not a second one: in the tables
// nearly every type is a name or ends with a star, and telling those apart takes a thirtieth of the time that cdecl takes
// to read all types of the driver, which is longer than everything else that is done before its first call. Names mean
// what cdecl's table of scalars says, a test compares every declaration with what cdecl reads, and what is not that plain
// is left to it.

import type { CType } from "../cdecl/ast.js";
import { type ScalarName, scalarOfWords } from "../cdecl/scalars.js";

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
  const names = new Map<string, RawScalar>();
  for (const [, body = ""] of types.matchAll(/typedef ([^{};]+);/g)) {
    const [first = "", ...others] = body.split(",").map((part) => part.trim());
    const [, base = "", name = ""] = /^(.*?)\s*(\w+)$/s.exec(first) ?? [];
    const raw = base.endsWith("*") ? "address" : rawName(base, names);
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
    return type.endsWith("*") ? ["address" as const] : (rawName(type, names) ?? []);
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

function rawName(type: string, names: ReadonlyMap<string, RawScalar>): RawScalar | undefined {
  const scalar = names.has(type) ? undefined : scalarOfWords(type.split(" "));
  return scalar === undefined ? names.get(type) : rawScalars[scalar];
}
