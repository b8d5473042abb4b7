// How many blocks fit. Part of the driver's table: see driver.ts.

/** How many blocks fit. */
export const occupancyFunctions = {
  /** How many blocks of a function fit on a multiprocessor. */
  cuOccupancyMaxActiveBlocksPerMultiprocessor:
    "CUresult(int* blocks, CUfunction function, int blockSize, size_t sharedBytes)",
  /** The same with flags. */
  cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags:
    "CUresult(int* blocks, CUfunction function, int blockSize, size_t sharedBytes, unsigned int flags)",
  /** A block size that fills the device; the function tells the dynamic shared memory of a block size. */
  cuOccupancyMaxPotentialBlockSize:
    "CUresult(int* minGridSize, int* blockSize, CUfunction function, size_t (*sharedBytesOf)(int blockSize), size_t sharedBytes, int blockSizeLimit)",
  /** The same with flags. */
  cuOccupancyMaxPotentialBlockSizeWithFlags:
    "CUresult(int* minGridSize, int* blockSize, CUfunction function, size_t (*sharedBytesOf)(int blockSize), size_t sharedBytes, int blockSizeLimit, unsigned int flags)",
  /** The dynamic shared memory left for a block. */
  cuOccupancyAvailableDynamicSMemPerBlock:
    "CUresult(size_t* sharedBytes, CUfunction function, int blocks, int blockSize)",
  /** The largest cluster for a configuration. */
  cuOccupancyMaxPotentialClusterSize:
    "CUresult(int* clusterSize, CUfunction function, const CUlaunchConfig* config)",
  /** How many clusters can run at once. */
  cuOccupancyMaxActiveClusters: "CUresult(int* clusters, CUfunction function, const CUlaunchConfig* config)",
} as const;
