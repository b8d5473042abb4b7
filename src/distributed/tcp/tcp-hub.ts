// The hub of a job without MPI, on rank 0. It knows which ranks have joined and ended, and combines what ranks exchange. When the
// time is over it tells which ranks are missing.

import { createHash, timingSafeEqual } from "node:crypto";
import type { Peer } from "../control.js";
import { type FromHub, PROTOCOL, type ToHub } from "./messages.js";

/** How much longer than the hub the other ranks wait: the hub's answer names the ranks that are missing. */
export const ANSWER_MS = 1000;

/** Sends a message to a rank. */
export type Reply = (message: FromHub) => void;

interface Exchange {
  readonly members: readonly number[];
  readonly what: string;
  readonly parts: Map<number, string>;
  readonly timer: NodeJS.Timeout;
}

export class TcpHub {
  readonly #size: number;
  readonly #token: Buffer;
  readonly #timeoutMs: () => number;
  readonly #peers = new Map<number, Peer>();
  readonly #replies = new Map<number, Reply>();
  readonly #exchanges = new Map<string, Exchange>();
  readonly #ended = new Set<number>();
  /** Whether all ranks have joined, or the hub has given up. */
  #isSettled = false;

  constructor(size: number, token: string, timeoutMs: () => number) {
    this.#size = size;
    this.#token = digest(token);
    this.#timeoutMs = timeoutMs;
  }

  /** Whether it means this job. */
  isOfJob({ token }: NonNullable<ToHub["hello"]>): boolean {
    return timingSafeEqual(digest(token), this.#token);
  }

  /** Why a rank may not join; undefined if it may. */
  refusal({ rank, size, version }: NonNullable<ToHub["hello"]>): string | undefined {
    if (version !== PROTOCOL) return `rank 0 has another version of cuts than rank ${rank}`;
    if (size !== this.#size)
      return `rank 0 has a job of ${this.#size} processes, and rank ${rank} one of ${size}`;
    if (!Number.isInteger(rank) || rank < 0 || rank >= size) return `there is no rank ${rank} of ${size}`;
    const peer = this.#peers.get(rank);
    if (peer === undefined) return undefined;
    return `another process is rank ${rank} already (process ${peer.pid} on ${peer.host})`;
  }

  /** Adds a rank that may join. */
  join({ rank, host, pid, place, processors }: NonNullable<ToHub["hello"]>, reply: Reply): void {
    this.#peers.set(rank, { host, pid, place, processors });
    this.#replies.set(rank, reply);
    if (this.#peers.size < this.#size) return;
    this.#isSettled = true;
    const peers = this.#ranks().map((one) => this.#peers.get(one) as Peer);
    this.#tellAll({ peers });
  }

  /** The time limit for joining is over: reports the missing ranks. */
  giveUp(): void {
    const missing = this.#ranks().filter((rank) => !this.#peers.has(rank));
    this.#lose(`${ranksHave(missing)} not come within ${this.#timeoutMs() / 1000} s`);
  }

  /** Whether a rank is a member of the exchange, and names the same members as earlier ranks. */
  mayGive(rank: number, { key, members }: NonNullable<ToHub["give"]>): boolean {
    const isOfJob = members.every((one) => one >= 0 && one < this.#size);
    const before = this.#exchanges.get(key)?.members ?? members;
    const isSame = before.length === members.length && before.every((one, i) => one === members[i]);
    return isOfJob && isSame && members.includes(rank) && new Set(members).size === members.length;
  }

  give(rank: number, { key, members, what, data }: NonNullable<ToHub["give"]>): void {
    let exchange = this.#exchanges.get(key);
    if (exchange === undefined) {
      const timer = setTimeout(() => this.#late(key), this.#timeoutMs());
      // Rank 0 stays while it waits itself.
      timer.unref();
      exchange = { members, what, parts: new Map(), timer };
      this.#exchanges.set(key, exchange);
    }
    exchange.parts.set(rank, data);
    const gone = members.find((one) => this.#ended.has(one) && !exchange.parts.has(one));
    if (gone !== undefined) {
      this.#fail(key, this.#endedText(gone));
      return;
    }
    if (exchange.parts.size < members.length) return;
    this.#close(key);
    const parts = members.map((one) => exchange.parts.get(one) ?? "");
    for (const one of members) this.#replies.get(one)?.({ done: { key, parts } });
  }

  /** Records that the connection of a rank was closed. */
  leave(rank: number): void {
    if (this.#ended.has(rank)) return;
    this.#ended.add(rank);
    this.#replies.delete(rank);
    if (!this.#isSettled) {
      this.#lose(`${this.#endedText(rank)} before all had come`);
      return;
    }
    this.#tellAll({ ended: rank });
    for (const [key, { members, parts }] of this.#exchanges) {
      if (members.includes(rank) && !parts.has(rank)) this.#fail(key, this.#endedText(rank));
    }
  }

  #late(key: string): void {
    const exchange = this.#exchanges.get(key);
    if (exchange === undefined) return;
    const missing = exchange.members.filter((rank) => !exchange.parts.has(rank));
    this.#fail(
      key,
      `${ranksHave(missing)} not come to ${exchange.what} within ${this.#timeoutMs() / 1000} s`,
    );
  }

  #lose(why: string): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#tellAll({ lost: why });
  }

  #fail(key: string, why: string): void {
    const exchange = this.#close(key);
    for (const rank of exchange?.parts.keys() ?? []) this.#replies.get(rank)?.({ failed: { key, why } });
  }

  #close(key: string): Exchange | undefined {
    const exchange = this.#exchanges.get(key);
    clearTimeout(exchange?.timer);
    this.#exchanges.delete(key);
    return exchange;
  }

  #endedText(rank: number): string {
    return endedText(rank, this.#peers.get(rank));
  }

  #tellAll(message: FromHub): void {
    for (const reply of this.#replies.values()) reply(message);
  }

  #ranks(): readonly number[] {
    return Array.from({ length: this.#size }, (_, rank) => rank);
  }
}

/** Of one length, so that they are compared in one time. */
function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** "rank 1 has", "ranks 1, 2 have". */
function ranksHave(ranks: readonly number[]): string {
  return ranks.length === 1 ? `rank ${ranks[0]} has` : `ranks ${ranks.join(", ")} have`;
}

/** "rank 1 (process 17 on host) has ended". */
export function endedText(rank: number, peer: Peer | undefined): string {
  const who = peer === undefined ? "" : ` (process ${peer.pid} on ${peer.host})`;
  return `rank ${rank}${who} has ended`;
}
