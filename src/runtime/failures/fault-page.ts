// Device memory in which kernels report errors: four words for each launch, which stay zero if there is none. A page serves several
// launches of one stream, or the launches of one graph, which use it again each time the graph runs. It is freed when no deferred
// error refers to it any more (deferred-errors.ts).

import type { Work } from "../../backend/backend.js";
import { unwatched } from "../../backend/work.js";
import type { BackendQueue } from "../devices/backend-queue.js";
import type { Device } from "../devices/device.js";
import type { Report } from "./deferred-errors.js";
import { Failure, nextMoment } from "./failure.js";
import { openHandle, type Resource } from "../lifetimes/handle.js";
import { Storage } from "../memory/storage.js";
import type { StreamCore } from "../order/stream-core.js";
import { UserLine } from "./user-line.js";

/** What a kernel wrote: the first word is not 0. */
export type FaultWords = BigInt64Array;

const WORDS = 4;
const LAUNCHES = 32;
const PAGE_BYTES = LAUNCHES * WORDS * 8;

export class FaultPage implements Report {
  /** Whether its launches belong to a stream or to a graph. */
  readonly of: "stream" | "graph";
  readonly #owner: StreamCore;
  readonly #storage: Storage;
  /** When and where each launch was submitted, and how to make an error from its words. */
  readonly #launches: {
    readonly givenAt: number;
    readonly site: UserLine;
    readonly explain: (words: FaultWords) => Error;
  }[] = [];
  #reports: (Failure | undefined)[] = [];
  /** The number of launches whose words were read. */
  #looked = 0;
  #clearing = new Clearing();

  constructor(owner: StreamCore, of: "stream" | "graph") {
    this.of = of;
    this.#owner = owner;
    this.#storage = Storage.allocate(owner, PAGE_BYTES, "work");
    openHandle(this, new ReportMemory(this.#storage), { scoped: false, listed: false });
    this.#clear(owner);
  }

  get isFull(): boolean {
    return this.#launches.length === LAUNCHES;
  }

  get isDue(): boolean {
    return this.#looked < this.#launches.length;
  }

  /** Adds a launch and returns the address of its four 64-bit words. The kernel must write the first word last. */
  add(
    explain: (words: FaultWords) => Error,
    site: UserLine = UserLine.soon(),
  ): { readonly address: number; readonly index: number } {
    const index = this.#launches.push({ givenAt: nextMoment(), site, explain }) - 1;
    return { address: this.#storage.address + index * WORDS * 8, index };
  }

  /** The memory that launches write their reports to. */
  get storage(): Storage {
    return this.#storage;
  }

  /** The number of its launches. */
  get count(): number {
    return this.#launches.length;
  }

  isGood(first: number, end: number): boolean {
    return end <= this.#looked && this.reported(first, end) === undefined;
  }

  reported(first: number, end: number): Failure | undefined {
    for (let i = first; i < end; i++) if (this.#reports[i] !== undefined) return this.#reports[i];
    return undefined;
  }

  async read({ backend, backendStream }: BackendQueue, end: number): Promise<void> {
    if (end <= this.#looked) return;
    const words = new BigInt64Array(WORDS * end);
    const bytes = new Uint8Array(words.buffer);
    await backend.read(this.#storage.address, bytes, backendStream, unwatched);
    this.#take(words, end);
  }

  readSync(): void {
    if (!this.isDue) return;
    const end = this.#launches.length;
    const words = new BigInt64Array(WORDS * end);
    const { backend, backendStream } = this.#storage.lastStream ?? this.#owner;
    backend.readSync(this.#storage.address, new Uint8Array(words.buffer), backendStream, unwatched);
    this.#take(words, end);
  }

  /** Clears the page, because its graph is launched again on `stream`. */
  renew(stream: StreamCore): void {
    this.#reports = [];
    this.#looked = 0;
    this.#storage.order(stream, "write");
    stream.inOrder(() => this.#clear(stream));
  }

  #take(words: FaultWords, end: number): void {
    for (let i = this.#looked; i < end; i++) {
      const launch = this.#launches[i];
      const own = words.slice(WORDS * i, WORDS * (i + 1));
      const { failure: unclear } = this.#clearing;
      if (launch === undefined) continue;
      if (own[0] === 0n && unclear === undefined) {
        if (this.of === "stream") launch.site.forget();
        continue;
      }
      const error = unclear === undefined ? launch.explain(own) : unclear.error;
      const failure = new Failure(error, launch.givenAt, launch.site);
      this.#reports[i] = failure;
      this.#owner.failures.add(failure);
    }
    this.#looked = Math.max(this.#looked, end);
  }

  #clear({ backend, backendStream }: StreamCore): void {
    this.#clearing = new Clearing();
    backend.fill(this.#storage.address, new Uint8Array(8), WORDS * LAUNCHES, backendStream, this.#clearing);
  }
}

/**
 * The work that clears the words of a page. If it fails, the words mean nothing. It is a separate object so that the submission
 * queue does not retain the page.
 */
class Clearing implements Work {
  failure: { readonly error: unknown } | undefined;

  obstacle(): undefined {}

  done(): void {}

  fail(error: unknown): void {
    this.failure = { error };
  }

  keep(): this {
    return this;
  }
}

/** The memory of reports, which is freed when no result depends on them any more. */
export class ReportMemory implements Resource {
  readonly kind = "report";
  // The device's account counts it.
  readonly nativeBytes = 0;
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  get device(): Device {
    return this.#storage.device;
  }

  release(): void {
    this.#storage.release();
  }

  toString(): string {
    return `on ${this.#storage.device.id}`;
  }
}
