// The compact code of a type: a string that is equal for two types exactly if the types are equal, ignoring lengths and parameter
// names. The tests' tables use it, and it is a cache key for objects that are made once for each type.

import type { CType } from "./ast.js";

/** The code of a type, such as `float32 const*` or `int32(void const*,string)`; the grammar is in declarations.table.ts. */
export function typeCode(type: CType): string {
  switch (type.kind) {
    case "void":
    case "string":
      return type.kind;
    case "scalar":
    case "vector":
      return type.name;
    case "struct":
    case "enum":
      return `${type.kind} ${type.name}`;
    case "opaque":
      return `opaque ${type.text}`;
    case "callback":
      return `${typeCode(type.result)}(${type.parameters.map((parameter) => typeCode(parameter.type)).join(",")})`;
    default:
      return `${typeCode(type.to)}${type.readonly ? " const" : ""}${type.device ? " device" : ""}*`;
  }
}
