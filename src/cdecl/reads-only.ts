// Whether a function can write the memory that an argument names.

import type { CType, Parameter } from "./ast.js";

/** Whether a function only reads what a parameter points to; structs may hold pointers, so that they count as written. */
export function readsOnly({ type }: Parameter): boolean {
  let inner: CType = type;
  while (inner.kind === "pointer" && inner.to.kind === "pointer") inner = inner.to;
  return inner.kind === "pointer" ? inner.readonly : inner.kind !== "struct";
}
