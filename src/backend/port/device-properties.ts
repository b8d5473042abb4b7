// The properties of a device, named as in CUDA.

/** Limits and facts of a device. */
export interface DeviceProperties {
  readonly name: string;
  readonly totalMemoryBytes: number;
  readonly maxThreadsPerBlock: number;
  readonly maxBlockDim: readonly [number, number, number];
  readonly maxGridDim: readonly [number, number, number];
  readonly maxSharedBytesPerBlock: number;
  readonly multiprocessors: number;
  readonly warpSize: number;
}
