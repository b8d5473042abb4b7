// Finds races: two threads access one word, one of them writes, and nothing orders the two. A barrier of the block, a __syncwarp of the
// warp, or a fence with an atomic operation would. Blocks are never ordered by themselves.

import type { MemorySpace } from "../../../core/check-report.js";
import { shownPlace } from "../../check-text.js";
import { plural } from "../../../core/text.js";
import type { WatchTable } from "../cpu-object.js";
import type { WatchFact } from "../passes/watch-facts.js";
import type { BlockState, ThreadState } from "./launch-state.js";
import { ACCESS, LAYOUT, RECORD } from "./fast-path.gen.js";
import { type RaceShadow, READS, WRITE } from "./race-shadow.js";
import type { ShadowMemory } from "./shadow-memory.js";
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

export interface RacesOptions {
  readonly reports: ReportList;
  /** What a site tells, by its number. */
  readonly facts: readonly WatchFact[];
  readonly table: WatchTable;
  /** The device's memory. */
  readonly bytes: () => Uint8Array;
  readonly describe: (address: number) => { space: MemorySpace; byteLength?: number };
  readonly shadow: ShadowMemory;
  readonly words: RaceShadow;
}

export class Races {
  readonly #reports: ReportList;
  readonly #facts: readonly WatchFact[];
  readonly #flags: readonly number[];
  readonly #bytes: () => Uint8Array;
  readonly #describe: (address: number) => { space: MemorySpace; byteLength?: number };
  readonly #shadow: ShadowMemory;
  readonly #words: RaceShadow;
  readonly #meet: () => void;
  readonly #logs = new Map<number, SyncLog>();
  #doubts: Doubt[] = [];
  /** Reads of words that others update atomically, by site. */
  readonly #reads = new Map<number, (() => void)[]>();
  /** Where threads read a word that they then update atomically: such a read is only a guess. */
  readonly #guesses = new Set<number>();

  /** `meet` gives all blocks other numbers. */
  constructor(options: RacesOptions, meet: () => void) {
    this.#reports = options.reports;
    this.#facts = options.facts;
    this.#bytes = options.bytes;
    this.#describe = options.describe;
    this.#shadow = options.shadow;
    this.#words = options.words;
    this.#meet = meet;
    this.#flags = options.table.sites.map(({ functions }, site) => flagsOf(options.facts[site], functions));
    this.#shadow.setState("time", 1);
    this.#shadow.setState("logs", 0);
    this.#shadow.setState("doubts", 0);
  }

  /** The time now, which is another one from then on. */
  tick(): number {
    const time = this.#shadow.state("time");
    this.#shadow.setState("time", time + 1);
    return time;
  }

  forget(address: number, byteLength: number): void {
    this.#words.forget(address, byteLength);
  }

  /** All blocks have met. */
  meetAll(): void {
    this.settle();
    this.#meet();
    this.#logs.clear();
  }

  /** The thread goes on, or another one does: what it has written is there now. */
  settle(): void {
    if (this.#doubts.length === 0) return;
    const doubts = this.#doubts;
    this.#setDoubts([]);
    const bytes = this.#bytes();
    for (const { kind, site, before, address, tell } of doubts) {
      if (kind === "read-of-atomic") this.#maybeGuess(site, tell);
      else if (before.some((byte, i) => bytes[address + i] !== byte)) tell();
    }
  }

  #setDoubts(doubts: Doubt[]): void {
    this.#doubts = doubts;
    this.#shadow.setState("doubts", doubts.length);
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
    if ((flags & (ACCESS.ATOMIC | ACCESS.VOLATILE)) !== 0) this.#hand(block, thread, address, flags, fact);
    const isWrite = fact.how === "write" || fact.how === "atomic";
    const first = address & ~3;
    for (let word = first; word < address + byteLength; word += 4) {
      const from = Math.max(address, word) - word;
      const to = Math.min(address + byteLength, word + 4) - word;
      const own = flags | ((1 << to) - (1 << from));
      const page = this.#words.page(word);
      const { at } = this.#words;
      this.#compare(page, at + WRITE, own, block, thread, word, site, address, byteLength);
      if (isWrite) {
        for (const read of READS) {
          this.#compare(page, at + read, own, block, thread, word, site, address, byteLength);
        }
        this.#note(page, at + WRITE, own, block, thread, site);
        // What it has read before is part of the operation: a loop around atomicCAS begins so.
        if ((flags & ACCESS.ATOMIC) !== 0) {
          for (const read of READS) {
            if (!isBy(page, at + read, block, thread)) continue;
            this.#guesses.add(page[at + read + RECORD.site] as number);
            page[at + read + RECORD.block] = 0;
          }
        }
      } else {
        const [one, two] = [at + READS[0], at + READS[1]];
        if (!isBy(page, one, block, thread)) page.copyWithin(two, one, one + RECORD.words);
        this.#note(page, one, own, block, thread, site);
      }
    }
  }

