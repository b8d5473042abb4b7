// Cuts a kernel into regions and decides what happens to each value that is live across a wait. A region is all that
// a thread may run from one wait (or the kernel's start) to the next; a block reachable from two waits is in two
// regions. A crossing value is computed again, kept once for the block (uniform) or kept for each thread.

import { definitionsIn } from "../../../../compiler/ir/definitions.js";
import type { Layout } from "../../../../compiler/ir/layout.js";
import { CONTEXT_HEADER_BYTES, MAILBOX, WAIT_KINDS, WAIT_SHIFT } from "./abi.js";
import { blocksAfterYields } from "./after-yields.js";
import type { Cfg } from "../../../../compiler/ir/cfg.js";
import { buildCfg, reachable } from "../../../../compiler/ir/cfg.js";
import type { ConstantShuffle } from "./constant-shuffle.js";
import { constantShuffle } from "./constant-shuffle.js";
import type { Instruction } from "../../../../compiler/ir/instruction.js";
import type { Block } from "../../../../compiler/ir/module.js";
import { localsOf } from "../../../../compiler/ir/operands.js";
import { resultTypeOf } from "../../../../compiler/ir/result-type.js";
import type { Type } from "../../../../compiler/ir/type.js";
import type { KernelForm, SyncPoint } from "./kernel-form.js";
import { liveIn } from "./liveness.js";
import { rematerialisable } from "./rematerialise.js";
import type { Uniformity } from "./uniformity.js";
import { analyseUniformity } from "./uniformity.js";

/** A value kept across waits. */
export interface Slot {
  readonly name: string;
  readonly type: Type;
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
  /** Whether a thread may stop in it to let others go first. */
  readonly mayYield: boolean;
  /** Whether threads come to it from such a stop. */
  readonly isResumed: boolean;
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
  /** Whether threads let others go first somewhere. */
  readonly hasYields: boolean;
  /** Bytes of context for one thread; the header comes on top, once. */
  readonly contextBytesPerThread: number;
}

/**
 * Plans a kernel in kernel form. `contextStart` is what locals already take of each thread's context; `hasFullWarps`
 * says that blockDim.x is known to be a multiple of 32; `isApart` that each thread is to have its own state.
 */
