// Arrays of the cpu device between ranks, by MPI. Calls are started in the order in which they are made, which is the order
// that all ranks must agree on, and go on while the event loop turns. Where work that uses an array is under way, the call
// is started after it; work that is given meanwhile waits for the call.
//
// Long sums go another way: MPI's own calls that block are several times as fast as those that do not (by
// bench/distributed.bench.ts), so ranks meet, without blocking, and then sum one piece at a time by the call that blocks, where they agree
// that they may (mpi-meeting.ts).

import { astype, copyInto } from "../../array/copy.js";
import { divide } from "../../array/elementwise/functions.js";
import { describeArray, type NDArray } from "../../array/ndarray.js";
import { inside } from "../../array/operators/watching.js";
import { dtypeNames, dtypes } from "../../core/dtype.js";
import { CutsError } from "../../core/errors.js";
import type { RawMpi } from "../../native/mpi.js";
import type { RawHandle } from "../../native/raw-call.js";
import { holdStorage } from "../../runtime/native-use.js";
import type { Storage } from "../../runtime/storage.js";
import { promiseInTurn } from "../../runtime/turn.js";
import type { Control, Peer } from "../control.js";
import { offsetsOf } from "../parts.js";
import { reduceOperations } from "../reduce-operations.js";
import {
  followedBy,
  type ReduceOperation,
  type StartedCall,
  startedBy,
  type Transport,
} from "../transport.js";
import { intsAt } from "./int-lists.js";
import type { MpiComm } from "./mpi-process.js";
import { type Agreement, MpiMeeting } from "./mpi-meeting.js";
import type { MpiRequest, OnDone } from "./mpi-requests.js";
import type { MpiWorld } from "./mpi-world.js";

type Datatype = RawHandle<"MPI_Datatype">;
type Operation = RawHandle<"MPI_Op">;

/** Sums from so many bytes on are done by calls that block, */
const LONG_BYTES = 8192;
/** so many bytes in one turn of the event loop. */
const PIECE_BYTES = 1 << 22;

/** Truths are 0 and 1. */
const truths = { sum: "max", prod: "min", max: "max", min: "min" } as const;

/** Memory that a call uses. */
interface Use {
  readonly storage: Storage;
  readonly mode: "read" | "write";
}

export class MpiTransport implements Transport, Control {
  readonly rank: number;
  readonly size: number;
  readonly world: MpiWorld;
  readonly comm: MpiComm;
  /** For calls that block: what is started meanwhile must not come between. */
  readonly #blocking: MpiComm;
  readonly #api: RawMpi;
  /** The start of the last call that waits for its turn; undefined where none does. */
  #lastStart: Promise<void> | undefined;
  /** Of the communicator for calls that block. */
  readonly #meeting: MpiMeeting;

  /** All ranks of the communicator must have arrived. */
  constructor(world: MpiWorld, comm: MpiComm) {
    this.world = world;
    this.comm = comm;
    this.#api = world.mpi.api;
    this.rank = world.mpi.rankIn(comm);
    this.size = world.mpi.sizeOf(comm);
    this.#blocking = world.duplicate(comm);
    this.#meeting = new MpiMeeting(world, this.#blocking);
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
    const { own, mpiOp } = this.#prepared(x, op, true);
    const type = this.#typeOf(own);
    const call =
      own.byteLength >= LONG_BYTES
        ? this.#longAllReduce(own, type, mpiOp, kindOf(own, op))
        : this.#shortAllReduce(own, type, mpiOp);
    return own === x ? startedBy(call) : followedBy(startedBy(call), () => putBack(own, x));
  }

  /** The same, blocking until all ranks have called it. */
  allReduceSync(x: NDArray, op: ReduceOperation): void {
    this.world.check();
    if (this.world.unfinished > 0) throw callsUnderWay();
    const { own, mpiOp } = this.#prepared(x, op, true);
    const { storage } = own;
    if (!isFree(storage)) {
      if (storage.nativesBefore("write").length > 0) throw callsUnderWay();
      storage.settleSync();
    }
    storage.version++;
    const [at, type] = [addressOf(own), this.#typeOf(own)];
    const status = this.world.blocking.during("allReduceSync", () =>
      this.#api.MPI_Allreduce(this.world.mpi.abi.inPlace, at, own.size, type, mpiOp, this.#blocking),
    );
    this.world.mpi.check(status, "allReduceSync");
    if (own !== x) putBack(own, x);
  }

  reduce(x: NDArray, op: ReduceOperation, root: number): StartedCall {
    this.world.check();
    const { inPlace } = this.world.mpi.abi;
    const isRoot = this.rank === root;
    // The others keep theirs.
    const { own, mpiOp } = this.#prepared(x, op, isRoot);
    const [at, type] = [addressOf(own), this.#typeOf(own)];
    const call = this.#run("reduce", [use(own, isRoot ? "write" : "read")], undefined, (slot) =>
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
      this.#run("broadcast", [use(x, this.rank === root ? "read" : "write")], undefined, (slot) =>
        this.#api.MPI_Ibcast(at, count, type, root, this.comm, slot),
      ),
    );
  }

