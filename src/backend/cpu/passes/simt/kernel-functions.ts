// The functions that a kernel becomes, with nothing beside what they need.

import type { Block, IrFunction, Parameter } from "../../../../compiler/ir/module.js";
import { functionHead } from "../../../../compiler/ir/builder.js";
import type { Type } from "../../../../compiler/ir/type.js";

export interface FunctionParts {
  readonly name: string;
  readonly type: Type;
  readonly parameters: readonly Parameter[];
  /** Words and groups such as `#3`. */
  readonly attributes: readonly string[];
  /** `internal`, unless others call it. */
  readonly linkage: "internal" | undefined;
  readonly blocks: readonly Block[];
}

export function functionOf({
  name,
  type,
  parameters,
  attributes,
  linkage,
  blocks,
}: FunctionParts): IrFunction {
  return { ...functionHead(name, type, parameters), parameters, attributes, linkage, blocks };
}
