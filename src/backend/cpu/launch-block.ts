// The arguments of a compiled kernel in memory: the sizes of grid and block, followed by the parameters.

import type { BackendLaunch } from "../backend.js";
import type { CpuKernel } from "./cpu-object.js";
import type { LinearMemory } from "./machine/linear-memory.js";
import { LAUNCH_FIELDS } from "../../compiler/clang/launch-fields.js";

/** Up to here a loop is cheaper than the call of `set`. */
const FEW_BYTES = 128;

/** Bytes that a launch with parameters takes. */
export function launchBytes(parameters: Uint8Array): number {
  return LAUNCH_FIELDS.byteLength + parameters.byteLength;
}

/** Bytes of shared memory that a block uses. */
export function sharedBytesUsed(info: CpuKernel, { sharedBytes }: BackendLaunch): number {
  return info.staticSharedBytes + (info.sharedGapBytes ?? 0) + sharedBytes;
}

/** The same as far apart as lines of a cache. */
export function sharedBytesOf(info: CpuKernel, launch: BackendLaunch): number {
  return Math.ceil(sharedBytesUsed(info, launch) / 64) * 64;
}

/** Writes a launch to an address. */
export function writeLaunch(
  memory: LinearMemory,
  address: number,
  { grid, block }: BackendLaunch,
  parameters: Uint8Array,
): void {
  const words = memory.words();
  const bytes = memory.bytes();
  // `set` of a plain array costs more than three stores.
  const gridAt = (address + LAUNCH_FIELDS.grid) >>> 2;
  const blockAt = (address + LAUNCH_FIELDS.block) >>> 2;
  for (let axis = 0; axis < 3; axis++) {
    words[gridAt + axis] = grid[axis] as number;
    words[blockAt + axis] = block[axis] as number;
  }
  const start = address + LAUNCH_FIELDS.byteLength;
  words[(address + LAUNCH_FIELDS.parameters) >>> 2] = start;
  words[(address + LAUNCH_FIELDS.parameters + 4) >>> 2] = 0;
  if (parameters.length > FEW_BYTES) bytes.set(parameters, start);
  else for (let i = 0; i < parameters.length; i++) bytes[start + i] = parameters[i] as number;
}
