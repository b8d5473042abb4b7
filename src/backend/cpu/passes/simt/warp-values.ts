// Values that depend on threadIdx.x and are yet the same in all lanes of a warp: threadIdx.x / 32, threadIdx.x < 64 and
// their like. They hold where blockDim.x is a multiple of 32.

import { definitionOf, definitionsIn } from "../../../../compiler/ir/definitions.js";
import { type Instruction, isBinary, isSum } from "../../../../compiler/ir/instruction.js";
import { localsOf } from "../../../../compiler/ir/operands.js";
import { i32 } from "../../../../compiler/ir/type.js";
import { numberOf, type Value } from "../../../../compiler/ir/value.js";
import { THREAD } from "./abi.js";
import type { Cfg } from "../../../../compiler/ir/cfg.js";
import { isPure } from "./rematerialise.js";

const LANES = 32;
const MAX_DEPTH = 8;

/** Tells which instructions of a kernel give one result for a warp although their operands differ. */
export function sameInWarp(cfg: Cfg): (i: Instruction) => boolean {
  const definitions = definitionsIn(cfg);

  // A multiple of 32, whatever else it is.
  const isAligned = (value: Value, depth: number): boolean => {
    if (value.kind === "int") return Number(value.value) % LANES === 0;
    const i = definitionOf(value, definitions);
    if (i === undefined || !isBinary(i) || i.left.type !== i32) return false;
    const right = numberOf(i.right) ?? -1;
    if (i.op === "shl" && right >= 0) return right >= 5;
    if (i.op === "mul" && right >= 0) return right % LANES === 0;
    if (i.op !== "add" && i.op !== "or") return false;
    return depth < MAX_DEPTH && [i.left, i.right].every((part) => isAligned(part, depth + 1));
  };

  // A function of what all lanes have, whatever the values in memory are.
  const isPlain = (name: string, depth: number): boolean => {
    if (name === "%cuts.tid.x" || name === THREAD) return false;
    const definition = definitions.get(name);
    if (!definition) return true;
    return (
      depth < MAX_DEPTH && isPure(definition) && localsOf(definition).every((o) => isPlain(o, depth + 1))
    );
  };

  const isBase = (value: Value): boolean =>
    isAligned(value, 0) && (value.kind !== "local" || isPlain(value.name, 0));

  // threadIdx.x plus a multiple of 32 that all lanes share: lanes differ in the five lowest bits only.
  const isLinear = (value: Value, depth = 0): boolean => {
    if (value.kind !== "local") return false;
    if (value.name === "%cuts.tid.x") return true;
    const sum = definitions.get(value.name);
    if (sum === undefined || !isSum(sum) || sum.left.type !== i32 || depth > MAX_DEPTH) return false;
    const { left, right } = sum;
    return (isLinear(left, depth + 1) && isBase(right)) || (isLinear(right, depth + 1) && isBase(left));
  };

  return (i) => {
    if (i.op !== "lshr" && i.op !== "and" && i.op !== "udiv" && i.op !== "icmp") return false;
    if (i.left.type !== i32 || i.right.kind !== "int" || !isLinear(i.left)) return false;
    const bound = Number(i.right.value);
    if (isBinary(i)) {
      if (i.op === "lshr") return bound >= 5;
      return i.op === "and" ? (bound & (LANES - 1)) === 0 : bound % LANES === 0;
    }
    if (i.predicate === "eq" || i.predicate === "ne") return false;
    // Below or equal to a bound is below the next one.
    const first = i.predicate.endsWith("gt") || i.predicate.endsWith("le") ? bound + 1 : bound;
    return first % LANES === 0;
  };
}
