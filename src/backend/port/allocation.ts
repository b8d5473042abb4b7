// Memory of a device, as the port names it.

/** Memory of the device. */
export interface Allocation {
  readonly address: number;
  readonly byteLength: number;
  /**
   * Whether all work is over that used the memory before it was allocated. Until then it is there for what its stream does
   * next, and for nobody else: not for the host, and not for a stream that does not wait for that one.
   */
  readonly isReady: boolean;
  /** The same memory as bytes, where the host can see it without a copy; undefined on a GPU. */
  hostBytes(): Uint8Array | undefined;
}

/** Memory in use on a device. */
export interface MemoryUse {
  /** In use, in whole blocks, with what the device needs for itself. */
  readonly liveBytes: number;
  /** Freed and kept for later; `device.trim()` gives it back. */
  readonly cachedBytes: number;
  readonly totalBytes: number;
  /** Page-locked and managed memory, live and kept; 0 where that is ordinary memory, as on the cpu. */
  readonly hostBytes: number;
}
