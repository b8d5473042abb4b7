// Two threads at one word, one of which writes, with nothing that orders them: no barrier of the block, no __syncwarp of
// their warp, and no fence with an atomic operation between them. Blocks are never ordered by themselves.

import type { MemorySpace } from "../../../core/check-report.js";
import { plural } from "../../../core/text.js";
import type { WatchTable } from "../cpu-object.js";
import type { WatchFact } from "../simt/watch-accesses.js";
import type { BlockState, ThreadState } from "./launch-state.js";
import { ACCESS, RaceShadow, READS, RECORD, WRITE } from "./race-shadow.js";
import { SyncLog } from "./release-log.js";
import type { ReportList } from "./report-list.js";
import { wordsAt } from "../../../core/source-words.js";

type Access = Extract<WatchFact, { is: "access" }>;

/** So many reads of one site are counted. */
const MOST_READS = 1000;

/** A conflict that may turn out to be none: a write of the value that is there, a read that an atomic operation repeats. */
interface Doubt {
  readonly word: number;
  readonly kind: "same-value" | "read-of-atomic";
  readonly site: number;
  readonly before: Uint8Array;
  readonly address: number;
  readonly tell: () => void;
}

export class Races {
  readonly #reports: ReportList;
  readonly #facts: readonly WatchFact[];
  readonly #flags: readonly number[];
  readonly #table: WatchTable;
  readonly #bytes: () => Uint8Array;
  readonly #describe: (address: number) => { space: MemorySpace; byteLength?: number };
  readonly #shadow = new RaceShadow();
  readonly #logs = new Map<number, SyncLog>();
  #doubts: Doubt[] = [];
  /** Reads of words that others update atomically, by site. */
  readonly #reads = new Map<number, (() => void)[]>();
  /** Where threads read a word that they then update atomically: such a read is only a guess. */
  readonly #guesses = new Set<number>();
  #time = 1;

  constructor(
    reports: ReportList,
    facts: readonly WatchFact[],
    table: WatchTable,
    bytes: () => Uint8Array,
    describe: (address: number) => { space: MemorySpace; byteLength?: number },
  ) {
    this.#reports = reports;
    this.#facts = facts;
    this.#table = table;
    this.#bytes = bytes;
    this.#describe = describe;
    this.#flags = table.sites.map(({ functions }, site) => flagsOf(facts[site], functions));
  }

  /** The time now, which is another one from then on. */
  tick(): number {
    return this.#time++;
  }

  forget(address: number, byteLength: number): void {
    this.#shadow.forget(address, byteLength);
  }

  /** All blocks have met. */
  meetAll(): void {
    this.settle();
    this.#shadow.clear();
    this.#logs.clear();
  }

  /** The thread goes on, or another one does: what it has written is there now. */
  settle(): void {
    if (this.#doubts.length === 0) return;
    const doubts = this.#doubts;
    this.#doubts = [];
    const bytes = this.#bytes();
    for (const { kind, site, before, address, tell } of doubts) {
      if (kind === "read-of-atomic") this.#maybeGuess(site, tell);
      else if (before.some((byte, i) => bytes[address + i] !== byte)) tell();
    }
  }

  // Whether threads follow it up is known at the end.
  #maybeGuess(site: number, tell: () => void): void {
    const reads = this.#reads.get(site);
    if (reads === undefined) this.#reads.set(site, [tell]);
    else if (reads.length < MOST_READS) reads.push(tell);
  }

