// Several rows of a block at a time. Where threads of all rows read the same values, as in a product of tiles, a region
// runs for some rows in step: each instruction for all of them, then the next one. What does not depend on the row is
// then loaded once for the group. It applies to regions without branches, in code for a known size of blocks.

import { THREAD } from "./abi.js";
import { LOCAL_NAME } from "./ir.js";

/** Loads that rows must share for a group to pay. */
const MIN_SHARED_LOADS = 4;
const MAX_LINES = 400;
const LANES = 4;
const LANE_BYTES = 4;

/** How many rows of a block go together. */
export function rowsInGroup(block: readonly [number, number, number] | undefined): number {
  const rows = block?.[1] ?? 1;
  return rows % 4 === 0 ? 4 : rows % 2 === 0 ? 2 : 1;
}

/**
 * The body of a region as a function of `rows` threads, `width` apart, of which tid.y and the thread index name the
 * first. Undefined where the region has branches or nothing that rows share.
 */
export function groupRows(body: readonly string[], rows: number, width: number): string[] | undefined {
  const straight = straighten(body);
  if (!straight || rows < 2 || straight.length > MAX_LINES) return undefined;
  const perRow = dependents(straight, ["%cuts.tid.y", THREAD]);
  const perColumn = dependents(straight, ["%cuts.tid.x", THREAD]);
  const shared = straight.filter((l) => isLoad(l) && !perRow.has(resultOf(l)) && perColumn.has(resultOf(l)));
  if (shared.length < MIN_SHARED_LOADS) return undefined;
  const lines = withVectorLoads(straight, perColumn);
  // Names of the vectors are new, and as different between rows as their addresses.
  const different = dependents(lines, ["%cuts.tid.y", THREAD]);
  const inRow = (line: string, row: number): string =>
    line.replace(LOCAL_NAME, (name) => (different.has(name) ? `${name}.row${row}` : name));
  const starts = Array.from({ length: rows }, (_, row) => [
    `  %cuts.tid.y.row${row} = add nuw nsw i32 %cuts.tid.y, ${row}`,
    `  ${THREAD}.row${row} = add nuw nsw i32 ${THREAD}, ${row * width}`,
  ]).flat();
  return [
    "cuts.begin:",
    ...starts,
    ...lines.flatMap((line) => {
      const isSame = !namesOf(line).some((name) => different.has(name));
      if (isSame || line.startsWith("  ret ")) return [inRow(line, rows - 1)];
      return Array.from({ length: rows }, (_, row) => inRow(line, row));
    }),
  ];
}

// The instructions of blocks that follow each other; undefined where control can go two ways.
function straighten(body: readonly string[]): string[] | undefined {
  const out: string[] = [];
  const copies = new Map<string, string>();
  for (const [i, line] of body.entries()) {
    const jump = /^ {2}br label %(\S+?)(?:, !.*)?$/.exec(line);
    const phi = /^ {2}(%\S+) = phi [^[]*\[ ([^[\]]+), %\S+ \](?:, !.*)?$/.exec(line);
    if (jump) {
      if (body[i + 1] !== `${jump[1]}:`) return undefined;
    } else if (phi) copies.set(phi[1] as string, copies.get(phi[2] as string) ?? (phi[2] as string));
    else if (/^ {2}(?:%\S+ = )?(?:phi|br|switch|unreachable|alloca|fence|atomicrmw|cmpxchg)\b/.test(line)) {
      return undefined;
    } else if (/\b(?:load|store) (?:atomic|volatile)\b/.test(line)) return undefined;
    else if (/\bcall\b/.test(line) && !/@llvm\.(?!mem)/.test(line)) return undefined;
    else if (line.startsWith("  ")) out.push(line.replace(LOCAL_NAME, (name) => copies.get(name) ?? name));
    else if (!/^\S+:$/.test(line)) return undefined;
  }
  return out.at(-1)?.startsWith("  ret ") ? out : undefined;
}

// Names whose value depends on one of the roots, the roots included.
function dependents(lines: readonly string[], roots: readonly string[]): Set<string> {
  const found = new Set(roots);
  for (const line of lines) {
    const [result, ...operands] = namesOf(line);
    const isDefinition = result !== undefined && line.startsWith(`  ${result} = `);
    if (isDefinition && operands.some((name) => found.has(name))) found.add(result);
  }
  return found;
}

// Loads of four values in a row that all threads of a row read become one load of a vector. LLVM takes it out of the
// loop over x, and multiplying by one lane of it needs no further instruction. Only where nothing but the context is
// written: a vector that stayed in the loop would keep it from being vectorised.
function withVectorLoads(lines: readonly string[], perColumn: ReadonlySet<string>): string[] {
  if (lines.some((l) => /^ {2}store /.test(l) && !l.includes("ptr %cuts.save"))) return [...lines];
  const steps = new Map<string, { base: string; offset: number }>();
  for (const line of lines) {
    const step = /^ {2}(%\S+) = getelementptr (?:[a-z]+ )*i8, ptr (%\S+), i(?:32|64) (\d+)$/.exec(line);
    if (!step) continue;
    const [, name, base, offset] = step as unknown as [string, string, string, string];
    const before = steps.get(base) ?? { base, offset: 0 };
    steps.set(name, { base: before.base, offset: before.offset + Number(offset) });
  }
  const loads = new Map<string, ScalarLoad>();
  lines.forEach((line, at) => {
    const match = /^ {2}(%\S+) = load (float|i32), ptr (%[^\s,]+)(.*)$/.exec(line);
    if (!match) return;
    const [, result, type, address, tail] = match as unknown as [string, string, string, string, string];
    if (perColumn.has(address)) return;
    const { base, offset } = steps.get(address) ?? { base: address, offset: 0 };
    const key = `${type} ${base} ${offset}`;
    const metadata = (tail.match(/, !(?:llvm\.access\.group !\d+|dbg !place\.\d+)/g) ?? []).join("");
    if (!loads.has(key)) loads.set(key, { at, result, type, address, base, offset, metadata });
  });
  const replaced = new Map<number, string[]>();
  for (const first of loads.values()) {
    const lanes = Array.from({ length: LANES }, (_, i) =>
      loads.get(`${first.type} ${first.base} ${first.offset + i * LANE_BYTES}`),
    ).filter((lane) => lane !== undefined);
    if (lanes.length < LANES || lanes.some((lane) => lane.at < first.at || replaced.has(lane.at))) continue;
    const type = `<${LANES} x ${first.type}>`;
    const vector = `${first.result}.lanes`;
    lanes.forEach((lane, i) => {
      const load = `  ${vector} = load ${type}, ptr ${first.address}, align ${LANE_BYTES}${first.metadata}`;
      const extract = `  ${lane.result} = extractelement ${type} ${vector}, i32 ${i}`;
      replaced.set(lane.at, i === 0 ? [load, extract] : [extract]);
    });
  }
  return lines.flatMap((line, at) => replaced.get(at) ?? [line]);
}

interface ScalarLoad {
  readonly at: number;
  readonly result: string;
  readonly type: string;
  readonly address: string;
  /** The address as a constant distance from another one. */
  readonly base: string;
  readonly offset: number;
  readonly metadata: string;
}

function isLoad(line: string): boolean {
  return /^ {2}%\S+ = load /.test(line);
}

function resultOf(line: string): string {
  return namesOf(line)[0] ?? "";
}

function namesOf(line: string): string[] {
  return line.match(LOCAL_NAME) ?? [];
}
