// A kernel module that can be placed at any address. The linker's output has fixed addresses and a list of where they occur
// (`--emit-relocs`). Here the data is taken out of the module, and memory and stack pointer become imports. Placing the module adds its
// base to each address. The code is as fast as code linked for that address, and its data is written once for all threads.
//
// Position-independent code does not work instead: the package's libm is not built for it, so sinf does not link.
import type { AddressBits } from "./device-target.js";
import { ArgumentRangeError } from "../../core/errors.js";
import { BinaryReader } from "./wasm-binary.js";

/** Addresses in a linked module start here: the linker leaves the lowest ones to null pointers. */
export const LINK_BASE = 1024;
/** Alignment that a base address must have, and the strictest that a variable can. */
export const IMAGE_ALIGNMENT = 256;

/** A module without an address. Offsets of data count from the start of the module's data. */
export interface WasmImage {
  /** The module: imports `env.memory` (shared, 65 536 pages at most, or 262 144 with addresses of 64 bits), `env.__stack_pointer` (mutable) and functions. */
  readonly module: Uint8Array;
  /** Initial content; what follows it up to `byteLength` is zero. */
  readonly data: Uint8Array;
  /** Memory that the data takes. */
  readonly byteLength: number;
  /** Offset of each exported variable in the data. */
  readonly symbols: ReadonlyMap<string, number>;
  readonly relocations: Relocations;
  /** The part of the data that code only reads, as offsets of its begin and end. */
  readonly constants: readonly [begin: number, end: number];
  /** Lines of the source (debug-lines.ts) by offset in `module`; empty for code without them. */
  readonly lines: Uint32Array;
  /** Of the memory that it is for; 32 where it is not there. */
  readonly addressBits?: AddressBits;
}

/** Where addresses are that depend on the place of the data. */
export interface Relocations {
  /** In `module`: signed operands of `i32.const`, of five bytes, or of `i64.const`, of ten. */
  readonly constants: Uint32Array;
  /** In `module`: unsigned offsets of loads and stores, as long. */
  readonly offsets: Uint32Array;
  /** In `data`: pointers of four bytes, or of eight, whose upper half is zero. */
  readonly pointers: Uint32Array;
}

/**
 * The module and its data for an address, as copies.
 *
 * @throws RangeError `CUTS_IMAGE_ALIGNMENT` when the address is not a multiple of 256.
 */
export function placeImage(image: WasmImage, address: number): { module: Uint8Array; data: Uint8Array } {
  if (address % IMAGE_ALIGNMENT !== 0) {
    throw new ArgumentRangeError(
      "CUTS_IMAGE_ALIGNMENT",
      `Cannot place a module: the address must be a multiple of ${IMAGE_ALIGNMENT} (got ${address})`,
    );
  }
  const module = image.module.slice();
  const data = image.data.slice();
  const delta = address - LINK_BASE;
  const moved = (at: number): number => (new BinaryReader(module, at).u32() + delta) | 0;
  if (image.addressBits === 64) {
    for (const at of [...image.relocations.constants, ...image.relocations.offsets])
      putWide(module, at, new BinaryReader(module, at).i64() + BigInt(delta));
  } else {
    for (const at of image.relocations.constants) putPadded(module, at, moved(at), 0x7f);
    for (const at of image.relocations.offsets) putPadded(module, at, moved(at), 0x0f);
  }
  const words = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (const at of image.relocations.pointers) words.setUint32(at, words.getUint32(at, true) + delta, true);
  return { module, data };
}

// Five bytes of seven bits. The last one has four bits of the value; in a signed number the sign fills the other three.
function putPadded(module: Uint8Array, at: number, value: number, lastMask: number): void {
  for (let i = 0; i < 4; i++) module[at + i] = ((value >> (7 * i)) & 0x7f) | 0x80;
  module[at + 4] = (value >> 28) & lastMask;
}

// Ten bytes, of which the last one has a single bit of the value, or of the sign.
function putWide(module: Uint8Array, at: number, value: bigint): void {
  for (let i = 0; i < 9; i++) module[at + i] = Number((value >> BigInt(7 * i)) & 0x7fn) | 0x80;
  module[at + 9] = value < 0n ? 0x7f : 0;
}
