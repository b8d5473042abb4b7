// How much memory a program on the cpu device may have: what was asked for, checked before anything is compiled.
import { hasWideMemory, MAX_NARROW_BYTES, MAX_WIDE_BYTES } from "../backend/cpu/machine/wide-memory.js";
import type { AddressBits } from "../compiler/clang/device-target.js";
import { ArgumentRangeError, ArgumentTypeError, UnsupportedError } from "../core/errors.js";
import { byteSize, formatByteSize, formatValue } from "../core/text.js";

/** The memory of a program. */
export interface ProgramMemory {
  readonly byteLength: number;
  /** How wide its addresses are, for which all code is compiled. */
  readonly addressBits: AddressBits;
}

/** The least that a program can run in: its stack and that of the device's threads. */
const LEAST_BYTES = 64 * 2 ** 20;
/** Up to here 32 bits are enough. */
const MOST_NARROW = 2 ** 32;

/**
 * The memory that was asked for, with the option or by CUTS_MEMORY; undefined for what all have.
 *
 * @throws TypeError, RangeError `CUTS_PROGRAM_MEMORY` for what is no size, or none that can be; UnsupportedError
 * `CUTS_PROGRAM_MEMORY` where it takes a later Node.
 */
export function programMemory(
  option: string | number | undefined,
  hasWide: () => boolean = hasWideMemory,
): ProgramMemory | undefined {
  const setting = option ?? process.env["CUTS_MEMORY"];
  if (setting === undefined || setting === "") return undefined;
  const name = option === undefined ? "CUTS_MEMORY" : "its memory";
  const asked = typeof setting === "string" ? byteSize(setting) : setting;
  if (typeof asked !== "number" || !Number.isSafeInteger(asked)) {
    throw new ArgumentTypeError(
      "CUTS_PROGRAM_MEMORY",
      `Cannot run a program: ${name} must be a size such as 8G or 8GiB, or a number of bytes (got ${formatValue(setting)})`,
    );
  }
  if (asked < LEAST_BYTES || asked > MAX_WIDE_BYTES) {
    throw new ArgumentRangeError(
      "CUTS_PROGRAM_MEMORY",
      `Cannot run a program: ${name} must be ${formatByteSize(LEAST_BYTES)} at least and ${formatByteSize(MAX_WIDE_BYTES)} at most (got ${formatByteSize(asked)})`,
    );
  }
  if (asked <= MOST_NARROW) return { byteLength: Math.min(asked, MAX_NARROW_BYTES), addressBits: 32 };
  if (!hasWide()) {
    throw new UnsupportedError(
      "CUTS_PROGRAM_MEMORY",
      `Cannot run a program with ${formatByteSize(asked)} of memory on the cpu device: more than 4 GiB need WebAssembly with 64-bit addresses, which Node has from 24 on (this is ${process.version})` +
        "\nTry: Node 24 or later, or a GPU.",
    );
  }
  return { byteLength: asked, addressBits: 64 };
}
