// CUDA's handle types, which are pointers to structs without a definition.

const namedHandles = {
  cudaStream_t: "CUstream_st",
  CUstream: "CUstream_st",
  cudaEvent_t: "CUevent_st",
  CUevent: "CUevent_st",
} as const;

/** The struct that a handle points to, by the name of the handle. */
export type NamedHandles = typeof namedHandles;

/** The struct that a handle points to, by the name of the handle. */
export const handleNames: ReadonlyMap<string, string> = new Map(Object.entries(namedHandles));
