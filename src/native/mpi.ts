// MPI, messages between processes, one to one, as far as communicators need it: an entry is a function of the C interface,
// which is the same in every library; what differs is in mpi-abi.ts. Counts are int, as in MPI 3.

import { UnsupportedError } from "../core/errors.js";
import { numberAddressOf } from "../ffi/memory.js";
import { openRawLibrary, type RawLibrary } from "../ffi/raw-library.js";
import { type RawTable, rawTable } from "./bind-table.js";
import { type SearchPlace, thisProcess } from "./cuda-folders.js";
import { findMpiLibrary } from "./find-mpi.js";
import { type MpiAbi, mpiAbi, type mpiTypes } from "./mpi-abi.js";

/** The functions of MPI. */
export const mpiFunctions = {
  /** Starts MPI, with a level of thread support; argc and argv may be null. */
  MPI_Init_thread: "int(int* argc, char*** argv, int required, int* provided)",
  /** Whether it was started. */
  MPI_Initialized: "int(int* flag)",
  /** Whether it was ended. */
  MPI_Finalized: "int(int* flag)",
  /** Ends MPI; it cannot be started again. */
  MPI_Finalize: "int(void)",
  /** Ends all processes of a communicator. */
  MPI_Abort: "int(MPI_Comm comm, int code)",
  /** The name and version of the library; up to 8192 characters. */
  MPI_Get_library_version: "int(char* version, int* length)",
  /** What an error code means; up to 512 characters. */
  MPI_Error_string: "int(int code, char* text, int* length)",
  /** What to do on errors: return them, for one. */
  MPI_Comm_set_errhandler: "int(MPI_Comm comm, MPI_Errhandler handler)",
  /** The number of this process. */
  MPI_Comm_rank: "int(MPI_Comm comm, int* rank)",
  /** How many processes there are. */
  MPI_Comm_size: "int(MPI_Comm comm, int* size)",
  /** The same processes with messages of their own. */
  MPI_Comm_dup: "int(MPI_Comm comm, MPI_Comm* copy)",
  /** A communicator for each color, ordered by key. */
  MPI_Comm_split: "int(MPI_Comm comm, int color, int key, MPI_Comm* part)",
  /** Gives a communicator back. */
  MPI_Comm_free: "int(MPI_Comm* comm)",
  /** Whether a request is done; it is given back then. */
  MPI_Test: "int(MPI_Request* request, int* flag, MPI_Status* status)",
  /** How many elements a receive has received. */
  MPI_Get_count: "int(const MPI_Status* status, MPI_Datatype type, int* count)",
  /** Whether a message is there. */
  MPI_Iprobe: "int(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status)",
  /** Receives a message. */
  MPI_Recv:
    "int(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status)",
  /** Reduces over all ranks, for all ranks; it blocks. */
  MPI_Allreduce:
    "int(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)",
  /** Starts a send. */
  MPI_Isend:
    "int(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request)",
  /** Starts a receive. */
  MPI_Irecv:
    "int(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request)",
  /** Starts to wait for all ranks. */
  MPI_Ibarrier: "int(MPI_Comm comm, MPI_Request* request)",
  /** Starts to send the root's to all. */
  MPI_Ibcast:
    "int(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request)",
  /** Starts to reduce for all. */
  MPI_Iallreduce:
    "int(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request* request)",
  /** Starts to reduce for the root. */
  MPI_Ireduce:
    "int(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request)",
  /** Starts to reduce, a part for each rank. */
  MPI_Ireduce_scatter:
    "int(const void* send, void* receive, const int* counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request* request)",
  /** Starts to gather equal parts for all. */
  MPI_Iallgather:
    "int(const void* send, int sendCount, MPI_Datatype sendType, void* receive, int receiveCount, MPI_Datatype receiveType, MPI_Comm comm, MPI_Request* request)",
  /** Starts to gather parts for all. */
  MPI_Iallgatherv:
    "int(const void* send, int sendCount, MPI_Datatype sendType, void* receive, const int* counts, const int* offsets, MPI_Datatype receiveType, MPI_Comm comm, MPI_Request* request)",
  /** Starts to gather parts for the root. */
  MPI_Igatherv:
    "int(const void* send, int sendCount, MPI_Datatype sendType, void* receive, const int* counts, const int* offsets, MPI_Datatype receiveType, int root, MPI_Comm comm, MPI_Request* request)",
  /** Starts to scatter parts of the root's. */
  MPI_Iscatterv:
    "int(const void* send, const int* counts, const int* offsets, MPI_Datatype sendType, void* receive, int receiveCount, MPI_Datatype receiveType, int root, MPI_Comm comm, MPI_Request* request)",
  /** Starts to send a part of each rank's to each rank. */
  MPI_Ialltoallv:
    "int(const void* send, const int* sendCounts, const int* sendOffsets, MPI_Datatype sendType, void* receive, const int* receiveCounts, const int* receiveOffsets, MPI_Datatype receiveType, MPI_Comm comm, MPI_Request* request)",
} as const;

/** MPI without checks and with handles as numbers. */
export type RawMpi = RawTable<typeof mpiFunctions, typeof mpiTypes>;

/** A library of MPI. */
export interface OpenedMpi {
  readonly api: RawMpi;
  readonly abi: MpiAbi;
}

/**
 * Opens the MPI that this process was started by, or any that is installed.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` with every place that was tried.
 */
export function openRawMpi(place: SearchPlace = thisProcess()): OpenedMpi {
  const names = findMpiLibrary(place);
  // Parts that Open MPI loads later look for its symbols among those of the process.
  const library = openRawLibrary(names, { global: true });
  const abi = mpiAbi((name) => library.symbol(name), hasStandardAbi(library));
  const api = rawTable([library.path ?? ""], mpiFunctions, abi.types as typeof mpiTypes);
  return { api, abi };
}

/**
 * Whether a library has the standard ABI. Names of symbols do not tell: libraries with another ABI have the function that is asked here as
 * well, and say -1, and symbols of Open MPI are seen behind its library of the standard ABI too.
 * @throws UnsupportedError `CUTS_MPI` for a draft of it, whose constants have other values.
 */
function hasStandardAbi(library: RawLibrary): boolean {
  if (library.symbol("MPI_Abi_get_version") === undefined) return false;
  const words = new Int32Array(new ArrayBuffer(8));
  const at = numberAddressOf(words);
  const ask = (name: string): number => {
    const status = library.bind(name, "int32", ["address", "address"])(at, at + 4);
    return status === 0 ? (words[0] as number) : -1;
  };
  if (ask("MPI_Abi_get_version") < 1) return false;
  const version = ask("MPI_Get_version");
  if (version >= 5) return true;
  throw new UnsupportedError(
    "CUTS_MPI",
    `Cannot use ${library.path}: its ABI is a draft of that of MPI 5 (it is MPI ${version}.${words[1]})\nTry: CUTS_LIBMPI=the library beside it with its own ABI, such as libmpi.so.12; MPICH 5`,
  );
}