  // An atomic operation on the word settles what was read of it; all else is settled by going on.
  #settleFor(address: number, flags: number): void {
    if ((flags & ACCESS.ATOMIC) !== 0) {
      this.#setDoubts(this.#doubts.filter((d) => d.kind !== "read-of-atomic" || d.word !== (address & ~3)));
    }
    const writes = this.#doubts.filter((d) => d.kind === "same-value");
    const rest = this.#doubts.filter((d) => d.kind !== "same-value");
    this.#setDoubts(writes);
    this.settle();
    this.#setDoubts(rest);
  }

  #note(
    page: Int32Array,
    at: number,
    flags: number,
    block: BlockState,
    thread: ThreadState,
    site: number,
  ): void {
    page[at + RECORD.block] = block.number;
    page[at + RECORD.who] = thread.index | (flags << LAYOUT.THREAD_BITS);
    page[at + RECORD.epoch] = block.epoch;
    page[at + RECORD.tick] = thread.tick;
    page[at + RECORD.time] = this.#shadow.state("time");
    page[at + RECORD.site] = site;
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
    const first = this.#shadow.state("before") + 1;
    const number = page[at + RECORD.block] as number;
    if (number < first || isBy(page, at, block, thread)) return;
    const before = (page[at + RECORD.who] as number) >>> LAYOUT.THREAD_BITS;
    if ((before & flags & ACCESS.BYTES) === 0) return;
    const isOwnBlock = number === block.number;
    // Atomic and volatile accesses go together, as where a lock is taken by one and given back by the other; block-wide
    // atomics are none for other blocks.
    const areStrong = [before, flags].every((one) => (one & (ACCESS.ATOMIC | ACCESS.VOLATILE)) !== 0);
    if (areStrong && (isOwnBlock || ((before | flags) & ACCESS.BLOCK_SCOPE) === 0)) return;
    if (this.#isOrdered(page, at, block, thread)) return;
    const otherSite = page[at + RECORD.site] as number;
    const otherWho = { block: number - first, thread: threadIn(page, at) };
    const who = { block: block.index, thread: thread.index };
    const tell = (): void => this.#tell(site, who, otherSite, otherWho, word);
    const mine = this.#facts[site] as Access;
    const other = this.#facts[otherSite] as Access;
    if (mine.how === "write" && other.how === "write") {
      const snapshot = this.#bytes().slice(address, address + byteLength);
      this.#doubt({ kind: "same-value", site, word, before: snapshot, address, tell });
    } else if (mine.how === "read" && other.how === "atomic") {
      this.#doubt({ kind: "read-of-atomic", site, word, before: new Uint8Array(0), address, tell });
    } else if (mine.how === "atomic" && other.how === "read") this.#maybeGuess(otherSite, tell);
    else tell();
  }

  #doubt(doubt: Doubt): void {
    this.#setDoubts([...this.#doubts, doubt]);
  }

  #isOrdered(page: Int32Array, at: number, block: BlockState, thread: ThreadState): boolean {
    const other = threadIn(page, at);
    const epoch = page[at + RECORD.epoch] as number;
    const number = page[at + RECORD.block] as number;
    const isOwnBlock = number === block.number;
    if (isOwnBlock) {
      if (epoch < block.epoch) return true;
      const isOwnWarp = other >>> 5 === thread.index >>> 5;
      if (isOwnWarp && (page[at + RECORD.tick] as number) <= (thread.known[other & 31] as number))
        return true;
    }
    const access = {
      block: number - this.#shadow.state("before") - 1,
      thread: other,
      epoch,
      tick: page[at + RECORD.tick] as number,
      time: page[at + RECORD.time] as number,
    };
    for (const known of [thread.acquired, block.acquired]) {
      for (const [log, length] of known) if (log.covers(length, access, block.index)) return true;
    }
    return false;
  }

  // An atomic or volatile access hands on what the thread has released, and takes what others have.
  #hand(block: BlockState, thread: ThreadState, address: number, flags: number, fact: Access): void {
    const isDeviceWide = (flags & ACCESS.BLOCK_SCOPE) === 0;
    if (isReleasing(fact)) thread.set("deviceFence", this.tick());
    let log = this.#logs.get(address);
    if (fact.how !== "write" && log !== undefined && log.length > 0) {
      thread.acquired.set(log, log.length);
      block.setLearned();
    }
    if (fact.how === "read") return;
    if (thread.deviceFence === 0 && thread.blockFence === 0) return;
    if (log === undefined) this.#logs.set(address, (log = new SyncLog()));
    this.#shadow.setState("logs", 1);
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
    const among: (typeof BREADTHS)[number] =
      who.block !== otherWho.block
        ? "different blocks"
        : who.thread >>> 5 === otherWho.thread >>> 5
          ? "one warp"
          : "one block";
    // What orders the threads of a warp does not order those of a block.
    const rank = BREADTHS.indexOf(among);
    if (this.#reports.again({ kind: "race", space, site, otherSite, rank })) return;
    const place = this.#reports.placeOf(site);
    const there = this.#reports.placeOf(otherSite);
    const words = wordsAt(place.text, place.column);
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
      detail: `${this.#reports.shownWho(who)} ${VERBS[mine.how]} ${plural(mine.bytes, "byte")} that ${this.#reports.shownWho(otherWho)} ${PAST[other.how]} at ${shownPlace(there)}, with nothing between them that orders the two`,
      hint: hintsFor(mine, other)[among],
      rank,
    });
  }
}

