// The hub of a job without MPI, on rank 0: it knows who has come and who has ended, and puts together what ranks exchange. It
// says who is missing when the time is over.

import type { Peer } from "../control.js";
import type { FromHub, ToHub } from "./messages.js";

/** A rank as the hub talks to it. */
export type Reply = (message: FromHub) => void;

interface Exchange {
  readonly members: readonly number[];
  readonly what: string;
  readonly parts: Map<number, string>;
  readonly timer: NodeJS.Timeout;
}

export class TcpHub {
  readonly #size: number;
  readonly #timeoutMs: () => number;
  readonly #peers = new Map<number, Peer>();
  readonly #replies = new Map<number, Reply>();
  readonly #exchanges = new Map<string, Exchange>();
  readonly #ended = new Set<number>();

  constructor(size: number, timeoutMs: () => number) {
    this.#size = size;
    this.#timeoutMs = timeoutMs;
  }

  /** Ranks that have not come yet. */
  get missing(): readonly number[] {
    return this.#ranks().filter((rank) => !this.#peers.has(rank));
  }

  /** A rank says who it is; why it may not join, undefined where it may. */
  join(hello: NonNullable<ToHub["hello"]>, reply: Reply): string | undefined {
    const { rank, size, host, pid, place, version } = hello;
    if (version !== 1) return `rank 0 talks another version of the protocol (got ${String(version)})`;
    if (size !== this.#size)
      return `rank 0 has a job of ${this.#size} processes, and rank ${rank} one of ${size}`;
    if (!Number.isInteger(rank) || rank < 0 || rank >= size) return `there is no rank ${rank} of ${size}`;
    if (this.#peers.has(rank)) return `another process is rank ${rank} already`;
    this.#peers.set(rank, { host, pid, place });
    this.#replies.set(rank, reply);
    if (this.#peers.size === this.#size) {
      const peers = this.#ranks().map((one) => this.#peers.get(one) as Peer);
      this.#tellAll({ peers });
    }
    return undefined;
  }

  give(rank: number, { key, members, what, data }: NonNullable<ToHub["give"]>): void {
    let exchange = this.#exchanges.get(key);
    if (exchange === undefined) {
      const timer = setTimeout(() => this.#late(key), this.#timeoutMs());
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

  /** The connection of a rank is gone. */
  leave(rank: number): void {
    if (this.#ended.has(rank)) return;
    this.#ended.add(rank);
    this.#replies.delete(rank);
    this.#tellAll({ ended: rank });
    for (const [key, { members, parts }] of this.#exchanges) {
      if (members.includes(rank) && !parts.has(rank)) this.#fail(key, this.#endedText(rank));
    }
  }

  #late(key: string): void {
    const exchange = this.#exchanges.get(key);
    if (exchange === undefined) return;
    const missing = exchange.members.filter((rank) => !exchange.parts.has(rank)).join(", ");
    this.#fail(key, `rank ${missing} has not come to ${exchange.what} within ${this.#timeoutMs() / 1000} s`);
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

/** "rank 1 (process 17 on host) has ended". */
export function endedText(rank: number, peer: Peer | undefined): string {
  const who = peer === undefined ? "" : ` (process ${peer.pid} on ${peer.host})`;
  return `rank ${rank}${who} has ended`;
}
