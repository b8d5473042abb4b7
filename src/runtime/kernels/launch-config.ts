// The launch configuration that users write (grid, block, threads, shared, stream), checked and converted to the backend's form.
// Mistakes are errors before anything is launched, in the terms that CUDA users know.

import type { BackendKernel, BackendLaunch, DeviceProperties } from "../../backend/backend.js";
import { isArrayArgument } from "../../core/array-argument.js";
import { ArgumentTypeError, LaunchError } from "../../core/errors.js";
import { formatByteSize, formatValue, suggest } from "../../core/text.js";
import type { Stream } from "../order/stream.js";

/** A grid or block: x, then y, then z; those not given are 1. */
export type Extent = number | readonly number[];

/** Options of every launch. */
export interface LaunchOptions {
  /** Dynamic shared memory of a block, in bytes. */
  readonly shared?: number;
  /** The current stream by default. */
  readonly stream?: Stream;
  /** All blocks are resident at once, so that `grid.sync()` works. */
  readonly cooperative?: boolean;
  /** Blocks of a cluster. */
  readonly cluster?: Extent;
  /** After this many milliseconds a device that can stop kernels stops it; 0 means never. */
  readonly timeoutMs?: number;
}

/**
 * A launch: either `grid` and `block`, or `threads`, from which the grid is chosen, and the block unless given. A launch of 0
 * `threads`, as for an empty array, does nothing.
 */
export type LaunchConfig = LaunchOptions &
  (
    | { readonly grid: Extent; readonly block: Extent; readonly threads?: undefined }
    | { readonly threads: Extent; readonly block?: Extent; readonly grid?: undefined }
  );

type Triple = readonly [number, number, number];

/** A well-formed configuration. Whether device and kernel allow it is checked later. */
export interface LaunchShape {
  readonly grid: Triple | undefined;
  readonly block: Triple | undefined;
  readonly threads: Triple | undefined;
  /** The number of dimensions of `threads`; two-dimensional problems get square blocks. */
  readonly rank: number;
  readonly sharedBytes: number;
  readonly cooperative: boolean;
  readonly cluster: Triple | undefined;
  readonly timeoutMs: number | undefined;
}

const keys = ["grid", "block", "threads", "shared", "stream", "cooperative", "cluster", "timeoutMs"] as const;
const blocksByRank: readonly Triple[] = [
  [256, 1, 1],
  [16, 16, 1],
  [8, 8, 4],
];

/**
 * Reads a configuration. @throws TypeError `CUTS_LAUNCH_CONFIG` if it is not one; LaunchError for impossible sizes.
 */
export function readConfig(config: LaunchConfig, kernel: string): LaunchShape {
  const isList = Array.isArray(config) || ArrayBuffer.isView(config) || isArrayArgument(config);
  if (typeof config !== "object" || config === null || isList) {
    const hint = `\nTry: ${kernel}({ threads: n }, …)`;
    throw malformed(kernel, `the launch configuration must come first (got ${formatValue(config)})${hint}`);
  }
  for (const key in config) {
    if ((keys as readonly string[]).includes(key)) continue;
    const near = suggest(key, keys);
    const hint = near === undefined ? "" : `\nTry: ${near}`;
    throw malformed(kernel, `"${key}" is no part of a launch configuration${hint}`);
  }
  const { grid, block, threads, shared = 0, cooperative = false, cluster, timeoutMs } = config;
  if (threads === undefined && (grid === undefined || block === undefined)) {
    throw malformed(
      kernel,
      `it must have \`grid\` and \`block\`, or \`threads\` (got ${formatValue(config)})`,
    );
  }
  if (threads !== undefined && grid !== undefined) {
    throw malformed(kernel, "`threads` chooses the grid, so only one may be given (got both)");
  }
  if (typeof cooperative !== "boolean") {
    throw malformed(kernel, `\`cooperative\` must be true or false (got ${formatValue(cooperative)})`);
  }
  return {
    grid: grid === undefined ? undefined : readExtent(grid, "grid", kernel, 1),
    block: block === undefined ? undefined : readExtent(block, "block", kernel, 1),
    threads: threads === undefined ? undefined : readExtent(threads, "threads", kernel, 0),
    rank: Array.isArray(threads) ? threads.length : 1,
    sharedBytes: readSize(shared, "shared", kernel),
    cooperative,
    cluster: cluster === undefined ? undefined : readExtent(cluster, "cluster", kernel, 1),
    timeoutMs: timeoutMs === undefined ? undefined : readSize(timeoutMs, "timeoutMs", kernel),
  };
}

/**
 * The launch that a shape means for a kernel on a device; undefined when it has no threads. `compiled` is what is known
 * of the kernel once it is compiled. @throws LaunchError `CUTS_LAUNCH_CONFIG` when the device cannot do it.
 */
