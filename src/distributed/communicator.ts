// Communicator: ranks that work together, and their collective calls. Every rank makes the same calls in the same order.

import type { NDArray } from "../array/ndarray.js";
import type { DType } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError, DisposedError } from "../core/errors.js";
import { checkOptions } from "../core/options.js";
import { formatValue } from "../core/text.js";
import {
  callOptions,
  type GatherOptions,
  type MessageOptions,
  noOptions,
  type PartOptions,
  type ReduceOptions,
  type RootOptions,
  type SplitOptions,
} from "./call-options.js";
import { Collectives } from "./collectives.js";
import type { Control } from "./control.js";
import type { NcclTransport } from "./nccl/nccl-transport.js";
import { checkTimeout } from "./timeout.js";
import { Transports } from "./transports.js";

/** The parts that a communicator is built of. @internal */
export interface CommunicatorParts {
  readonly control: Control;
  /** The transport for arrays of the GPU, or the reason why there is none. */
  readonly gpu: NcclTransport | string;
  readonly localRank: number;
  readonly localSize: number;
  readonly isComparing: boolean;
}

/**
 * Ranks that work together. All ranks of a communicator make the same calls in the same order; a rank may make its next call
 * without awaiting the one before. A promise settles when the result is ready. Work that is given to an array after a call runs
 * after that call, whether the call is awaited or not; on a GPU a call is work of the current stream.
 */
export class Communicator implements Disposable {
  readonly #parts: CommunicatorParts;
  readonly #transports: Transports;
  readonly #calls: Collectives;
  #isClosed = false;
  /** Calls of the group that is open. */
  #group: Promise<unknown>[] | undefined;

  /** @internal */
  constructor(parts: CommunicatorParts) {
    const { control, gpu, isComparing } = parts;
    this.#parts = parts;
    this.#transports = new Transports(control, gpu);
    this.#calls = new Collectives(control, this.#transports, isComparing);
  }

  /** The number of this process, from 0. */
  get rank(): number {
    return this.#parts.control.rank;
  }

  /** How many ranks there are. */
  get size(): number {
    return this.#parts.control.size;
  }

  /** The number of this process among those on the same machine. */
  get localRank(): number {
    return this.#parts.localRank;
  }

  /** How many ranks are on the same machine. */
  get localSize(): number {
    return this.#parts.localSize;
  }

  /** How long this process waits for others, in seconds; for all its communicators. */
  get timeout(): number {
    return this.#parts.control.timeoutMs / 1000;
  }