const VERBS = { read: "reads", write: "writes", atomic: "updates", copy: "reads" } as const;
const PAST = { read: "has read", write: "has written", atomic: "has updated", copy: "has read" } as const;

const BREADTHS = ["one warp", "one block", "different blocks"] as const;

const HINTS = {
  "one warp": "put __syncwarp() between the two accesses",
  "one block": "put __syncthreads() between the two accesses, or make them atomic",
  "different blocks":
    "use an atomic operation, or do the second part in a kernel of its own: blocks run in any order",
} as const;

const WRITE_HINTS = {
  "one warp": "let each lane write an element of its own, or put __syncwarp() between the two writes",
  "one block":
    "let each thread write an element of its own, or put __syncthreads() between the two writes, or make them atomic",
  "different blocks":
    "let each thread write an element of its own: check the index, and its limit in each dimension; or use an atomic operation",
} as const;

const READ_HINTS = {
  "one warp":
    "put __syncwarp() between the two accesses, or read through a volatile pointer or cuda::atomic_ref",
  "one block":
    "put __syncthreads() between the two accesses, or read through a volatile pointer or cuda::atomic_ref",
  "different blocks":
    "read through a volatile pointer or cuda::atomic_ref if any value will do, else in a kernel of its own",
} as const;

function hintsFor(mine: Access, other: Access): Readonly<Record<(typeof BREADTHS)[number], string>> {
  if (isPlainReadOfAtomic(mine, other)) return READ_HINTS;
  return mine.how === "write" && other.how === "write" ? WRITE_HINTS : HINTS;
}

function isPlainReadOfAtomic(mine: Access, other: Access): boolean {
  return (mine.how === "read" && other.how === "atomic") || (mine.how === "atomic" && other.how === "read");
}

function nounOf({ how }: Access): "read" | "write" | "atomic" {
  return how === "copy" ? "read" : how;
}

function threadIn(page: Int32Array, at: number): number {
  return (page[at + RECORD.who] as number) & (2 ** LAYOUT.THREAD_BITS - 1);
}

function isBy(page: Int32Array, at: number, block: BlockState, thread: ThreadState): boolean {
  return page[at + RECORD.block] === block.number && threadIn(page, at) === thread.index;
}

/** Whether an access hands on by itself what its thread has done. */
export function isReleasing({ order }: Access): boolean {
  return order === "release" || order === "acq_rel" || order === "seq_cst";
}

/** How an access counts for races. */
export function flagsOf(fact: WatchFact | undefined, functions: readonly string[]): number {
  if (fact?.is !== "access") return 0;
  const isAtomic = fact.how === "atomic" || fact.order !== undefined;
  const isBlockWide = isAtomic && functions.some((name) => /^atomic\w+_block\b/.test(name));
  return (
    (isAtomic ? ACCESS.ATOMIC : 0) |
    (isBlockWide ? ACCESS.BLOCK_SCOPE : 0) |
    (fact.isVolatile === true ? ACCESS.VOLATILE : 0)
  );
}