  /** The launch is over. */
  end(): void {
    this.settle();
    for (const [site, reads] of this.#reads) {
      if (!this.#guesses.has(site)) for (const tell of reads) tell();
    }
    this.#reads.clear();
  }

  access(
    block: BlockState,
    thread: ThreadState,
    address: number,
    byteLength: number,
    site: number,
    fact: Access,
  ): void {
    const flags = this.#flags[site] as number;
    if (this.#doubts.length > 0) this.#settleFor(address, flags);
    if ((flags & (ACCESS.atomic | ACCESS.volatile)) !== 0) this.#hand(block, thread, address, flags, fact);
    const isWrite = fact.how === "write" || fact.how === "atomic";
    const first = address & ~3;
    for (let word = first; word < address + byteLength; word += 4) {
      const from = Math.max(address, word) - word;
      const to = Math.min(address + byteLength, word + 4) - word;
      const own = flags | ((1 << to) - (1 << from));
      const page = this.#shadow.page(word);
      const { at } = this.#shadow;
      this.#compare(page, at + WRITE, own, block, thread, word, site, address, byteLength);
      if (isWrite) {
        for (const read of READS) {
          this.#compare(page, at + read, own, block, thread, word, site, address, byteLength);
        }
        this.#note(page, at + WRITE, own, block, thread, site);
        // What it has read before is part of the operation: a loop around atomicCAS begins so.
        if ((flags & ACCESS.atomic) !== 0) {
          for (const read of READS) {
            if (!isBy(page, at + read, block, thread)) continue;
            this.#guesses.add(page[at + read + RECORD.site] as number);
            page[at + read + RECORD.block] = 0;
          }
        }
      } else {
        const [one, two] = [at + READS[0], at + READS[1]];
        if (!isBy(page, one, block, thread)) page.copyWithin(two, one, one + RECORD.length);
        this.#note(page, one, own, block, thread, site);
      }
    }
  }

  // An atomic operation on the word settles what was read of it; all else is settled by going on.
  #settleFor(address: number, flags: number): void {
    if ((flags & ACCESS.atomic) !== 0) {
      this.#doubts = this.#doubts.filter((d) => d.kind !== "read-of-atomic" || d.word !== (address & ~3));
    }
    const writes = this.#doubts.filter((d) => d.kind === "same-value");
    const rest = this.#doubts.filter((d) => d.kind !== "same-value");
    this.#doubts = writes;
    this.settle();
    this.#doubts = rest;
  }

  #note(
    page: Int32Array,
    at: number,
    flags: number,
    block: BlockState,
    thread: ThreadState,
    site: number,
  ): void {
    page[at] = block.index + 1;
    page[at + RECORD.thread] = thread.index;
    page[at + RECORD.epoch] = block.epoch;
    page[at + RECORD.tick] = thread.tick;
    page[at + RECORD.site] = site;
    page[at + RECORD.flags] = flags;
    page[at + RECORD.time] = this.#time;
  }

