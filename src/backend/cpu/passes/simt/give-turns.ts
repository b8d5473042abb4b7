// Puts a wait into every loop that may wait for another thread, so that the other one gets its turn: a thread that has
// gone round for long enough stops there until the others of its block have run. What is counted are turns, not time; a
// loop that ends soon costs an addition a turn.

import { TURN } from "./abi.js";
import type { Cfg } from "../../../../compiler/ir/cfg.js";
import { buildCfg } from "../../../../compiler/ir/cfg.js";
import { binary, branch, call, icmp, jump, phi } from "../../../../compiler/ir/builder.js";
import type { Incoming, Instruction, Phi } from "../../../../compiler/ir/instruction.js";
import { type Block, plainName, terminator } from "../../../../compiler/ir/module.js";
import { isSameValue, mapLabels } from "../../../../compiler/ir/operands.js";
import { i1, i32, voidType } from "../../../../compiler/ir/type.js";
import { int32, local } from "../../../../compiler/ir/value.js";
import type { Loop } from "../../../../compiler/ir/loops.js";
import { hasVariableLocals } from "./stack-limit.js";
import type { ReadsOthers } from "./waiting-loops.js";
import { findWaitingLoops } from "./waiting-loops.js";

/** Turns that a thread takes at once: many at first, few when it has waited before and is likely to wait again. */
const TURNS = 64;
const TURNS_AGAIN = 8;

/** An edge that leads to another turn, and the blocks that now stand on it. */
interface Edge {
  readonly from: string;
  readonly to: string;
  /** The block that counts turns; it is left for `give` when there were enough of them. */
  readonly count: string | undefined;
  readonly give: string;
}

/** The blocks of a kernel with such waits; the same blocks where no loop needs one. */
export function giveTurns(blocks: readonly Block[], readsOthers: ReadsOthers): readonly Block[] {
  // Locals of variable size cannot be kept across a wait: there threads spin as they are.
  if (hasVariableLocals({ blocks })) return blocks;
  const cfg = buildCfg(blocks);
  const edges = findWaitingLoops(cfg, readsOthers).flatMap((loop, n) => edgesOf(cfg, loop, `%turn${n}`));
  if (edges.length === 0) return blocks;
  const changed = blocks.map((block) => {
    const leaving = new Map(edges.filter((e) => e.from === block.label).map((e) => [e.to, e]));
    const entering = new Map(edges.filter((e) => e.to === block.label).map((e) => [e.from, e]));
    const last = terminator(block);
    const leave = mapLabels(last, (label) => {
      const edge = leaving.get(label);
      return edge ? (edge.count ?? edge.give) : label;
    });
    return {
      label: block.label,
      instructions: [
        ...counter(cfg, block.label, entering),
        ...block.instructions
          .slice(0, -1)
          .map((i) => (i.op === "phi" && entering.size > 0 ? enterBy(i, entering) : i)),
        leave,
      ],
    };
  });
  return [...changed, ...edges.flatMap((edge) => blocksOn(edge))];
}

function edgesOf(cfg: Cfg, { headers, members }: Loop, name: string): Edge[] {
  const labelOf = (at: number): string => (cfg.blocks[at] as Block).label;
  const pairs = [...headers].flatMap((to) =>
    (cfg.predecessors[to] ?? []).filter((from) => members.has(from)).map((from) => ({ from, to })),
  );
  return pairs.map(({ from, to }, i) => ({
    from: labelOf(from),
    to: labelOf(to),
    // A loop with two entries has no place that all its turns pass: there each turn waits.
    count: headers.size === 1 ? `${name}.count${i}` : undefined,
    give: `${name}.give${i}`,
  }));
}

const turnsOf = (header: string): string => `%${plainName(header)}.turns`;

// How many turns a thread has taken since it came to the loop, or less where it has waited.
function counter(cfg: Cfg, label: string, entering: ReadonlyMap<string, Edge>): Instruction[] {
  if (![...entering.values()].some((e) => e.count)) return [];
  const before = (cfg.predecessors[cfg.index.get(label) as number] ?? []).map(
    (at) => (cfg.blocks[at] as Block).label,
  );
  const ways = before.flatMap((from): Incoming[] => {
    const edge = entering.get(from);
    if (!edge?.count) return [{ value: int32(0), from }];
    return [
      { value: local(`${edge.count}.turns`, i32), from: edge.count },
      { value: int32(TURNS - TURNS_AGAIN), from: edge.give },
    ];
  });
  return [phi(turnsOf(label), i32, ways)];
}

function enterBy(given: Phi, entering: ReadonlyMap<string, Edge>): Phi {
  const ways = given.incoming.flatMap(({ value, from }) => {
    const edge = entering.get(from);
    const labels = edge ? [...(edge.count ? [edge.count] : []), edge.give] : [from];
    return labels.map((label) => ({ value, from: label }));
  });
  // Two edges between the same blocks, as of a switch, are one now.
  const isFirst = (way: Incoming, at: number): boolean =>
    ways.findIndex((other) => other.from === way.from && isSameValue(other.value, way.value)) === at;
  return { ...given, incoming: ways.filter(isFirst) };
}

function blocksOn({ to, count, give }: Edge): Block[] {
  const waits: Block = { label: give, instructions: [call(undefined, voidType, TURN, []), jump(to)] };
  if (count === undefined) return [waits];
  const turns = local(`${count}.turns`, i32);
  const enough = local(`${count}.enough`, i1);
  const counts: Block = {
    label: count,
    instructions: [
      binary(turns.name, "add", local(turnsOf(to), i32), int32(1)),
      icmp(enough.name, "uge", turns, int32(TURNS)),
      branch(enough, give, to),
    ],
  };
  return [counts, waits];
}
