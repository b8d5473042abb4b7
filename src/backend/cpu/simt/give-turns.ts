// Puts a wait into every loop that may wait for another thread, so that the other one gets its turn: a thread that has
// gone round for long enough stops there until the others of its block have run. What is counted are turns, not time; a
// loop that ends soon costs an addition a turn.

import { TURN } from "./abi.js";
import type { Cfg } from "../../../compiler/ir/cfg.js";
import { buildCfg } from "../../../compiler/ir/cfg.js";
import type { Block, Instruction } from "./ir.js";
import { incoming, instruction, terminator, opcodeOf, textOf } from "./ir.js";
import type { Loop } from "../../../compiler/ir/loops.js";
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
  const make = (result: string | undefined, text: string): Instruction => instruction(result, text);
  const edges = findWaitingLoops(cfg, readsOthers).flatMap((loop, n) => edgesOf(cfg, loop, `%turn${n}`));
  if (edges.length === 0) return blocks;
  const changed = blocks.map((block) => {
    const leaving = new Map(edges.filter((e) => e.from === block.label).map((e) => [e.to, e]));
    const entering = new Map(edges.filter((e) => e.to === block.label).map((e) => [e.from, e]));
    const last = terminator(block);
    const jump = textOf(last).replace(/label (%(?:"[^"]*"|[-a-zA-Z$._0-9]+))/g, (whole, label: string) => {
      const edge = leaving.get(label);
      return edge ? `label ${edge.count ?? edge.give}` : whole;
    });
    return {
      label: block.label,
      instructions: [
        ...counter(cfg, block.label, entering, make),
        ...block.instructions
          .slice(0, -1)
          .map((i) =>
            opcodeOf(i) === "phi" && entering.size > 0 ? make(i.result, enterBy(i, entering)) : i,
          ),
        leaving.size > 0 ? make(undefined, jump) : last,
      ],
    };
  });
  return [...changed, ...edges.flatMap((edge) => blocksOn(edge, make))];
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

const turnsOf = (header: string): string => `${plain(header)}.turns`;

// How many turns a thread has taken since it came to the loop, or less where it has waited.
function counter(
  cfg: Cfg,
  label: string,
  entering: ReadonlyMap<string, Edge>,
  make: (result: string, text: string) => Instruction,
): Instruction[] {
  if (![...entering.values()].some((e) => e.count)) return [];
  const before = (cfg.predecessors[cfg.index.get(label) as number] ?? []).map(
    (at) => (cfg.blocks[at] as Block).label,
  );
  const pairs = before.flatMap((from) => {
    const edge = entering.get(from);
    if (!edge?.count) return [`[ 0, ${from} ]`];
    return [`[ ${edge.count}.turns, ${edge.count} ]`, `[ ${TURNS - TURNS_AGAIN}, ${edge.give} ]`];
  });
  return [make(turnsOf(label), `phi i32 ${pairs.join(", ")}`)];
}

function enterBy(phi: Instruction, entering: ReadonlyMap<string, Edge>): string {
  const pairs = incoming(phi).flatMap(({ value, label }) => {
    const edge = entering.get(label);
    const labels = edge ? [...(edge.count ? [edge.count] : []), edge.give] : [label];
    return labels.map((l) => `[ ${value}, ${l} ]`);
  });
  const head = textOf(phi).slice(0, textOf(phi).indexOf("["));
  const tail = /\](, !.*)?$/.exec(textOf(phi))?.[1] ?? "";
  // Two edges between the same blocks, as of a switch, are one now.
  return `${head}${[...new Set(pairs)].join(", ")}${tail}`;
}

function blocksOn(
  { to, count, give }: Edge,
  make: (result: string | undefined, text: string) => Instruction,
): Block[] {
  const waits: Block = {
    label: give,
    instructions: [make(undefined, `call void ${TURN}()`), make(undefined, `br label ${to}`)],
  };
  if (count === undefined) return [waits];
  const counts: Block = {
    label: count,
    instructions: [
      make(`${count}.turns`, `add i32 ${turnsOf(to)}, 1`),
      make(`${count}.enough`, `icmp uge i32 ${count}.turns, ${TURNS}`),
      make(undefined, `br i1 ${count}.enough, label ${give}, label ${to}`),
    ],
  };
  return [counts, waits];
}

function plain(label: string): string {
  return label.replaceAll('"', "");
}
