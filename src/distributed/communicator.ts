// Communicator: ranks that work together, and what they can do. It checks arguments, packs what has gaps, and hands memory to
// a transport: MPI for arrays of the cpu device; those of GPUs have none yet and are refused. Every rank makes the same calls in the same order.

import { allocateArray } from "../array/allocate.js";
import { checkWritable, copyInto } from "../array/copy.js";
import { divide as quotient } from "../array/elementwise/functions.js";
import { describeArray, type NDArray, usableArray } from "../array/ndarray.js";
import { inside } from "../array/operators/watching.js";
import type { DType } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError, CutsError, DisposedError } from "../core/errors.js";
import { checkOptions, optionNames } from "../core/options.js";
import { formatShape, type Shape, toAxis } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import { checkTimeout } from "./timeout.js";
import { currentStream, toDevice } from "../runtime/devices.js";
import { type ArrayHeader, headerOf, noHeader, readHeader } from "./array-header.js";
import { compareCalls, type PlannedCall } from "./compare-calls.js";
import type { MpiTransport } from "./mpi/mpi-transport.js";
import { divide, packed, rowSize, unpacked, withLength } from "./parts.js";
import { checkOperation } from "./reduce-operations.js";
import type { ReduceOperation, Transport } from "./transport.js";

/** How elements of ranks become one. */
export interface ReduceOptions {
  /** "sum" by default. The sum of truths is true where one is. */
  readonly op?: ReduceOperation;
}

/** Which rank gives or gets. */
export interface RootOptions {
  /** Rank 0 by default. */
  readonly root?: number;
}

/** Along which axis parts lie. */
export interface PartOptions {
  /** The first by default. */
  readonly axis?: number;
}

/** How parts are put together. */
export interface GatherOptions extends PartOptions {
  /** Whether all ranks have as much, so that they need not tell each other how much first. */
  readonly equal?: boolean;
}

/** Which message of another rank. */
export interface MessageOptions {
  /** Told apart by this, 0 by default. */
  readonly tag?: number;
}

/** Who works together after a split. */
export interface SplitOptions {
  /** Ranks with the same color; a rank without one is in none. */
  readonly color?: number;
  /** The order within it; that of ranks by default. */
  readonly key?: number;
}

const reduceNames = optionNames<ReduceOptions>({ op: true });
const reduceRootNames = optionNames<ReduceOptions & RootOptions>({ op: true, root: true });
const rootNames = optionNames<RootOptions>({ root: true });
const gatherNames = optionNames<GatherOptions>({ axis: true, equal: true });
const gatherRootNames = optionNames<GatherOptions & RootOptions>({ axis: true, equal: true, root: true });
const scatterNames = optionNames<PartOptions & RootOptions>({ axis: true, root: true });
const reducePartNames = optionNames<ReduceOptions & PartOptions>({ op: true, axis: true });
const partNames = optionNames<PartOptions>({ axis: true });
const splitNames = optionNames<SplitOptions>({ color: true, key: true });

/** What a communicator is made of. @internal */
export interface CommunicatorParts {
  readonly mpi: MpiTransport | undefined;
  readonly localRank: number;
  readonly localSize: number;
  readonly isComparing: boolean;
}

/**
 * Ranks that work together. All ranks of a communicator make the same calls in the same order; the calls of one rank may be made
 * without awaiting those before. On the cpu device a promise settles when the elements are there.
 */
export class Communicator implements Disposable {
  readonly #parts: CommunicatorParts;
  #isClosed = false;

  /** @internal */
  constructor(parts: CommunicatorParts) {
    this.#parts = parts;
  }

  /** The number of this process, from 0. */
  get rank(): number {
    return this.#control.rank;
  }

  /** How many ranks there are. */
  get size(): number {
    return this.#control.size;
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
    return this.#control.world.timeoutMs / 1000;
  }

