// init(): joins the other processes of the job. A process can do this only once, because MPI can start only once.

import { CutsError, LibraryNotFoundError } from "../core/errors.js";
import { checkOptions, optionNames } from "../core/options.js";
import { isMainThread } from "../host/threads.js";
import { currentDevice, useDeviceOfRank } from "../runtime/devices/devices.js";
import { Communicator } from "./communicator.js";
import type { Control, Peer } from "./control.js";
import { launchedBy, stepOfSlurm } from "./launch-environment.js";
import { MpiTransport } from "./mpi/mpi-transport.js";
import { MpiWorld } from "./mpi/mpi-world.js";
import { openNccl } from "./nccl/open-nccl.js";
import { findRendezvous, type Rendezvous } from "./tcp/rendezvous.js";
import { TcpControl } from "./tcp/tcp-control.js";
import { timeoutSeconds } from "./timeout.js";

/** Options of {@link init}. */
export interface InitOptions {
  /** How long a rank waits for others, in seconds; CUTS_DIST_TIMEOUT, or 600. */
  readonly timeout?: number;
  /** Whether ranks compare each call before it begins; the default comes from CUTS_DIST_DEBUG. */
  readonly debug?: boolean;
}

const initNames = optionNames<InitOptions>({ timeout: true, debug: true });

let isStarted = false;

/**
 * Joins the other processes of a job that `mpirun`, `srun`, `torchrun` or `cuts launch` started; a process started alone is a job
 * of one rank. On a machine with GPUs, the GPU with the number of the local rank becomes the default device.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` without MPI; CutsError `CUTS_DISTRIBUTED_INIT` the second time.
 * @example
 * using world = await dist.init();
 * await world.allReduce(gradients);
 */
export async function init(options: InitOptions = {}): Promise<Communicator> {
  checkOptions(options, initNames, "join other processes");
  if (isStarted) {
    throw new CutsError(
      "CUTS_DISTRIBUTED_INIT",
      "Cannot join other processes: a process can join only once, and this one already has\nTry: use the communicator that init() gave, or world.split()",
    );
  }
  const timeoutMs = 1000 * timeoutSeconds(options.timeout);
  const place = findRendezvous(process.env);
  isStarted = true;
  const control = place === undefined ? await joinByMpi(timeoutMs) : await TcpControl.join(place, timeoutMs);
  const { place: own } = control.peers[control.rank] as Peer;
  const here = control.peers.flatMap((peer, rank) => (peer.place === own ? [rank] : []));
  const localRank = place?.localRank ?? here.indexOf(control.rank);
  useDeviceOfRank(localRank);
  return new Communicator({
    control,
    gpu: await openNccl(control),
    localRank,
    localSize: here.length,
    isComparing: options.debug ?? process.env["CUTS_DIST_DEBUG"] === "1",
  });
}

/** Joins by MPI. Without MPI and without a launcher, a process with a GPU is a job of one. */
async function joinByMpi(timeoutMs: number): Promise<Control> {
  if (!isMainThread()) {
    throw new CutsError(
      "CUTS_DISTRIBUTED_INIT",
      "Cannot join other processes: MPI belongs to the main thread of a process, and this is a worker\nTry: init() and calls in the main thread, with results by postMessage",
    );
  }
  try {
    const world = await startMpi(timeoutMs);
    checkSize(world);
    await world.arrive(world.mpi.world, "init");
    return new MpiTransport(world, world.duplicate(world.mpi.world));
  } catch (error) {
    if (!(error instanceof LibraryNotFoundError)) throw error;
    const tasks = Number(process.env["SLURM_NTASKS"] ?? 1);
    if (launchedBy() === undefined && tasks <= 1 && currentDevice().backend.transport === "nccl") {
      const alone: Rendezvous = {
        rank: 0,
        size: 1,
        localRank: 0,
        at: { host: "localhost", port: 0, token: "" },
      };
      return TcpControl.join(alone, timeoutMs);
    }
    throw new LibraryNotFoundError(
      "CUTS_LIBRARY_NOT_FOUND",
      `${error.message.split("\nTry:")[0]}\nTry: install MPI (Debian: apt-get install openmpi-bin), or set CUTS_LIBMPI to its library; arrays on GPUs alone need no MPI: set CUTS_RANK, CUTS_WORLD_SIZE and CUTS_RENDEZVOUS=/path/of/a/file`,
      { cause: error },
    );
  }
}

async function startMpi(timeoutMs: number): Promise<MpiWorld> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const place = launchedBy();
      const who = place === undefined ? "" : ` (this is rank ${place.rank} of ${place.size})`;
      reject(
        new CutsError(
          "CUTS_RANK_LOST",
          `Cannot join other processes: not all of them have joined within ${timeoutMs / 1000} s${who}\nTry: look at the output of the other ranks; set CUTS_DIST_TIMEOUT=seconds if they need longer`,
        ),
      );
    }, timeoutMs);
  });
  try {
    return await Promise.race([MpiWorld.start(timeoutMs), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A library of another MPI than the launcher's makes each process a world of its own. */
function checkSize({ size, mpi }: MpiWorld): void {
  const place = launchedBy() ?? stepOfSlurm();
  if (place === undefined || place.size === size) return;
  throw new CutsError(
    "CUTS_DISTRIBUTED_INIT",
    `Cannot join other processes: ${place.by} started ${place.size} processes, but ${mpi.libraryVersion()} (${mpi.api.path}) sees ${size}: it does not belong to the MPI of the launcher\nTry: CUTS_LIBMPI=the library of that MPI, or its mpirun; srun --mpi=pmix`,
  );
}
