// Memory of a device, as the port describes it.

/** Memory of the device. */
export interface Allocation {
  readonly address: number;
  readonly byteLength: number;
  /**
   * Whether all work is over that used the memory before it was allocated. Until then only its stream may use it, and streams that
   * wait for its stream; the host may not.
   */
  readonly isReady: boolean;
  /** The memory as bytes, if the host sees it without a copy; undefined on a GPU. */
  hostBytes(): Uint8Array | undefined;
}

/** Memory in use on a device. */
export interface MemoryUse {
  /** Bytes in use, counted in whole blocks and including the device's own memory. */
  readonly liveBytes: number;
  /** Bytes that were freed and are kept for reuse; `device.trim()` returns them to the system. */
  readonly cachedBytes: number;
  readonly totalBytes: number;
  /** Bytes of page-locked and managed memory, both live and cached; 0 if these are ordinary memory, as on the cpu device. */
  readonly hostBytes: number;
}
