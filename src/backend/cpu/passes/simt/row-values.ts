// What is the same for all threads of a row and can be computed before the loop over them.

import { type Binary, type Instruction, isBinary, isSum } from "../../../../compiler/ir/instruction.js";
import { type Block, terminator } from "../../../../compiler/ir/module.js";
import { operandsOf, successorsOf } from "../../../../compiler/ir/operands.js";
import { i1, i32, i64, type Type } from "../../../../compiler/ir/type.js";
import { int32, localOf, type Value } from "../../../../compiler/ir/value.js";
import { THREAD } from "./abi.js";
import type { Region, RegionPlan, Slot } from "./region-plan.js";
import { isPure } from "./rematerialise.js";

/** A value that the driver can compute for a row: a constant or a name it has, what it keeps for all threads, or an instruction over such values. */
export type RowValue =
  | { readonly known: Value }
  | { readonly slot: Slot }
  | {
      readonly instruction: Instruction;
      readonly type: Type;
      readonly operands: ReadonlyMap<string, RowValue>;
    };

/** A sum of 64 bits with threadIdx.x in it. */
export interface WideSum {
  /** What is added in 64 bits. */
  readonly added: readonly RowValue[];
  /** What is added to threadIdx.x in 32 bits, and how that sum is extended. */
  readonly base: readonly RowValue[];
  readonly extend: "zext" | "sext";
}

/** Such a sum, or a multiple of it to which more is added. */
export interface WideProduct {
  readonly sum: WideSum;
  readonly factor?: RowValue;
  readonly added: readonly RowValue[];
}

/** Tells what the driver can compute for a row, from where a name is used in the region. */
export class RowValues {
  readonly #region: Region;
  readonly #definitions = new Map<string, { instruction: Instruction; label: string }>();
  readonly #everywhere: ReadonlyMap<string, Instruction>;
  readonly #uniformInputs: ReadonlyMap<string, Slot>;
  readonly #parameters: ReadonlySet<string>;
  readonly #labels: ReadonlySet<string>;

  constructor(region: Region, plan: RegionPlan) {
    this.#region = region;
    this.#everywhere = plan.pure;
    this.#uniformInputs = new Map(region.liveIn.filter((s) => s.uniform).map((s) => [s.name, s]));
    this.#parameters = plan.parameters;
    this.#labels = new Set(region.blocks.map((b) => b.label));
    for (const block of region.blocks) {
      for (const i of block.instructions) {
        if (i.result) this.#definitions.set(i.result, { instruction: i, label: block.label });
      }
    }
  }

  /** What is added to threadIdx.x in a sum, or undefined when the value is no such sum. */
  sumWithX(value: Value, label: string, depth = 0): RowValue[] | undefined {
    if (localOf(value) === "%cuts.tid.x") return [{ known: int32(0) }];
    const { instruction: sum, at } = this.#definitionOf(value, label);
    if (sum === undefined || !isSum(sum) || sum.left.type !== i32 || depth > 4) return undefined;
    for (const [one, other] of bothWays(sum)) {
      const found = this.sumWithX(one, at, depth + 1);
      const added = found && this.value(other, at);
      if (found && added) return [...found, added];
    }
    return undefined;
  }

  /** The same for a sum of 64 bits. */
  wideSumWithX(value: Value, label: string, depth = 0): WideSum | undefined {
    const { instruction: sum, at } = this.#definitionOf(value, label);
    if ((sum?.op === "zext" || sum?.op === "sext") && sum.type === i64 && sum.value.type === i32) {
      const base = this.sumWithX(sum.value, at);
      return base && { added: [], base, extend: sum.op };
    }
    if (sum === undefined || !isBinary(sum) || sum.op !== "add" || sum.left.type !== i64 || depth > 4)
      return undefined;
    for (const [one, other] of bothWays(sum)) {
      const found = this.wideSumWithX(one, at, depth + 1);
      const added = found && this.value(other, at);
      if (found && added) return { ...found, added: [...found.added, added] };
    }
    return undefined;
  }

