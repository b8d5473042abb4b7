// The MPI transport, for arrays of the cpu device. Calls start in the order in which they are made (call-starts.ts) and proceed
// while the event loop runs; sums of long arrays are handled by long-reductions.ts.

import { astype } from "../../array/copy.js";
import { describeArray, type NDArray } from "../../array/ndarray.js";
import { inside } from "../../array/operators/watching.js";
import { dtypes } from "../../core/dtype.js";
import { CutsError } from "../../core/errors.js";
import type { RawMpi } from "../../native/mpi.js";
import { promiseInTurn } from "../../runtime/order/event-loop-turn.js";
import type { Control, Peer } from "../control.js";
import { offsetsOf } from "../parts.js";
import {
  followedBy,
  type ReduceOperation,
  type StartedCall,
  startedBy,
  type Transport,
} from "../transport.js";
import { addressOf, isFree, use } from "./array-use.js";
import { CallStarts } from "./call-starts.js";
import { intsAt } from "./int-lists.js";
import { LONG_BYTES, LongReductions } from "./long-reductions.js";
import { MpiMeeting } from "./mpi-meeting.js";
import type { MpiComm } from "./mpi-process.js";
import {
  type Datatype,
  kindOf,
  type Operation,
  putBack,
  reducedBy,
  reducedType,
  reducible,
} from "./mpi-reductions.js";
import type { MpiWorld } from "./mpi-world.js";

export class MpiTransport implements Transport, Control {
  readonly rank: number;
  readonly size: number;
  readonly world: MpiWorld;
  readonly comm: MpiComm;
  /** A communicator only for blocking calls, so that calls started meanwhile cannot interleave with them. */
  readonly #blocking: MpiComm;
  readonly #api: RawMpi;
  readonly #starts: CallStarts;
  /** Of the communicator for calls that block. */
  readonly #meeting: MpiMeeting;
  readonly #long: LongReductions;

  /** All ranks of the communicator must have arrived. */
  constructor(world: MpiWorld, comm: MpiComm) {
    this.world = world;
    this.comm = comm;
    this.#api = world.mpi.api;
    this.rank = world.mpi.rankIn(comm);
    this.size = world.mpi.sizeOf(comm);
    this.#blocking = world.duplicate(comm);
    this.#starts = new CallStarts(world);
    this.#meeting = new MpiMeeting(world, this.#blocking);
    this.#long = new LongReductions(world, this.#blocking, this.#meeting);
  }

  get peers(): readonly Peer[] {
    return this.world.peers;
  }

  get timeoutMs(): number {
    return this.world.timeoutMs;
  }

  set timeoutMs(value: number) {
    this.world.timeoutMs = value;
  }

  check(): void {
    this.world.check();
  }

  fail(why: string): Error {
    return this.world.fail(why);
  }

  lostPeer(): string | undefined {
    return this.world.lostPeer();
  }

  allReduce(x: NDArray, op: ReduceOperation): StartedCall {
    this.world.check();
    const { abi } = this.world.mpi;
    const own = reducible(x, op, this.size, true);
    const [type, mpiOp] = [reducedType(abi, own), reducedBy(abi, own, op)];
    const call =
      own.byteLength >= LONG_BYTES
        ? this.#long.allReduce(own, type, mpiOp, kindOf(own, op))
        : this.#shortAllReduce(own, type, mpiOp);
    return own === x ? startedBy(call) : followedBy(startedBy(call), () => putBack(own, x));
  }

  /** The same, blocking until all ranks have called it. */
  allReduceSync(x: NDArray, op: ReduceOperation): void {
    this.#checkAlone();
    const own = reducible(x, op, this.size, true);
    this.#reduceSync(own, op);
    if (own !== x) putBack(own, x);
  }

