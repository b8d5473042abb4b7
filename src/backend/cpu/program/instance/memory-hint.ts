// What a program on the cpu device is told on stderr, once, when there is no memory for it though more could be asked for: that it
// may have more than 4 GiB. The answer it gets itself is CUDA's, or a null pointer, as ever.
import type { Backend } from "../../../backend.js";
import { MAX_NARROW_BLOCK_BYTES, MAX_NARROW_BYTES, MAX_WIDE_BYTES } from "../../machine/wide-memory.js";
import { formatByteSize } from "../../../../core/text.js";

const GIB = 2 ** 30;

export class MemoryHint {
  readonly #device: Backend;
  readonly #warn: (text: string) => void;
  #isGiven = false;

  constructor(device: Backend, warn: (text: string) => void) {
    this.#device = device;
    this.#warn = warn;
  }

  /** There was no room for so many bytes. */
  give(byteLength: number): void {
    const { liveBytes, totalBytes } = this.#device.memory();
    const wanted = liveBytes + byteLength;
    // With a limit below 4 GiB the program was not to have more.
    if (this.#isGiven || totalBytes < MAX_NARROW_BYTES || wanted > MAX_WIDE_BYTES) return;
    const isLargeBlock = byteLength > MAX_NARROW_BLOCK_BYTES;
    if (wanted <= totalBytes && !isLargeBlock) return;
    this.#isGiven = true;
    const enough = Math.max(5, Math.ceil(wanted / GIB) + 1);
    this.#warn(
      `cuts: There is no room for ${formatByteSize(byteLength)} ${isLargeBlock ? "in one block" : "more"} in the ${formatByteSize(totalBytes)} of memory that the program has` +
        `\nTry: cuts run --memory ${Math.min(enough, MAX_WIDE_BYTES / GIB)}G, or CUTS_MEMORY, with Node 24 or later.`,
    );
  }
}
