// Which instruction makes a value, and which ones read it. Parameters have no definition.

import type { Instruction } from "./instruction.js";
import { type Block, instructionsOf } from "./module.js";
import { localsOf } from "./operands.js";
import type { Value } from "./value.js";

/** Instructions by the names of their results. */
export type Definitions = ReadonlyMap<string, Instruction>;

export function definitionsIn(f: { readonly blocks: readonly Block[] }): Definitions {
  const found = new Map<string, Instruction>();
  for (const i of instructionsOf(f)) if (i.result !== undefined) found.set(i.result, i);
  return found;
}

/** The instruction that makes a value; undefined for parameters and constants. */
export function definitionOf(value: Value | undefined, definitions: Definitions): Instruction | undefined {
  return value?.kind === "local" ? definitions.get(value.name) : undefined;
}

/** An instruction that reads a value, and the number of its block. */
export interface Use {
  readonly instruction: Instruction;
  readonly block: number;
}

/** Where values are read, by their names, in the order of the blocks; an instruction is there once for each time that it reads a value. */
export function usesIn({
  blocks,
}: {
  readonly blocks: readonly Block[];
}): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  for (const [block, { instructions }] of blocks.entries()) {
    for (const instruction of instructions) {
      for (const name of localsOf(instruction)) {
        const known = uses.get(name);
        if (known === undefined) uses.set(name, [{ instruction, block }]);
        else known.push({ instruction, block });
      }
    }
  }
  return uses;
}
