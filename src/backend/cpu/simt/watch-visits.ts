// Puts calls into a kernel's code that tell which lines a thread runs, for a profile: one for each line of a block of the
// code, with how many instructions it has there; one at each turn of a loop, and one where a loop is left, so that whoever
// counts knows which turn of which loops a thread is in. It must see clang's first IR, whose blocks are in the order of the
// source: a jump backwards is a turn of a loop.

import { WATCH_FUNCTIONS } from "./watch-calls.js";

/** What a call of `visit` tells. */
export type VisitFact =
  | { readonly is: "visit"; readonly instructions?: number }
  /** The end of a turn of a loop, and the first code behind it. Loops are numbered in a module. */
  | { readonly is: "turn" | "leave"; readonly loop: number };

interface CodeBlock {
  readonly label: string;
  readonly lines: string[];
}

/** Puts the calls into all functions of a module; facts are numbered from `firstFact` on. */
export function watchVisits(
  ir: string,
  firstFact: number,
): { readonly ir: string; readonly facts: VisitFact[] } {
  const sourceLines = new Map(
    Array.from(ir.matchAll(/^!(\d+) = (?:distinct )?!DILocation\(line: (\d+),.*?scope: (!\d+)/gm), (m) => [
      m[1] as string,
      `${m[2]} ${m[3]}`,
    ]),
  );
  const facts: VisitFact[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (fact: VisitFact): number => {
    const key = JSON.stringify(fact);
    const number = numbers.get(key) ?? firstFact + facts.push(fact) - 1;
    numbers.set(key, number);
    return number;
  };
  let loops = 0;
  const lines = ir.split("\n");
  const out: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    out.push(line);
    if (!line.startsWith("define ")) continue;
    const end = lines.indexOf("}", i);
    const blocks = blocksOf(lines.slice(i + 1, end));
    const call = (fact: VisitFact, debug: string): string =>
      `  call void ${WATCH_FUNCTIONS.visit.name}(i32 ${numberOf(fact)}) nomerge${debug}`;
    const allocas = new Set(
      blocks.flatMap((block) => block.lines.flatMap((text) => /^ {2}(%\S+) = alloca /.exec(text)?.[1] ?? [])),
    );
    for (const block of blocks) tellLines(block, sourceLines, allocas, call);
    loops = tellLoops(blocks, loops, call);
    for (const { label, lines: own } of blocks) out.push(...(label === "" ? [] : [label]), ...own);
    out.push("}");
    i = end;
  }
  return { ir: out.join("\n"), facts };
}

type MakeCall = (fact: VisitFact, debug: string) => string;

const DEBUG = /, !dbg !(\d+)/;

// The line of a label is kept as it is.
function blocksOf(body: readonly string[]): CodeBlock[] {
  const blocks: CodeBlock[] = [{ label: "", lines: [] }];
  for (const line of body) {
    if (/^(?:"[^"]*"|[-\w$.]+):/.test(line)) blocks.push({ label: line, lines: [] });
    else (blocks.at(-1) as CodeBlock).lines.push(line);
  }
  return blocks.filter(({ label, lines }) => label !== "" || lines.length > 0);
}

function nameOf({ label }: CodeBlock): string {
  return /^("[^"]*"|[-\w$.]+):/.exec(label)?.[1] ?? "";
}

function tellLines(
  block: CodeBlock,
  sourceLines: ReadonlyMap<string, string>,
  allocas: ReadonlySet<string>,
  call: MakeCall,
): void {
  const first = new Map<string, { readonly at: number; readonly debug: string; count: number }>();
  block.lines.forEach((line, at) => {
    const [debug, id = ""] = DEBUG.exec(line) ?? [];
    const place = sourceLines.get(id);
    if (debug === undefined || place === undefined || !isCounted(line, allocas)) return;
    const known = first.get(place);
    if (known === undefined) first.set(place, { at, debug, count: 1 });
    else known.count++;
  });
  const inserted = [...first.values()].toSorted((a, b) => b.at - a.at);
  for (const { at, debug, count } of inserted) {
    block.lines.splice(at, 0, call({ is: "visit", instructions: count }, debug));
  }
}

// Variables are registers of a GPU: what clang writes to move them is nothing there. Neither is what only names a type.
function isCounted(line: string, allocas: ReadonlySet<string>): boolean {
  if (/^ {2}(?:ret |unreachable|br label )/.test(line) || !/^ {2}\S/.test(line) || line.startsWith("  ]"))
    return false;
  if (/= (?:alloca|phi|inttoptr|ptrtoint|addrspacecast|freeze|bitcast) /.test(line)) return false;
  if (/@__cuts_(?:watch_|[a-z]+_[xyz]\()|@llvm\.(?:dbg|lifetime|assume)/.test(line)) return false;
  const pointer = /^ {2}(?:%\S+ = load|store) .*?ptr (%[-\w$.]+|%"[^"]*"), align/.exec(line)?.[1];
  return pointer === undefined || !allocas.has(pointer);
}

function tellLoops(blocks: readonly CodeBlock[], firstLoop: number, call: MakeCall): number {
  const indexOf = new Map(blocks.map((block, at) => [nameOf(block), at]));
  const targets = blocks.map(({ lines }) => {
    const end = lines.findLastIndex((line) => /^ {2}(?:br|switch|indirectbr) /.test(line));
    const text = end < 0 ? "" : lines.slice(end).join("\n");
    const found = Array.from(
      text.matchAll(/label %("[^"]*"|[-\w$.]+)/g),
      (m) => indexOf.get(m[1] as string) ?? -1,
    );
    return { end, found };
  });
  // From the block that a jump backwards leads to, to the last one that has such a jump.
  const latches = new Map<number, number>();
  targets.forEach(({ found }, at) => {
    for (const target of found) if (target >= 0 && target <= at) latches.set(target, at);
  });
  const turns = new Map<number, number[]>();
  const leaves = new Map<number, Set<number>>();
  let loop = firstLoop;
  for (const [header, latch] of latches) {
    const number = loop++;
    targets.forEach(({ found }, at) => {
      if (at < header || at > latch) return;
      if (found.includes(header)) turns.set(at, [...(turns.get(at) ?? []), number]);
      for (const target of found) {
        if (target > latch || (target >= 0 && target < header)) {
          leaves.set(target, (leaves.get(target) ?? new Set()).add(number));
        }
      }
    });
  }
  blocks.forEach(({ lines }, at) => {
    const debug = lines.flatMap((line) => DEBUG.exec(line)?.[0] ?? [])[0];
    if (debug === undefined) return;
    const before = (turns.get(at) ?? []).map((number) => call({ is: "turn", loop: number }, debug));
    lines.splice(targetEnd(lines), 0, ...before);
    const start = lines.findIndex((line) => !/= phi /.test(line));
    const behind = [...(leaves.get(at) ?? [])].map((number) => call({ is: "leave", loop: number }, debug));
    lines.splice(start, 0, ...behind);
  });
  return loop;
}

function targetEnd(lines: readonly string[]): number {
  return lines.findLastIndex((line) => /^ {2}(?:br|switch|indirectbr|ret|unreachable)\b/.test(line));
}
