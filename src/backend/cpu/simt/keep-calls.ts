// Which functions stay functions. Everything that a kernel calls is inlined into it, so that threads side by side can be one vector;
// where functions call others from many places, that would make code of a hundred times the size of the source, which takes
// minutes to compile and is no faster. Then the functions that cost most stay functions, until the rest is small enough.
// Functions in which threads wait for each other must be part of the kernel, and are left alone.

import { SYNC_FUNCTIONS } from "./abi.js";
import { kernelHeads } from "./only-kernels.js";

/** Lines of clang's first IR that a kernel may have, with what is inlined into it. */
const BUDGET = 25_000;
/** What is shorter is always inlined. */
const LONG = 150;

const DEFINITION = /^define .*?(@(?:"[^"]*"|[-\w$.]+))\(/;
const CALL = /\b(?:call|invoke) .*?(@(?:"[^"]*"|[-\w$.]+))\(/;
/** What looks at memory that other threads write: a loop around it may have to give them their turn (waiting-loops.ts). */
const READS_OTHERS =
  /^ {2}(?:%\S+ = )?(?:atomicrmw|cmpxchg|fence|load atomic|load volatile|store volatile)\b/;
const GROUP = / (#\d+)(?= |$)/;

interface Called {
  readonly name: string;
  /** Number of its line in the text. */
  readonly at: number;
  readonly size: number;
  readonly calls: readonly string[];
  /** Whether threads may wait for each other in it, or in what it calls. */
  waits: boolean;
}

/** IR of clang's whose kernels have no more in them than pays; `budget` is what each may have. */
export function keepCalls(ir: string, budget = BUDGET): string {
  const isKernel = kernelHeads(ir);
  const lines = ir.split("\n");
  const functions = readFunctions(lines);
  spreadWaits(functions);
  const kernels = new Set([...functions.values()].filter(({ at }) => isKernel(lines[at] as string)));
  const kept = new Set<string>();
  for (;;) {
    const sizes = sizesOf(functions, kept);
    const bodies = [...kernels, ...[...kept].map((name) => functions.get(name) as Called)];
    const large = bodies.filter(({ name }) => (sizes.get(name) ?? 0) > budget);
    const counts = countInlined(functions, large, kept);
    const costliest = findCostliest(functions, { kernels, kept, sizes, counts });
    if (costliest === undefined) break;
    kept.add(costliest);
  }
  return kept.size === 0 ? ir : markKept(lines, functions, kept);
}

function readFunctions(lines: readonly string[]): ReadonlyMap<string, Called> {
  const functions = new Map<string, Called>();
  for (let at = 0; at < lines.length; at++) {
    const name = DEFINITION.exec(lines[at] as string)?.[1];
    if (name === undefined) continue;
    const end = lines.indexOf("}", at);
    const body = lines.slice(at + 1, end);
    const calls = body.flatMap((line) => CALL.exec(line)?.[1] ?? []);
    const waits =
      calls.some((callee) => SYNC_FUNCTIONS.has(callee)) || body.some((line) => READS_OTHERS.test(line));
    functions.set(name, { name, at, size: body.length, calls, waits });
    at = end;
  }
  return functions;
}

function spreadWaits(functions: ReadonlyMap<string, Called>): void {
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const f of functions.values()) {
      if (f.waits || !f.calls.some((callee) => functions.get(callee)?.waits)) continue;
      f.waits = true;
      isChanged = true;
    }
  }
}

/** Lines of each function with what is inlined into it. One that calls itself counts once. */
function sizesOf(functions: ReadonlyMap<string, Called>, kept: ReadonlySet<string>): Map<string, number> {
  const sizes = new Map<string, number>();
  const sizeOf = (name: string): number => {
    const f = functions.get(name);
    if (f === undefined) return 0;
    const known = sizes.get(name);
    if (known !== undefined) return known;
    sizes.set(name, f.size);
    const size = f.size + sum(f.calls, (callee) => (kept.has(callee) ? 0 : sizeOf(callee)));
    sizes.set(name, size);
    return size;
  };
  for (const name of functions.keys()) sizeOf(name);
  return sizes;
}

/** How often each function is inlined into one of the bodies, in all. */
function countInlined(
  functions: ReadonlyMap<string, Called>,
  bodies: readonly Called[],
  kept: ReadonlySet<string>,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const body of bodies) {
    const times = new Map([[body.name, 1]]);
    for (const name of callersFirst(functions, body.name, kept)) {
      for (const callee of functions.get(name)?.calls ?? []) {
        if (!functions.has(callee) || kept.has(callee)) continue;
        times.set(callee, (times.get(callee) ?? 0) + (times.get(name) ?? 0));
      }
    }
    times.delete(body.name);
    for (const [name, count] of times) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
}

function callersFirst(
  functions: ReadonlyMap<string, Called>,
  first: string,
  kept: ReadonlySet<string>,
): string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const callee of functions.get(name)?.calls ?? []) if (!kept.has(callee)) visit(callee);
    order.push(name);
  };
  visit(first);
  return order.toReversed();
}

interface Costs {
  readonly kernels: ReadonlySet<Called>;
  readonly kept: ReadonlySet<string>;
  readonly sizes: ReadonlyMap<string, number>;
  readonly counts: ReadonlyMap<string, number>;
}

function findCostliest(
  functions: ReadonlyMap<string, Called>,
  { kernels, kept, sizes, counts }: Costs,
): string | undefined {
  let costliest: string | undefined;
  let most = 0;
  for (const [name, count] of counts) {
    const f = functions.get(name) as Called;
    const size = sizes.get(name) ?? 0;
    const saved = (count - 1) * size;
    if (f.waits || kept.has(name) || kernels.has(f) || size < LONG || saved <= most) continue;
    costliest = name;
    most = saved;
  }
  return costliest;
}

function markKept(
  given: readonly string[],
  functions: ReadonlyMap<string, Called>,
  kept: ReadonlySet<string>,
): string {
  const lines = [...given];
  const numbers = lines.flatMap((line) => /^attributes #(\d+) = /.exec(line)?.[1] ?? []).map(Number);
  let next = Math.max(-1, ...numbers) + 1;
  const groups = new Map<string, string>();
  for (const name of kept) {
    const { at } = functions.get(name) as Called;
    const line = lines[at] as string;
    // Names may have such a number in them.
    const open = line.lastIndexOf(") ");
    const head = line.slice(0, open + 1);
    const tail = line.slice(open + 1);
    const group = GROUP.exec(tail)?.[1] ?? "";
    if (!groups.has(group)) groups.set(group, `#${next++}`);
    const own = groups.get(group) as string;
    lines[at] = head + (group === "" ? ` ${own}${tail}` : tail.replace(GROUP, ` ${own}`));
  }
  for (const [group, own] of groups) {
    const text =
      lines.find((line) => line.startsWith(`attributes ${group} = {`)) ?? "attributes = { nounwind }";
    const words = text.slice(text.indexOf("{") + 2, text.lastIndexOf(" }"));
    lines.push(
      `attributes ${own} = { noinline ${words.replace(/\b(?:alwaysinline|inlinehint|optnone) /g, "")} }`,
    );
  }
  return lines.join("\n");
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