  /** A sum of 64 bits with a multiple of threadIdx.x in it. */
  wideProductWithX(value: Value, label: string, depth = 0): WideProduct | undefined {
    const sum = this.wideSumWithX(value, label);
    if (sum) return { sum, added: [] };
    const { instruction: i, at } = this.#definitionOf(value, label);
    if (i === undefined || !isBinary(i) || i.left.type !== i64 || depth > 4) return undefined;
    if (i.op !== "add" && i.op !== "mul") return undefined;
    for (const [one, other] of bothWays(i)) {
      const ofRow = this.value(other, at);
      if (!ofRow) continue;
      if (i.op === "mul") {
        const factored = this.wideSumWithX(one, at);
        if (factored) return { sum: factored, factor: ofRow, added: [] };
      } else {
        const product = this.wideProductWithX(one, at, depth + 1);
        if (product) return { ...product, added: [...product.added, ofRow] };
      }
    }
    return undefined;
  }

  /** The value as the driver computes it; undefined when it differs within a row or is only known in the region. */
  value(value: Value, label: string, depth = 0): RowValue | undefined {
    if (value.kind === "local") return this.#valueOfLocal(value.name, value.type, label, depth);
    return value.kind === "int" && value.type !== i1 ? { known: value } : undefined;
  }

  #valueOfLocal(name: string, type: Type, label: string, depth: number): RowValue | undefined {
    if (name === "%cuts.tid.x" || name === THREAD || depth > 12) return undefined;
    const own = this.#definitions.get(name);
    const input = this.#uniformInputs.get(name);
    if (input && (!own || !this.#dominates(own.label, label))) {
      // Where the region comes round to the use after defining the value anew, old and new are both asked for.
      return own && this.#reaches(own.label, label) ? undefined : { slot: input };
    }
    const everywhere = this.#everywhere.get(name);
    const found = own ?? (everywhere && { instruction: everywhere, label });
    if (!found) {
      const isKnown = this.#parameters.has(name) || name.startsWith("%cuts.");
      return isKnown ? { known: { kind: "local", name, type } } : undefined;
    }
    const { instruction } = found;
    if (instruction.op === "phi") {
      if (this.#reaches(found.label, found.label)) return undefined;
      const [only, ...others] = instruction.incoming.filter(({ from }) => this.#labels.has(from));
      return only && others.length === 0 ? this.value(only.value, only.from, depth + 1) : undefined;
    }
    if (!isPure(instruction)) return undefined;
    const operands = new Map<string, RowValue>();
    for (const operand of operandsOf(instruction)) {
      if (operand.kind !== "local") continue;
      const ofRow = this.value(operand, found.label, depth + 1);
      if (!ofRow) return undefined;
      operands.set(operand.name, ofRow);
    }
    return { instruction, type, operands };
  }

  /** What makes a value, and the block in which it does; what can be computed everywhere is computed where it is used. */
  #definitionOf(
    value: Value,
    label: string,
  ): { readonly instruction: Instruction | undefined; readonly at: string } {
    const name = localOf(value) ?? "";
    const own = this.#definitions.get(name);
    return { instruction: own?.instruction ?? this.#everywhere.get(name), at: own?.label ?? label };
  }

  // Whether every way from the region's start to `label` passes `over`.
  #dominates(over: string, label: string): boolean {
    if (over === label) return true;
    const byLabel = new Map(this.#region.blocks.map((b) => [b.label, b]));
    const seen = new Set<string>();
    const work = [this.#region.entry];
    while (work.length > 0) {
      const at = work.pop() as string;
      if (at === over || seen.has(at)) continue;
      if (at === label) return false;
      seen.add(at);
      const block = byLabel.get(at);
      if (block) work.push(...this.#nextOf(block));
    }
    return true;
  }

  // Whether a thread that has left `from` can come to `to` without a wait.
  #reaches(from: string, to: string): boolean {
    const byLabel = new Map(this.#region.blocks.map((b) => [b.label, b]));
    const start = byLabel.get(from);
    const seen = new Set<string>();
    const work = start ? this.#nextOf(start) : [];
    while (work.length > 0) {
      const at = work.pop() as string;
      if (at === to) return true;
      if (seen.has(at)) continue;
      seen.add(at);
      const block = byLabel.get(at);
      if (block) work.push(...this.#nextOf(block));
    }
    return false;
  }

  // Only a wait leads to the start of a region, and there the region ends.
  #nextOf(block: Block): string[] {
    return successorsOf(terminator(block)).filter(
      (label) => this.#labels.has(label) && label !== this.#region.entry,
    );
  }
}

/** The operands in both orders. */
function bothWays({ left, right }: Binary): readonly (readonly [Value, Value])[] {
  return [
    [left, right],
    [right, left],
  ];
}
