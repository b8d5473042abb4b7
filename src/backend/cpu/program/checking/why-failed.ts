// Why a call of the CUDA runtime that frees, copies or fills memory has failed, in words about its pointers: CUDA has one error for all
// of it, "invalid argument".

import { plural } from "../../../../core/text.js";
import { ERROR_CODES } from "../cudart/error-codes.js";

/** Memory as the checks know it. */
export interface KnownMemory {
  readonly base: number;
  readonly byteLength: number;
  /** Where it was made, and where it was freed. */
  readonly site?: string | undefined;
  readonly freed?: string | undefined;
}

/** What is wrong with the arguments of a call that has failed; undefined where that is not known. `near` finds what an address is in or just behind. */
export function whyFailed(
  name: string,
  args: readonly number[],
  status: number,
  near: (address: number) => KnownMemory | undefined,
): string | undefined {
  if (status !== ERROR_CODES.cudaErrorInvalidValue) return undefined;
  const [first = 0, second = 0, third = 0] = args;
  if (/^cudaFree(?:Host|Async)?$/.test(name)) return notFreeable(first, near(first));
  const touched = /^cudaMemcpy(?:Async)?$/.test(name)
    ? [first, second]
    : /^cudaMemset(?:Async)?$/.test(name)
      ? [first]
      : [];
  return touched.map((address) => notUsable(address, third, near(address))).find((why) => why !== undefined);
}

function notFreeable(address: number, memory: KnownMemory | undefined): string {
  if (memory === undefined) return "the pointer is not one that cudaMalloc gave";
  if (memory.freed !== undefined) return `${shown(memory)} was freed before, at ${memory.freed}`;
  const inside = address - memory.base;
  return `the pointer is ${plural(inside, "byte")} behind the beginning of ${shown(memory)}, and only its beginning can be freed`;
}

function notUsable(address: number, byteLength: number, memory: KnownMemory | undefined): string | undefined {
  if (memory === undefined) return undefined;
  if (memory.freed !== undefined) return `${shown(memory)} was freed at ${memory.freed}`;
  const left = memory.base + memory.byteLength - address;
  if (byteLength <= left) return undefined;
  return `it wants ${plural(byteLength, "byte")}, and ${shown(memory)} has ${Math.max(0, left)} from the pointer on`;
}

const shown = ({ byteLength, site }: KnownMemory): string =>
  `the ${byteLength}-byte allocation${site === undefined ? "" : ` made at ${site}`}`;
