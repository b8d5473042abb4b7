// What is the same for all threads of a row and can be computed before the loop over them.

import { THREAD } from "./abi.js";
import type { Block, Instruction } from "./ir.js";
import { incoming, successors, localsOf, opcodeOf, textOf } from "./ir.js";
import type { Region, RegionPlan } from "./region-plan.js";
import { isPure } from "./rematerialise.js";

/** A value the driver can compute for a row: a constant, a name it has, or an instruction over such values. */
export type Value =
  | { readonly text: string }
  | {
      readonly name: string;
      readonly instruction: Instruction;
      readonly operands: ReadonlyMap<string, Value>;
    };

/** A sum of 64 bits with threadIdx.x in it. */
export interface WideSum {
  /** What is added in 64 bits. */
  readonly added: readonly Value[];
  /** What is added to threadIdx.x in 32 bits, and how that sum is extended. */
  readonly base: readonly Value[];
  readonly extend: "zext" | "sext";
}

/** Such a sum, or a multiple of it to which more is added. */
export interface WideProduct {
  readonly sum: WideSum;
  readonly factor?: Value;
  readonly added: readonly Value[];
}

/** Tells what the driver can compute for a row, from where a name is used in the region. */
export class RowValues {
  readonly #region: Region;
  readonly #definitions = new Map<string, { instruction: Instruction; label: string }>();
  readonly #everywhere: ReadonlyMap<string, Instruction>;
  readonly #uniformInputs: ReadonlySet<string>;
  readonly #parameters: ReadonlySet<string>;
  readonly #labels: ReadonlySet<string>;

  constructor(region: Region, plan: RegionPlan) {
    this.#region = region;
    this.#everywhere = plan.pure;
    this.#uniformInputs = new Set(region.liveIn.filter((s) => s.uniform).map((s) => s.name));
    this.#parameters = plan.parameters;
    this.#labels = new Set(region.blocks.map((b) => b.label));
    for (const block of region.blocks) {
      for (const i of block.instructions) {
        if (i.result) this.#definitions.set(i.result, { instruction: i, label: block.label });
      }
    }
  }

  /** What is added to threadIdx.x in a sum, or undefined when the name is no such sum. */
  sumWithX(name: string, label: string, depth = 0): Value[] | undefined {
    if (name === "%cuts.tid.x") return [{ text: "0" }];
    const found = this.#definitions.get(name)?.instruction ?? this.#everywhere.get(name);
    const match = /^(?:add(?: nuw| nsw)*|or disjoint) i32 (\S+), (\S+)$/.exec(textOf(found) ?? "");
    if (!match || depth > 4) return undefined;
    const at = this.#definitions.get(name)?.label ?? label;
    for (const [one, other] of [
      [match[1], match[2]],
      [match[2], match[1]],
    ] as [string, string][]) {
      const sum = this.sumWithX(one, at, depth + 1);
      const added = sum && this.value(other, at);
      if (sum && added) return [...sum, added];
    }
    return undefined;
  }

  /** The same for a sum of 64 bits. */
  wideSumWithX(name: string, label: string, depth = 0): WideSum | undefined {
    const found = this.#definitions.get(name)?.instruction ?? this.#everywhere.get(name);
    const at = this.#definitions.get(name)?.label ?? label;
    const [, extend, narrow] = /^(zext|sext)(?: nneg)? i32 (\S+) to i64$/.exec(textOf(found) ?? "") ?? [];
    if (narrow !== undefined) {
      const base = this.sumWithX(narrow, at);
      return base && { added: [], base, extend: extend as WideSum["extend"] };
    }
    const [, left, right] = /^add(?: nuw| nsw)* i64 (\S+), (\S+)$/.exec(textOf(found) ?? "") ?? [];
    if (left === undefined || right === undefined || depth > 4) return undefined;
    for (const [one, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const sum = this.wideSumWithX(one, at, depth + 1);
      const added = sum && this.value(other, at);
      if (sum && added) return { ...sum, added: [...sum.added, added] };
    }
    return undefined;
  }

  /** A sum of 64 bits with a multiple of threadIdx.x in it. */
  wideProductWithX(name: string, label: string, depth = 0): WideProduct | undefined {
    const sum = this.wideSumWithX(name, label);
    if (sum) return { sum, added: [] };
    const found = this.#definitions.get(name)?.instruction ?? this.#everywhere.get(name);
    const at = this.#definitions.get(name)?.label ?? label;
    const [, operation, left, right] =
      /^(add|mul)(?: nuw| nsw)* i64 (\S+), (\S+)$/.exec(textOf(found) ?? "") ?? [];
    if (left === undefined || right === undefined || depth > 4) return undefined;
    for (const [one, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const value = this.value(other, at);
      if (!value) continue;
      if (operation === "mul") {
        const factored = this.wideSumWithX(one, at);
        if (factored) return { sum: factored, factor: value, added: [] };
      } else {
        const product = this.wideProductWithX(one, at, depth + 1);
        if (product) return { ...product, added: [...product.added, value] };
      }
    }
    return undefined;
  }

  /** The value as the driver computes it; undefined when it differs within a row or is only known in the region. */
  value(name: string, label: string, depth = 0): Value | undefined {
    if (!name.startsWith("%")) return /^-?\d+$/.test(name) ? { text: name } : undefined;
    if (name === "%cuts.tid.x" || name === THREAD || depth > 12) return undefined;
    const own = this.#definitions.get(name);
    const isOld = this.#uniformInputs.has(name) && (!own || !this.#dominates(own.label, label));
    if (isOld) {
      // Where the region comes round to the use after defining the value anew, old and new are both asked for.
      if (own && this.#reaches(own.label, label)) return undefined;
      return { text: `%INPUT.${name.slice(1).replaceAll('"', "")}` };
    }
    const found =
      own ??
      (this.#everywhere.has(name)
        ? { instruction: this.#everywhere.get(name) as Instruction, label }
        : undefined);
    if (!found) return this.#parameters.has(name) || name.startsWith("%cuts.") ? { text: name } : undefined;
    if (opcodeOf(found.instruction) === "phi") {
      if (this.#reaches(found.label, found.label)) return undefined;
      const sources = incoming(found.instruction).filter((p) => this.#labels.has(p.label));
      const only = sources.length === 1 ? sources[0] : undefined;
      return only && this.value(only.value, only.label, depth + 1);
    }
    if (!isPure(found.instruction)) return undefined;
    const operands = new Map<string, Value>();
    for (const operand of localsOf(found.instruction)) {
      const value = this.value(operand, found.label, depth + 1);
      if (!value) return undefined;
      operands.set(operand, value);
    }
    return { name, instruction: found.instruction, operands };
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
    return successors(block).filter((label) => this.#labels.has(label) && label !== this.#region.entry);
  }
}