export function resolveShape(
  shape: LaunchShape,
  kernel: string,
  properties: DeviceProperties,
  compiled: BackendKernel | undefined,
): BackendLaunch | undefined {
  const { threads: wanted, rank, sharedBytes, cooperative, cluster, timeoutMs } = shape;
  const maxThreads = Math.min(properties.maxThreadsPerBlock, compiled?.maxThreadsPerBlock ?? Infinity);
  const block = shape.block ?? chooseBlock(rank, maxThreads, compiled?.preferredThreadsPerBlock);
  const grid = shape.grid ?? coverThreads(wanted ?? [1, 1, 1], block);
  if (!fits(grid, properties.maxGridDim)) {
    throw invalid(kernel, `a grid has at most [${properties.maxGridDim.join(", ")}] blocks`, grid);
  }
  if (!fits(block, properties.maxBlockDim)) {
    throw invalid(kernel, `a block has at most [${properties.maxBlockDim.join(", ")}] threads`, block);
  }
  if (block[0] * block[1] * block[2] > maxThreads) {
    const whose = maxThreads < properties.maxThreadsPerBlock ? "of this kernel " : "";
    throw invalid(kernel, `a block ${whose}has at most ${maxThreads} threads`, block);
  }
  const staticBytes = compiled?.staticSharedBytes ?? 0;
  if (sharedBytes + staticBytes > properties.maxSharedBytesPerBlock) {
    throw new LaunchError(
      "CUTS_LAUNCH_SHARED_MEMORY",
      `Cannot launch ${kernel}: a block has at most ${formatByteSize(properties.maxSharedBytesPerBlock)} of shared memory (got ${formatByteSize(sharedBytes)} dynamic and ${formatByteSize(staticBytes)} static; cudaErrorInvalidValue)`,
    );
  }
  if (cluster?.some((size, axis) => (grid[axis] ?? 1) % size !== 0)) {
    throw invalid(kernel, `the grid must be a whole number of clusters of [${cluster.join(", ")}]`, grid);
  }
  if (wanted !== undefined && wanted[0] * wanted[1] * wanted[2] === 0) return undefined;
  return { grid, block, sharedBytes, cooperative, cluster, timeoutMs, work: undefined, watch: undefined };
}

function invalid(kernel: string, rule: string, got: Triple): LaunchError {
  return new LaunchError(
    "CUTS_LAUNCH_CONFIG",
    `Cannot launch ${kernel}: ${rule} (got [${got.join(", ")}]; cudaErrorInvalidConfiguration)`,
  );
}

function fits(extent: Triple, limits: Triple): boolean {
  return extent[0] <= limits[0] && extent[1] <= limits[1] && extent[2] <= limits[2];
}

/** 256 threads in the shape of the problem, or fewer if the kernel allows no more. A one-dimensional block may have the preferred size. */
function chooseBlock(rank: number, maxThreads: number, preferred: number | undefined): Triple {
  if (rank === 1 && preferred !== undefined) return [Math.min(preferred, maxThreads), 1, 1];
  const block = [...(blocksByRank[rank - 1] ?? [1, 1, 1])] as [number, number, number];
  while (block[0] * block[1] * block[2] > maxThreads) {
    const largest = block.indexOf(Math.max(...block)) as 0 | 1 | 2;
    block[largest] = Math.max(1, Math.floor(block[largest] / 2));
  }
  return block;
}

function coverThreads(threads: Triple, block: Triple): Triple {
  const cover = (axis: 0 | 1 | 2): number => Math.ceil(threads[axis] / block[axis]);
  return [cover(0), cover(1), cover(2)];
}

function readExtent(extent: Extent, what: string, kernel: string, least: 0 | 1): Triple {
  const sizes: readonly number[] = Array.isArray(extent) ? extent : [extent as number];
  const isWellFormed =
    sizes.length >= 1 && sizes.length <= 3 && sizes.every((size) => typeof size === "number");
  if (!isWellFormed) {
    const rule = `\`${what}\` must be a number or an array of up to three (got ${formatValue(extent)})`;
    throw malformed(kernel, rule);
  }
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= least)) {
    const hint = what === "grid" && sizes.includes(0) ? "\nTry: { threads: 0 } for a launch of nothing" : "";
    throw new LaunchError(
      "CUTS_LAUNCH_CONFIG",
      `Cannot launch ${kernel}: every size of \`${what}\` must be a whole number and at least ${least} (got ${formatValue(extent)}; cudaErrorInvalidConfiguration)${hint}`,
    );
  }
  return [sizes[0] ?? 1, sizes[1] ?? 1, sizes[2] ?? 1];
}

function readSize(value: number, what: string, kernel: string): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw malformed(kernel, `\`${what}\` must be a whole number and at least 0 (got ${formatValue(value)})`);
}

function malformed(kernel: string, rule: string): ArgumentTypeError {
  return new ArgumentTypeError("CUTS_LAUNCH_CONFIG", `Cannot launch ${kernel}: ${rule}`);
}
