// Warp-synchronous code: lanes of a warp that hand each other values through volatile memory without __syncwarp, as programs did while
// lanes ran in lockstep. Such a kernel gets a wait of the lanes that are together wherever the next access must come after what
// the others did before: a load after stores, a store after loads or stores. All other kernels stay as they are.

import { SYNC_FUNCTIONS, WARP_OP } from "./abi.js";
import type { Cfg } from "./cfg.js";
import { buildCfg } from "./cfg.js";
import type { Block, Instruction } from "./ir.js";
import { calleeOf, instruction } from "./ir.js";
import { DYNAMIC_BASE, SHARED_BASE } from "./shared-memory.js";
import { hasVariableLocals } from "./stack-limit.js";
import { WATCH_FUNCTIONS } from "./watch-calls.js";

/** The operation of the scheduler (include/cuts/cuda/cuts_scheduler.h) at which lanes that are at the same place wait for each other. */
const LOCKSTEP = 19;

/** An access of memory that other threads may see. */
interface Access {
  readonly kind: "load" | "store";
  readonly isVolatile: boolean;
  readonly pointer: string;
  /** The values that the address is made from. */
  readonly roots: ReadonlySet<string>;
}

/** The accesses that a thread may have made since it last waited, by number. */
type Since = ReadonlySet<number>;

/** The blocks of a kernel with such waits; the same blocks where none is needed. */
export function keepLockstep(blocks: readonly Block[], types: ReadonlyMap<string, string>): readonly Block[] {
  const instructions = blocks.flatMap((b) => b.instructions);
  if (!instructions.some((i) => i.text.startsWith("load volatile ")) || hasVariableLocals({ blocks }))
    return blocks;
  const accessOf = accessesOf(instructions);
  const waitsWithin = (communicates: (before: Access, now: Access) => boolean): ReadonlySet<Instruction> =>
    findWaits(buildCfg(blocks), accessOf, communicates);
  if (waitsWithin(handsOver).size === 0) return blocks;
  const definitions = definitionsIn(instructions);
  const waits = new Set([...waitsWithin(mustFollow)].map((i) => watchOf(i, definitions) ?? i));
  const wait = instruction(undefined, `call i64 ${WARP_OP}(i32 ${LOCKSTEP}, i32 -1, i64 0, i32 0)`, types);
  return blocks.map((block) => ({
    label: block.label,
    instructions: block.instructions.flatMap((i) => (waits.has(i) ? [wait, i] : [i])),
  }));
}

/** Whether a lane may take what another one left, or leave what another one must not yet see. A counter that a thread reads and writes is neither. */
function handsOver(before: Access, now: Access): boolean {
  if (!mayMeet(before, now)) return false;
  if (now.kind === "load") return before.kind === "store";
  return before.kind === "load" && before.pointer !== now.pointer;
}

/** Whether all lanes must have made an access before one makes the next. */
function mustFollow(before: Access, now: Access): boolean {
  return (before.kind === "store" || now.kind === "store") && mayMeet(before, now);
}

function mayMeet(a: Access, b: Access): boolean {
  return (a.isVolatile || b.isVolatile) && [...a.roots].some((root) => b.roots.has(root));
}

/** The instructions before which lanes have to wait, given which accesses have to be apart. */
function findWaits(
  cfg: Cfg,
  accesses: ReadonlyMap<Instruction, Access>,
  areApart: (before: Access, now: Access) => boolean,
): ReadonlySet<Instruction> {
  const numbered = [...accesses.values()];
  const numbers = new Map([...accesses.keys()].map((i, at) => [i, at]));
  const waits = new Set<Instruction>();
  const run = (block: Block, entry: Since): Since => {
    let since = new Set(entry);
    for (const i of block.instructions) {
      if (SYNC_FUNCTIONS.has(calleeOf(i) ?? "")) since = new Set();
      const now = accesses.get(i);
      if (!now) continue;
      if (now.isVolatile && [...since].some((at) => areApart(numbered[at] as Access, now))) {
        waits.add(i);
        since = new Set();
      }
      since.add(numbers.get(i) as number);
    }
    return since;
  };
  const entries: Set<number>[] = cfg.blocks.map(() => new Set());
  const work = cfg.blocks.map((_, at) => at);
  while (work.length > 0) {
    const at = work.shift() as number;
    const since = run(cfg.blocks[at] as Block, entries[at] as Set<number>);
    for (const next of cfg.successors[at] ?? []) {
      const entry = entries[next] as Set<number>;
      const size = entry.size;
      for (const access of since) entry.add(access);
      if (entry.size > size) work.push(next);
    }
  }
  return waits;
}