  allGather(part: NDArray, all: NDArray, counts: readonly number[]): StartedCall {
    const { at, count, type } = this.#bytesOf(part);
    const { lists, countsAt, offsetsAt } = partLists(counts, part);
    const into = addressOf(all);
    return startedBy(
      this.#run("allGather", [use(part, "read"), use(all, "write")], lists, (slot) =>
        this.#api.MPI_Iallgatherv(at, count, type, into, countsAt, offsetsAt, type, this.comm, slot),
      ),
    );
  }

  reduceScatter(all: NDArray, part: NDArray, counts: readonly number[], op: ReduceOperation): StartedCall {
    this.world.check();
    const { own, mpiOp } = this.#prepared(all, op, false);
    const into = own.dtype === part.dtype ? part : inside(() => astype(part, own.dtype));
    const { lists, countsAt } = partLists(counts, undefined);
    const [fromAt, intoAt, type] = [addressOf(own), addressOf(into), this.#typeOf(own)];
    const call = this.#run("reduceScatter", [use(own, "read"), use(into, "write")], lists, (slot) =>
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
      this.#run("scatter", uses, lists, (slot) =>
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
      this.#run("gather", uses, lists, (slot) =>
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
      this.#run("allToAll", [use(from, "read"), use(into, "write")], [send, receive], (slot) =>
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
      this.#run(`send to rank ${to}`, [use(x, "read")], undefined, (slot) =>
        this.#api.MPI_Isend(at, count, type, to, tag, this.comm, slot),
      ),
    );
  }

  receive(x: NDArray, from: number, tag: number): StartedCall {
    const { at, count, type } = this.#bytesOf(x);
    return startedBy(
      this.#run(
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
    const call = this.#run("barrier", [], undefined, (slot) => this.#api.MPI_Ibarrier(this.comm, slot));
    return call ?? promiseInTurn(undefined);
  }

  /** What each rank gives: as many bytes from all. */
  exchange(own: Uint8Array, what: string): Promise<Uint8Array[]> {
    this.world.check();
    return this.#inTurn(() => this.world.exchange(this.comm, this.size, own, what));
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

  /** Gives the communicator back; all ranks of it do. */
  async close(): Promise<void> {
    this.world.check();
    await this.#meeting.inTurn(() => this.#inTurn(() => this.world.arrive(this.comm, "close")));
    this.world.mpi.free(this.#blocking);
    this.world.mpi.free(this.comm);
  }

  /** Starts a call now or after those before it, and settles when it is done; undefined where it is done at once. */
  #run(
    what: string,
    uses: readonly Use[],
    keep: unknown,
    start: (slot: number) => number,
    onDone?: OnDone,
  ): Promise<void> | undefined {
    this.world.check();
    if (this.#lastStart !== undefined || !uses.every(({ storage }) => isFree(storage))) {
      return this.#runLater(what, uses, keep, start, onDone);
    }
    const request = this.#begin(what, uses, keep, start, onDone);
    return request && this.#finish(request, uses.map(hold));
  }

  #begin(
    what: string,
    uses: readonly Use[],
    keep: unknown,
    start: (slot: number) => number,
    onDone: OnDone | undefined,
  ): MpiRequest | undefined {
    // Gradients look whether an array was changed after it was saved.
    for (const { storage, mode } of uses) if (mode === "write") storage.version++;
    return this.world.requests.run(what, start, [uses, keep], onDone);
  }

  async #runLater(
    what: string,
    uses: readonly Use[],
    keep: unknown,
    start: (slot: number) => number,
    onDone: OnDone | undefined,
  ): Promise<void> {
    const holds = uses.map(hold);
    let request: MpiRequest | undefined;
    try {
      request = await this.#inTurn(async () => {
        await Promise.all(holds.map(({ ready }) => ready));
        this.world.check();
        return this.#begin(what, uses, keep, start, onDone);
      });
    } catch (error) {
      for (const one of holds) one.release();
      throw error;
    }
    if (request === undefined) for (const one of holds) one.release();
    else await this.#finish(request, holds);
  }

  async #finish(request: MpiRequest, holds: readonly { release(): void }[]): Promise<void> {
    try {
      await this.world.requests.wait(request);
    } finally {
      for (const one of holds) one.release();
    }
  }

  /** @throws CutsError `CUTS_RANKS_DIFFER` */
  #checkReceived(x: NDArray, from: number, status: number): void {
    const byteLength = this.world.mpi.receivedBytes(status);
    if (byteLength === x.byteLength) return;
    throw new CutsError(
      "CUTS_RANKS_DIFFER",
      `Cannot receive an array: it must be as long as the one that was sent (got ${byteLength} bytes from rank ${from} for ${x.byteLength}, ${describeArray(x)})`,
    );
  }

  /** Begins something after the calls before it have begun, and before those after it. */
  async #inTurn<T>(begin: () => Promise<T>): Promise<T> {
    const before = this.#lastStart;
    let begun = (): void => {};
    const own = new Promise<void>((resolve) => {
      begun = resolve;
    });
    this.#lastStart = own;
    this.world.unfinished++;
    try {
      await before;
      return await begin();
    } finally {
      this.world.unfinished--;
      begun();
      if (this.#lastStart === own) this.#lastStart = undefined;
    }
  }

  async #longAllReduce(x: NDArray, type: Datatype, op: Operation, kind: number): Promise<void> {
    const held = hold(use(x, "write"));
    try {
      await this.#meeting.inTurn(async () => {
        await held.ready;
        x.storage.version++;
        await this.#sumPieces(x, type, op, { count: x.size, kind });
      });
    } finally {
      held.release();
    }
  }

  async #sumPieces(x: NDArray, type: Datatype, op: Operation, agreement: Agreement): Promise<void> {
    const { byteLength } = dtypes[x.dtype];
    const { mpi } = this.world;
    const { inPlace } = mpi.abi;
    const pieceLength = PIECE_BYTES / byteLength;
    for (let first = 0; first < x.size; first += pieceLength) {
      const count = Math.min(pieceLength, x.size - first);
      const at = addressOf(x) + first * byteLength;
      const reduce = (mayBlock: boolean): Promise<void> | undefined => {
        if (mayBlock) {
          const status = this.world.blocking.during("allReduce", () =>
            this.#api.MPI_Allreduce(inPlace, at, count, type, op, this.#blocking),
          );
          mpi.check(status, "allReduce");
          return undefined;
        }
        return this.world.settled("allReduce", (slot) =>
          this.#api.MPI_Iallreduce(inPlace, at, count, type, op, this.#blocking, slot),
        );
      };
      await this.#meeting.meet("allReduce", reduce, agreement);
    }
  }

  #shortAllReduce(x: NDArray, type: Datatype, op: Operation): Promise<void> | undefined {
    const at = addressOf(x);
    return this.#run("allReduce", [use(x, "write")], undefined, (slot) =>
      this.#api.MPI_Iallreduce(this.world.mpi.abi.inPlace, at, x.size, type, op, this.comm, slot),
    );
  }

  /**
   * An array as MPI can reduce it, and by what. It has no sums of 16-bit floats: they are summed as float32, and rounded once. It
   * has no mean: what ranks have is divided before, as NCCL does. A copy where that needs one; `isWritten` says that the array itself may be
   * written.
   */
  #prepared(x: NDArray, op: ReduceOperation, isWritten: boolean): { own: NDArray; mpiOp: Operation } {
    const { operations } = this.world.mpi.abi;
    const { dtype } = x;
    // True is 1: the sum of truths is their largest.
    const named = op === "mean" ? "sum" : dtype === "bool" ? truths[op] : op;
    const mpiOp = operations[named] as Operation;
    const isWide = dtype === "float16" || dtype === "bfloat16";
    let own = isWide ? inside(() => astype(x, "float32")) : x;
    if (op === "mean" && this.size > 1) {
      const isOwn = isWide || isWritten;
      own = inside(() => (isOwn ? divide(own, this.size, { out: own }) : divide(own, this.size)));
    }
    return { own, mpiOp };
  }

  #typeOf({ dtype }: NDArray): Datatype {
    const { datatypes } = this.world.mpi.abi;
    const name = dtype === "bool" ? "uint8" : dtype;
    if (name === "float16" || name === "bfloat16") throw new Error(`internal: MPI has no ${name}`);
    return datatypes[name] as Datatype;
  }

  #bytesOf(x: NDArray): { at: number; count: number; type: Datatype } {
    return {
      at: addressOf(x),
      count: x.byteLength,
      type: this.world.mpi.abi.datatypes.byte as Datatype,
    };
  }
}

