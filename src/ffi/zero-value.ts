// The zero value of a C type in koffi's form, which native code gets from a callback that threw.

import type { CType, Field, TypeTable } from "../cdecl/ast.js";

/** Zero, false, null, or a struct of them. */
export function zeroValue(type: CType, types: TypeTable): unknown {
  switch (type.kind) {
    case "void":
      return undefined;
    case "scalar":
      if (type.name === "bool") return false;
      return type.name.startsWith("complex") ? { re: 0, im: 0 } : 0;
    case "enum":
      return 0;
    case "vector":
      return Object.fromEntries(["x", "y", "z", "w"].slice(0, type.lanes).map((lane) => [lane, 0]));
    case "struct": {
      const fields = types.structs.get(type.name)?.fields ?? [];
      return Object.fromEntries(fields.map((field) => [field.name, zeroField(field, types)]));
    }
    default:
      return null;
  }
}

function zeroField({ type, count }: Field, types: TypeTable): unknown {
  if (count === undefined) return zeroValue(type, types);
  if (type.kind === "scalar" && type.name === "char") return "";
  return Array.from({ length: count }, () => zeroValue(type, types));
}
