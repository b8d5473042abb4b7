// All ranks of an MPI job, as this process sees them: their hosts, the pending calls, and what has failed. A rank that waits for
// long checks whether the others are still alive and tells them what it waits for. So the error at the time limit names the ranks
// that have not arrived.

import { numberAddressOf } from "../../ffi/memory.js";
import type { RawHandle } from "../../native/raw-call.js";
import type { Peer } from "../control.js";
import { ownPeer } from "../own-peer.js";
import { rankLost } from "../rank-lost.js";
import { BlockingWatch } from "./blocking-watch.js";
import { areCrowded } from "./crowding.js";
import { lostPeer } from "./lost-peer.js";
import { type MpiComm, MpiProcess } from "./mpi-process.js";
import { type MpiRequest, MpiRequests } from "./mpi-requests.js";

/** The size of a message about waiting. */
const NOTE_BYTES = 256;
/** The size of a rank's description of itself. */
const PEER_BYTES = 512;
/** How long a rank waits before it checks the others. */
const PATIENCE_MS = 1000;
/** How long a finished rank polls for the others without pausing. */
const END_PATIENCE_MS = 20;
/** How often it looks then, */
const LOOK_MS = 200;
/** and how often it tells at most what it waits for; seldom when it waits for long. */
const TELL_MS = 2000;

export class MpiWorld {
  readonly mpi: MpiProcess;
  readonly rank: number;
  readonly size: number;
  /** How long a rank waits for others. */
  timeoutMs: number;
  /**
   * The number of calls, in all communicators, that may block or have not begun. Nothing else may block meanwhile, because other
   * ranks may wait in these calls.
   */
  unfinished = 0;
  /** Unfinished calls at which all ranks have arrived. */
  meeting = 0;
  /** Watches calls that block. */
  readonly blocking = new BlockingWatch(this);
  #requests: MpiRequests;
  #peers: readonly Peer[] = [];
  /** The communicator for messages about waiting. */
  #notes: MpiComm;
  #failure: Error | undefined;
  #lookedMs = 0;
  #told: MpiRequest | undefined;
  #toldMs = 0;
  /** What other ranks have reported to wait for, and when. */
  readonly #waitingIn = new Map<number, { readonly what: string; readonly atMs: number }>();
  readonly #note = new Uint8Array(new ArrayBuffer(NOTE_BYTES));
  readonly #noteAt = numberAddressOf(this.#note);
  /** Sent messages, kept until the process ends, because their completion is never checked. */
  readonly #sent: unknown[] = [];

  private constructor(mpi: MpiProcess, timeoutMs: number) {
    this.mpi = mpi;
    this.timeoutMs = timeoutMs;
    this.rank = mpi.rankIn(mpi.world);
    this.size = mpi.sizeOf(mpi.world);
    this.#notes = mpi.world;
    this.#requests = this.#newRequests(this.size > 1);
  }

  /** Starts MPI and exchanges who the processes are. */
  static async start(timeoutMs: number): Promise<MpiWorld> {
    const world = new MpiWorld(await MpiProcess.start(), timeoutMs);
    await world.#meetPeers();
    await world.arrive(world.mpi.world, "init");
    world.#notes = world.duplicate(world.mpi.world);
    world.mpi.beforeEnd = () => world.#waitAtEnd();
    return world;
  }

  get requests(): MpiRequests {
    return this.#requests;
  }

  get peers(): readonly Peer[] {
    return this.#peers;
  }

  /** Throws the error that broke the job, if any. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Settles when all ranks of a communicator have arrived; a blocking call may follow. */
  async arrive(comm: MpiComm, what: string): Promise<void> {
    await this.settled(what, (at) => this.mpi.api.MPI_Ibarrier(comm, at));
  }

  /** Starts a call and settles when it is done. */
  async settled(what: string, start: (request: number) => number): Promise<void> {
    const request = this.#requests.run(what, start);
    if (request !== undefined) await this.#requests.wait(request);
  }

  /** A communicator of the same ranks with separate messages; all ranks must have arrived. */
  duplicate(comm: MpiComm): MpiComm {
    return this.mpi.newComm("MPI_Comm_dup", (at) => this.mpi.api.MPI_Comm_dup(comm, at));
  }

  /** Exchanges bytes within a communicator: returns those of each rank; all ranks must pass the same number of bytes. */
  async exchange(comm: MpiComm, size: number, own: Uint8Array, what: string): Promise<Uint8Array[]> {
    const { start, parts } = this.#exchange(comm, size, own);
    await this.settled(what, start);
    return parts();
  }

  /** The same, blocking until all ranks have called this or `exchange`. */
  exchangeSync(comm: MpiComm, size: number, own: Uint8Array): Uint8Array[] {
    const { start, parts } = this.#exchange(comm, size, own);
    this.blocking.during("allReduceSync", () => this.requests.runSync("allReduceSync", start));
    return parts();
  }