function use({ storage }: NDArray, mode: "read" | "write"): Use {
  return { storage, mode };
}

function hold({ storage, mode }: Use): ReturnType<typeof holdStorage> {
  const held = holdStorage(storage, mode, "after");
  // Whoever waits for it gets the error; where nobody does, the memory was found free.
  held.ready.catch(() => {});
  return held;
}

/** Another number for each dtype and operation. */
function kindOf({ dtype }: NDArray, op: ReduceOperation): number {
  return dtypeNames.indexOf(dtype) * reduceOperations.length + reduceOperations.indexOf(op);
}

function callsUnderWay(): CutsError {
  return new CutsError(
    "CUTS_CANNOT_BLOCK",
    "Cannot block until all ranks have come: calls that were made before are not done, and other ranks may wait in them\nTry: await them first, or await world.allReduce(x)",
  );
}

/** Whether no work uses memory, and what is in it is there. */
function isFree(storage: Storage): boolean {
  return storage.loss === undefined && storage.doubts === undefined && storage.isQuiet();
}

function addressOf({ storage, offset, dtype, size }: NDArray): number {
  if (size === 0) return 0;
  return storage.hostAddress + offset * dtypes[dtype].byteLength;
}

function putBack(wide: NDArray, into: NDArray): void {
  inside(() => {
    using narrow = astype(wide, into.dtype);
    copyInto(narrow, into);
  });
  wide.dispose();
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
