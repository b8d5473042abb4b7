// Sums of long arrays. MPI's blocking calls are several times as fast as its non-blocking ones (bench/distributed.bench.ts). So
// ranks first synchronize without blocking (mpi-meeting.ts), and then sum one piece at a time, by the blocking call if all ranks
// agree.

import type { NDArray } from "../../array/ndarray.js";
import { dtypes } from "../../core/dtype.js";
import { addressOf, hold, use } from "./array-use.js";
import type { Agreement, MpiMeeting } from "./mpi-meeting.js";
import type { MpiComm } from "./mpi-process.js";
import type { Datatype, Operation } from "./mpi-reductions.js";
import type { MpiWorld } from "./mpi-world.js";

/** The smallest size in bytes that is summed this way. */
export const LONG_BYTES = 8192;
/** so many bytes in one turn of the event loop. */
const PIECE_BYTES = 1 << 22;

export class LongReductions {
  readonly #world: MpiWorld;
  /** A communicator only for blocking calls, so that calls started meanwhile cannot interleave with them. */
  readonly #comm: MpiComm;
  readonly #meeting: MpiMeeting;

  constructor(world: MpiWorld, comm: MpiComm, meeting: MpiMeeting) {
    this.#world = world;
    this.#comm = comm;
    this.#meeting = meeting;
  }

  /** Reduces in place, one piece at a time, after earlier long reductions. */
  async allReduce(x: NDArray, type: Datatype, op: Operation, kind: number): Promise<void> {
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
    const { mpi } = this.#world;
    const { inPlace } = mpi.abi;
    const pieceLength = PIECE_BYTES / byteLength;
    for (let first = 0; first < x.size; first += pieceLength) {
      const count = Math.min(pieceLength, x.size - first);
      const at = addressOf(x) + first * byteLength;
      const reduce = (mayBlock: boolean): Promise<void> | undefined => {
        if (mayBlock) {
          const status = this.#world.blocking.during("allReduce", () =>
            mpi.api.MPI_Allreduce(inPlace, at, count, type, op, this.#comm),
          );
          mpi.check(status, "allReduce");
          return undefined;
        }
        return this.#world.settled("allReduce", (slot) =>
          mpi.api.MPI_Iallreduce(inPlace, at, count, type, op, this.#comm, slot),
        );
      };
      await this.#meeting.meet("allReduce", reduce, agreement);
    }
  }
}
