// Small messages between ranks by TCP, for a job without MPI. Arrays do not use this connection: NCCL has its own, which its ranks
// set up with these messages.

import { CutsError } from "../../core/errors.js";
import type { Control, Peer } from "../control.js";
import { rankLost } from "../rank-lost.js";
import type { Connection, Listener } from "./connection.js";
import { findHub } from "./find-hub.js";
import { beHub } from "./hub-server.js";
import type { FromHub } from "./messages.js";
import type { Rendezvous } from "./rendezvous.js";
import { ANSWER_MS, endedText } from "./tcp-hub.js";

/** The state that all communicators of the process share. */
class TcpJob {
  timeoutMs: number;
  peers: readonly Peer[] = [];
  failure: Error | undefined;
  readonly ended = new Set<number>();
  readonly #waiting = new Map<string, PromiseWithResolvers>();
  #connection: Connection | undefined;

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
  }

  async join(place: Rendezvous): Promise<void> {
    const joined = withResolvers<readonly Peer[]>();
    const take = ({ refused, peers, done, failed, ended }: FromHub): void => {
      if (refused !== undefined) {
        joined.reject(new CutsError("CUTS_DISTRIBUTED_INIT", `Cannot join other processes: ${refused}`));
      }
      if (peers !== undefined) joined.resolve(peers);
      if (done !== undefined) {
        this.#take(done.key)?.resolve(done.parts.map((part) => new Uint8Array(Buffer.from(part, "base64"))));
      }
      if (failed !== undefined) this.#take(failed.key)?.reject(this.fail(failed.why));
      if (ended !== undefined) this.ended.add(ended);
    };
    const listener: Listener = {
      timeoutMs: () => this.timeoutMs,
      hasFailed: () => this.failure !== undefined,
      take,
      lost: (error) => {
        joined.reject(error);
        this.ended.add(0);
        this.failure ??= error;
        for (const one of this.#waiting.values()) one.reject(error);
        this.#waiting.clear();
      },
    };
    // Others may not have come yet.
    const connection = await (place.rank === 0 ? beHub(place, listener) : findHub(place, listener));
    this.#connection = connection;
    try {
      this.peers = await joined.promise;
    } catch (error) {
      connection.close();
      throw error;
    }
    connection.unref();
  }

  /** Ends the job; returns the error that this and all later calls throw. */
  fail(why: string): Error {
    const error = rankLost(why);
    this.failure ??= error;
    return error;
  }

  async exchange(
    key: string,
    members: readonly number[],
    own: Uint8Array,
    what: string,
  ): Promise<readonly Uint8Array[]> {
    if (this.failure !== undefined) throw this.failure;
    const connection = this.#connection as Connection;
    const waiting = withResolvers<readonly Uint8Array[]>();
    this.#waiting.set(key, waiting);
    const timer = setTimeout(() => {
      const seconds = this.timeoutMs / 1000;
      this.#take(key)?.reject(
        this.fail(`rank 0, which connects the ranks, has not answered in ${what} within ${seconds} s`),
      );
    }, this.timeoutMs + ANSWER_MS);
    connection.ref();
    connection.give({ key, members, what, data: Buffer.from(own).toString("base64") });
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
      if (this.#waiting.size === 0) connection.unref();
    }
  }

  #take(key: string): PromiseWithResolvers | undefined {
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    return waiting;
  }
}

/** Ranks of such a job. */
export class TcpControl implements Control {
  readonly rank: number;
  readonly size: number;
  readonly #job: TcpJob;
  readonly #name: string;
  /** Ranks of the job, in the order of this one's. */
  readonly #members: readonly number[];
  #calls = 0;

  private constructor(job: TcpJob, name: string, members: readonly number[], rank: number) {
    this.#job = job;
    this.#name = name;
    this.#members = members;
    this.rank = rank;
    this.size = members.length;
  }

  /** Connects to the other ranks. @throws CutsError `CUTS_RANK_LOST` where they do not come. */
  static async join(place: Rendezvous, timeoutMs: number): Promise<TcpControl> {
    const job = new TcpJob(timeoutMs);
    await job.join(place);
    const all = Array.from({ length: place.size }, (_, rank) => rank);
    return new TcpControl(job, "world", all, place.rank);
  }

  get peers(): readonly Peer[] {
    return this.#job.peers;
  }

  get timeoutMs(): number {
    return this.#job.timeoutMs;
  }

  set timeoutMs(value: number) {
    this.#job.timeoutMs = value;
  }

  check(): void {
    if (this.#job.failure !== undefined) throw this.#job.failure;
  }

  fail(why: string): Error {
    return this.#job.fail(why);
  }

  lostPeer(): string | undefined {
    const gone = this.#members.find((rank) => this.#job.ended.has(rank));
    return gone === undefined ? undefined : endedText(gone, this.#job.peers[gone]);
  }

  exchange(own: Uint8Array, what: string): Promise<readonly Uint8Array[]> {
    return this.#job.exchange(`${this.#name} ${this.#calls++}`, this.#members, own, what);
  }

  async barrier(): Promise<void> {
    await this.exchange(new Uint8Array(0), "barrier");
  }

  async split(color: number | undefined, key: number): Promise<TcpControl | undefined> {
    const name = `${this.#name}/${this.#calls}`;
    const own = Buffer.from(new Float64Array([color ?? -1, key]).buffer);
    const told = await this.exchange(new Uint8Array(own), "split");
    if (color === undefined) return undefined;
    const part = told
      .map((bytes, rank) => {
        const [theirs = -1, order = 0] = new Float64Array(bytes.slice().buffer);
        return { rank, color: theirs, order };
      })
      .filter((one) => one.color === color)
      .sort((a, b) => a.order - b.order || a.rank - b.rank);
    const members = part.map(({ rank }) => this.#members[rank] as number);
    const rank = part.findIndex((one) => one.rank === this.rank);
    return new TcpControl(this.#job, `${name}.${color}`, members, rank);
  }

  async close(): Promise<void> {
    this.check();
    await this.exchange(new Uint8Array(0), "close");
  }
}

interface PromiseWithResolvers<T = readonly Uint8Array[]> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((succeed, fail) => {
    resolve = succeed;
    reject = fail;
  });
  // Whoever awaits it gets the error.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
