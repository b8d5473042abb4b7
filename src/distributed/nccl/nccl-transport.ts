// The NCCL transport, for arrays of a GPU. A call is work of the current stream: it runs in order with other work and can be
// recorded in a graph. Its NCCL operations are submitted as one group. NCCL has no calls for parts of different lengths, so those
// become several operations of a group.

import { allocateArray } from "../../array/allocate.js";
import { astype, copy, copyInto } from "../../array/copy.js";
import type { NDArray } from "../../array/ndarray.js";
import { inside } from "../../array/operators/watching.js";
import { prod } from "../../array/reduction/functions.js";
import { ravel, subarray } from "../../array/views.js";
import { dtypes } from "../../core/dtype.js";
import { libraryConstants } from "../../native/library-constants.js";
import type { RawNccl } from "../../native/nccl.js";
import { currentStream } from "../../runtime/devices/devices.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import type { Control } from "../control.js";
import { offsetsOf } from "../parts.js";
import {
  followedBy,
  type ReduceOperation,
  type StartedCall,
  startedBy,
  type Transport,
} from "../transport.js";
import { NcclComm, type NcclCall } from "./nccl-comm.js";
import { reductionOf } from "./nccl-elements.js";

/** An array that a call reads or writes. */
interface Use {
  readonly array: NDArray;
  readonly mode: "read" | "write";
}

/** Calls that are begun together. */
interface Group {
  readonly uses: Use[];
  readonly calls: NcclCall[];
  /** The callers: `begin` gets the promise that settles when the group has ended, `fail` gets its error. */
  readonly following: {
    readonly begin: (done: Promise<void>) => void;
    readonly fail: (error: unknown) => void;
  }[];
}

const BYTE = libraryConstants.ncclUint8;

export class NcclTransport implements Transport {
  readonly rank: number;
  readonly size: number;
  readonly #comm: NcclComm;
  readonly #api: RawNccl;
  #group: Group | undefined;

  private constructor(api: RawNccl, comm: NcclComm, { rank, size }: Control) {
    this.#api = api;
    this.#comm = comm;
    this.rank = rank;
    this.size = size;
  }

  /** Makes one together with all ranks of `control`, each with its GPU. */
  static async create(api: RawNccl, device: NcclComm["device"], control: Control): Promise<NcclTransport> {
    return new NcclTransport(api, await NcclComm.create(api, device, control), control);
  }

  /** The GPU whose arrays it moves. */
  get device(): NcclComm["device"] {
    return this.#comm.device;
  }

  /** A transport for some of the ranks. */
  part(control: Control): Promise<NcclTransport> {
    return NcclTransport.create(this.#api, this.device, control);
  }

  /** Starts the calls of `body` together when it returns; `body` must not throw. */
  group(body: () => void): void {
    if (this.#group !== undefined) throw new Error("internal: a group inside a group");
    const group: Group = { uses: [], calls: [], following: [] };
    this.#group = group;
    body();
    this.#group = undefined;
    let done: Promise<void> | undefined;
    try {
      done = this.#give("a group", group.uses, group.calls);
    } catch (error) {
      for (const { fail } of group.following) fail(error);
    }
    if (done !== undefined) for (const { begin } of group.following) begin(done);
  }

  allReduce(x: NDArray, op: ReduceOperation): StartedCall {
    const own = reductionOf(x.dtype, op);
    if (own === "int32") {
      const wide = inside(() => astype(x, "int32"));
      return followedBy(this.allReduce(wide, op), () => putBack(wide, x));
    }
    if (own === "gather") {
      const all = this.#allocate(x, [this.size, ...x.shape]);
      const gathered = this.allGather(x, all, this.#equal(x.size));
      return followedBy(gathered, () =>
        putBack(
          inside(() => prod(all, { axis: 0 })),
          x,
          all,
        ),
      );
    }
    const { type, op: ncclOp, lanes } = own;
    return this.#begin("allReduce", [use(x, "write")], x.size, (api, comm, stream) =>
      api.ncclAllReduce(x.start, x.start, x.size * lanes, type, ncclOp, comm, stream),
    );
  }

  reduce(x: NDArray, op: ReduceOperation, root: number): StartedCall {
    const isRoot = this.rank === root;
    const own = reductionOf(x.dtype, op);
    if (typeof own === "string") {
      // The others keep theirs.
      const all = inside(() => copy(x));
      return followedBy(this.allReduce(all, op), () => (isRoot ? putBack(all, x) : all.dispose()));
    }
    const { type, op: ncclOp, lanes } = own;
    return this.#begin("reduce", [use(x, isRoot ? "write" : "read")], x.size, (api, comm, stream) =>
      api.ncclReduce(x.start, x.start, x.size * lanes, type, ncclOp, root, comm, stream),
    );
  }

  broadcast(x: NDArray, root: number): StartedCall {
    const mode = this.rank === root ? "read" : "write";
    return this.#begin("broadcast", [use(x, mode)], x.size, (api, comm, stream) =>
      api.ncclBroadcast(x.start, x.start, x.byteLength, BYTE, root, comm, stream),
    );
  }

