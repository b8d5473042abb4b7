// NCCL, collective calls between GPUs, one to one; made as driver.ts is. Calls return when the work is in the stream.

import { type NativeTable, type RawTable, nativeTable, rawTable } from "./bind-table.js";
import { findCudaLibrary } from "./find-library.js";
import { libraryFiles } from "./library-files.js";

/** Types of NCCL, as C text. A configuration is bytes: its fields grow with the version that it names. */
export const ncclTypes = `
  typedef int ncclResult_t, ncclDataType_t, ncclRedOp_t, ncclScalarResidence_t;
  typedef struct ncclComm* ncclComm_t;
  typedef struct CUstream_st* cudaStream_t;
  typedef unsigned char ncclConfig_t;
  typedef struct { unsigned char internal[128]; } ncclUniqueId;
`;

/** The functions of NCCL. */
export const ncclFunctions = {
  /** The version of the library: 22809 is 2.28.9. */
  ncclGetVersion: "ncclResult_t(int* version)",
  /** What a status means. */
  ncclGetErrorString: "const char*(ncclResult_t result)",
  /** The last error of this process in words; the communicator may be null. */
  ncclGetLastError: "const char*(ncclComm_t comm)",
  /** What all ranks of a new communicator need; one of them makes it. */
  ncclGetUniqueId: "ncclResult_t(ncclUniqueId* id)",
  /** Makes a communicator of the current GPU; it waits for all ranks. */
  ncclCommInitRank: "ncclResult_t(ncclComm_t* comm, int count, ncclUniqueId id, int rank)",
  /** The same with a configuration; one that does not block returns ncclInProgress. */
  ncclCommInitRankConfig:
    "ncclResult_t(ncclComm_t* comm, int count, ncclUniqueId id, int rank, ncclConfig_t* config)",
  /** Communicators of several GPUs of this process. */
  ncclCommInitAll: "ncclResult_t(ncclComm_t* comms, int count, const int* devices)",
  /** A communicator for each color, ordered by key; -1 is no color. */
  ncclCommSplit: "ncclResult_t(ncclComm_t comm, int color, int key, ncclComm_t* part, ncclConfig_t* config)",
  /** Lets the work of a communicator end. */
  ncclCommFinalize: "ncclResult_t(ncclComm_t comm)",
  /** Gives a communicator back. */
  ncclCommDestroy: "ncclResult_t(ncclComm_t comm)",
  /** Ends work that is under way, and gives the communicator back. */
  ncclCommAbort: "ncclResult_t(ncclComm_t comm)",
  /** What has become of a communicator since; ncclInProgress while a call is under way. */
  ncclCommGetAsyncError: "ncclResult_t(ncclComm_t comm, ncclResult_t* error)",
  /** How many ranks it has. */
  ncclCommCount: "ncclResult_t(ncclComm_t comm, int* count)",
  /** The GPU of this rank. */
  ncclCommCuDevice: "ncclResult_t(ncclComm_t comm, int* device)",
  /** This rank. */
  ncclCommUserRank: "ncclResult_t(ncclComm_t comm, int* rank)",
  /** Makes memory known to a communicator. */
  ncclCommRegister:
    "ncclResult_t(ncclComm_t comm, __device__ void* memory, size_t byteLength, void** handle)",
  /** Forgets it. */
  ncclCommDeregister: "ncclResult_t(ncclComm_t comm, void* handle)",
  /** Memory that all of NCCL's ways take. */
  ncclMemAlloc: "ncclResult_t(void** memory, size_t byteLength)",
  /** Gives it back. */
  ncclMemFree: "ncclResult_t(__device__ void* memory)",
  /** A sum of elements that are multiplied before. */
  ncclRedOpCreatePreMulSum:
    "ncclResult_t(ncclRedOp_t* op, void* scalar, ncclDataType_t type, ncclScalarResidence_t residence, ncclComm_t comm)",
  /** Gives it back. */
  ncclRedOpDestroy: "ncclResult_t(ncclRedOp_t op, ncclComm_t comm)",
  /** Reduces over all ranks, for all. */
  ncclAllReduce:
    "ncclResult_t(__device__ const void* send, __device__ void* receive, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream)",
  /** Reduces over all ranks, for the root. */
  ncclReduce:
    "ncclResult_t(__device__ const void* send, __device__ void* receive, size_t count, ncclDataType_t type, ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream)",
  /** The root's elements for all. */
  ncclBroadcast:
    "ncclResult_t(__device__ const void* send, __device__ void* receive, size_t count, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t stream)",
  /** Equal parts of all ranks, for all; the count is that of one part. */
  ncclAllGather:
    "ncclResult_t(__device__ const void* send, __device__ void* receive, size_t count, ncclDataType_t type, ncclComm_t comm, cudaStream_t stream)",
  /** Reduces, an equal part for each rank; the count is that of one part. */
  ncclReduceScatter:
    "ncclResult_t(__device__ const void* send, __device__ void* receive, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream)",
  /** Sends to a rank that receives as much. */
  ncclSend:
    "ncclResult_t(__device__ const void* send, size_t count, ncclDataType_t type, int to, ncclComm_t comm, cudaStream_t stream)",
  /** Receives from a rank that sends as much. */
  ncclRecv:
    "ncclResult_t(__device__ void* receive, size_t count, ncclDataType_t type, int from, ncclComm_t comm, cudaStream_t stream)",
  /** Calls from here on are begun together, */
  ncclGroupStart: "ncclResult_t(void)",
  /** which is here. */
  ncclGroupEnd: "ncclResult_t(void)",
} as const;

/** NCCL with every argument checked; a parameter marked `__device__` takes an array on the GPU or its address. */
export type Nccl = NativeTable<typeof ncclFunctions, typeof ncclTypes>;

/** NCCL without checks and with addresses as numbers: for the layers above. */
export type RawNccl = RawTable<typeof ncclFunctions, typeof ncclTypes>;

/**
 * Opens NCCL, or the one of `library`.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` with every place that was tried.
 */
export function openNccl(library = findCudaLibrary(libraryFiles.nccl)): Nccl {
  return nativeTable(library, ncclFunctions, ncclTypes);
}

/** {@link openNccl} for the layers above. */
export function openRawNccl(library = findCudaLibrary(libraryFiles.nccl)): RawNccl {
  return rawTable(library, ncclFunctions, ncclTypes);
}
