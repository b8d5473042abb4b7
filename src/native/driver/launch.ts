// Launches. Part of the driver's table: see driver.ts.

/** Launches. */
export const launchFunctions = {
  /** Launches a function. */
  cuLaunchKernel:
    "CUresult(CUfunction function, unsigned int gridX, unsigned int gridY, unsigned int gridZ, unsigned int blockX, unsigned int blockY, unsigned int blockZ, unsigned int sharedBytes, CUstream stream, void** parameters, void** extra)",
  /** The same with everything in one CUlaunchConfig: the cheap one. */
  cuLaunchKernelEx:
    "CUresult(const CUlaunchConfig* config, CUfunction function, void** parameters, void** extra)",
  /** Launches blocks that can wait for each other. */
  cuLaunchCooperativeKernel:
    "CUresult(CUfunction function, unsigned int gridX, unsigned int gridY, unsigned int gridZ, unsigned int blockX, unsigned int blockY, unsigned int blockZ, unsigned int sharedBytes, CUstream stream, void** parameters)",
  /** Calls a host function in stream order, from a thread of the driver. */
  cuLaunchHostFunc: "CUresult(CUstream stream, void (*function)(void* data), void* data)",
} as const;