  allGather(part: NDArray, all: NDArray, counts: readonly number[]): StartedCall {
    const uses = [use(part, "read"), use(all, "write")];
    if (isEven(counts)) {
      return this.#begin("allGather", uses, part.size, (api, comm, stream) =>
        api.ncclAllGather(part.start, all.start, part.byteLength, BYTE, comm, stream),
      );
    }
    const places = placesIn(all, counts);
    return this.#beginAll(
      "allGather",
      uses,
      places.map(({ at, byteLength }, root) => [
        byteLength,
        (api, comm, stream) =>
          api.ncclBroadcast(root === this.rank ? part.start : at, at, byteLength, BYTE, root, comm, stream),
      ]),
    );
  }

  reduceScatter(all: NDArray, part: NDArray, counts: readonly number[], op: ReduceOperation): StartedCall {
    const own = reductionOf(all.dtype, op);
    if (typeof own === "string") {
      const whole = inside(() => copy(all));
      return followedBy(this.allReduce(whole, op), () => {
        const first = offsetsOf(counts)[this.rank] as number;
        inside(() => {
          using flat = ravel(whole);
          using mine = subarray(flat, first, first + part.size);
          using into = ravel(part);
          copyInto(mine, into);
        });
        whole.dispose();
      });
    }
    const { type, op: ncclOp, lanes } = own;
    const uses = [use(all, "read"), use(part, "write")];
    if (isEven(counts)) {
      return this.#begin("reduceScatter", uses, part.size, (api, comm, stream) =>
        api.ncclReduceScatter(all.start, part.start, part.size * lanes, type, ncclOp, comm, stream),
      );
    }
    const places = placesIn(all, counts);
    return this.#beginAll(
      "reduceScatter",
      uses,
      places.map(({ at, count }, root) => [
        count,
        (api, comm, stream) =>
          // Others than the root write nothing.
          api.ncclReduce(
            at,
            root === this.rank ? part.start : at,
            count * lanes,
            type,
            ncclOp,
            root,
            comm,
            stream,
          ),
      ]),
    );
  }

  scatter(all: NDArray | undefined, part: NDArray, counts: readonly number[], root: number): StartedCall {
    const uses = all === undefined ? [use(part, "write")] : [use(all, "read"), use(part, "write")];
    const sends = all === undefined ? [] : placesIn(all, counts).map(sendOf);
    return this.#beginAll("scatter", uses, [...sends, receiveOf(whole(part), root)]);
  }

  gather(part: NDArray, all: NDArray | undefined, counts: readonly number[], root: number): StartedCall {
    const uses = all === undefined ? [use(part, "read")] : [use(part, "read"), use(all, "write")];
    const receives = all === undefined ? [] : placesIn(all, counts).map(receiveOf);
    return this.#beginAll("gather", uses, [sendOf(whole(part), root), ...receives]);
  }

  allToAll(
    from: NDArray,
    fromCounts: readonly number[],
    into: NDArray,
    intoCounts: readonly number[],
  ): StartedCall {
    return this.#beginAll(
      "allToAll",
      [use(from, "read"), use(into, "write")],
      [...placesIn(from, fromCounts).map(sendOf), ...placesIn(into, intoCounts).map(receiveOf)],
    );
  }

  send(x: NDArray, to: number): StartedCall {
    return this.#beginAll(`send to rank ${to}`, [use(x, "read")], [sendOf(whole(x), to)]);
  }

  receive(x: NDArray, from: number): StartedCall {
    return this.#beginAll(`receive from rank ${from}`, [use(x, "write")], [receiveOf(whole(x), from)]);
  }

  close(): Promise<void> {
    return this.#comm.close();
  }

  #begin(what: string, uses: readonly Use[], count: number, call: NcclCall): StartedCall {
    return this.#beginAll(what, uses, [[count, call]]);
  }

  /** Calls of nothing are left out, by all ranks. */
  #beginAll(
    what: string,
    uses: readonly Use[],
    all: readonly (readonly [count: number, call: NcclCall])[],
  ): StartedCall {
    const calls = all.filter(([count]) => count > 0).map(([, call]) => call);
    const group = this.#group;
    if (group === undefined) return startedBy(this.#give(what, uses, calls));
    group.uses.push(...uses);
    group.calls.push(...calls);
    return {
      follow: (next) =>
        new Promise((resolve, reject) => {
          group.following.push({
            begin: (done) => void startedBy(done).follow(next).then(resolve, reject),
            fail: reject,
          });
        }),
    };
  }

  /** Submits calls to the current stream; settles when they are done, or at once if they are recorded. */
  #give(what: string, uses: readonly Use[], calls: readonly NcclCall[]): Promise<void> {
    this.#comm.check();
    const stream = currentStream(this.device);
    for (const { array, mode } of uses) if (array.size > 0) array.storage.use(stream, mode);
    if (calls.length === 0) return Promise.resolve();
    stream.submitBeside(() => this.#comm.run(what, calls, stream.backendStream));
    if (stream.recording !== undefined) return Promise.resolve();
    return this.#watch(what, uses, stream);
  }

  async #watch(what: string, uses: readonly Use[], stream: StreamCore): Promise<void> {
    let lost: unknown;
    await stream
      .observe(async () => {
        try {
          await this.#comm.watch(what, stream.backend.record(stream.backendStream));
        } catch (error) {
          lost = error;
          throw error;
        }
      })
      .catch((error: unknown) => {
        if (lost !== undefined) loseAll(uses, stream, lost);
        throw error;
      });
  }

  #allocate({ dtype }: NDArray, shape: readonly number[]): NDArray {
    return allocateArray(currentStream(this.device), dtype, shape);
  }

  #equal(count: number): number[] {
    return Array.from({ length: this.size }, () => count);
  }
}

