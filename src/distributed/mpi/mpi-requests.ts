// Pending MPI calls. MPI makes progress only when it is called, so pending calls are polled: first without leaving the call,
// because most calls end soon; then in every turn of the event loop; and after a while once a millisecond, to leave the processor
// to other ranks.

import { numberAddressOf } from "../../ffi/memory.js";
import type { MpiProcess } from "./mpi-process.js";

/** How long a call is polled before the event loop continues. */
const SPIN_MS = 0.05;
/** The same if ranks share processors; this rank then yields its processor between polls. */
const CROWDED_SPIN_MS = 0.2;
/** How long a call is polled in every turn of the event loop. */
const BUSY_MS = 20;

const SLOT_BYTES = 16;
const SLOTS_IN_BLOCK = 256;

/** A pending call. */
export interface MpiRequest {
  /** What it is, for messages. */
  readonly what: string;
  readonly startedMs: number;
  readonly slot: Slot;
  /** Memory that MPI uses meanwhile. */
  readonly keep: unknown;
  readonly onDone: OnDone | undefined;
  /** Settles it; undefined until somebody waits. */
  settle: ((error?: unknown) => void) | undefined;
}

/** Called with the address of the status of a finished call; the call fails with whatever this throws. */
export type OnDone = (status: number) => void;

/** Where MPI keeps a request and says whether it is done. */
interface Slot {
  /** The address of the request; the flag is 8 bytes behind it. */
  readonly address: number;
  readonly words: Int32Array;
}

export class MpiRequests {
  readonly #mpi: MpiProcess;
  readonly #free: Slot[] = [];
  readonly #active = new Set<MpiRequest>();
  /** With more ranks than processors, the one that is waited for may need that of this one. */
  readonly #isCrowded: boolean;
  /** The status of the call polled last; large enough for every MPI library. */
  readonly #status = new Uint8Array(new ArrayBuffer(64));
  readonly #statusAt = numberAddressOf(this.#status);
  /** Asked in every turn of a long wait; what it throws ends all calls. */
  readonly #watch: (oldest: MpiRequest) => void;
  #isPolling = false;
  #idleSinceMs = 0;

  constructor(mpi: MpiProcess, isCrowded: boolean, watch: (oldest: MpiRequest) => void) {
    this.#mpi = mpi;
    this.#watch = watch;
    this.#isCrowded = isCrowded;
  }

  /** Starts a call; `start` writes its request at an address. */
  begin(what: string, start: (request: number) => number, keep?: unknown): MpiRequest {
    const slot = this.#startIn(what, start);
    return { what, startedMs: performance.now(), slot, keep, onDone: undefined, settle: undefined };
  }

  /** Starts a call and polls it for a short while; returns undefined if it is done, as most short calls are. */
  run(
    what: string,
    start: (request: number) => number,
    keep?: unknown,
    onDone?: OnDone,
  ): MpiRequest | undefined {
    const slot = this.#startIn(what, start);
    if (this.#isDone(slot, what, onDone)) return undefined;
    const startedMs = performance.now();
    const end = startedMs + (this.#isCrowded ? CROWDED_SPIN_MS : SPIN_MS);
    while (performance.now() < end) {
      if (this.#isCrowded) this.#mpi.giveWay();
      if (this.#isDone(slot, what, onDone)) return undefined;
    }
    return { what, startedMs, slot, keep, onDone, settle: undefined };
  }

  /** Starts a call and polls until it is done, however long that takes. */
  runSync(what: string, start: (request: number) => number): void {
    const slot = this.#startIn(what, start);
    while (!this.#isDone(slot, what, undefined));
  }

  /** Polls a call that nobody waits for; returns whether it is done. */
  ask({ slot, what, onDone }: MpiRequest): boolean {
    return this.#isDone(slot, what, onDone);
  }

  /** Settles when a call is done. */
  wait(request: MpiRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      request.settle = (error) => (error === undefined ? resolve() : reject(error));
      this.#active.add(request);
      this.#idleSinceMs = performance.now();
      if (!this.#isPolling) {
        this.#isPolling = true;
        setImmediate(() => this.#poll());
      }
    });
  }

  /** Rejects all pending calls with an error; MPI's own requests are not canceled. */
  fail(error: unknown): void {
    for (const request of this.#active) request.settle?.(error);
    this.#active.clear();
  }

  get isIdle(): boolean {
    return this.#active.size === 0;
  }

  #poll(): void {
    const now = performance.now();
    for (const request of this.#active) {
      try {
        if (!this.#isDone(request.slot, request.what, request.onDone)) continue;
        this.#active.delete(request);
        this.#idleSinceMs = now;
        request.settle?.();
      } catch (error) {
        this.#active.delete(request);
        request.settle?.(error);
      }
    }
    const [oldest] = this.#active;
    if (oldest === undefined) {
      this.#isPolling = false;
      return;
    }
    const isLong = now - this.#idleSinceMs > BUSY_MS;
    if (isLong) {
      try {
        this.#watch(oldest);
      } catch (error) {
        this.fail(error);
      }
      setTimeout(() => this.#poll(), 1);
    } else setImmediate(() => this.#poll());
  }

  #startIn(what: string, start: (request: number) => number): Slot {
    const slot = this.#free.pop() ?? this.#moreSlots();
    const status = start(slot.address);
    if (status === 0) return slot;
    this.#free.push(slot);
    throw this.#mpi.error(status, what);
  }

  #isDone(slot: Slot, what: string, onDone: OnDone | undefined): boolean {
    const status = this.#mpi.api.MPI_Test(slot.address, slot.address + 8, this.#statusAt);
    if (status === 0 && slot.words[0] === 0) return false;
    this.#free.push(slot);
    if (status !== 0) throw this.#mpi.error(status, what);
    onDone?.(this.#statusAt);
    return true;
  }

  #moreSlots(): Slot {
    const memory = new ArrayBuffer(SLOT_BYTES * SLOTS_IN_BLOCK);
    const base = numberAddressOf(memory);
    for (let i = 0; i < SLOTS_IN_BLOCK; i++) {
      this.#free.push({
        address: base + SLOT_BYTES * i,
        words: new Int32Array(memory, SLOT_BYTES * i + 8, 1),
      });
    }
    return this.#free.pop() as Slot;
  }
}
