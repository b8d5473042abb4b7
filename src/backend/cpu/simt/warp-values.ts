// Values that depend on threadIdx.x and are yet the same in all lanes of a warp: threadIdx.x / 32, threadIdx.x < 64 and
// their like. They hold where blockDim.x is a multiple of 32.

import type { Cfg } from "../../../compiler/ir/cfg.js";
import { localsOf, textOf } from "./ir.js";
import type { Instruction } from "./ir.js";
import { isPure } from "./rematerialise.js";

const LANES = 32;
const MAX_DEPTH = 8;

/** Tells which instructions of a kernel give one result for a warp although their operands differ. */
export function sameInWarp(cfg: Cfg): (i: Instruction) => boolean {
  const definitions = new Map(
    cfg.blocks.flatMap((b) => b.instructions.flatMap((i) => (i.result ? [[i.result, i] as const] : []))),
  );

  // A multiple of 32, whatever else it is.
  const isAligned = (name: string, depth: number): boolean => {
    if (!name.startsWith("%")) return Number(name) % LANES === 0;
    const text = textOf(definitions.get(name)) ?? "";
    const factor = /^(shl|mul)(?: nuw| nsw)* i32 \S+, (\d+)$/.exec(text);
    if (factor) return factor[1] === "shl" ? Number(factor[2]) >= 5 : Number(factor[2]) % LANES === 0;
    const sum = /^(?:add(?: nuw| nsw)*|or(?: disjoint)?) i32 (\S+), (\S+)$/.exec(text);
    return sum !== null && depth < MAX_DEPTH && sum.slice(1).every((part) => isAligned(part, depth + 1));
  };

  // A function of what all lanes have, whatever the values in memory are.
  const isPlain = (name: string, depth: number): boolean => {
    if (name === "%cuts.tid.x" || name === "%cuts.thread") return false;
    const definition = definitions.get(name);
    if (!definition) return true;
    return (
      depth < MAX_DEPTH && isPure(definition) && localsOf(definition).every((o) => isPlain(o, depth + 1))
    );
  };

  // threadIdx.x plus a multiple of 32 that all lanes share: lanes differ in the five lowest bits only.
  const isLinear = (name: string, depth = 0): boolean => {
    if (name === "%cuts.tid.x") return true;
    const sum = /^(?:add(?: nuw| nsw)*|or disjoint) i32 (\S+), (\S+)$/.exec(
      textOf(definitions.get(name)) ?? "",
    );
    if (!sum || depth > MAX_DEPTH) return false;
    const [, left, right] = sum as unknown as [string, string, string];
    const isBase = (part: string): boolean => isAligned(part, 0) && isPlain(part, 0);
    return (isLinear(left, depth + 1) && isBase(right)) || (isLinear(right, depth + 1) && isBase(left));
  };

  return (i) => {
    const match = /^(lshr|and|udiv|icmp)(?: [a-z]+)*? ?(?:([us]?(?:lt|le|gt|ge)) )?i32 (\S+), (-?\d+)$/.exec(
      textOf(i),
    );
    if (!match) return false;
    const [, opcode, predicate, left, right] = match as unknown as [string, string, string, string, string];
    const bound = Number(right);
    if (!isLinear(left)) return false;
    if (opcode === "lshr") return bound >= 5;
    if (opcode === "and") return (bound & (LANES - 1)) === 0;
    if (opcode === "udiv") return bound % LANES === 0;
    const first = /(?:gt|le)$/.test(predicate) ? bound + 1 : bound;
    return predicate !== undefined && first % LANES === 0;
  };
}
