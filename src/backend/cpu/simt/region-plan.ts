// Cuts a kernel into regions and decides what happens to each value that is live across a wait. A region is all that
// a thread may run from one wait (or the kernel's start) to the next; a block reachable from two waits is in two
// regions. A crossing value is computed again, kept once for the block (uniform) or kept for each thread.

import { CONTEXT_HEADER_BYTES, MAILBOX } from "./abi.js";
import type { Cfg } from "./cfg.js";
import { buildCfg, reachable } from "./cfg.js";
import type { Block, Instruction } from "./ir.js";
import type { KernelForm, SyncPoint } from "./kernel-form.js";
import { liveIn } from "./liveness.js";
import { rematerialisable } from "./rematerialise.js";
import { analyseUniformity } from "./uniformity.js";
import { resultType, sizeOf } from "./value-type.js";

/** A value kept across waits. */
export interface Slot {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Kept once for the block instead of for each thread. */
  readonly uniform: boolean;
  /** Bytes of one thread that lie before this slot's array. */
  readonly offset: number;
}

export interface Region {
  readonly id: number;
  readonly entry: string;
  readonly blocks: readonly Block[];
  /** Slots whose value is needed at the start. */
  readonly liveIn: readonly Slot[];
  /** Values to compute again at the start. */
  readonly recomputed: ReadonlySet<string>;
  /** Names defined in the blocks. */
  readonly defined: ReadonlySet<string>;
}

export interface RegionPlan {
  /** True when all threads of a block provably wait at the same places: no per-thread state is needed. */
  readonly uniform: boolean;
  readonly regions: readonly Region[];
  readonly slots: ReadonlyMap<string, Slot>;
  readonly pure: ReadonlyMap<string, Instruction>;
  /** Names of the kernel's parameters. */
  readonly parameters: ReadonlySet<string>;
  /** The wait that ends a block, and the region that follows it. */
  readonly waits: ReadonlyMap<string, { sync: SyncPoint; region: number; live: ReadonlySet<string> }>;
  /** Bytes of context for one thread; the header comes on top, once. */
  readonly contextBytesPerThread: number;
}

/** Plans a kernel in kernel form. `contextStart` is what locals already take of each thread's context. */
export function planRegions(
  form: KernelForm,
  parameters: ReadonlySet<string>,
  types: ReadonlyMap<string, string>,
  contextStart: number,
): RegionPlan {
  const cfg = buildCfg(form.blocks);
  const live = liveIn(cfg);
  const pure = rematerialisable(cfg, parameters);
  const uniformity = analyseUniformity(cfg);
  const indexOf = (label: string): number => cfg.index.get(label) as number;
  const uniform = form.syncs.every((s) => s.kind !== "grid" && !uniformity.isDivergentBlock(indexOf(s.from)));
  const slots = new Map<string, Slot>();
  let end = form.syncs.length > 0 ? Math.max(contextStart, MAILBOX.byteLength) : contextStart;
  const definitions = definitionsOf(cfg);
  for (const sync of form.syncs) {
    for (const name of live[indexOf(sync.to)] as ReadonlySet<string>) {
      const definition = definitions.get(name);
      if (!definition || slots.has(name) || pure.has(name)) continue;
      const type = resultType(definition, types);
      const size = sizeOf(type, types);
      const isUniform = uniform && uniformity.isUniform(name);
      slots.set(name, { name, type, size, uniform: isUniform, offset: end });
      if (!isUniform) end += size;
    }
  }
  const starts = [form.blocks[0]?.label as string, ...form.syncs.map((s) => s.to)];
  const waiting = new Map(form.syncs.map((s) => [indexOf(s.from), s]));
  const regions = starts.map((entry, id) =>
    makeRegion(id, entry, cfg, waiting, live[indexOf(entry)] as ReadonlySet<string>, slots, pure, form),
  );
  const waits = new Map(
    form.syncs.map((sync, i) => [
      sync.from,
      { sync, region: i + 1, live: live[indexOf(sync.to)] as ReadonlySet<string> },
    ]),
  );
  return { uniform, regions, slots, pure, parameters, waits, contextBytesPerThread: end };
}

/** Bytes of context that a block of `threads` threads needs. */
export function contextBytes(perThread: number, threads: number): number {
  return CONTEXT_HEADER_BYTES + perThread * Math.ceil(threads / 16) * 16;
}

function definitionsOf(cfg: Cfg): Map<string, Instruction> {
  const out = new Map<string, Instruction>();
  for (const block of cfg.blocks) for (const i of block.instructions) if (i.result) out.set(i.result, i);
  return out;
}

function makeRegion(
  id: number,
  entry: string,
  cfg: Cfg,
  waiting: ReadonlyMap<number, SyncPoint>,
  liveAtEntry: ReadonlySet<string>,
  slots: ReadonlyMap<string, Slot>,
  pure: ReadonlyMap<string, Instruction>,
  form: KernelForm,
): Region {
  const members = reachable(cfg.successors, [cfg.index.get(entry) as number], (b) => waiting.has(b));
  const blocks = form.blocks.filter((b) => members.has(cfg.index.get(b.label) as number));
  const ordered = [
    blocks.find((b) => b.label === entry) as Block,
    ...blocks.filter((b) => b.label !== entry),
  ];
  const defined = new Set(blocks.flatMap((b) => b.instructions.flatMap((i) => (i.result ? [i.result] : []))));
  const recomputed = id === 0 ? [] : [...liveAtEntry].filter((name) => pure.has(name));
  return {
    id,
    entry,
    blocks: ordered,
    liveIn: [...liveAtEntry].flatMap((name) => slots.get(name) ?? []),
    recomputed: new Set(recomputed),
    defined,
  };
}
