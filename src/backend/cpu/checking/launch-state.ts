// The state of the threads of a checked launch: how many barriers they have passed, what they wait for, and what they know of other
// threads' work. Most of it lies in the shadow memory, where fast-path.c uses it too.

import { BLOCK, THREAD } from "./fast-path.gen.js";
import { LocalTable, type NewLocal } from "./local-table.js";
import type { MemoryObject } from "./memory-object.js";
import type { SyncLog } from "./release-log.js";
import type { ShadowMemory } from "./shadow-memory.js";

const NOTHING: readonly [SyncLog, number][] = [];

export interface Waiting {
  readonly kind: "barrier" | "reduce" | "grid" | "warp";
  readonly operation: number;
  readonly mask: number;
  readonly argument: number;
  readonly site: number;
}

/** Kinds of waits, by the number that is kept of them. */
export const WAIT_KINDS: readonly Waiting["kind"][] = ["barrier", "reduce", "grid", "warp"];

type Field = "exited" | "overflow" | "deviceFence" | "blockFence";

export class ThreadState {
  readonly index: number;
  readonly #shadow: ShadowMemory;
  /** Where its words begin. */
  readonly #at: number;

  // Most threads need neither, and there are many.
  #known: Int32Array | undefined;
  #acquired: Map<SyncLog, number> | undefined;

  constructor(index: number, shadow: ShadowMemory, at: number) {
    this.index = index;
    this.#shadow = shadow;
    this.#at = at;
  }

