// The structure in memory from which a kernel of the cpu device reads its launch. The SIMT pass and the assembler of fused kernels write
// code that reads it, and each launch fills it in.

/** Byte offsets in the launch structure. */
export const LAUNCH_FIELDS = { grid: 0, block: 12, parameters: 24, byteLength: 32 } as const;