  set timeout(seconds: number) {
    this.#control.world.timeoutMs = 1000 * checkTimeout(seconds);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Reduces an array over all ranks, in place on all of them. 16-bit floats are summed as float32 and rounded once.
   * @example await world.allReduce(gradients, { op: "mean" });
   */
  async allReduce<D extends DType>(x: NDArray<D>, options: ReduceOptions = {}): Promise<NDArray<D>> {
    const action = "reduce an array over ranks";
    checkOptions(options, reduceNames, action);
    const { op = "sum" } = options;
    const transport = this.#transportFor(x, action, op);
    checkWritable(x, action);
    if (this.#parts.isComparing) await this.#compare({ name: "allReduce", ...what(x), op });
    await writing(x, (own) => transport.allReduce(own, op === "mean" ? "sum" : op));
    if (op === "mean") inside(() => quotient(x, this.size, { out: x }));
    return x;
  }

  /** The same, which blocks until all ranks have called it. For cpu arrays, where microseconds count. */
  allReduceSync<D extends DType>(x: NDArray<D>, options: ReduceOptions = {}): NDArray<D> {
    const action = "reduce an array over ranks";
    const { op = "sum" } = options;
    const transport = this.#transportFor(x, action, op);
    checkWritable(x, action);
    if (!("allReduceSync" in transport) || !x.isContiguous) {
      throw new ArgumentTypeError(
        "CUTS_COMMUNICATOR",
        `Cannot ${action}: allReduceSync takes an array on the cpu without gaps (got ${describeArray(x)})\nTry: await world.allReduce(x)`,
      );
    }
    (transport as MpiTransport).allReduceSync(x, op === "mean" ? "sum" : op);
    if (op === "mean") inside(() => quotient(x, this.size, { out: x }));
    return x;
  }

  /** Reduces an array over all ranks, in place on the root; the others keep theirs. */
  async reduce<D extends DType>(
    x: NDArray<D>,
    options: ReduceOptions & RootOptions = {},
  ): Promise<NDArray<D>> {
    const action = "reduce an array to a rank";
    checkOptions(options, reduceRootNames, action);
    const { op = "sum" } = options;
    const root = this.#rankOf(options.root ?? 0, "root", action);
    const transport = this.#transportFor(x, action, op);
    checkWritable(x, action);
    if (this.#parts.isComparing) await this.#compare({ name: "reduce", ...what(x), op, root });
    const isRoot = root === this.rank;
    const run = (own: NDArray): Promise<void> => transport.reduce(own, op === "mean" ? "sum" : op, root);
    await (isRoot ? writing(x, run) : reading(x, run));
    if (op === "mean" && isRoot) inside(() => quotient(x, this.size, { out: x }));
    return x;
  }

  /** Gives all ranks the root's elements, in place. */
  async broadcast<D extends DType>(x: NDArray<D>, options: RootOptions = {}): Promise<NDArray<D>> {
    const action = "broadcast an array";
    checkOptions(options, rootNames, action);
    const root = this.#rankOf(options.root ?? 0, "root", action);
    const transport = this.#transportFor(x, action);
    const isRoot = root === this.rank;
    if (!isRoot) checkWritable(x, action);
    if (this.#parts.isComparing) await this.#compare({ name: "broadcast", ...what(x), root });
    const run = (own: NDArray): Promise<void> => transport.broadcast(own, root);
    await (isRoot ? reading(x, run) : writing(x, run));
    return x;
  }

  /** The arrays of all ranks, one behind the other along an axis, on all ranks. */
  async allGather<D extends DType>(x: NDArray<D>, options: GatherOptions = {}): Promise<NDArray<D>> {
    const action = "gather arrays";
    checkOptions(options, gatherNames, action);
    const transport = this.#transportFor(x, action);
    const axis = partAxis(x, options.axis, action);
    if (this.#parts.isComparing) await this.#compare({ name: "allGather", ...what(x, axis), axis });
    const { array, isOwn } = packed(x, axis);
    const lengths = await this.#lengths(array, options.equal === true, action);
    const all = allocateFor(array, withLength(array.shape, sum(lengths)));
    const row = rowSize(array.shape);
    await transport.allGather(
      array,
      all,
      lengths.map((length) => length * row),
    );
    if (isOwn) array.dispose();
    return unpacked(all, axis) as NDArray<D>;
  }

  /** The arrays of all ranks, one behind the other along an axis, on the root; undefined on the others. */
  async gather<D extends DType>(
    x: NDArray<D>,
    options: GatherOptions & RootOptions = {},
  ): Promise<NDArray<D> | undefined> {
    const action = "gather arrays";
    checkOptions(options, gatherRootNames, action);
    const root = this.#rankOf(options.root ?? 0, "root", action);
    const transport = this.#transportFor(x, action);
    const axis = partAxis(x, options.axis, action);
    if (this.#parts.isComparing) await this.#compare({ name: "gather", ...what(x, axis), axis, root });
    const { array, isOwn } = packed(x, axis);
    const lengths = await this.#lengths(array, options.equal === true, action);
    const row = rowSize(array.shape);
    const all = root === this.rank ? allocateFor(array, withLength(array.shape, sum(lengths))) : undefined;
    await transport.gather(
      array,
      all,
      lengths.map((length) => length * row),
      root,
    );
    if (isOwn) array.dispose();
    return all && (unpacked(all, axis) as NDArray<D>);
  }

  /**
   * A part of the root's array for each rank, along an axis; the first ranks get one more where it does not come out even. Other
   * ranks need not pass an array: the root tells them what it has.
   */
  async scatter<D extends DType>(
    x: NDArray<D> | undefined,
    options: PartOptions & RootOptions = {},
  ): Promise<NDArray<D>> {
    const action = "scatter an array";
    checkOptions(options, scatterNames, action);
    const root = this.#rankOf(options.root ?? 0, "root", action);
    const isRoot = root === this.rank;
    if (isRoot && x === undefined) {
      throw new ArgumentTypeError(
        "CUTS_COMMUNICATOR",
        `Cannot ${action}: the root must pass one (got undefined)`,
      );
    }
    const transport = x === undefined ? this.#control : this.#transportFor(x, action);
    const axis = isRoot ? partAxis(x as NDArray, options.axis, action) : 0;
    if (this.#parts.isComparing) await this.#compare({ name: "scatter", root });
    const own = isRoot ? packed(x as NDArray, axis) : undefined;
    const { dtype, shape, axis: rootAxis } = await this.#tellHeader(own?.array, axis, root);
    const lengths = divide(shape[0] ?? 1, this.size);
    const stream = currentStream(x === undefined ? toDevice("cpu") : x.storage.device);
    const part = allocateArray(stream, dtype, withLength(shape, lengths[this.rank] as number));
    const row = rowSize(shape);
    await transport.scatter(
      own?.array,
      part,
      lengths.map((length) => length * row),
      root,
    );
    if (own?.isOwn === true) own.array.dispose();
    return unpacked(part, rootAxis) as NDArray<D>;
  }

  /** Reduces arrays over all ranks, and leaves each rank its part along an axis. */
  async reduceScatter<D extends DType>(
    x: NDArray<D>,
    options: ReduceOptions & PartOptions = {},
  ): Promise<NDArray<D>> {
    const action = "reduce and scatter an array";
    checkOptions(options, reducePartNames, action);
    const { op = "sum" } = options;
    const transport = this.#transportFor(x, action, op);
    const axis = partAxis(x, options.axis, action);
    if (this.#parts.isComparing) await this.#compare({ name: "reduceScatter", ...what(x), op, axis });
    const { array, isOwn } = packed(x, axis);
    const lengths = divide(array.shape[0] as number, this.size);
    const part = allocateFor(array, withLength(array.shape, lengths[this.rank] as number));
    const row = rowSize(array.shape);
    const counts = lengths.map((length) => length * row);
    await transport.reduceScatter(array, part, counts, op === "mean" ? "sum" : op);
    if (isOwn) array.dispose();
    if (op === "mean") inside(() => quotient(part, this.size, { out: part }));
    return unpacked(part, axis) as NDArray<D>;
  }

  /**
   * Part i of each rank's array, along an axis, for rank i: the parts that a rank gets lie one behind the other in the order of
   * the ranks that they came from. All ranks have arrays of the same shape.
   */
  async allToAll<D extends DType>(x: NDArray<D>, options: PartOptions = {}): Promise<NDArray<D>> {
    const action = "exchange parts of arrays";
    checkOptions(options, partNames, action);
    const transport = this.#transportFor(x, action);
    const axis = partAxis(x, options.axis, action);
    if (this.#parts.isComparing) await this.#compare({ name: "allToAll", ...what(x), axis });
    const { array, isOwn } = packed(x, axis);
    const lengths = divide(array.shape[0] as number, this.size);
    const own = lengths[this.rank] as number;
    const into = allocateFor(array, withLength(array.shape, own * this.size));
    const row = rowSize(array.shape);
    await transport.allToAll(
      array,
      lengths.map((length) => length * row),
      into,
      lengths.map(() => own * row),
    );
    if (isOwn) array.dispose();
    return unpacked(into, axis) as NDArray<D>;
  }

  /** Sends an array to another rank; it may be written again when the promise settles. */
  async send(x: NDArray, to: number, options: MessageOptions = {}): Promise<void> {
    const action = "send an array";
    const rank = this.#rankOf(to, "the rank to send to", action);
    const transport = this.#transportFor(x, action);
    await reading(x, (own) => transport.send(own, rank, toTag(options.tag, action)));
  }

  /** Receives elements from another rank into an array of the same size. */
  async receive<D extends DType>(
    x: NDArray<D>,
    from: number,
    options: MessageOptions = {},
  ): Promise<NDArray<D>> {
    const action = "receive an array";
    const rank = this.#rankOf(from, "the rank to receive from", action);
    const transport = this.#transportFor(x, action);
    checkWritable(x, action);
    await writing(x, (own) => transport.receive(own, rank, toTag(options.tag, action)));
    return x;
  }

  /** Settles when all ranks have called it. */
  async barrier(): Promise<void> {
    this.#check("wait for ranks");
    await this.#control.barrier();
  }

  /**
   * Communicators of the ranks with the same color; undefined for a rank without one. All ranks of this one call it.
   * @example const half = await world.split({ color: world.rank % 2 });
   */
  async split(options: SplitOptions = {}): Promise<Communicator | undefined> {
    const action = "split a communicator";
    this.#check(action);
    checkOptions(options, splitNames, action);
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
    const mpi = await this.#control.split(color, key);
    return mpi && new Communicator({ ...this.#parts, mpi });
  }

  /** Ends it, on all its ranks: none of them uses it any more. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#parts.mpi?.close();
  }

  /** Ends it here; what MPI holds is given back when the process ends. */
  dispose(): void {
    this.#isClosed = true;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  get #control(): MpiTransport {
    const { mpi } = this.#parts;
    if (mpi === undefined) throw new Error("internal: a communicator without a transport");
    return mpi;
  }

  #check(action: string): void {
    if (this.#isClosed) {
      throw new DisposedError("CUTS_DISPOSED", `Cannot ${action}: the communicator was closed`);
    }
  }

  #transportFor(x: NDArray, action: string, op?: ReduceOperation): Transport {
    this.#check(action);
    usableArray(x, action);
    if (op !== undefined) checkOperation(op, x.dtype, action);
    if (x.storage.device.backend.isHost) {
      if (x.byteLength >= 2 ** 31) {
        throw new ArgumentRangeError(
          "CUTS_COMMUNICATOR",
          `Cannot ${action}: MPI counts up to 2^31 bytes (got ${describeArray(x)})\nTry: parts of it`,
        );
      }
      return this.#control;
    }
    throw new ArgumentTypeError(
      "CUTS_COMMUNICATOR",
      `Cannot ${action}: it must be on the cpu, which MPI moves memory of (got ${describeArray(x)})\nTry: x.to("cpu")`,
    );
  }

  #rankOf(rank: number, name: string, action: string): number {
    this.#check(action);
    if (Number.isInteger(rank) && rank >= 0 && rank < this.size) return rank;
    throw new ArgumentRangeError(
      "CUTS_COMMUNICATOR",
      `Cannot ${action}: ${name} must be a rank from 0 to ${this.size - 1} (got ${formatValue(rank)})`,
    );
  }

  #compare(call: PlannedCall): Promise<void> {
    return compareCalls(call, (bytes) => this.#control.exchange(bytes, `the comparison of ${call.name}`));
  }

  /** How much each rank has along the first axis. @throws CutsError `CUTS_RANKS_DIFFER` */
  async #lengths(array: NDArray, isEqual: boolean, action: string): Promise<number[]> {
    if (isEqual) return Array.from({ length: this.size }, () => array.shape[0] as number);
    const headers = (await this.#control.exchange(headerOf(array, 0), "the shapes of a gather")).map(
      readHeader,
    );
    const key = (header: ArrayHeader): string => `${header.dtype}${formatShape(header.shape.slice(1))}`;
    const other = headers.findIndex((header) => key(header) !== key(readHeader(headerOf(array, 0))));
    if (other === -1) return headers.map(({ shape }) => shape[0] as number);
    const lines = headers.map(({ dtype, shape }, rank) => `\n  rank ${rank}: ${dtype}${formatShape(shape)}`);
    throw new CutsError(
      "CUTS_RANKS_DIFFER",
      `Cannot ${action}: all ranks must have the same dtype, and the same sizes but along the axis (got${lines.join("")})`,
    );
  }

  /** What the root has, on all ranks. */
  async #tellHeader(own: NDArray | undefined, axis: number, root: number): Promise<ArrayHeader> {
    const bytes = own === undefined ? noHeader() : headerOf(own, axis);
    const headers = await this.#control.exchange(bytes, "the shape of a scatter");
    return readHeader(headers[root] as Uint8Array);
  }
}

function what(x: NDArray, freeAxis?: number): { dtype: DType; shape: (number | null)[] } {
  return { dtype: x.dtype, shape: x.shape.map((size, axis) => (axis === freeAxis ? null : size)) };
}

/** Runs a call on an array without gaps, and brings what it wrote back. */
async function writing(x: NDArray, run: (own: NDArray) => Promise<void>): Promise<void> {
  if (x.isContiguous) return run(x);
  const { array } = packed(x, 0);
  await run(array);
  inside(() => copyInto(array, x));
  array.dispose();
}

/** Runs a call on an array without gaps. */
async function reading(x: NDArray, run: (own: NDArray) => Promise<void>): Promise<void> {
  const { array, isOwn } = packed(x, 0);
  await run(array);
  if (isOwn) array.dispose();
}

function allocateFor({ dtype, storage }: NDArray, shape: Shape): NDArray {
  return allocateArray(currentStream(storage.device), dtype, shape);
}

function partAxis(x: NDArray, axis: number | undefined, action: string): number {
  if (x.ndim > 0) return toAxis(axis ?? 0, x.ndim);
  throw new ArgumentRangeError(
    "CUTS_COMMUNICATOR",
    `Cannot ${action}: it must have an axis along which parts lie (got ${describeArray(x)})`,
  );
}

/** MPI promises tags up to 32767. */
function toTag(tag: number | undefined, action: string): number {
  if (tag === undefined) return 0;
  if (Number.isInteger(tag) && tag >= 0 && tag < 2 ** 15) return tag;
  throw new ArgumentRangeError(
    "CUTS_COMMUNICATOR",
    `Cannot ${action}: tag must be a whole number from 0 to 32767 (got ${formatValue(tag)})`,
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
