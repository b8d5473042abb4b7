// A module of LLVM IR as data: parsed once, printed once. Nothing in it is changed in place.

import type { Attachment, Instruction } from "./instruction.js";
import type { Layout } from "./layout.js";
import type { Metadata } from "./metadata.js";
import { mapLabels } from "./operands.js";
import type { Type } from "./type.js";
import type { Value } from "./value.js";

export interface Block {
  readonly label: string;
  /** The last one is the terminator. */
  readonly instructions: readonly Instruction[];
}

export interface Parameter {
  readonly name: string;
  readonly type: Type;
  /** Such as `noundef` and `byval(%struct.S)`. */
  readonly attributes: readonly string[];
}

/** A function; one without blocks is declared only. */
export interface IrFunction {
  readonly name: string;
  /** `internal`, `linkonce_odr` and so on; undefined for a function that others may call. */
  readonly linkage: string | undefined;
  /** What stands between linkage and type: visibility, `dso_local`, the calling convention. */
  readonly specifiers: readonly string[];
  readonly resultAttributes: readonly string[];
  readonly type: Type;
  readonly parameters: readonly Parameter[];
  readonly isVariadic: boolean;
  /** Attributes: words such as `unnamed_addr` and `noinline`, `align 4`, and groups such as `#0`. */
  readonly attributes: readonly string[];
  readonly comdat: string | undefined;
  /** The function of the C++ library that finds the handler of an exception. */
  readonly personality: Value | undefined;
  readonly metadata: readonly Attachment[];
  readonly blocks: readonly Block[];
}

/** A variable or constant of the module. */
export interface IrGlobal {
  readonly name: string;
  readonly linkage: string | undefined;
  /** What stands between linkage and `global`: visibility, `unnamed_addr`, `thread_local`. */
  readonly specifiers: readonly string[];
  readonly space: number;
  /** Whether something outside of the module may fill it before it is used, as a host fills `__device__` variables. */
  readonly isFilledOutside: boolean;
  readonly isConstant: boolean;
  readonly type: Type;
  /** Undefined where another module has it. */
  readonly value: Value | undefined;
  readonly section: string | undefined;
  readonly comdat: string | undefined;
  readonly align: number | undefined;
  readonly metadata: readonly Attachment[];
}

export interface IrModule {
  readonly sourceName: string | undefined;
  readonly dataLayout: string | undefined;
  readonly triple: string | undefined;
  /** `module asm "…"`, aliases and other lines that no pass looks into. */
  readonly otherLines: readonly string[];
  /** Comdats by name, with the way in which one is selected. */
  readonly comdats: ReadonlyMap<string, string>;
  /** Bodies of named types, or undefined where they are opaque. */
  readonly types: ReadonlyMap<string, Type | undefined>;
  readonly globals: readonly IrGlobal[];
  readonly functions: readonly IrFunction[];
  /** Functions that others have. */
  readonly declarations: readonly IrFunction[];
  /** The attributes of each group, `#n`. */
  readonly attributeGroups: ReadonlyMap<string, string>;
  readonly metadata: Metadata;
  readonly layout: Layout;
}

/** The last instruction of a block. */
export function terminator(block: Block): Instruction {
  const last = block.instructions.at(-1);
  if (last === undefined) throw new Error(`internal: the IR block ${block.label} is empty`);
  return last;
}

/** All instructions of a function, in the order of its blocks. */
export function* instructionsOf(f: { readonly blocks: readonly Block[] }): Generator<Instruction> {
  for (const block of f.blocks) yield* block.instructions;
}

/** Whether one of the instructions of a function is such a one. */
export function hasInstruction(
  { blocks }: { readonly blocks: readonly Block[] },
  isOne: (i: Instruction) => boolean,
): boolean {
  return blocks.some(({ instructions }) => instructions.some(isOne));
}

/** A function in which each instruction is replaced by those that `change` gives for it. */
export function mapInstructions(
  f: IrFunction,
  change: (i: Instruction, block: Block) => Instruction | readonly Instruction[],
): IrFunction {
  const blocks = mapBlocks(f.blocks, change);
  return blocks === f.blocks ? f : { ...f, blocks };
}

/** The same over blocks; the list itself where nothing changes. */
export function mapBlocks(
  given: readonly Block[],
  change: (i: Instruction, block: Block) => Instruction | readonly Instruction[],
): readonly Block[] {
  let isChanged = false;
  const blocks = given.map((block) => {
    const instructions = block.instructions.flatMap((i) => {
      const after = change(i, block);
      isChanged ||= after !== i;
      return after;
    });
    return { label: block.label, instructions };
  });
  return isChanged ? blocks : given;
}

/** Blocks whose phis have values from other blocks. */
export function renameOrigins(
  blocks: readonly Block[],
  newNames: ReadonlyMap<string, string>,
): readonly Block[] {
  if (newNames.size === 0) return blocks;
  return mapBlocks(blocks, (i) => (i.op === "phi" ? mapLabels(i, (from) => newNames.get(from) ?? from) : i));
}

/** The blocks with instructions before all others. */
export function withPrologue(blocks: readonly Block[], prologue: readonly Instruction[]): readonly Block[] {
  const [first, ...others] = blocks;
  if (first === undefined || prologue.length === 0) return blocks;
  return [{ label: first.label, instructions: [...prologue, ...first.instructions] }, ...others];
}

/** A name without its sigil and quotes. */
export function plainName(name: string): string {
  return name.replace(/^[%@]"?|"$/g, "");
}