  /** Counts the waits with its warp, from 1 on. */
  get tick(): number {
    return 1 + (this.#shadow.words[this.#at + THREAD.waits] as number);
  }

  set tick(value: number) {
    this.#shadow.words[this.#at + THREAD.waits] = value - 1;
  }

  /** What it waits for. */
  get waiting(): Waiting | undefined {
    const { words } = this.#shadow;
    const at = this.#at;
    const site = this.waitingSite;
    if (site < 0) return undefined;
    return {
      kind: WAIT_KINDS[words[at + THREAD.kind] as number] as Waiting["kind"],
      operation: words[at + THREAD.operation] as number,
      mask: words[at + THREAD.mask] as number,
      argument: words[at + THREAD.argument] as number,
      site,
    };
  }

  /** The site of its wait; -1 for none. */
  get waitingSite(): number {
    return (this.#shadow.words[this.#at + THREAD.waiting] as number) - 1;
  }

  set waiting(waiting: Waiting | undefined) {
    const { words } = this.#shadow;
    const at = this.#at;
    words[at + THREAD.waiting] = waiting === undefined ? 0 : waiting.site + 1;
    if (waiting === undefined) return;
    words[at + THREAD.kind] = WAIT_KINDS.indexOf(waiting.kind);
    words[at + THREAD.operation] = waiting.operation;
    words[at + THREAD.mask] = waiting.mask;
    words[at + THREAD.argument] = waiting.argument;
  }

  get(field: Field): number {
    return this.#shadow.words[this.#at + THREAD[field]] as number;
  }

  set(field: Field, value: number): void {
    this.#shadow.words[this.#at + THREAD[field]] = value;
  }

  /** When it passed its last fence for the whole device, and for its block; 0 for never. */
  get deviceFence(): number {
    return this.get("deviceFence");
  }

  get blockFence(): number {
    return this.get("blockFence");
  }

  get hasExited(): boolean {
    return this.get("exited") === 1;
  }

  /** It begins in another block: it knows nothing. */
  forget(): void {
    this.#known = undefined;
    this.#acquired = undefined;
  }

  /** For each lane of its warp, up to which of that lane's ticks it knows. */
  get known(): Int32Array {
    return (this.#known ??= new Int32Array(32));
  }

  /** The same where it may know nothing. */
  get knownLanes(): Int32Array | undefined {
    return this.#known;
  }

  /** How much it knows of what others have released. */
  get acquired(): Map<SyncLog, number> {
    return (this.#acquired ??= new Map());
  }

  /** What it knows of that is for others to know too from now on. */
  takeAcquired(): Map<SyncLog, number> | undefined {
    const acquired = this.#acquired;
    this.#acquired = undefined;
    return acquired;
  }
}

export class BlockState {
  readonly threads: readonly ThreadState[];
  /** What all its threads know since the last barrier. */
  readonly acquired = new Map<SyncLog, number>();
  readonly #shadow: ShadowMemory;
  readonly #address: number;
  readonly #locals: LocalTable | undefined;
  #index = 0;

  /** `hasLocals`: whether its threads have variables with elements. */
  constructor(shadow: ShadowMemory, threads: number, hasLocals: boolean) {
    this.#shadow = shadow;
    this.#locals = hasLocals ? new LocalTable(shadow, threads) : undefined;
    this.#address = shadow.allocate(4 * wordsFor(threads));
    this.threads = Array.from(
      { length: threads },
      (_, i) => new ThreadState(i, shadow, this.#address / 4 + BLOCK.words + i * THREAD.words),
    );
  }

  get index(): number {
    return this.#index;
  }

  /** Its number among those of all launches. */
  get number(): number {
    return this.#get("number");
  }

  set number(value: number) {
    this.#set("number", value);
  }

  /** Counts the barriers. */
  get epoch(): number {
    return this.#get("epoch");
  }

  /** A block begins. */
  begin(index: number, number: number): void {
    const at = this.#address / 4;
    const hasLearned = this.#get("learned") === 1;
    this.#shadow.words.fill(0, at, at + wordsFor(this.threads.length));
    this.#index = index;
    this.number = number;
    this.#set("epoch", 1);
    this.#set("count", this.threads.length);
    this.acquired.clear();
    if (hasLearned) for (const thread of this.threads) thread.forget();
    this.#set("locals", this.#locals?.address ?? 0);
    this.#locals?.begin();
  }

  /** From now on it is the block that runs. */
  enter(): void {
    this.#shadow.setState("block", this.#address);
  }

  /** A thread has a variable with elements from now on. */
  addLocal(thread: number, local: Omit<NewLocal, "thread" | "block">): void {
    this.#locals?.add({ ...local, thread, block: this.number });
  }

  /** The variables with elements that a thread has. */
  localsOf(thread: number): readonly MemoryObject[] {
    return this.#locals?.of(thread, this.number) ?? [];
  }

  release(): void {
    this.#locals?.release();
    this.#shadow.free(this.#address, 4 * wordsFor(this.threads.length));
  }

  /** A thread waits at something that not all need wait at. */
  setMixed(): void {
    this.#set("mixed", 1);
  }

  /** A thread has learned what others have done. */
  setLearned(): void {
    this.#set("learned", 1);
  }

  #get(field: Exclude<keyof typeof BLOCK, "words">): number {
    return this.#shadow.words[this.#address / 4 + BLOCK[field]] as number;
  }

  #set(field: Exclude<keyof typeof BLOCK, "words">, value: number): void {
    this.#shadow.words[this.#address / 4 + BLOCK[field]] = value;
  }

  /** All threads have met, and none waits any more: each knows what the others do. */
  meet(): void {
    this.#set("epoch", this.epoch + 1);
    this.#set("barrier", 0);
    this.#set("mixed", 0);
    if (this.#get("learned") === 0) return;
    for (const thread of this.threads) {
      for (const [log, length] of thread.takeAcquired() ?? NOTHING) {
        if ((this.acquired.get(log) ?? 0) < length) this.acquired.set(log, length);
      }
    }
  }

  /** Lanes of a warp have met. */
  meetLanes(lanes: readonly ThreadState[]): void {
    this.setLearned();
    const known = new Int32Array(32);
    const acquired = new Map<SyncLog, number>();
    for (const lane of lanes) {
      lane.known[lane.index & 31] = lane.tick;
      for (let i = 0; i < 32; i++) known[i] = Math.max(known[i] as number, lane.known[i] as number);
      for (const [log, length] of lane.acquired) {
        acquired.set(log, Math.max(length, acquired.get(log) ?? 0));
      }
    }
    for (const lane of lanes) {
      lane.known.set(known);
      lane.tick++;
      for (const [log, length] of acquired) lane.acquired.set(log, length);
    }
  }
}

function wordsFor(threads: number): number {
  return BLOCK.words + threads * THREAD.words;
}
