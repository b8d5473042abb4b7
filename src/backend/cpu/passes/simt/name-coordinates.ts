// Before: a thread asks for threadIdx, blockIdx, blockDim and gridDim by calls. After: each coordinate is a value with a name of its own (abi.ts), as
// if it were a parameter.

import { calleeOf } from "../../../../compiler/ir/instruction.js";
import { type Block, mapBlocks } from "../../../../compiler/ir/module.js";
import { localsOf, mapOperands } from "../../../../compiler/ir/operands.js";
import type { Value } from "../../../../compiler/ir/value.js";
import { COORDINATES } from "./abi.js";

/** The blocks without such calls. */
export function nameCoordinates(blocks: readonly Block[]): readonly Block[] {
  const names = new Map<string, string>();
  const kept = mapBlocks(blocks, (i) => {
    const coordinate = COORDINATES.get(calleeOf(i) ?? "");
    if (coordinate && i.result) names.set(i.result, coordinate);
    return coordinate ? [] : i;
  });
  return renameLocals(kept, names);
}

/** Renames local values in blocks; what is defined there keeps its name. */
export function renameLocals(blocks: readonly Block[], names: ReadonlyMap<string, string>): readonly Block[] {
  if (names.size === 0) return blocks;
  const renamed = (value: Value): Value =>
    value.kind === "local" ? { ...value, name: names.get(value.name) ?? value.name } : value;
  return mapBlocks(blocks, (i) =>
    localsOf(i).some((name) => names.has(name)) ? mapOperands(i, renamed) : i,
  );
}
