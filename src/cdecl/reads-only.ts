// Whether a function may write the memory that an argument points to.

import type { CType, Parameter } from "./ast.js";

/** Whether a function only reads what a parameter points to. Structs count as written, because they may contain pointers. */
export function readsOnly({ type }: Parameter): boolean {
  let inner: CType = type;
  while (inner.kind === "pointer" && inner.to.kind === "pointer") inner = inner.to;
  return inner.kind === "pointer" ? inner.readonly : inner.kind !== "struct";
}