export function planRegions(
  form: KernelForm,
  parameters: ReadonlySet<string>,
  types: Layout,
  contextStart: number,
  hasFullWarps = false,
  isApart = false,
): RegionPlan {
  const cfg = buildCfg(form.blocks);
  const live = liveIn(cfg);
  const pure = rematerialisable(cfg, parameters);
  const indexOf = (label: string): number => cfg.index.get(label) as number;
  const found = whoWaitsTogether(form, cfg, hasFullWarps);
  const { uniformity } = found;
  const together = isApart ? "none" : found.together;
  const yields = form.syncs.filter((s) => s.kind === "yield");
  const waiting = new Map(form.syncs.map((s) => [indexOf(s.from), s]));
  const starts = [form.blocks[0]?.label as string, ...form.syncs.map((s) => s.to)];
  const members = starts.map((entry) => reachable(cfg.successors, [indexOf(entry)], (b) => waiting.has(b)));
  const isChangedAroundYield = changedAroundYields(yields, members, cfg, live);
  const slots = new Map<string, Slot>();
  let end = isApart || form.syncs.length > 0 ? Math.max(contextStart, MAILBOX.byteLength) : contextStart;
  const definitions = definitionsIn(cfg);
  const areRelated = phiRelations(cfg);
  const liveAfter = form.syncs.map((sync) => live[indexOf(sync.to)] as ReadonlySet<string>);
  const areApart = (a: string, b: string): boolean =>
    !liveAfter.some((names) => names.has(a) && names.has(b));
  for (const names of liveAfter) {
    for (const name of names) {
      const definition = definitions.get(name);
      if (!definition || slots.has(name) || pure.has(name)) continue;
      const type = resultTypeOf(definition, types);
      const size = types.sizeOf(type);
      if (together !== "none" && uniformity.isUniform(name) && !isChangedAroundYield(name)) {
        slots.set(name, { name, type, size, uniform: true, offset: end });
        // Where threads yield, the block may be left and entered again: then it needs a place.
        if (yields.length > 0) end += size;
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
  const regions = starts.map((entry, id) =>
    makeRegion(id, entry, members[id] as Set<number>, {
      cfg,
      liveAtEntry: live[indexOf(entry)] as ReadonlySet<string>,
      slots,
      pure,
      form,
    }),
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
  return {
    together,
    regions,
    slots,
    pure,
    parameters,
    waits,
    hasYields: yields.length > 0,
    contextBytesPerThread: end,
  };
}

/** What a region returns for a wait: the next region, and what is waited for where threads may do different things. */
export function waitCode({ together, hasYields }: RegionPlan, { region, sync }: Wait): number {
  if (together !== "none" && !hasYields) return region;
  return region | (WAIT_KINDS[sync.kind] << WAIT_SHIFT);
}

function whoWaitsTogether(
  form: KernelForm,
  cfg: Cfg,
  hasFullWarps: boolean,
): { together: RegionPlan["together"]; uniformity: Uniformity } {
  const afterYields = blocksAfterYields(form, cfg);
  const waits = form.syncs.filter((s) => s.kind !== "yield");
  const isTogether = (u: Uniformity): boolean =>
    waits.every((s) => s.kind !== "grid" && !u.isDivergentBlock(cfg.index.get(s.from) as number));
  const uniformity = analyseUniformity(cfg, "block", (b) => afterYields.has(b));
  // A warp operation is no barrier: one warp may be at it while another still spins for what comes after it.
  const areWarpsAlone = waits.some(
    (s) => s.kind === "warp" && afterYields.has(cfg.index.get(s.from) as number),
  );
  if (isTogether(uniformity) && !areWarpsAlone) return { together: "block", uniformity };
  // A warp that runs until it waits for the block would not yield to others.
  if (afterYields.size > 0) return { together: "none", uniformity };
  const inWarps = analyseUniformity(cfg, "warp");
  // A vote of the block would count the warps that have left.
  const canBeWarps = hasFullWarps && form.syncs.every((s) => s.kind !== "reduce") && isTogether(inWarps);
  return canBeWarps ? { together: "warp", uniformity: inWarps } : { together: "none", uniformity };
}

/** Bytes of context that a block of `threads` threads needs. */
export function contextBytes(perThread: number, threads: number): number {
  return CONTEXT_HEADER_BYTES + perThread * Math.ceil(threads / 16) * 16;
}

// Tells which values a region may change before its threads yield and need after it. Each thread
// must keep those itself, even if all come to the same value: they are not there at the same time.
function changedAroundYields(
  yields: readonly SyncPoint[],
  members: readonly ReadonlySet<number>[],
  cfg: Cfg,
  live: readonly ReadonlySet<string>[],
): (name: string) => boolean {
  const changed = new Set<string>();
  for (const { from, to } of yields) {
    const needed = live[cfg.index.get(to) as number] as ReadonlySet<string>;
    for (const region of members.filter((m) => m.has(cfg.index.get(from) as number))) {
      for (const at of region) {
        for (const { result } of (cfg.blocks[at] as Block).instructions) {
          if (result && needed.has(result)) changed.add(result);
        }
      }
    }
  }
  return (name) => changed.has(name);
}

// Tells which values meet in phis, directly or through others.
function phiRelations(cfg: Cfg): (a: string, b: string) => boolean {
  const groups = new Map<string, Set<string>>();
  for (const block of cfg.blocks) {
    for (const i of block.instructions) {
      if (i.op !== "phi" || !i.result) continue;
      const joined = new Set([i.result, ...localsOf(i)].flatMap((name) => [...(groups.get(name) ?? [name])]));
      for (const name of joined) groups.set(name, joined);
    }
  }
  return (a, b) => groups.get(a)?.has(b) ?? false;
}

function makeRegion(
  id: number,
  entry: string,
  members: ReadonlySet<number>,
  {
    cfg,
    liveAtEntry,
    slots,
    pure,
    form,
  }: {
    readonly cfg: Cfg;
    readonly liveAtEntry: ReadonlySet<string>;
    readonly slots: ReadonlyMap<string, Slot>;
    readonly pure: ReadonlyMap<string, Instruction>;
    readonly form: KernelForm;
  },
): Region {
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
    mayYield: form.syncs.some((s) => s.kind === "yield" && members.has(cfg.index.get(s.from) as number)),
    isResumed: form.syncs[id - 1]?.kind === "yield",
  };
}