  #exchange(
    comm: MpiComm,
    size: number,
    own: Uint8Array,
  ): { start: (slot: number) => number; parts: () => Uint8Array[] } {
    const { byteLength } = own;
    const memory = new Uint8Array(new ArrayBuffer(byteLength * (size + 1)));
    memory.set(own, byteLength * size);
    const at = numberAddressOf(memory);
    const type = this.mpi.abi.datatypes.byte as RawHandle<"MPI_Datatype">;
    return {
      start: (slot) =>
        this.mpi.api.MPI_Iallgather(
          at + byteLength * size,
          byteLength,
          type,
          at,
          byteLength,
          type,
          comm,
          slot,
        ),
      parts: () =>
        Array.from({ length: size }, (_, rank) =>
          memory.subarray(byteLength * rank, byteLength * (rank + 1)),
        ),
    };
  }

  async #meetPeers(): Promise<void> {
    const own = Buffer.alloc(PEER_BYTES);
    own.write(JSON.stringify(ownPeer()));
    const notes = await this.exchange(this.mpi.world, this.size, own, "init");
    this.#peers = notes.map((note) => JSON.parse(textOf(note)) as Peer);
    const { place } = this.#peers[this.rank] as Peer;
    this.#requests = this.#newRequests(areCrowded(this.#peers.filter((peer) => peer.place === place)));
  }

  #newRequests(isCrowded: boolean): MpiRequests {
    return new MpiRequests(this.mpi, isCrowded, (oldest) => this.#watch(oldest));
  }

  /** Checks the other ranks while this one waits. @throws CutsError `CUTS_RANK_LOST` */
  #watch(oldest: MpiRequest): void {
    const now = performance.now();
    if (now - this.#lookedMs < LOOK_MS) return;
    this.#lookedMs = now;
    const waitedMs = now - oldest.startedMs;
    if (waitedMs < Math.min(PATIENCE_MS, this.timeoutMs / 4)) return;
    const lost = this.lostPeer();
    if (lost !== undefined) {
      throw this.fail(`${lost}, and ${oldest.what} on rank ${this.rank} waits for it`);
    }
    this.#tell(oldest, now);
    this.#listen(now);
    if (waitedMs < this.timeoutMs) return;
    const seconds = Math.round(waitedMs / 1000);
    throw this.fail(
      `${oldest.what} on rank ${this.rank} has waited for ${seconds} s${this.#whoIsWhere(now, waitedMs)}`,
    );
  }

  /** A rank that has ended, in words; only those of this machine can be seen. */
  lostPeer(): string | undefined {
    return lostPeer(this.#peers, this.rank);
  }

  /** Ends the job for this rank. */
  fail(why: string): Error {
    const error = rankLost(why);
    this.#failure ??= error;
    return error;
  }

  #tell(oldest: MpiRequest, now: number): void {
    const pauseMs = Math.max(TELL_MS, (now - oldest.startedMs) / 4);
    if (this.#told === oldest && now - this.#toldMs < pauseMs) return;
    this.#told = oldest;
    this.#toldMs = now;
    const { api, abi } = this.mpi;
    const byte = abi.datatypes.byte as RawHandle<"MPI_Datatype">;
    const text = Buffer.alloc(NOTE_BYTES);
    text.write(oldest.what.slice(0, NOTE_BYTES - 1));
    const memory = new Uint8Array(new ArrayBuffer(NOTE_BYTES));
    memory.set(text);
    const at = numberAddressOf(memory);
    for (let rank = 0; rank < this.size; rank++) {
      if (rank === this.rank) continue;
      const request = this.#requests.begin("a note to other ranks", (slot) =>
        api.MPI_Isend(at, NOTE_BYTES, byte, rank, 0, this.#notes, slot),
      );
      this.#sent.push(memory, request);
    }
  }

  #listen(now: number): void {
    const { api, abi } = this.mpi;
    const byte = abi.datatypes.byte as RawHandle<"MPI_Datatype">;
    const words = new Int32Array(new ArrayBuffer(64));
    const wordsAt = numberAddressOf(words);
    for (;;) {
      this.mpi.check(api.MPI_Iprobe(abi.anySource, 0, this.#notes, wordsAt, wordsAt + 8), "MPI_Iprobe");
      if (words[0] === 0) return;
      const source = words[2 + abi.statusSource / 4] as number;
      this.mpi.check(
        api.MPI_Recv(this.#noteAt, NOTE_BYTES, byte, source, 0, this.#notes, abi.statusIgnore),
        "MPI_Recv",
      );
      this.#waitingIn.set(source, { what: textOf(this.#note), atMs: now });
    }
  }

  /**
   * Waits until the programs of all ranks are done, as MPI does too; but MPI takes a whole processor for it, and does not tell those that still wait
   * for this rank where it is.
   */
  #waitAtEnd(): void {
    const clock = new Int32Array(new SharedArrayBuffer(4));
    const end = this.#requests.begin("the end of its program", (at) =>
      this.mpi.api.MPI_Ibarrier(this.#notes, at),
    );
    while (!this.#requests.ask(end)) {
      const now = performance.now();
      const waitedMs = now - end.startedMs;
      if (waitedMs > END_PATIENCE_MS) Atomics.wait(clock, 0, 0, 1);
      if (waitedMs < PATIENCE_MS) continue;
      this.#tell(end, now);
      this.#listen(now);
    }
  }

  #whoIsWhere(now: number, waitedMs: number): string {
    // One that goes on waiting tells it again by then.
    const recentMs = Math.max(2 * TELL_MS, waitedMs / 2);
    const missing: number[] = [];
    const there: string[] = [];
    for (let rank = 0; rank < this.size; rank++) {
      if (rank === this.rank) continue;
      const told = this.#waitingIn.get(rank);
      if (told === undefined) missing.push(rank);
      else if (now - told.atMs <= recentMs) there.push(`rank ${rank} waits in ${told.what}`);
      else {
        const seconds = Math.round((now - told.atMs) / 1000);
        there.push(`rank ${rank} waited in ${told.what} ${seconds} s ago, and was not heard of since`);
      }
    }
    const lines = missing.length === 0 ? there : [`not heard of: rank ${missing.join(", ")}`, ...there];
    return lines.length === 0 ? "" : ` (${lines.join("; ")})`;
  }
}

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return Buffer.from(bytes.subarray(0, end === -1 ? bytes.length : end)).toString("utf8");
}
