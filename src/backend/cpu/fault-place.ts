// Describes where a kernel was stopped, as far as known: line of the source, block and thread.

import { lineAt } from "../../compiler/clang/debug-lines.js";
import type { CpuKernel, CpuObject } from "./cpu-object.js";
import type { FaultPlace } from "./machine/kernel-fault.js";

type Size = readonly [number, number, number];

/** What is known of the launch that was stopped. */
export interface StoppedLaunch {
  readonly grid: Size;
  readonly block: Size;
}

/** Words such as "at kernel.cu:12, block [3, 0, 0]"; undefined where nothing is known. */
export function describePlace(
  place: FaultPlace,
  object: CpuObject,
  kernel: CpuKernel,
  launch: StoppedLaunch,
): string | undefined {
  const parts = [lineOf(place.offsets, object), ...threadOf(place, kernel, launch)].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : parts.join(", ");
}

// Functions of the libraries have no lines: then the line that called them tells.
function lineOf(offsets: readonly number[], { image, places }: CpuObject): string | undefined {
  for (const offset of offsets) {
    const found = lineAt(image.lines, offset);
    const place = found && places[found.line - 1];
    if (place) return `${found.isExact ? "at" : "near"} ${place.file}:${place.line}`;
  }
  return undefined;
}

function threadOf(
  { thread, blocks, warp, lanes }: FaultPlace,
  kernel: CpuKernel,
  { grid, block }: StoppedLaunch,
): (string | undefined)[] {
  if (thread) return [`block ${shown(thread.block)}`, `thread ${shown(thread.thread)}`];
  const [first, last] = blocks;
  const where =
    first === last
      ? `block ${shown(coordinates(first, grid))}`
      : `one of the blocks ${shown(coordinates(first, grid))} to ${shown(coordinates(last, grid))}`;
  if (block[0] * block[1] * block[2] === 1) return [where, "thread [0, 0, 0]"];
  if (kernel.tier !== "threads") return [where];
  const isOne = (lanes & (lanes - 1)) === 0;
  const first32 = 32 * warp;
  return [
    where,
    isOne ? `thread ${shown(coordinates(first32 + 31 - Math.clz32(lanes), block))}` : `warp ${warp}`,
  ];
}

function coordinates(index: number, [x, y]: Size): Size {
  return [index % x, Math.floor(index / x) % y, Math.floor(index / (x * y))];
}

function shown(size: Size): string {
  return `[${size.join(", ")}]`;
}
