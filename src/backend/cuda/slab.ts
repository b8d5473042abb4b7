// Small blocks of device memory, cut from larger ones (slabs), so that one driver call serves hundreds of blocks. The driver's
// pool, which takes ten milliseconds to start, is then not needed by programs that use little memory. A slab lives as long as its
// context.

import type { DeviceContext } from "./device-context.js";

const SLAB_BYTES = 2 * 2 ** 20;
/** Blocks up to this size are cut from slabs. */
export const SMALL_BYTES = 64 * 1024;

export class Slabs {
  readonly #context: DeviceContext;
  #at = 0;
  #end = 0;

  constructor(context: DeviceContext) {
    this.#context = context;
  }

  /** A new block; undefined if there is no memory for another slab. */
  take(blockBytes: number): number | undefined {
    if (this.#at + blockBytes > this.#end && this.#grow() !== 0) return undefined;
    const address = this.#at;
    this.#at += blockBytes;
    return address;
  }

  /** Forgets all slabs, which were lost with the old context. */
  forget(): void {
    this.#at = 0;
    this.#end = 0;
  }

  #grow(): number {
    const { api, driver } = this.#context;
    this.#context.activate();
    const status = api.cuMemAlloc_v2(driver.out(0), SLAB_BYTES);
    if (status !== 0) return status;
    // The rest of the last slab is too small for this block and stays unused. It is smaller than the largest small block.
    this.#at = driver.number(0);
    this.#end = this.#at + SLAB_BYTES;
    return 0;
  }
}
