// Checks where threads wait for each other: all threads of a block must reach the same barrier, and all lanes that a mask names must
// reach the same warp operation.

import { shownPlace } from "../../check-text.js";
import { lazy } from "../../../core/lazy.js";
import { plural } from "../../../core/text.js";
import type { WatchTable } from "../cpu-object.js";
import type { BlockState, ThreadState, Waiting } from "./launch-state.js";
import { keyOf, type ReportList } from "./report-list.js";

/** Operations of include/cuts/cuda/detail/warp.h. */
const SYNCWARP = 0;
const SHUFFLE_FROM = 1;
const SHUFFLE_UP = 2;
const SHUFFLE_DOWN = 3;
const LAST_SHUFFLE = 4;
const ACTIVEMASK = 16;
const LOCKSTEP = 19;

export class Waits {
  readonly #reports: ReportList;
  readonly #table: WatchTable;
  readonly #meetAll: () => void;

  constructor(reports: ReportList, table: WatchTable, meetAll: () => void) {
    this.#reports = reports;
    this.#table = table;
    this.#meetAll = meetAll;
  }

  /** A thread comes to a wait. */
  arrive(block: BlockState, thread: ThreadState, waiting: Waiting): void {
    thread.waiting = waiting;
    block.setMixed();
    if (waiting.kind !== "warp" || !hasMask(waiting)) return;
    const lane = thread.index & 31;
    if ((waiting.mask & (1 << lane)) === 0) {
      this.#tell(
        "warp-mask",
        "warp operation by a lane that its mask does not name",
        block,
        thread,
        waiting,
        {
          detail: `is lane ${lane} of its warp, which the mask ${shownMask(waiting.mask)} does not name`,
          hint: "name every lane that comes here: __ballot_sync before the branch tells them",
        },
      );
    }
    const { operation, argument } = waiting;
    const width = argument >>> 16;
    if (isShuffle(operation) && (width === 0 || width > 32 || (width & (width - 1)) !== 0)) {
      this.#tell("warp-mask", "shuffle of a width that is no power of two", block, thread, waiting, {
        detail: `shuffles with the width ${width}`,
        hint: "use a width of 1, 2, 4, 8, 16 or 32",
      });
    }
  }

  /** A thread goes on: those that waited with it do too. */
  leave(block: BlockState, thread: ThreadState): void {
    const waiting = thread.waiting as Waiting;
    if (waiting.kind === "warp") this.#leaveWarp(block, thread, waiting);
    else if (waiting.kind === "grid") {
      for (const one of block.threads) one.waiting = undefined;
      block.meet();
      this.#meetAll();
    } else this.#leaveBarrier(block, waiting);
  }

  #leaveBarrier(block: BlockState, waiting: Waiting): void {
    const here = lazy(() => keyOf(this.#reports.placeOf(waiting.site)));
    for (const other of block.threads) {
      if (other.waitingSite < 0) continue;
      const there = other.waitingSite === waiting.site ? undefined : other.waiting;
      other.waiting = undefined;
      if (there === undefined || there.kind === "warp") continue;
      if (there.kind === waiting.kind && keyOf(this.#reports.placeOf(there.site)) === here()) continue;
      const first = block.threads.find((t) => !t.hasExited) as ThreadState;
      this.#divergence(block, first, waiting, other, there);
    }
    block.meet();
  }

  #divergence(
    block: BlockState,
    thread: ThreadState,
    waiting: Waiting,
    other: ThreadState,
    there: Waiting,
  ): void {
    const place = this.#reports.placeOf(there.site);
    const who = { block: block.index, thread: other.index };
    this.#tell(
      "barrier-divergence",
      "barrier that not all threads of the block reach",
      block,
      thread,
      waiting,
      {
        detail: `waits at this barrier, and ${this.#reports.shownWho(who)} at the one at ${shownPlace(place)}`,
        hint: "move the barrier out of the branch or loop, so that all threads of the block come to the same one",
        otherSite: there.site,
        otherWho: who,
      },
    );
  }

  #leaveWarp(block: BlockState, thread: ThreadState, waiting: Waiting): void {
    const first = thread.index & ~31;
    const warp = block.threads.slice(first, first + 32);
    const isNamedHere = ({ index }: ThreadState): boolean => (waiting.mask & (1 << (index & 31))) !== 0;
    // Tiles of a warp wait at one place with masks of their own.
    const group = warp.filter(
      (lane) =>
        lane.waiting !== undefined &&
        isTogether(lane.waiting, waiting) &&
        (!hasMask(waiting) || lane.waiting.mask === waiting.mask || isNamedHere(lane)),
    );
    const { operation } = waiting;
    if (hasMask(waiting)) {
      const differing = group.find(
        (lane) => lane.waiting?.site === waiting.site && lane.waiting.mask !== waiting.mask,
      );
      const isNamed = differing !== undefined && isNamedHere(differing);
      if (isNamed) {
        this.#tell("warp-mask", "warp operation with masks that differ", block, thread, waiting, {
          detail: `has the mask ${shownMask(waiting.mask)}, and lane ${differing.index & 31} of its warp ${shownMask(differing.waiting?.mask ?? 0)}`,
          hint: "give all lanes of one operation the same mask",
        });
      }
      if (isShuffle(operation)) for (const lane of group) this.#checkSource(block, lane, group);
    }
    if (operation === SYNCWARP) {
      block.meetLanes(group.filter(isNamedHere));
    }
    for (const lane of group) lane.waiting = undefined;
  }

  // A shuffle from a lane that is not there reads anything.
  #checkSource(block: BlockState, lane: ThreadState, group: readonly ThreadState[]): void {
    const waiting = lane.waiting as Waiting;
    if (this.#table.sites[waiting.site]?.isGuarded === true) return;
    const source = sourceOf(lane.index & 31, waiting);
    if (source === (lane.index & 31)) return;
    if (group.some((other) => (other.index & 31) === source) && (waiting.mask & (1 << source)) !== 0) return;
    const thread = block.threads[(lane.index & ~31) + source];
    const isGone = thread === undefined || thread.hasExited;
    // In butterflies and trees many lanes read what no result depends on; what has ended can never be meant.
    if (waiting.operation !== SHUFFLE_FROM && !isGone) return;
    const why =
      thread === undefined ? "is not in the block" : isGone ? "has ended" : "is not at this operation";
    this.#tell("warp-mask", "shuffle from a lane that does not take part", block, lane, waiting, {
      detail: `reads from lane ${source} of its warp, which ${why}`,
      hint: "let every lane that is read from come here: a lane without an element can take part with a value that changes nothing",
    });
  }

  /** Nobody can go on: tells who waits for whom. */
  deadlock(block: BlockState): void {
    const living = block.threads.filter((t) => !t.hasExited);
    const atWarp = living.find((t) => t.waiting?.kind === "warp");
    const atBarrier = living.find((t) => t.waiting !== undefined && t.waiting.kind !== "warp");
    if (atWarp?.waiting !== undefined && hasMask(atWarp.waiting)) {
      const { mask } = atWarp.waiting;
      const first = atWarp.index & ~31;
      const missing = living.find(
        (t) =>
          (t.index & ~31) === first &&
          (mask & (1 << (t.index & 31))) !== 0 &&
          (t.waiting === undefined || !isTogether(t.waiting, atWarp.waiting as Waiting)),
      );
      const where = missing?.waiting && this.#reports.placeOf(missing.waiting.site);
      this.#tell("warp-mask", "warp operation that waits for a lane in vain", block, atWarp, atWarp.waiting, {
        detail:
          where === undefined
            ? `waits for the lanes of ${shownMask(mask)}, which do not all come`
            : `waits for lane ${(missing?.index ?? 0) & 31} of its warp, which its mask ${shownMask(mask)} names and which waits at ${shownPlace(where)}`,
        hint: "name only the lanes that come here: __ballot_sync before the branch tells them",
      });
    } else if (atBarrier?.waiting !== undefined) {
      const elsewhere = living.filter((t) => t.waiting === undefined).length;
      this.#tell(
        "deadlock",
        "threads that wait for each other in vain",
        block,
        atBarrier,
        atBarrier.waiting,
        {
          detail: `waits at this barrier, which ${plural(elsewhere, "thread")} of its block never reach`,
          hint: "let all threads of the block reach the barrier",
        },
      );
    }
  }

  #tell(
    kind: "warp-mask" | "barrier-divergence" | "deadlock",
    message: string,
    block: BlockState,
    thread: ThreadState,
    { site }: Waiting,
    more: {
      readonly detail: string;
      readonly hint: string;
      readonly otherSite?: number;
      readonly otherWho?: { block: number; thread: number };
    },
  ): void {
    const who = { block: block.index, thread: thread.index };
    this.#reports.add({
      kind,
      message,
      site,
      who,
      ...more,
      detail: `${this.#reports.shownWho(who)} ${more.detail}`,
    });
  }
}

function hasMask({ operation }: Waiting): boolean {
  return operation !== ACTIVEMASK && operation !== LOCKSTEP;
}

function isShuffle(operation: number): boolean {
  return operation >= SHUFFLE_FROM && operation <= LAST_SHUFFLE;
}

/** The lane that a shuffle reads from: its own where that would be outside of its part of the warp. */
function sourceOf(lane: number, { operation, argument }: Waiting): number {
  const width = argument >>> 16;
  const by = argument & 0xffff;
  const start = lane & ~(width - 1);
  const end = start + width;
  switch (operation) {
    case SHUFFLE_FROM:
      return start | (by & (width - 1));
    case SHUFFLE_UP:
      return lane - by < start ? lane : lane - by;
    case SHUFFLE_DOWN:
      return lane + by >= end ? lane : lane + by;
    default:
      return (lane ^ by) >= end ? lane : lane ^ by;
  }
}

function isTogether(a: Waiting, b: Waiting): boolean {
  return a.kind === "warp" && a.operation === b.operation && (a.site === b.site || a.mask === b.mask);
}

function shownMask(mask: number): string {
  return `0x${(mask >>> 0).toString(16).padStart(8, "0")}`;
}
