// The collective calls of a communicator. Each checks its arguments, copies arrays that are not contiguous, asks other ranks for
// shapes where it must, and passes memory to a transport. Communicator documents them.

import { allocateArray } from "../array/allocate.js";
import { checkWritable } from "../array/copy.js";
import type { NDArray } from "../array/ndarray.js";
import { type DType, dtypes } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError, CutsError } from "../core/errors.js";
import { checkOptions } from "../core/options.js";
import { formatShape } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import { currentStream, toDevice } from "../runtime/devices/devices.js";
import { type ArrayHeader, headerOf, noHeader, readHeader } from "./array-header.js";
import {
  callOptions,
  type GatherOptions,
  type MessageOptions,
  noOptions,
  type PartOptions,
  type ReduceOptions,
  type RootOptions,
} from "./call-options.js";
import { compareCalls, type PlannedCall, plannedBytes } from "./compare-calls.js";
import type { Control } from "./control.js";
import { allocateFor, partAxis, reading, writing } from "./packed-call.js";
import { divide, packed, rowSize, unpacked, withLength } from "./parts.js";
import type { StartedCall, Transport } from "./transport.js";
import type { Transports } from "./transports.js";

const REDUCE = "reduce an array over ranks";

/** A call that waits for its group to end. */
interface GroupedCall {
  readonly begin: () => void;
  readonly giveUp: (error: Error) => void;
}

export class Collectives {
  readonly #control: Control;
  readonly #transports: Transports;
  readonly #isComparing: boolean;
  /** Calls that are to be begun together; undefined outside of a group. */
  #group: GroupedCall[] | undefined;

  constructor(control: Control, transports: Transports, isComparing: boolean) {
    this.#control = control;
    this.#transports = transports;
    this.#isComparing = isComparing;
  }

