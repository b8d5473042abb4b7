// Before: a loop may wait for another thread of the block, which cannot run meanwhile. After: each such loop has a yield point, a call of YIELD, to
// which a thread comes after some iterations; there the other threads of its block run first. The counter is the only other change. Iterations are
// counted and not time, so that a loop that ends soon costs an addition an iteration. A kernel with locals of variable size stays as it is, since
// they cannot be kept across a yield: its threads spin.

import { YIELD } from "./abi.js";
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

/** Iterations before a thread yields: many at first, few when it has yielded before and is likely to wait on. */
const ITERATIONS = 64;
const ITERATIONS_AGAIN = 8;

/** An edge that leads to another iteration, and the blocks that now stand on it. */
interface Edge {
  readonly from: string;
  readonly to: string;
  /** The block that counts iterations; it is left for `yields` when there were enough of them. */
  readonly count: string | undefined;
  readonly yields: string;
}

/** The blocks of a kernel with yield points; the same blocks where no loop needs one. */
export function yieldInLoops(blocks: readonly Block[], readsOthers: ReadsOthers): readonly Block[] {
  if (hasVariableLocals({ blocks })) return blocks;
  const cfg = buildCfg(blocks);
  const edges = findWaitingLoops(cfg, readsOthers).flatMap((loop, n) => edgesOf(cfg, loop, `%yield${n}`));
  if (edges.length === 0) return blocks;
  const changed = blocks.map((block) => {
    const leaving = new Map(edges.filter((e) => e.from === block.label).map((e) => [e.to, e]));
    const entering = new Map(edges.filter((e) => e.to === block.label).map((e) => [e.from, e]));
    const last = terminator(block);
    const leave = mapLabels(last, (label) => {
      const edge = leaving.get(label);
      return edge ? (edge.count ?? edge.yields) : label;
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
    // A loop with two entries has no place that all its iterations pass: there each one yields.
    count: headers.size === 1 ? `${name}.count${i}` : undefined,
    yields: `${name}.point${i}`,
  }));
}

const iterationsOf = (header: string): string => `%${plainName(header)}.iterations`;

// How many iterations a thread has made since it came to the loop, or less where it has yielded.
function counter(cfg: Cfg, label: string, entering: ReadonlyMap<string, Edge>): Instruction[] {
  if (![...entering.values()].some((e) => e.count)) return [];
  const before = (cfg.predecessors[cfg.index.get(label) as number] ?? []).map(
    (at) => (cfg.blocks[at] as Block).label,
  );
  const ways = before.flatMap((from): Incoming[] => {
    const edge = entering.get(from);
    if (!edge?.count) return [{ value: int32(0), from }];
    return [
      { value: local(`${edge.count}.iterations`, i32), from: edge.count },
      { value: int32(ITERATIONS - ITERATIONS_AGAIN), from: edge.yields },
    ];
  });
  return [phi(iterationsOf(label), i32, ways)];
}

function enterBy(given: Phi, entering: ReadonlyMap<string, Edge>): Phi {
  const ways = given.incoming.flatMap(({ value, from }) => {
    const edge = entering.get(from);
    const labels = edge ? [...(edge.count ? [edge.count] : []), edge.yields] : [from];
    return labels.map((label) => ({ value, from: label }));
  });
  // Two edges between the same blocks, as of a switch, are one now.
  const isFirst = (way: Incoming, at: number): boolean =>
    ways.findIndex((other) => other.from === way.from && isSameValue(other.value, way.value)) === at;
  return { ...given, incoming: ways.filter(isFirst) };
}

function blocksOn({ to, count, yields }: Edge): Block[] {
  const point: Block = { label: yields, instructions: [call(undefined, voidType, YIELD, []), jump(to)] };
  if (count === undefined) return [point];
  const iterations = local(`${count}.iterations`, i32);
  const enough = local(`${count}.enough`, i1);
  const counts: Block = {
    label: count,
    instructions: [
      binary(iterations.name, "add", local(iterationsOf(to), i32), int32(1)),
      icmp(enough.name, "uge", iterations, int32(ITERATIONS)),
      branch(enough, yields, to),
    ],
  };
  return [counts, point];
}
