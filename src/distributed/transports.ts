// The transports of a communicator: MPI for arrays of the cpu device, NCCL for arrays of the rank's GPU. If an array cannot be
// moved, the caller gets the error before anything is sent.

import { describeArray, isNDArray, type NDArray, usableArray } from "../array/ndarray.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import type { DeviceCore } from "../runtime/order/stream-core.js";
import type { Control } from "./control.js";
import { MpiTransport } from "./mpi/mpi-transport.js";
import type { NcclTransport } from "./nccl/nccl-transport.js";
import { checkOperation } from "./reduce-operations.js";
import type { ReduceOperation, Transport } from "./transport.js";
import { type TransportName, transportOf } from "./transport-name.js";
import { refuseTraced } from "../runtime/order/traced.js";

/** Counts of MPI are ints. */
const MPI_BYTES = 2 ** 31;

export class Transports {
  readonly #mpi: MpiTransport | undefined;
  readonly #nccl: NcclTransport | undefined;
  /** Why there is no NCCL. */
  readonly #whyNot: string;
  readonly #rank: number;
  readonly #size: number;
  readonly #movers: Readonly<Record<TransportName, (x: NDArray, action: string) => Transport>> = {
    mpi: (x, action) => this.#byMpi(x, action),
    nccl: (x, action) => this.#byNccl(x, action),
  };

  constructor(control: Control, gpu: NcclTransport | string) {
    this.#mpi = control instanceof MpiTransport ? control : undefined;
    this.#nccl = typeof gpu === "string" ? undefined : gpu;
    this.#whyNot = typeof gpu === "string" ? gpu : "";
    this.#rank = control.rank;
    this.#size = control.size;
  }

  /** The transport for an array and a reduction. @throws TypeError, RangeError `CUTS_COMMUNICATOR` */
  for(x: NDArray, action: string, op?: ReduceOperation): Transport {
    usableArray(x, action);
    refuseTraced(action, "do it outside, with what the function returns");
    if (op !== undefined) checkOperation(op, x.dtype, action);
    return this.#movers[transportOf(x.storage.device)](x, action);
  }

  /** The MPI transport, for blocking calls on host arrays. @throws as `for`; TypeError where there is another. */
  forSync(x: NDArray, action: string, op: ReduceOperation): MpiTransport {
    const transport = this.for(x, action, op);
    if (transport === this.#mpi && x.isContiguous) return this.#mpi;
    throw new ArgumentTypeError(
      "CUTS_COMMUNICATOR",
      `Cannot ${action}: allReduceSync takes a contiguous array on the cpu (got ${describeArray(x)})\nTry: await world.allReduce(x)`,
    );
  }

  /** The same as `forSync` for what is right at a look, as it is nearly always; undefined for all else, right or wrong. */
  usualSync(x: NDArray, op: ReduceOperation): MpiTransport | undefined {
    refuseTraced("reduce an array", "do it outside, with what the function returns");
    const isUsual =
      op === "sum" &&
      isNDArray(x) &&
      x.handle.isOpen &&
      x.isContiguous &&
      !x.isReadonly &&
      x.storage.byteLength < MPI_BYTES &&
      transportOf(x.storage.device) === "mpi";
    return isUsual ? this.#mpi : undefined;
  }

  /**
   * The transport with this name and, for NCCL, the GPU whose arrays it moves.
   * @throws TypeError `CUTS_COMMUNICATOR` where nothing does.
   */
  on(name: TransportName, action: string, got = ""): { transport: Transport; gpu: DeviceCore | undefined } {
    if (name === "mpi") {
      if (this.#mpi !== undefined) return { transport: this.#mpi, gpu: undefined };
      throw new ArgumentTypeError(
        "CUTS_COMMUNICATOR",
        `Cannot ${action}: arrays on the cpu go through MPI, and this job was started without it; NCCL moves only arrays on GPUs${got}\nTry: mpirun -n ${this.#size} node program.js, or x.to("cuda")`,
      );
    }
    if (this.#nccl !== undefined) return { transport: this.#nccl, gpu: this.#nccl.device };
    throw new ArgumentTypeError(
      "CUTS_COMMUNICATOR",
      `Cannot ${action}: arrays on GPUs go through NCCL, which this job cannot use: ${this.#whyNot}${got}\nTry: ${this.#mpi === undefined ? `a GPU and NCCL for each rank, or mpirun -n ${this.#size} and arrays on the cpu` : 'x.to("cpu"), which goes through MPI'}`,
    );
  }

  /** Starts the calls of `body` together; those of MPI are started one after the other. */
  together(body: () => void): void {
    if (this.#nccl === undefined) body();
    else this.#nccl.group(body);
  }

  /** MPI promises tags up to 32767; NCCL has none. */
  tagOf(tag: number | undefined, transport: Transport, action: string): number {
    if (tag === undefined) return 0;
    if (transport === this.#nccl && tag !== 0) {
      throw new ArgumentRangeError(
        "CUTS_COMMUNICATOR",
        `Cannot ${action}: NCCL has no tags, and messages arrive in the order in which they were sent (got tag ${formatValue(tag)})`,
      );
    }
    if (Number.isInteger(tag) && tag >= 0 && tag < 2 ** 15) return tag;
    throw new ArgumentRangeError(
      "CUTS_COMMUNICATOR",
      `Cannot ${action}: tag must be a whole number from 0 to 32767 (got ${formatValue(tag)})`,
    );
  }

  /** Throws where what ranks gather is more than can be counted; `byteLength` is that of all of it. @throws RangeError `CUTS_COMMUNICATOR` */
  checkGathered(byteLength: number, transport: Transport, action: string): void {
    if (transport !== this.#mpi || byteLength < MPI_BYTES) return;
    throw new ArgumentRangeError(
      "CUTS_COMMUNICATOR",
      `Cannot ${action}: MPI takes less than 2^31 bytes in one call (got ${byteLength} bytes from all ranks)\nTry: smaller parts`,
    );
  }

  #byMpi(x: NDArray, action: string): Transport {
    if (this.#mpi === undefined) return this.on("mpi", action, ` (got ${describeArray(x)})`).transport;
    if (x.byteLength < MPI_BYTES) return this.#mpi;
    throw new ArgumentRangeError(
      "CUTS_COMMUNICATOR",
      `Cannot ${action}: MPI takes less than 2^31 bytes in one call (got ${describeArray(x)})\nTry: smaller parts`,
    );
  }

  #byNccl(x: NDArray, action: string): Transport {
    if (this.#nccl === undefined) return this.on("nccl", action, ` (got ${describeArray(x)})`).transport;
    const { device } = this.#nccl;
    if (device === x.storage.device) return this.#nccl;
    throw new ArgumentTypeError(
      "CUTS_COMMUNICATOR",
      `Cannot ${action}: it must be on ${device.id}, which is the GPU of rank ${this.#rank} (got ${describeArray(x)})\nTry: x.to("${device.id}")`,
    );
  }
}