  #compare(
    page: Int32Array,
    at: number,
    flags: number,
    block: BlockState,
    thread: ThreadState,
    word: number,
    site: number,
    address: number,
    byteLength: number,
  ): void {
    if (page[at] === 0 || isBy(page, at, block, thread)) return;
    const before = page[at + RECORD.flags] as number;
    if ((before & flags & ACCESS.bytes) === 0) return;
    const isOwnBlock = page[at] === block.index + 1;
    const both = before & flags;
    // Block-wide atomics are none for other blocks.
    const areAtomic =
      (both & ACCESS.atomic) !== 0 && (isOwnBlock || ((before | flags) & ACCESS.blockScope) === 0);
    if (areAtomic || (both & ACCESS.volatile) !== 0) return;
    if (this.#isOrdered(page, at, block, thread)) return;
    const otherSite = page[at + RECORD.site] as number;
    const otherWho = { block: (page[at] as number) - 1, thread: page[at + RECORD.thread] as number };
    const who = { block: block.index, thread: thread.index };
    const tell = (): void => this.#tell(site, who, otherSite, otherWho, word);
    const mine = this.#facts[site] as Access;
    const other = this.#facts[otherSite] as Access;
    if (mine.how === "write" && other.how === "write") {
      const snapshot = this.#bytes().slice(address, address + byteLength);
      this.#doubts.push({ kind: "same-value", site, word, before: snapshot, address, tell });
    } else if (mine.how === "read" && other.how === "atomic") {
      this.#doubts.push({ kind: "read-of-atomic", site, word, before: new Uint8Array(0), address, tell });
    } else if (mine.how === "atomic" && other.how === "read") this.#maybeGuess(otherSite, tell);
    else tell();
  }

  #isOrdered(page: Int32Array, at: number, block: BlockState, thread: ThreadState): boolean {
    const other = page[at + RECORD.thread] as number;
    const epoch = page[at + RECORD.epoch] as number;
    const isOwnBlock = page[at] === block.index + 1;
    if (isOwnBlock) {
      if (epoch < block.epoch) return true;
      const isOwnWarp = other >>> 5 === thread.index >>> 5;
      if (isOwnWarp && (page[at + RECORD.tick] as number) <= (thread.known[other & 31] as number))
        return true;
    }
    const access = {
      block: (page[at] as number) - 1,
      thread: other,
      epoch,
      time: page[at + RECORD.time] as number,
    };
    for (const known of [thread.acquired, block.acquired]) {
      for (const [log, length] of known) if (log.covers(length, access, block.index)) return true;
    }
    return false;
  }

  // An atomic or volatile access hands on what the thread has released, and takes what others have.
  #hand(block: BlockState, thread: ThreadState, address: number, flags: number, fact: Access): void {
    const isDeviceWide = (flags & ACCESS.blockScope) === 0;
    if (fact.order !== undefined && /^(release|acq_rel|seq_cst)$/.test(fact.order)) {
      thread.deviceFence = this.tick();
    }
    let log = this.#logs.get(address);
    if (fact.how !== "write" && log !== undefined && log.length > 0) {
      thread.acquired.set(log, log.length);
    }
    if (fact.how === "read") return;
    if (thread.deviceFence === 0 && thread.blockFence === 0) return;
    if (log === undefined) this.#logs.set(address, (log = new SyncLog()));
    log.add(block, thread, isDeviceWide);
  }

  #tell(
    site: number,
    who: { block: number; thread: number },
    otherSite: number,
    otherWho: { block: number; thread: number },
    word: number,
  ): void {
    const mine = this.#facts[site] as Access;
    const other = this.#facts[otherSite] as Access;
    const { space, byteLength } = this.#describe(word);
    const place = this.#reports.placeOf(site);
    const there = this.#reports.placeOf(otherSite);
    const words = wordsAt(place.text, place.column);
    const among =
      who.block !== otherWho.block
        ? "different blocks"
        : who.thread >>> 5 === otherWho.thread >>> 5
          ? "one warp"
          : "one block";
    this.#reports.add({
      kind: "race",
      message: `race in ${space} memory between threads of ${among}`,
      site,
      who,
      otherSite,
      otherWho,
      otherAccess: nounOf(other),
      space,
      access: nounOf(mine),
      byteLength: mine.bytes,
      ...(words === undefined ? {} : { variable: words.variable }),
      ...(byteLength === undefined ? {} : { allocation: { byteLength } }),
      detail: `${this.#reports.shownWho(who)} ${VERBS[mine.how]} ${plural(mine.bytes, "byte")} that ${this.#reports.shownWho(otherWho)} ${PAST[other.how]} at ${there.file}:${there.line}:${there.column}, with nothing between them that orders the two`,
      hint: HINTS[among],
    });
    void this.#table;
  }
}

const VERBS = { read: "reads", write: "writes", atomic: "updates", copy: "reads" } as const;
const PAST = { read: "has read", write: "has written", atomic: "has updated", copy: "has read" } as const;

const HINTS = {
  "one warp": "put __syncwarp() between the two accesses",
  "one block": "put __syncthreads() between the two accesses, or make them atomic",
  "different blocks":
    "use an atomic operation, or do the second part in a kernel of its own: blocks run in any order",
} as const;

function nounOf({ how }: Access): "read" | "write" | "atomic" {
  return how === "copy" ? "read" : how;
}

function isBy(page: Int32Array, at: number, block: BlockState, thread: ThreadState): boolean {
  return page[at] === block.index + 1 && page[at + RECORD.thread] === thread.index;
}

function flagsOf(fact: WatchFact | undefined, functions: readonly string[]): number {
  if (fact?.is !== "access") return 0;
  const isAtomic = fact.how === "atomic" || fact.order !== undefined;
  const isBlockWide = isAtomic && functions.some((name) => /^atomic\w+_block\b/.test(name));
  return (
    (isAtomic ? ACCESS.atomic : 0) |
    (isBlockWide ? ACCESS.blockScope : 0) |
    (fact.isVolatile === true ? ACCESS.volatile : 0)
  );
}