  allReduce<D extends DType>(x: NDArray<D>, options: ReduceOptions): Promise<NDArray<D>> {
    checkOptions(options, callOptions.allReduce, REDUCE);
    const { op = "sum" } = options;
    const transport = this.#transports.for(x, REDUCE, op);
    checkWritable(x, REDUCE);
    return this.#run(
      x,
      REDUCE,
      () => ({ name: "allReduce", ...what(x), op }),
      () => writing(x, (own) => transport.allReduce(own, op)),
    );
  }

  allReduceSync<D extends DType>(x: NDArray<D>, options: ReduceOptions): NDArray<D> {
    if (options !== noOptions) checkOptions(options, callOptions.allReduce, REDUCE);
    const { op = "sum" } = options;
    let transport = this.#transports.usualSync(x, op);
    if (transport === undefined) {
      transport = this.#transports.forSync(x, REDUCE, op);
      checkWritable(x, REDUCE);
    }
    if (this.#isComparing) {
      const call = { name: "allReduceSync", ...what(x), op };
      compareCalls(call, transport.exchangeSync(plannedBytes(call)));
    }
    transport.allReduceSync(x, op);
    return x;
  }

  reduce<D extends DType>(x: NDArray<D>, options: ReduceOptions & RootOptions): Promise<NDArray<D>> {
    const action = "reduce an array to a rank";
    checkOptions(options, callOptions.reduce, action);
    const { op = "sum" } = options;
    const root = this.#rankOf(options.root ?? 0, "root", action);
    const transport = this.#transports.for(x, action, op);
    const isRoot = root === this.#control.rank;
    if (isRoot) checkWritable(x, action);
    const run = (own: NDArray): StartedCall => transport.reduce(own, op, root);
    return this.#run(
      x,
      action,
      () => ({ name: "reduce", ...what(x), op, root }),
      () => (isRoot ? writing(x, run) : reading(x, run)),
    );
  }

  broadcast<D extends DType>(x: NDArray<D>, options: RootOptions): Promise<NDArray<D>> {
    const action = "broadcast an array";
    checkOptions(options, callOptions.broadcast, action);
    const root = this.#rankOf(options.root ?? 0, "root", action);
    const transport = this.#transports.for(x, action);
    const isRoot = root === this.#control.rank;
    if (!isRoot) checkWritable(x, action);
    const run = (own: NDArray): StartedCall => transport.broadcast(own, root);
    return this.#run(
      x,
      action,
      () => ({ name: "broadcast", ...what(x), root }),
      () => (isRoot ? reading(x, run) : writing(x, run)),
    );
  }

  allGather<D extends DType>(x: NDArray<D>, options: GatherOptions): Promise<NDArray<D>> {
    const action = "gather arrays";
    checkOptions(options, callOptions.allGather, action);
    const transport = this.#transports.for(x, action);
    const axis = partAxis(x, options.axis, action);
    if (options.equal !== true) this.checkAsking(action, "equal: true");
    return this.#run(
      x,
      action,
      () => ({ name: "allGather", ...what(x, axis), axis }),
      () => {
        const { array, isOwn } = packed(x, axis);
        return this.#withLengths(array, options.equal === true, action, (lengths) => {
          this.#checkGathered(array, lengths, transport, action);
          const all = allocateFor(array, withLength(array.shape, sum(lengths)));
          return transport.allGather(array, all, countsOf(lengths, array)).follow(() => {
            if (isOwn) array.dispose();
            return unpacked(all, axis) as NDArray<D>;
          });
        });
      },
    );
  }

  gather<D extends DType>(
    x: NDArray<D>,
    options: GatherOptions & RootOptions,
  ): Promise<NDArray<D> | undefined> {
    const action = "gather arrays";
    checkOptions(options, callOptions.gather, action);
    const root = this.#rankOf(options.root ?? 0, "root", action);
    const transport = this.#transports.for(x, action);
    const axis = partAxis(x, options.axis, action);
    const isRoot = root === this.#control.rank;
    if (options.equal !== true) this.checkAsking(action, "equal: true");
    return this.#run(
      x,
      action,
      () => ({ name: "gather", ...what(x, axis), axis, root }),
      () => {
        const { array, isOwn } = packed(x, axis);
        return this.#withLengths(array, options.equal === true, action, (lengths) => {
          this.#checkGathered(array, lengths, transport, action);
          const all = isRoot ? allocateFor(array, withLength(array.shape, sum(lengths))) : undefined;
          return transport.gather(array, all, countsOf(lengths, array), root).follow(() => {
            if (isOwn) array.dispose();
            return all && (unpacked(all, axis) as NDArray<D>);
          });
        });
      },
    );
  }

  async scatter<D extends DType>(
    x: NDArray<D> | undefined,
    options: PartOptions & RootOptions,
  ): Promise<NDArray<D>> {
    const action = "scatter an array";
    checkOptions(options, callOptions.scatter, action);
    const root = this.#rankOf(options.root ?? 0, "root", action);
    const isRoot = root === this.#control.rank;
    if (isRoot && x === undefined) {
      throw new ArgumentTypeError(
        "CUTS_COMMUNICATOR",
        `Cannot ${action}: the root must pass an array (got undefined)`,
      );
    }
    if (x !== undefined) this.#transports.for(x, action);
    const ownAxis = isRoot ? partAxis(x as NDArray, options.axis, action) : 0;
    this.checkAsking(action, "send and receive");
    if (this.#isComparing) await this.#compare({ name: "scatter", root });
    const own = isRoot ? packed(x as NDArray, ownAxis) : undefined;
    const { dtype, shape, axis, transport: name } = await this.#tellHeader(own?.array, ownAxis, root);
    const { transport, gpu } = this.#transports.on(name, action);
    const lengths = divide(shape[0] ?? 1, this.#control.size);
    const stream = currentStream(gpu ?? toDevice("cpu"));
    const part = allocateArray(stream, dtype, withLength(shape, lengths[this.#control.rank] as number));
    const row = rowSize(shape);
    const counts = lengths.map((length) => length * row);
    return transport.scatter(own?.array, part, counts, root).follow(() => {
      if (own?.isOwn === true) own.array.dispose();
      return unpacked(part, axis) as NDArray<D>;
    });
  }

  reduceScatter<D extends DType>(x: NDArray<D>, options: ReduceOptions & PartOptions): Promise<NDArray<D>> {
    const action = "reduce and scatter an array";
    checkOptions(options, callOptions.reduceScatter, action);
    const { op = "sum" } = options;
    const transport = this.#transports.for(x, action, op);
    const axis = partAxis(x, options.axis, action);
    return this.#run(
      x,
      action,
      () => ({ name: "reduceScatter", ...what(x), op, axis }),
      () => {
        const { array, isOwn } = packed(x, axis);
        const lengths = divide(array.shape[0] as number, this.#control.size);
        const part = allocateFor(array, withLength(array.shape, lengths[this.#control.rank] as number));
        return transport.reduceScatter(array, part, countsOf(lengths, array), op).follow(() => {
          if (isOwn) array.dispose();
          return unpacked(part, axis) as NDArray<D>;
        });
      },
    );
  }

  allToAll<D extends DType>(x: NDArray<D>, options: PartOptions): Promise<NDArray<D>> {
    const action = "exchange parts of arrays";
    checkOptions(options, callOptions.allToAll, action);
    const transport = this.#transports.for(x, action);
    const axis = partAxis(x, options.axis, action);
    return this.#run(
      x,
      action,
      () => ({ name: "allToAll", ...what(x), axis }),
      () => {
        const { array, isOwn } = packed(x, axis);
        const { rank, size } = this.#control;
        const lengths = divide(array.shape[0] as number, size);
        const own = lengths[rank] as number;
        const into = allocateFor(array, withLength(array.shape, own * size));
        const give = countsOf(lengths, array);
        const take = lengths.map(() => own * rowSize(array.shape));
        return transport.allToAll(array, give, into, take).follow(() => {
          if (isOwn) array.dispose();
          return unpacked(into, axis) as NDArray<D>;
        });
      },
    );
  }

  async send(x: NDArray, to: number, options: MessageOptions): Promise<void> {
    const action = "send an array";
    checkOptions(options, callOptions.message, action);
    const rank = this.#rankOf(to, "the rank to send to", action);
    const transport = this.#transports.for(x, action);
    const tag = this.#transports.tagOf(options.tag, transport, action);
    await this.#inGroup(x, action, () => reading(x, (own) => transport.send(own, rank, tag)));
  }

  receive<D extends DType>(x: NDArray<D>, from: number, options: MessageOptions): Promise<NDArray<D>> {
    const action = "receive an array";
    checkOptions(options, callOptions.message, action);
    const rank = this.#rankOf(from, "the rank to receive from", action);
    const transport = this.#transports.for(x, action);
    checkWritable(x, action);
    const tag = this.#transports.tagOf(options.tag, transport, action);
    return this.#inGroup(x, action, () => writing(x, (own) => transport.receive(own, rank, tag)));
  }

  /** Starts the calls of `body` together when it returns; if it throws, none is started. */
  group(body: () => void): void {
    const calls: GroupedCall[] = [];
    this.#group = calls;
    try {
      body();
    } catch (cause) {
      const error = new CutsError(
        "CUTS_COMMUNICATOR",
        "Cannot start a call in a group: the function of the group threw, so nothing was sent",
        { cause },
      );
      for (const { giveUp } of calls) giveUp(error);
      throw cause;
    } finally {
      this.#group = undefined;
    }
    this.#transports.together(() => {
      for (const { begin } of calls) begin();
    });
  }

  /** Throws where calls are begun together. @throws RangeError `CUTS_COMMUNICATOR` */
  checkAsking(action: string, hint: string): void {
    if (this.#group === undefined) return;
    throw new ArgumentRangeError(
      "CUTS_COMMUNICATOR",
      `Cannot ${action}: ranks must ask each other first, which is impossible in a group\nTry: ${hint}`,
    );
  }

  #rankOf(rank: number, name: string, action: string): number {
    const { size } = this.#control;
    if (Number.isInteger(rank) && rank >= 0 && rank < size) return rank;
    throw new ArgumentRangeError(
      "CUTS_COMMUNICATOR",
      `Cannot ${action}: ${name} must be a rank from 0 to ${size - 1} (got ${formatValue(rank)})`,
    );
  }

  /** Runs a call; in debug mode, first compares it with those of other ranks. Calls in a group are not compared. */
  #run<T>(x: NDArray, action: string, plan: () => PlannedCall, call: () => Promise<T>): Promise<T> {
    if (!this.#isComparing || this.#group !== undefined) return this.#inGroup(x, action, call);
    return this.#compare(plan()).then(call);
  }

  /** Runs a call now, or with its group. */
  #inGroup<T>(x: NDArray, action: string, call: () => Promise<T>): Promise<T> {
    const group = this.#group;
    if (group === undefined) return call();
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        try {
          x.check(action);
          call().then(resolve, reject);
        } catch (error) {
          reject(error);
        }
      };
      group.push({ begin, giveUp: reject });
    });
  }

  async #compare(call: PlannedCall): Promise<void> {
    compareCalls(call, await this.#control.exchange(plannedBytes(call), `the comparison of ${call.name}`));
  }

  /** Runs a call that must know how much each rank has along the first axis; at once where all have as much. */
  #withLengths<T>(
    array: NDArray,
    isEqual: boolean,
    action: string,
    run: (lengths: readonly number[]) => Promise<T>,
  ): Promise<T> {
    const own = array.shape[0] as number;
    if (isEqual) return run(Array.from({ length: this.#control.size }, () => own));
    return this.#lengths(array, action).then(run);
  }

  #checkGathered(
    { shape, dtype }: NDArray,
    lengths: readonly number[],
    transport: Transport,
    action: string,
  ): void {
    const byteLength = sum(lengths) * rowSize(shape) * dtypes[dtype].byteLength;
    this.#transports.checkGathered(byteLength, transport, action);
  }

  /** @throws CutsError `CUTS_RANKS_DIFFER` */
  async #lengths(array: NDArray, action: string): Promise<number[]> {
    const headers = (await this.#control.exchange(headerOf(array, 0), "the shapes of a gather")).map(
      readHeader,
    );
    const key = (header: ArrayHeader): string => `${header.dtype}${formatShape(header.shape.slice(1))}`;
    const other = headers.findIndex((header) => key(header) !== key(readHeader(headerOf(array, 0))));
    if (other === -1) return headers.map(({ shape }) => shape[0] as number);
    const lines = headers.map(({ dtype, shape }, rank) => `\n  rank ${rank}: ${dtype}${formatShape(shape)}`);
    throw new CutsError(
      "CUTS_RANKS_DIFFER",
      `Cannot ${action}: all ranks must have the same dtype, and the same shape except along the axis (got${lines.join("")})`,
    );
  }

  /** Sends the root's header to all ranks. */
  async #tellHeader(own: NDArray | undefined, axis: number, root: number): Promise<ArrayHeader> {
    const bytes = own === undefined ? noHeader() : headerOf(own, axis);
    const headers = await this.#control.exchange(bytes, "the shape of a scatter");
    return readHeader(headers[root] as Uint8Array);
  }
}

function what(x: NDArray, freeAxis?: number): { dtype: DType; shape: (number | null)[] } {
  return { dtype: x.dtype, shape: x.shape.map((size, axis) => (axis === freeAxis ? null : size)) };
}

/** Elements of each rank's part. */
function countsOf(lengths: readonly number[], { shape }: NDArray): number[] {
  const row = rowSize(shape);
  return lengths.map((length) => length * row);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