// Volatile accesses, and plain stores to shared memory, which a volatile load may be meant to see.
function accessesOf(instructions: readonly Instruction[]): ReadonlyMap<Instruction, Access> {
  const definitions = definitionsIn(instructions);
  const accesses = new Map<Instruction, Access>();
  for (const i of instructions) {
    const kind = i.opcode === "load" ? "load" : "store";
    const isVolatile = /^(load|store) volatile /.test(i.text);
    if (!isVolatile && i.opcode !== "store") continue;
    const used = pointerOf(i);
    if (used === undefined) continue;
    const pointer = unwatched(i, definitions) ?? used;
    const roots = rootsOf(pointer, definitions);
    const isShared = roots.has(SHARED_BASE) || roots.has(DYNAMIC_BASE);
    const isOwn = [...roots].every((root) => definitions.get(root)?.opcode === "alloca");
    if (!isOwn && (isVolatile || isShared)) accesses.set(i, { kind, isVolatile, pointer, roots });
  }
  return accesses;
}

type Definitions = ReadonlyMap<string, Instruction>;

function definitionsIn(instructions: readonly Instruction[]): Definitions {
  return new Map(instructions.flatMap((i) => (i.result ? [[i.result, i] as const] : [])));
}

function pointerOf(i: Instruction): string | undefined {
  return /, ptr ([^\s,]+)/.exec(i.text)?.[1];
}

// Watched code tells of an access before it makes it, and uses the address that it gets back for its own.
function watchOf(access: Instruction, definitions: Definitions): Instruction | undefined {
  let from = definitions.get(pointerOf(access) ?? "");
  while (from !== undefined && PASSES_ON.test(from.opcode)) from = definitions.get(baseOf(from.text) ?? "");
  return from !== undefined && isWatch(from) ? from : undefined;
}

// The pointer that the source has.
function unwatched(access: Instruction, definitions: Definitions): string | undefined {
  const given = watchOf(access, definitions)?.operands[0];
  const definition = definitions.get(given ?? "");
  return definition?.opcode === "ptrtoint" ? definition.operands[0] : given;
}

function isWatch(i: Instruction): boolean {
  const callee = calleeOf(i);
  return callee === WATCH_FUNCTIONS.access.name || callee === WATCH_FUNCTIONS.range.name;
}

const PASSES_ON = /^(getelementptr|bitcast|addrspacecast|freeze|inttoptr|ptrtoint|trunc|zext)$/;

function rootsOf(pointer: string, definitions: Definitions): ReadonlySet<string> {
  const roots = new Set<string>();
  const seen = new Set<string>();
  const work = [pointer];
  while (work.length > 0) {
    const name = work.pop() as string;
    if (seen.has(name)) continue;
    seen.add(name);
    const definition = definitions.get(name);
    const { opcode = "", operands = [], text = "" } = definition ?? {};
    if (definition !== undefined && isWatch(definition)) work.push(operands[0] ?? name);
    else if (opcode === "phi") work.push(...operands);
    else if (opcode === "select") work.push(...operands.slice(-2));
    else if (PASSES_ON.test(opcode)) work.push(baseOf(text) ?? name);
    else roots.add(name);
  }
  return roots;
}

// What is passed on is the first value with a pointer's type, or the only one.
function baseOf(text: string): string | undefined {
  return /\b(?:ptr|i32|i64) ((?:%|@)(?:"[^"]*"|[-a-zA-Z$._0-9]+))/.exec(text)?.[1];
}
