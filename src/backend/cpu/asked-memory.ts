// How much memory a user requests for the cpu device (CUTS_MEMORY, `--memory`). It is checked before anything is compiled.
import type { AddressBits } from "../../compiler/clang/device-target.js";
import { ArgumentRangeError, ArgumentTypeError, UnsupportedError } from "../../core/errors.js";
import { byteSize, formatByteSize, formatValue } from "../../core/text.js";
import { engineVersion } from "../../host/environment.js";
import { hasWideMemory, MAX_NARROW_BYTES, MAX_WIDE_BYTES } from "./machine/wide-memory.js";

/** Memory that there can be. */
export interface AskedMemory {
  readonly byteLength: number;
  /** How wide its addresses are, for which all code is compiled. */
  readonly addressBits: AddressBits;
}

/** What the memory is for, as messages name it. */
export interface MemoryPurpose {
  /** "run a program", and where. */
  readonly action: string;
  readonly place?: string;
  /** What says how much: "CUTS_MEMORY". */
  readonly name: string;
  readonly code: "CUTS_PROGRAM_MEMORY" | "CUTS_DEVICE_MEMORY";
}

/** The least that a device can work in: the stacks of its threads, and code. */
const LEAST_BYTES = 64 * 2 ** 20;
/** Up to here 32 bits are enough. */
const MOST_NARROW = 2 ** 32;

/**
 * The memory that was asked for; undefined for what all have.
 *
 * @throws TypeError, RangeError for what is no size, or none that can be; UnsupportedError where it takes a later Node.
 */
export function askedMemory(
  setting: string | number | undefined,
  { action, place = "", name, code }: MemoryPurpose,
  hasWide: () => boolean = hasWideMemory,
): AskedMemory | undefined {
  if (setting === undefined || setting === "") return undefined;
  const asked = typeof setting === "string" ? byteSize(setting) : setting;
  if (typeof asked !== "number" || !Number.isSafeInteger(asked)) {
    throw new ArgumentTypeError(
      code,
      `Cannot ${action}: ${name} must be a size such as 8G or 8GiB, or a number of bytes (got ${formatValue(setting)})`,
    );
  }
  if (asked < LEAST_BYTES || asked > MAX_WIDE_BYTES) {
    throw new ArgumentRangeError(
      code,
      `Cannot ${action}: ${name} must be ${formatByteSize(LEAST_BYTES)} at least and ${formatByteSize(MAX_WIDE_BYTES)} at most (got ${formatByteSize(asked)})`,
    );
  }
  if (asked <= MOST_NARROW) return { byteLength: Math.min(asked, MAX_NARROW_BYTES), addressBits: 32 };
  if (!hasWide()) {
    throw new UnsupportedError(
      code,
      `Cannot ${action} with ${formatByteSize(asked)} of memory${place}: more than 4 GiB need WebAssembly with 64-bit addresses, which Node has from 24 on (this is ${engineVersion})` +
        "\nTry: Node 24 or later, or a GPU.",
    );
  }
  return { byteLength: asked, addressBits: 64 };
}
