// Communicator: ranks that work together, and what they can do. It checks arguments, packs what has gaps, and hands memory to
// a transport: MPI for arrays of the cpu device, NCCL for those of a GPU. Every rank makes the same calls in the same order.

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
import type { Control } from "./control.js";
import { MpiTransport } from "./mpi/mpi-transport.js";
import type { NcclTransport } from "./nccl/nccl-transport.js";
import { divide, packed, rowSize, unpacked, withLength } from "./parts.js";
import { checkOperation } from "./reduce-operations.js";
import { type BegunCall, follow, type ReduceOperation, type Transport } from "./transport.js";

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
  readonly control: Control;
  /** For arrays of the GPU; else why there is none. */
  readonly gpu: NcclTransport | string;
  readonly localRank: number;
  readonly localSize: number;
  readonly isComparing: boolean;
}

/**
 * Ranks that work together. All ranks of a communicator make the same calls in the same order; the calls of one rank may be made
 * without awaiting those before. A promise settles when the elements are there. On a GPU a call is work of the current stream:
 * work that is given after it comes after it, whether it is awaited or not.
 */
export class Communicator implements Disposable {
  readonly #parts: CommunicatorParts;
  #isClosed = false;
  #isGrouping = false;

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
    return this.#control.timeoutMs / 1000;
  }

  set timeout(seconds: number) {
    this.#control.timeoutMs = 1000 * checkTimeout(seconds);
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
    if (this.#isComparing) await this.#compare({ name: "allReduce", ...what(x), op });
    const isSummed = op === "mean" && !transport.hasMean;
    return writing(
      x,
      (own) => transport.allReduce(own, isSummed ? "sum" : op),
      () => (isSummed ? this.#average(x) : x),
    );
  }

  /** The same, which blocks until all ranks have called it. For cpu arrays, where microseconds count. */
  allReduceSync<D extends DType>(x: NDArray<D>, options: ReduceOptions = {}): NDArray<D> {
    const action = "reduce an array over ranks";
    const { op = "sum" } = options;
    const transport = this.#transportFor(x, action, op);
    checkWritable(x, action);
    if (!(transport instanceof MpiTransport) || !x.isContiguous) {
      throw new ArgumentTypeError(
        "CUTS_COMMUNICATOR",
        `Cannot ${action}: allReduceSync takes an array on the cpu without gaps (got ${describeArray(x)})\nTry: await world.allReduce(x)`,
      );
    }
    transport.allReduceSync(x, op === "mean" ? "sum" : op);
    return op === "mean" ? this.#average(x) : x;
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
    if (this.#isComparing) await this.#compare({ name: "reduce", ...what(x), op, root });
    const isRoot = root === this.rank;
    const isSummed = op === "mean" && !transport.hasMean;
    const run = (own: NDArray): BegunCall => transport.reduce(own, isSummed ? "sum" : op, root);
    if (!isRoot) return reading(x, run, () => x);
    return writing(x, run, () => (isSummed ? this.#average(x) : x));
  }

  /** Gives all ranks the root's elements, in place. */
  async broadcast<D extends DType>(x: NDArray<D>, options: RootOptions = {}): Promise<NDArray<D>> {
    const action = "broadcast an array";
    checkOptions(options, rootNames, action);
    const root = this.#rankOf(options.root ?? 0, "root", action);
    const transport = this.#transportFor(x, action);
    const isRoot = root === this.rank;
    if (!isRoot) checkWritable(x, action);
    if (this.#isComparing) await this.#compare({ name: "broadcast", ...what(x), root });
    const run = (own: NDArray): BegunCall => transport.broadcast(own, root);
    return isRoot ? reading(x, run, () => x) : writing(x, run, () => x);
  }

  /** The arrays of all ranks, one behind the other along an axis, on all ranks. */
  async allGather<D extends DType>(x: NDArray<D>, options: GatherOptions = {}): Promise<NDArray<D>> {
    const action = "gather arrays";
    checkOptions(options, gatherNames, action);
    const transport = this.#transportFor(x, action);
    const axis = partAxis(x, options.axis, action);
    if (this.#isComparing) await this.#compare({ name: "allGather", ...what(x, axis), axis });
    const { array, isOwn } = packed(x, axis);
    const lengths = options.equal === true ? this.#equal(array) : await this.#lengths(array, action);
    const all = allocateFor(array, withLength(array.shape, sum(lengths)));
    const row = rowSize(array.shape);
    const counts = lengths.map((length) => length * row);
    return follow(transport.allGather(array, all, counts), () => {
      if (isOwn) array.dispose();
      return unpacked(all, axis) as NDArray<D>;
    });
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
    if (this.#isComparing) await this.#compare({ name: "gather", ...what(x, axis), axis, root });
    const { array, isOwn } = packed(x, axis);
    const lengths = options.equal === true ? this.#equal(array) : await this.#lengths(array, action);
    const row = rowSize(array.shape);
    const all = root === this.rank ? allocateFor(array, withLength(array.shape, sum(lengths))) : undefined;
    const counts = lengths.map((length) => length * row);
    return follow(transport.gather(array, all, counts, root), () => {
      if (isOwn) array.dispose();
      return all && (unpacked(all, axis) as NDArray<D>);
    });
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
    this.#check(action);
    if (x !== undefined) this.#transportFor(x, action);
    const axis = isRoot ? partAxis(x as NDArray, options.axis, action) : 0;
    if (this.#isComparing) await this.#compare({ name: "scatter", root });
    const own = isRoot ? packed(x as NDArray, axis) : undefined;
    const { dtype, shape, axis: rootAxis, isOnHost } = await this.#tellHeader(own?.array, axis, root);
    const transport = this.#transportOn(isOnHost, action);
    const lengths = divide(shape[0] ?? 1, this.size);
    const stream = currentStream(isOnHost ? toDevice("cpu") : (transport as NcclTransport).device);
    const part = allocateArray(stream, dtype, withLength(shape, lengths[this.rank] as number));
    const row = rowSize(shape);
    const counts = lengths.map((length) => length * row);
    return follow(transport.scatter(own?.array, part, counts, root), () => {
      if (own?.isOwn === true) own.array.dispose();
      return unpacked(part, rootAxis) as NDArray<D>;
    });
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
    if (this.#isComparing) await this.#compare({ name: "reduceScatter", ...what(x), op, axis });
    const { array, isOwn } = packed(x, axis);
    const lengths = divide(array.shape[0] as number, this.size);
    const part = allocateFor(array, withLength(array.shape, lengths[this.rank] as number));
    const row = rowSize(array.shape);
    const counts = lengths.map((length) => length * row);
    const isSummed = op === "mean" && !transport.hasMean;
    return follow(transport.reduceScatter(array, part, counts, isSummed ? "sum" : op), () => {
      if (isOwn) array.dispose();
      if (isSummed) this.#average(part);
      return unpacked(part, axis) as NDArray<D>;
    });
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
    if (this.#isComparing) await this.#compare({ name: "allToAll", ...what(x), axis });
    const { array, isOwn } = packed(x, axis);
    const lengths = divide(array.shape[0] as number, this.size);
    const own = lengths[this.rank] as number;
    const into = allocateFor(array, withLength(array.shape, own * this.size));
    const row = rowSize(array.shape);
    const [give, take] = [lengths.map((length) => length * row), lengths.map(() => own * row)];
    return follow(transport.allToAll(array, give, into, take), () => {
      if (isOwn) array.dispose();
      return unpacked(into, axis) as NDArray<D>;
    });
  }

  /** Sends an array to another rank; it may be written again when the promise settles. */
  async send(x: NDArray, to: number, options: MessageOptions = {}): Promise<void> {
    const action = "send an array";
    const rank = this.#rankOf(to, "the rank to send to", action);
    const transport = this.#transportFor(x, action);
    const tag = toTag(options.tag, transport, action);
    return reading(
      x,
      (own) => transport.send(own, rank, tag),
      () => {},
    );
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
    const tag = toTag(options.tag, transport, action);
    return writing(
      x,
      (own) => transport.receive(own, rank, tag),
      () => x,
    );
  }

  /**
   * Begins the calls of `body` together; settles when all are done. On a GPU a send waits for its receiver, so ranks that send to
   * each other do it in a group; many small calls cost one start in a group.
   * @throws RangeError `CUTS_COMMUNICATOR` for a call that must ask other ranks first.
   * @example await world.group(() => [world.send(x, right), world.receive(y, left)]);
   */
  async group(body: () => readonly Promise<unknown>[]): Promise<void> {
    const action = "group calls";
    this.#check(action);
    if (this.#isGrouping) {
      throw new ArgumentRangeError("CUTS_COMMUNICATOR", `Cannot ${action}: a group is open already`);
    }
    const { gpu } = this.#parts;
    let calls: readonly Promise<unknown>[] = [];
    this.#isGrouping = true;
    try {
      const run = (): void => {
        calls = body();
      };
      if (typeof gpu === "string") run();
      else gpu.group(run);
    } finally {
      this.#isGrouping = false;
    }
    await Promise.all(calls);
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
    const control = await this.#control.split(color, key);
    if (control === undefined) return undefined;
    const { gpu } = this.#parts;
    return new Communicator({
      ...this.#parts,
      control,
      gpu: typeof gpu === "string" ? gpu : await gpu.part(control),
    });
  }

  /** Ends it, on all its ranks: none of them uses it any more. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { gpu, control } = this.#parts;
    if (typeof gpu !== "string") await gpu.close();
    await control.close();
  }

  /** Ends it here; what MPI and NCCL hold is given back when the process ends. */
  dispose(): void {
    this.#isClosed = true;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  get #control(): Control {
    return this.#parts.control;
  }

  /** What is in a group begins together, and is not compared. */
  get #isComparing(): boolean {
    return this.#parts.isComparing && !this.#isGrouping;
  }

  #checkAsking(action: string, hint: string): void {
    if (!this.#isGrouping) return;
    throw new ArgumentRangeError(
      "CUTS_COMMUNICATOR",
      `Cannot ${action}: ranks tell each other their shapes first, which they cannot in a group\nTry: ${hint}`,
    );
  }

  #average<D extends DType>(x: NDArray<D>): NDArray<D> {
    inside(() => quotient(x, this.size, { out: x }));
    return x;
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
    const { device } = x.storage;
    const transport = this.#transportOn(device.backend.isHost, action, x);
    if (device.backend.isHost && x.byteLength >= 2 ** 31) {
      throw new ArgumentRangeError(
        "CUTS_COMMUNICATOR",
        `Cannot ${action}: MPI counts up to 2^31 bytes (got ${describeArray(x)})\nTry: parts of it`,
      );
    }
    if (!(transport instanceof MpiTransport) && (transport as NcclTransport).device !== device) {
      throw new ArgumentTypeError(
        "CUTS_COMMUNICATOR",
        `Cannot ${action}: it must be on ${(transport as NcclTransport).device.id}, which is the GPU of rank ${this.rank} (got ${describeArray(x)})\nTry: x.to("${(transport as NcclTransport).device.id}")`,
      );
    }
    return transport;
  }

  /** What moves arrays of the host, or of the GPU. @throws TypeError `CUTS_COMMUNICATOR` where nothing does. */
  #transportOn(isOnHost: boolean, action: string, x?: NDArray): Transport {
    const { control, gpu } = this.#parts;
    const got = x === undefined ? "" : ` (got ${describeArray(x)})`;
    if (isOnHost) {
      if (control instanceof MpiTransport) return control;
      throw new ArgumentTypeError(
        "CUTS_COMMUNICATOR",
        `Cannot ${action}: arrays of the cpu go by MPI, and this job was started without it; NCCL moves those of GPUs alone${got}\nTry: mpirun -n ${this.size} node program.js, or x.to("cuda")`,
      );
    }
    if (typeof gpu !== "string") return gpu;
    throw new ArgumentTypeError(
      "CUTS_COMMUNICATOR",
      `Cannot ${action}: arrays of GPUs go by NCCL, which this job has not: ${gpu}${got}\nTry: x.to("cpu"), which MPI moves`,
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
  async #lengths(array: NDArray, action: string): Promise<number[]> {
    this.#checkAsking(action, "equal: true");
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

  #equal(array: NDArray): number[] {
    return Array.from({ length: this.size }, () => array.shape[0] as number);
  }

  /** What the root has, on all ranks. */
  async #tellHeader(own: NDArray | undefined, axis: number, root: number): Promise<ArrayHeader> {
    this.#checkAsking("scatter an array", "send and receive");
    const bytes = own === undefined ? noHeader() : headerOf(own, axis);
    const headers = await this.#control.exchange(bytes, "the shape of a scatter");
    return readHeader(headers[root] as Uint8Array);
  }
}

function what(x: NDArray, freeAxis?: number): { dtype: DType; shape: (number | null)[] } {
  return { dtype: x.dtype, shape: x.shape.map((size, axis) => (axis === freeAxis ? null : size)) };
}

/** Runs a call on an array without gaps, brings what it wrote back, and goes on. */
function writing<T>(x: NDArray, run: (own: NDArray) => BegunCall, next: () => T): Promise<T> {
  const { array, isOwn } = packed(x, 0);
  return follow(run(array), () => {
    if (isOwn) {
      inside(() => copyInto(array, x));
      array.dispose();
    }
    return next();
  });
}

/** Runs a call on an array without gaps, and goes on. */
function reading<T>(x: NDArray, run: (own: NDArray) => BegunCall, next: () => T): Promise<T> {
  const { array, isOwn } = packed(x, 0);
  return follow(run(array), () => {
    if (isOwn) array.dispose();
    return next();
  });
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

/** MPI promises tags up to 32767; NCCL has none. */
function toTag(tag: number | undefined, transport: Transport, action: string): number {
  if (tag === undefined) return 0;
  if (!(transport instanceof MpiTransport) && tag !== 0) {
    throw new ArgumentRangeError(
      "CUTS_COMMUNICATOR",
      `Cannot ${action}: NCCL has no tags, and messages come in the order in which they were sent (got tag ${formatValue(tag)})`,
    );
  }
  if (Number.isInteger(tag) && tag >= 0 && tag < 2 ** 15) return tag;
  throw new ArgumentRangeError(
    "CUTS_COMMUNICATOR",
    `Cannot ${action}: tag must be a whole number from 0 to 32767 (got ${formatValue(tag)})`,
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
