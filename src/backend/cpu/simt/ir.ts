// Names in the text of LLVM IR, for passes that do not yet use compiler/ir directly.

export type { IrFunction } from "../../../compiler/ir/module.js";
export { calleeOf } from "../../../compiler/ir/instruction.js";

/** Matches a local name at the start of a match: plain or quoted. */
export const LOCAL_NAME = /%(?:"[^"]*"|[-a-zA-Z$._0-9]+)/g;