  set timeout(seconds: number) {
    this.#parts.control.timeoutMs = 1000 * checkTimeout(seconds);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Reduces an array over all ranks, in place on all of them. 16-bit floats are summed as float32 and rounded once. For the mean, ranks
   * divide what they have before it is summed.
   * @example await world.allReduce(gradients, { op: "mean" });
   */
  allReduce<D extends DType>(x: NDArray<D>, options: ReduceOptions = {}): Promise<NDArray<D>> {
    return this.#begin("reduce an array over ranks", (calls) => calls.allReduce(x, options));
  }

  /**
   * The same, but it blocks until all ranks have called it. For contiguous arrays on the cpu, where microseconds count. Earlier calls must
   * have been awaited.
   */
  allReduceSync<D extends DType>(x: NDArray<D>, options: ReduceOptions = noOptions): NDArray<D> {
    this.#check("reduce an array over ranks");
    return this.#calls.allReduceSync(x, options);
  }

  /** Reduces an array over all ranks, in place on the root; the other ranks keep their elements. */
  reduce<D extends DType>(x: NDArray<D>, options: ReduceOptions & RootOptions = {}): Promise<NDArray<D>> {
    return this.#begin("reduce an array to a rank", (calls) => calls.reduce(x, options));
  }

  /** Copies the root's elements to all ranks, in place. */
  broadcast<D extends DType>(x: NDArray<D>, options: RootOptions = {}): Promise<NDArray<D>> {
    return this.#begin("broadcast an array", (calls) => calls.broadcast(x, options));
  }

  /** Joins the arrays of all ranks along an axis, on all ranks. */
  allGather<D extends DType>(x: NDArray<D>, options: GatherOptions = {}): Promise<NDArray<D>> {
    return this.#begin("gather arrays", (calls) => calls.allGather(x, options));
  }

  /** Joins the arrays of all ranks along an axis, on the root; returns undefined on other ranks. */
  gather<D extends DType>(
    x: NDArray<D>,
    options: GatherOptions & RootOptions = {},
  ): Promise<NDArray<D> | undefined> {
    return this.#begin("gather arrays", (calls) => calls.gather(x, options));
  }

  /**
   * Sends each rank a part of the root's array along an axis; if the length is not a multiple of the number of ranks, the first
   * ranks get one element more. Other ranks pass undefined: the root sends them the shape and dtype.
   */
  scatter<D extends DType>(
    x: NDArray<D> | undefined,
    options: PartOptions & RootOptions = {},
  ): Promise<NDArray<D>> {
    return this.#begin("scatter an array", (calls) => calls.scatter(x, options));
  }

  /** Reduces arrays over all ranks, and leaves each rank its part along an axis. */
  reduceScatter<D extends DType>(
    x: NDArray<D>,
    options: ReduceOptions & PartOptions = {},
  ): Promise<NDArray<D>> {
    return this.#begin("reduce and scatter an array", (calls) => calls.reduceScatter(x, options));
  }

  /**
   * Sends part i of each rank's array, along an axis, to rank i. The parts that a rank receives are joined in the order of
   * the ranks that sent them. All ranks pass arrays of the same shape.
   */
  allToAll<D extends DType>(x: NDArray<D>, options: PartOptions = {}): Promise<NDArray<D>> {
    return this.#begin("exchange parts of arrays", (calls) => calls.allToAll(x, options));
  }

  /** Sends an array to another rank; it may be written again when the promise settles. */
  send(x: NDArray, to: number, options: MessageOptions = {}): Promise<void> {
    return this.#begin("send an array", (calls) => calls.send(x, to, options));
  }

  /** Receives elements from another rank into an array of the same size. */
  receive<D extends DType>(x: NDArray<D>, from: number, options: MessageOptions = {}): Promise<NDArray<D>> {
    return this.#begin("receive an array", (calls) => calls.receive(x, from, options));
  }

  /**
   * Starts the calls of `body` together when it returns, and settles when all are done. If `body` throws, nothing is sent, and the
   * calls that it has made reject. On a GPU a send waits for its receiver, so ranks that send to each other do it in a group. Many small
   * calls in a group are started as one.
   * @throws RangeError `CUTS_COMMUNICATOR` for a call that must ask other ranks first; whatever `body` throws.
   * @example await world.group(() => [world.send(x, right), world.receive(y, left)]);
   */
  async group(body: () => readonly Promise<unknown>[]): Promise<void> {
    const action = "group calls";
    this.#check(action);
    if (this.#group !== undefined) {
      throw new ArgumentRangeError("CUTS_COMMUNICATOR", `Cannot ${action}: a group is open already`);
    }
    const own: Promise<unknown>[] = [];
    let given: readonly Promise<unknown>[] = [];
    this.#group = own;
    try {
      this.#calls.group(() => {
        given = body();
        if (Array.isArray(given)) return;
        // That of an async function rejects with the calls that it awaits.
        Promise.resolve(given).catch(() => {});
        throw new ArgumentTypeError(
          "CUTS_COMMUNICATOR",
          `Cannot ${action}: its function must return a list of calls (got ${formatValue(given)})\nTry: () => [world.send(x, 1), world.receive(y, 1)], which is not async`,
        );
      });
    } catch (error) {
      // Whoever has kept one of them hears it; nobody must.
      for (const call of own) call.catch(() => {});
      throw error;
    } finally {
      this.#group = undefined;
    }
    await Promise.all([...own, ...given]);
  }

  /** Settles when all ranks have called it. */
  async barrier(): Promise<void> {
    const action = "wait for ranks";
    this.#check(action);
    this.#calls.checkAsking(action, "world.barrier() before or after the group");
    await this.#parts.control.barrier();
  }

  /**
   * Makes a communicator for the ranks with the same color; a rank without a color gets undefined. All ranks must call it.
   * @example const half = await world.split({ color: world.rank % 2 });
   */
  async split(options: SplitOptions = {}): Promise<Communicator | undefined> {
    const action = "split a communicator";
    this.#check(action);
    this.#calls.checkAsking(action, "world.split() before the group");
    checkOptions(options, callOptions.split, action);
    const { color, key = this.rank } = options;
    for (const [name, value] of [
      ["color", color ?? 0],
      ["key", key],
    ] as const) {
      if (!Number.isInteger(value) || value < 0 || value >= 2 ** 31) {
        throw new ArgumentRangeError(
          "CUTS_COMMUNICATOR",
          `Cannot ${action}: ${name} must be a whole number of at least 0 (got ${formatValue(value)})`,
        );
      }
    }
    const control = await this.#parts.control.split(color, key);
    if (control === undefined) return undefined;
    const { gpu } = this.#parts;
    return new Communicator({
      ...this.#parts,
      control,
      gpu: typeof gpu === "string" ? gpu : await gpu.part(control),
    });
  }

  /** Ends the communicator, on all its ranks, which must all call this. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { gpu, control } = this.#parts;
    if (typeof gpu !== "string") await gpu.close();
    await control.close();
  }

  /** Closes it on this rank only; MPI and NCCL free their resources when the process ends. */
  dispose(): void {
    this.#isClosed = true;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #check(action: string): void {
    if (this.#isClosed) {
      throw new DisposedError("CUTS_DISPOSED", `Cannot ${action}: the communicator was closed`);
    }
  }

  /** Makes a call; what is wrong with it rejects. */
  #begin<T>(action: string, make: (calls: Collectives) => Promise<T>): Promise<T> {
    try {
      this.#check(action);
      const call = make(this.#calls);
      this.#group?.push(call);
      return call;
    } catch (error) {
      return Promise.reject(error);
    }
  }
}