/** Marks the memory that failed calls were to write as lost; reading it throws the error. */
function loseAll(uses: readonly Use[], stream: StreamCore, error: unknown): void {
  if (stream.isClosed) return;
  for (const { array, mode } of uses) {
    if (mode === "write" && array.storage.retainCount > 0) array.storage.use(stream, "write");
  }
  stream.submit((work) => work.fail(error));
}

function use(array: NDArray, mode: "read" | "write"): Use {
  return { array, mode };
}

/** Memory of a part. */
interface Place {
  readonly at: number;
  readonly count: number;
  readonly byteLength: number;
}

function whole({ start, size, byteLength }: NDArray): Place {
  return { at: start, count: size, byteLength };
}

function placesIn(all: NDArray, counts: readonly number[]): Place[] {
  const unit = dtypes[all.dtype].byteLength;
  const offsets = offsetsOf(counts);
  return counts.map((count, rank) => ({
    at: all.start + (offsets[rank] as number) * unit,
    count,
    byteLength: count * unit,
  }));
}

function sendOf({ at, byteLength }: Place, to: number): readonly [number, NcclCall] {
  return [byteLength, (api, comm, stream) => api.ncclSend(at, byteLength, BYTE, to, comm, stream)];
}

function receiveOf({ at, byteLength }: Place, from: number): readonly [number, NcclCall] {
  return [byteLength, (api, comm, stream) => api.ncclRecv(at, byteLength, BYTE, from, comm, stream)];
}

function isEven(counts: readonly number[]): boolean {
  return counts.every((count) => count === counts[0]);
}

/** Copies a result to its destination, and disposes the temporary arrays. */
function putBack(from: NDArray, into: NDArray, ...more: readonly NDArray[]): void {
  inside(() => {
    if (from.dtype === into.dtype) copyInto(from, into);
    else {
      using narrow = astype(from, into.dtype);
      copyInto(narrow, into);
    }
  });
  for (const one of [from, ...more]) one.dispose();
}
