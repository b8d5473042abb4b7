// Loops that the source asks to unroll although threads wait for each other in them many times: the products of tensor cores in
// three nested loops. Each wait cuts the kernel in two, and the values that live across it are kept in memory, so that code
// with a thousand waits takes minutes to compile. Such loops stay loops from the inside out where a few waits become many; a loop that
// shuffles five times is unrolled as the source says.

import { SYNC_FUNCTIONS } from "./abi.js";

/** Waits that a loop may have once it is unrolled. */
const MOST_WAITS = 48;
/** How often a loop turns of which the IR does not tell. */
const SOME_TURNS = 8;

const DEFINITION = /^define .*?(@(?:"[^"]*"|[-\w$.]+))\(/;
const CALL = /\bcall .*?(@(?:"[^"]*"|[-\w$.]+))\(/;
const LATCH = /^ {2}br label (%[-\w$.]+), .*!llvm\.loop (!\d+)/;
const LABEL = /^([-\w$.]+):/;
const BOUND = /= icmp \w+ i\d+ %[-\w$.]+, (\d+)/;
const UNROLLED = /^(!\d+) = !\{!"llvm\.loop\.unroll\.(?:full|enable)"/gm;

interface Loop {
  /** Number of the line that goes back to its head. */
  readonly latch: number;
  readonly head: number;
  readonly node: string;
}

/** IR of clang's, before all passes, without unrolling where it multiplies waits. */
export function keepWaitLoops(ir: string): string {
  const asking = new Set(Array.from(ir.matchAll(UNROLLED), ([, node = ""]) => node));
  if (asking.size === 0) return ir;
  const unrolled = new Set(
    Array.from(ir.matchAll(/^(!\d+) = distinct !\{(.*)\}$/gm))
      .filter(([, , parts = ""]) => parts.split(", ").some((part) => asking.has(part)))
      .map(([, node = ""]) => node),
  );
  if (![...SYNC_FUNCTIONS].some((name) => ir.includes(`${name}(`))) return ir;
  const lines = ir.split("\n");
  const bodies = bodiesOf(lines);
  const waits = new Map<string, number>();
  const kept = new Set<number>();
  const waitsOf = (name: string): number => {
    if (SYNC_FUNCTIONS.has(name)) return 1;
    const body = bodies.get(name);
    if (body === undefined) return 0;
    const known = waits.get(name);
    if (known !== undefined) return known;
    waits.set(name, 0);
    const count = waitsIn(lines, body, { unrolled, kept, waitsOf });
    waits.set(name, count);
    return count;
  };
  for (const name of bodies.keys()) waitsOf(name);
  if (kept.size === 0) return ir;
  const numbers = Array.from(ir.matchAll(/^!(\d+) = /gm), ([, number]) => Number(number));
  let next = numbers.reduce((most, number) => Math.max(most, number), -1) + 1;
  const disabled = `!${next++}`;
  const own: string[] = [`${disabled} = !{!"llvm.loop.unroll.disable"}`];
  for (const at of kept) {
    const node = `!${next++}`;
    own.push(`${node} = distinct !{${node}, ${disabled}}`);
    lines[at] = (lines[at] as string).replace(/!llvm\.loop !\d+/, `!llvm.loop ${node}`);
  }
  return [...lines, ...own, ""].join("\n");
}

interface Body {
  readonly start: number;
  readonly end: number;
}

function bodiesOf(lines: readonly string[]): ReadonlyMap<string, Body> {
  const bodies = new Map<string, Body>();
  for (let start = 0; start < lines.length; start++) {
    const name = DEFINITION.exec(lines[start] as string)?.[1];
    if (name === undefined) continue;
    const end = lines.indexOf("}", start);
    bodies.set(name, { start, end });
    start = end;
  }
  return bodies;
}

interface Counting {
  readonly unrolled: ReadonlySet<string>;
  /** Lines of the loops that stay loops. */
  readonly kept: Set<number>;
  waitsOf(name: string): number;
}

// Before all passes the lines of a loop are those between its head and the branch back to it.
function waitsIn(lines: readonly string[], { start, end }: Body, counting: Counting): number {
  const own = new Map<number, number>();
  for (let at = start + 1; at < end; at++) {
    const callee = CALL.exec(lines[at] as string)?.[1];
    const count = callee === undefined ? 0 : counting.waitsOf(callee);
    if (count > 0) own.set(at, count);
  }
  if (own.size === 0) return 0;
  for (const loop of loopsOf(lines, { start, end })) {
    if (!counting.unrolled.has(loop.node)) continue;
    const inside = [...own].filter(([at]) => at > loop.head && at < loop.latch);
    const count = inside.reduce((sum, [, waits]) => sum + waits, 0);
    const turns = turnsOf(lines, loop);
    if (count === 0) continue;
    if (count * turns > MOST_WAITS) counting.kept.add(loop.latch);
    else for (const [at, waits] of inside) own.set(at, waits * turns);
  }
  return [...own.values()].reduce((sum, waits) => sum + waits, 0);
}

/** Inner loops first. */
function loopsOf(lines: readonly string[], { start, end }: Body): Loop[] {
  const heads = new Map<string, number>();
  const loops: Loop[] = [];
  for (let at = start + 1; at < end; at++) {
    const line = lines[at] as string;
    const label = LABEL.exec(line)?.[1];
    if (label !== undefined) heads.set(`%${label}`, at);
    const [, target = "", node = ""] = LATCH.exec(line) ?? [];
    const head = heads.get(target);
    if (head !== undefined) loops.push({ latch: at, head, node });
  }
  return loops;
}

function turnsOf(lines: readonly string[], { head, latch }: Loop): number {
  for (let at = head + 1; at < latch; at++) {
    const line = lines[at] as string;
    const bound = BOUND.exec(line)?.[1];
    if (bound !== undefined) return Math.max(1, Number(bound));
    if (LABEL.test(line)) break;
  }
  return SOME_TURNS;
}