  // Without closures and lists: where microseconds count, they do.
  #reduceSync(x: NDArray, op: ReduceOperation): void {
    const { mpi, blocking } = this.world;
    const { storage } = x;
    if (!isFree(storage)) {
      if (storage.nativesBefore("write").length > 0) throw callsUnderWay();
      storage.settleSync();
    }
    storage.version++;
    const at = addressOf(x);
    const type = reducedType(mpi.abi, x);
    const mpiOp = reducedBy(mpi.abi, x, op);
    blocking.enter("allReduceSync");
    const status = this.#api.MPI_Allreduce(mpi.abi.inPlace, at, x.size, type, mpiOp, this.#blocking);
    blocking.leave();
    mpi.check(status, "allReduceSync");
  }

  reduce(x: NDArray, op: ReduceOperation, root: number): StartedCall {
    this.world.check();
    const { abi } = this.world.mpi;
    const { inPlace } = abi;
    const isRoot = this.rank === root;
    // The others keep theirs.
    const own = reducible(x, op, this.size, isRoot);
    const [at, type, mpiOp] = [addressOf(own), reducedType(abi, own), reducedBy(abi, own, op)];
    const call = this.#starts.run("reduce", [use(own, isRoot ? "write" : "read")], undefined, (slot) =>
      this.#api.MPI_Ireduce(
        isRoot ? inPlace : at,
        isRoot ? at : 0,
        own.size,
        type,
        mpiOp,
        root,
        this.comm,
        slot,
      ),
    );
    if (own === x) return startedBy(call);
    return followedBy(startedBy(call), () => (isRoot ? putBack(own, x) : own.dispose()));
  }

  broadcast(x: NDArray, root: number): StartedCall {
    const { at, count, type } = this.#bytesOf(x);
    return startedBy(
      this.#starts.run("broadcast", [use(x, this.rank === root ? "read" : "write")], undefined, (slot) =>
        this.#api.MPI_Ibcast(at, count, type, root, this.comm, slot),
      ),
    );
  }

  allGather(part: NDArray, all: NDArray, counts: readonly number[]): StartedCall {
    const { at, count, type } = this.#bytesOf(part);
    const { lists, countsAt, offsetsAt } = partLists(counts, part);
    const into = addressOf(all);
    return startedBy(
      this.#starts.run("allGather", [use(part, "read"), use(all, "write")], lists, (slot) =>
        this.#api.MPI_Iallgatherv(at, count, type, into, countsAt, offsetsAt, type, this.comm, slot),
      ),
    );
  }

  reduceScatter(all: NDArray, part: NDArray, counts: readonly number[], op: ReduceOperation): StartedCall {
    this.world.check();
    const { abi } = this.world.mpi;
    const own = reducible(all, op, this.size, false);
    const into = own.dtype === part.dtype ? part : inside(() => astype(part, own.dtype));
    const { lists, countsAt } = partLists(counts, undefined);
    const [fromAt, intoAt] = [addressOf(own), addressOf(into)];
    const [type, mpiOp] = [reducedType(abi, own), reducedBy(abi, own, op)];
    const call = this.#starts.run("reduceScatter", [use(own, "read"), use(into, "write")], lists, (slot) =>
      this.#api.MPI_Ireduce_scatter(fromAt, intoAt, countsAt, type, mpiOp, this.comm, slot),
    );
    return followedBy(startedBy(call), () => {
      if (into !== part) putBack(into, part);
      if (own !== all) own.dispose();
    });
  }

  scatter(all: NDArray | undefined, part: NDArray, counts: readonly number[], root: number): StartedCall {
    const { at, count, type } = this.#bytesOf(part);
    const { lists, countsAt, offsetsAt } = partLists(counts, part);
    const from = all === undefined ? 0 : addressOf(all);
    const uses = all === undefined ? [use(part, "write")] : [use(all, "read"), use(part, "write")];
    return startedBy(
      this.#starts.run("scatter", uses, lists, (slot) =>
        this.#api.MPI_Iscatterv(from, countsAt, offsetsAt, type, at, count, type, root, this.comm, slot),
      ),
    );
  }

  gather(part: NDArray, all: NDArray | undefined, counts: readonly number[], root: number): StartedCall {
    const { at, count, type } = this.#bytesOf(part);
    const { lists, countsAt, offsetsAt } = partLists(counts, part);
    const into = all === undefined ? 0 : addressOf(all);
    const uses = all === undefined ? [use(part, "read")] : [use(part, "read"), use(all, "write")];
    return startedBy(
      this.#starts.run("gather", uses, lists, (slot) =>
        this.#api.MPI_Igatherv(at, count, type, into, countsAt, offsetsAt, type, root, this.comm, slot),
      ),
    );
  }

  allToAll(
    from: NDArray,
    fromCounts: readonly number[],
    into: NDArray,
    intoCounts: readonly number[],
  ): StartedCall {
    const send = partLists(fromCounts, from);
    const receive = partLists(intoCounts, into);
    const [fromAt, intoAt, { type }] = [addressOf(from), addressOf(into), this.#bytesOf(from)];
    return startedBy(
      this.#starts.run("allToAll", [use(from, "read"), use(into, "write")], [send, receive], (slot) =>
        this.#api.MPI_Ialltoallv(
          fromAt,
          send.countsAt,
          send.offsetsAt,
          type,
          intoAt,
          receive.countsAt,
          receive.offsetsAt,
          type,
          this.comm,
          slot,
        ),
      ),
    );
  }

  send(x: NDArray, to: number, tag: number): StartedCall {
    const { at, count, type } = this.#bytesOf(x);
    return startedBy(
      this.#starts.run(`send to rank ${to}`, [use(x, "read")], undefined, (slot) =>
        this.#api.MPI_Isend(at, count, type, to, tag, this.comm, slot),
      ),
    );
  }

  receive(x: NDArray, from: number, tag: number): StartedCall {
    const { at, count, type } = this.#bytesOf(x);
    return startedBy(
      this.#starts.run(
        `receive from rank ${from}`,
        [use(x, "write")],
        undefined,
        (slot) => this.#api.MPI_Irecv(at, count, type, from, tag, this.comm, slot),
        (status) => this.#checkReceived(x, from, status),
      ),
    );
  }

  /** Settles when all ranks have called it. */
  barrier(): Promise<void> {
    const call = this.#starts.run("barrier", [], undefined, (slot) =>
      this.#api.MPI_Ibarrier(this.comm, slot),
    );
    return call ?? promiseInTurn(undefined);
  }

  /** Exchanges bytes: returns those of each rank; all ranks must pass the same number of bytes. */
  exchange(own: Uint8Array, what: string): Promise<Uint8Array[]> {
    this.world.check();
    return this.#starts.inTurn(() => this.world.exchange(this.comm, this.size, own, what));
  }

  /** The same, blocking until all ranks have called one of both. */
  exchangeSync(own: Uint8Array): Uint8Array[] {
    this.#checkAlone();
    return this.world.exchangeSync(this.comm, this.size, own);
  }

  /** The ranks with the same color, ordered by key; undefined for a rank without one. */
  async split(color: number | undefined, key: number): Promise<MpiTransport | undefined> {
    this.world.check();
    const { mpi } = this.world;
    return this.#meeting.inTurn(() =>
      this.#meeting.meetToBlock("split", () => {
        const made = mpi.newComm("MPI_Comm_split", (at) =>
          this.#api.MPI_Comm_split(this.#blocking, color ?? mpi.abi.undefinedColor, key, at),
        );
        if (color === undefined) return undefined;
        mpi.returnErrors(made);
        return new MpiTransport(this.world, made);
      }),
    );
  }

  /** Frees the communicator; all its ranks must call this. */
  async close(): Promise<void> {
    this.world.check();
    await this.#meeting.inTurn(() => this.#starts.inTurn(() => this.world.arrive(this.comm, "close")));
    this.world.mpi.free(this.#blocking);
    this.world.mpi.free(this.comm);
  }

  /** Throws if other calls are pending: blocking would delay calls in which others wait for this rank. */
  #checkAlone(): void {
    this.world.check();
    if (this.world.unfinished > 0) throw callsUnderWay();
  }

  /** @throws CutsError `CUTS_RANKS_DIFFER` */
  #checkReceived(x: NDArray, from: number, status: number): void {
    const byteLength = this.world.mpi.receivedBytes(status);
    if (byteLength === x.byteLength) return;
    throw new CutsError(
      "CUTS_RANKS_DIFFER",
      `Cannot receive an array: it must have the size of the array that was sent (got ${byteLength} bytes from rank ${from} for ${x.byteLength} bytes, ${describeArray(x)})`,
    );
  }

  #shortAllReduce(x: NDArray, type: Datatype, op: Operation): Promise<void> | undefined {
    const at = addressOf(x);
    return this.#starts.run("allReduce", [use(x, "write")], undefined, (slot) =>
      this.#api.MPI_Iallreduce(this.world.mpi.abi.inPlace, at, x.size, type, op, this.comm, slot),
    );
  }

  #bytesOf(x: NDArray): { at: number; count: number; type: Datatype } {
    return {
      at: addressOf(x),
      count: x.byteLength,
      type: this.world.mpi.abi.datatypes.byte as Datatype,
    };
  }
}

function callsUnderWay(): CutsError {
  return new CutsError(
    "CUTS_CANNOT_BLOCK",
    "Cannot block until all ranks have made the call: earlier calls are not done, and other ranks may wait in them\nTry: await those calls first, or use await world.allReduce(x)",
  );
}

/** Counts and offsets for MPI: in bytes of an array's elements, or in elements without one. */
function partLists(
  counts: readonly number[],
  of: NDArray | undefined,
): { readonly lists: unknown; readonly countsAt: number; readonly offsetsAt: number } {
  const unit = of === undefined ? 1 : dtypes[of.dtype].byteLength;
  const own = counts.map((count) => count * unit);
  const [first, second] = [intsAt(own), intsAt(offsetsOf(own))];
  return { lists: [first, second], countsAt: first.address, offsetsAt: second.address };
}
