// Synchronizes ranks before calls that block, so that these block only briefly. The calls of one communicator run one after the
// other. Two communicators could still deadlock, with each rank blocking in a call of a different one. So the ranks vote, and
// block only if no rank has another such call in progress. They also compare their counts and operations, because a blocking call
// with different counts may never end.

import { CutsError } from "../../core/errors.js";
import { numberAddressOf } from "../../ffi/memory.js";
import type { RawHandle } from "../../native/raw-call.js";
import type { BlockingCall } from "./blocking-watch.js";
import type { MpiComm } from "./mpi-process.js";
import type { MpiWorld } from "./mpi-world.js";

/** The longest pause before ranks that could not agree meet again. */
const PAUSE_MS = 4;

/** The numbers that must be equal on all ranks. */
export interface Agreement {
  readonly count: number;
  /** A number for the dtype and operation. */
  readonly kind: number;
}

const nothing: Agreement = { count: 0, kind: 0 };

export class MpiMeeting {
  readonly #world: MpiWorld;
  readonly #comm: MpiComm;
  /**
   * Whether this rank may block, followed by its agreement and the same numbers negated, so that one minimum over ranks gives both
   * minimum and maximum.
   */
  readonly #vote = new Int32Array(new ArrayBuffer(20));
  readonly #voteAt = numberAddressOf(this.#vote);
  #last: Promise<unknown> = Promise.resolve();

  constructor(world: MpiWorld, comm: MpiComm) {
    this.#world = world;
    this.#comm = comm;
  }

  /** Runs something after those before it. */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    // What became of those before is their callers' to know.
    const own = this.#last.catch(() => {}).then(run);
    this.#last = own;
    this.#world.unfinished++;
    const leave = (): void => {
      this.#world.unfinished--;
    };
    own.then(leave, leave);
    return own;
  }

  /**
   * Runs `body` when all ranks have arrived, and tells it whether it may block; the answer is the same on all ranks.
   * @throws CutsError `CUTS_RANKS_DIFFER`, on all of them, where they do not agree.
   */
  async meet<T>(
    what: string,
    body: (mayBlock: boolean) => T | Promise<T>,
    own: Agreement = nothing,
  ): Promise<T> {
    const world = this.#world;
    await world.arrive(this.#comm, what);
    world.meeting++;
    try {
      const mayBlock = await this.#agree(what, world.meeting === 1, own);
      world.check();
      return await body(mayBlock);
    } finally {
      world.meeting--;
    }
  }

  /** The same for a call that must block. */
  async meetToBlock<T>(what: BlockingCall, body: () => T): Promise<T> {
    const { blocking } = this.#world;
    for (;;) {
      const done = await this.meet(what, (mayBlock) =>
        mayBlock ? { result: blocking.during(what, body) } : undefined,
      );
      if (done !== undefined) return done.result;
      // Another one each time: two that are always in each other's way would be for ever.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * Math.random()));
    }
  }

  async #agree(what: string, isFree: boolean, { count, kind }: Agreement): Promise<boolean> {
    const { api, abi } = this.#world.mpi;
    const vote = this.#vote;
    vote.set([isFree ? 1 : 0, count, -count, kind, -kind]);
    const type = abi.datatypes.int32 as RawHandle<"MPI_Datatype">;
    const min = abi.operations.min as RawHandle<"MPI_Op">;
    await this.#world.settled(what, (slot) =>
      api.MPI_Iallreduce(abi.inPlace, this.#voteAt, vote.length, type, min, this.#comm, slot),
    );
    const [mayBlock = 0, least = 0, most = 0, leastKind = 0, mostKind = 0] = vote;
    if (least === -most && leastKind === -mostKind) return mayBlock === 1;
    const rule = least === -most ? "the same dtype and operation" : "the same number of elements";
    const others = least === -most ? "" : ` (${count} here, from ${least} to ${-most} over all ranks)`;
    throw new CutsError(
      "CUTS_RANKS_DIFFER",
      `Cannot ${what}: all ranks must have ${rule}${others}\nTry: CUTS_DIST_DEBUG=1, which names ranks and shapes`,
    );
  }
}
