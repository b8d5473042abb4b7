// The structure that a kernel of the cpu device finds its launch in: what the SIMT pass and the assembler of fused kernels write
// code for, and what each launch fills in.

/** Byte offsets in the launch structure. */
export const LAUNCH_FIELDS = { grid: 0, block: 12, parameters: 24, byteLength: 32 } as const;
