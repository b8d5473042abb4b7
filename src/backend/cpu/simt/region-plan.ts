// Cuts a kernel into regions and decides what happens to each value that is live across a wait. A region is all that
// a thread may run from one wait (or the kernel's start) to the next; a block reachable from two waits is in two
// regions. A crossing value is computed again, kept once for the block (uniform) or kept for each thread.

import { CONTEXT_HEADER_BYTES, MAILBOX } from "./abi.js";
import type { Cfg } from "./cfg.js";
import { buildCfg, reachable } from "./cfg.js";
import type { ConstantShuffle } from "./constant-shuffle.js";
import { constantShuffle } from "./constant-shuffle.js";
import type { Block, Instruction } from "./ir.js";
import type { KernelForm, SyncPoint } from "./kernel-form.js";
import { liveIn } from "./liveness.js";
import { rematerialisable } from "./rematerialise.js";
import type { Uniformity } from "./uniformity.js";
import { analyseUniformity } from "./uniformity.js";
import { resultType, sizeOf } from "./value-type.js";

/** A value kept across waits. */
export interface Slot {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Kept once for the threads that wait together instead of for each thread. */
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

export interface Wait {
  readonly sync: SyncPoint;
  /** The region that follows it. */
  readonly region: number;
  readonly live: ReadonlySet<string>;
  /** What it does, where that is known and all warps are full. */
  readonly shuffle: ConstantShuffle | undefined;
}

export interface RegionPlan {
  /** Which threads provably wait at the same places: those of a block, those of a warp, or none. */
  readonly together: "block" | "warp" | "none";
  readonly regions: readonly Region[];
  readonly slots: ReadonlyMap<string, Slot>;
  readonly pure: ReadonlyMap<string, Instruction>;
  /** Names of the kernel's parameters. */
  readonly parameters: ReadonlySet<string>;
  /** The wait that ends a block. */
  readonly waits: ReadonlyMap<string, Wait>;
  /** Bytes of context for one thread; the header comes on top, once. */
  readonly contextBytesPerThread: number;
}

/**
 * Plans a kernel in kernel form. `contextStart` is what locals already take of each thread's context; `hasFullWarps`
 * says that blockDim.x is known to be a multiple of 32.
 */
export function planRegions(
  form: KernelForm,
  parameters: ReadonlySet<string>,
  types: ReadonlyMap<string, string>,
  contextStart: number,
  hasFullWarps = false,
): RegionPlan {
  const cfg = buildCfg(form.blocks);
  const live = liveIn(cfg);
  const pure = rematerialisable(cfg, parameters);
  const indexOf = (label: string): number => cfg.index.get(label) as number;
  const { together, uniformity } = whoWaitsTogether(form, cfg, hasFullWarps);
  const slots = new Map<string, Slot>();
  let end = form.syncs.length > 0 ? Math.max(contextStart, MAILBOX.byteLength) : contextStart;
  const definitions = definitionsOf(cfg);
  const areRelated = phiRelations(cfg);
  const liveAfter = form.syncs.map((sync) => live[indexOf(sync.to)] as ReadonlySet<string>);
  const areApart = (a: string, b: string): boolean =>
    !liveAfter.some((names) => names.has(a) && names.has(b));
  for (const names of liveAfter) {
    for (const name of names) {
      const definition = definitions.get(name);
      if (!definition || slots.has(name) || pure.has(name)) continue;
      const type = resultType(definition, types);
      const size = sizeOf(type, types);
      if (together !== "none" && uniformity.isUniform(name)) {
        slots.set(name, { name, type, size, uniform: true, offset: end });
        continue;
      }
      // A loop's variable and its next value have one place, so that going round copies nothing.
      const group = [...slots.values()].filter((s) => !s.uniform && areRelated(s.name, name));
      const place = group.find(
        (s) => s.type === type && group.every((o) => o.offset !== s.offset || areApart(o.name, name)),
      );
      slots.set(name, { name, type, size, uniform: false, offset: place?.offset ?? end });
      if (!place) end += size;
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
      {
        sync,
        region: i + 1,
        live: liveAfter[i] as ReadonlySet<string>,
        shuffle: hasFullWarps && together !== "none" ? constantShuffle(sync, form.blocks) : undefined,
      },
    ]),
  );
  return { together, regions, slots, pure, parameters, waits, contextBytesPerThread: end };
}

function whoWaitsTogether(
  form: KernelForm,
  cfg: Cfg,
  hasFullWarps: boolean,
): { together: RegionPlan["together"]; uniformity: Uniformity } {
  const isTogether = (u: Uniformity): boolean =>
    form.syncs.every((s) => s.kind !== "grid" && !u.isDivergentBlock(cfg.index.get(s.from) as number));
  const uniformity = analyseUniformity(cfg);
  if (isTogether(uniformity)) return { together: "block", uniformity };
  const inWarps = analyseUniformity(cfg, "warp");
  // A vote of the block would count the warps that have left.
  const canBeWarps = hasFullWarps && form.syncs.every((s) => s.kind !== "reduce") && isTogether(inWarps);
  return canBeWarps ? { together: "warp", uniformity: inWarps } : { together: "none", uniformity };
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

// Tells which values meet in phis, directly or through others.
function phiRelations(cfg: Cfg): (a: string, b: string) => boolean {
  const groups = new Map<string, Set<string>>();
  for (const block of cfg.blocks) {
    for (const i of block.instructions) {
      if (i.opcode !== "phi" || !i.result) continue;
      const joined = new Set([i.result, ...i.operands].flatMap((name) => [...(groups.get(name) ?? [name])]));
      for (const name of joined) groups.set(name, joined);
    }
  }
  return (a, b) => groups.get(a)?.has(b) ?? false;
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
