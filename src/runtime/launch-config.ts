// How many threads a launch has and what else it asks for: what users write, checked and made into what the port takes.
// Mistakes are found before anything is launched, and carry the names that CUDA users know.

import type { BackendKernel, BackendLaunch, DeviceProperties } from "../backend/backend.js";
import { ArgumentTypeError, LaunchError } from "../core/errors.js";
import { formatByteSize, formatValue, suggest } from "../core/text.js";
import type { Stream } from "./stream.js";

/** A grid or block: x, then y, then z; those not given are 1. */
export type Extent = number | readonly number[];

/** What every launch may ask for. */
export interface LaunchOptions {
  /** Dynamic shared memory of a block, in bytes. */
  readonly shared?: number;
  /** The current stream unless told. */
  readonly stream?: Stream;
  /** All blocks are resident at once, so that `grid.sync()` works. */
  readonly cooperative?: boolean;
  /** Blocks of a cluster. */
  readonly cluster?: Extent;
  /** After how many milliseconds a kernel that does not end is stopped, where the device can; 0 is never. */
  readonly timeoutMs?: number;
}

/** A launch: either `grid` and `block`, or `threads`, from which the grid, and the block unless given, are chosen. */
export type LaunchConfig = LaunchOptions &
  (
    | { readonly grid: Extent; readonly block: Extent; readonly threads?: undefined }
    | { readonly threads: Extent; readonly block?: Extent; readonly grid?: undefined }
  );

type Triple = readonly [number, number, number];

/** A configuration that is well formed; whether a device and a kernel allow it is not known yet. */
export interface LaunchShape {
  readonly grid: Triple | undefined;
  readonly block: Triple | undefined;
  readonly threads: Triple | undefined;
  /** How many sizes `threads` has: a picture wants square blocks. */
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
 * Reads a configuration. @throws TypeError `CUTS_LAUNCH_CONFIG` for what is none; LaunchError for sizes that cannot be.
 */
export function readConfig(config: LaunchConfig, kernel: string): LaunchShape {
  const refuse = (rule: string, hint = ""): never => {
    throw new ArgumentTypeError("CUTS_LAUNCH_CONFIG", `Cannot launch ${kernel}: ${rule}${hint}`);
  };
  if (typeof config !== "object" || config === null || Array.isArray(config) || ArrayBuffer.isView(config)) {
    refuse(
      `the launch configuration must come first (got ${formatValue(config)})`,
      `\nTry: ${kernel}({ threads: n }, …)`,
    );
  }
  for (const key of Object.keys(config)) {
    if ((keys as readonly string[]).includes(key)) continue;
    const near = suggest(key, keys);
    refuse(`"${key}" is no part of a launch configuration`, near === undefined ? "" : `\nTry: ${near}`);
  }
  const { grid, block, threads, shared = 0, cooperative = false, cluster, timeoutMs } = config;
  if (threads === undefined && (grid === undefined || block === undefined)) {
    refuse(`it must have \`grid\` and \`block\`, or \`threads\` (got ${formatValue(config)})`);
  }
  if (threads !== undefined && grid !== undefined) {
    refuse("`threads` chooses the grid, so it must not have both (got `threads` and `grid`)");
  }
  if (typeof cooperative !== "boolean") {
    refuse(`\`cooperative\` must be true or false (got ${formatValue(cooperative)})`);
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
  const maxThreads = Math.min(
    properties.maxThreadsPerBlock,
    compiled?.maxThreadsPerBlock ?? Number.POSITIVE_INFINITY,
  );
  const block = shape.block ?? chooseBlock(shape.rank, maxThreads);
  const grid = shape.grid ?? coverThreads(shape.threads ?? [1, 1, 1], block);
  if (shape.threads !== undefined && shape.threads.includes(0)) return undefined;
  const invalid = (rule: string, got: string): never => {
    throw new LaunchError(
      "CUTS_LAUNCH_CONFIG",
      `Cannot launch ${kernel}: ${rule} (got ${got}; cudaErrorInvalidConfiguration)`,
    );
  };
  checkLimits(grid, properties.maxGridDim, "a grid", "blocks", invalid);
  checkLimits(block, properties.maxBlockDim, "a block", "threads", invalid);
  const threads = block[0] * block[1] * block[2];
  if (threads > maxThreads) {
    const why = maxThreads < properties.maxThreadsPerBlock ? "of this kernel " : "";
    invalid(`a block ${why}has at most ${maxThreads} threads`, `${threads} in [${block.join(", ")}]`);
  }
  const shared = shape.sharedBytes + (compiled?.staticSharedBytes ?? 0);
  if (shared > properties.maxSharedBytesPerBlock) {
    const limit = formatByteSize(properties.maxSharedBytesPerBlock);
    throw new LaunchError(
      "CUTS_LAUNCH_SHARED_MEMORY",
      `Cannot launch ${kernel}: a block has at most ${limit} of shared memory (got ${formatByteSize(shape.sharedBytes)} dynamic and ${formatByteSize(compiled?.staticSharedBytes ?? 0)} static; cudaErrorInvalidValue)`,
    );
  }
  const { cluster } = shape;
  if (cluster?.some((size, axis) => (grid[axis] ?? 1) % size !== 0)) {
    invalid(
      "the grid must be a whole number of clusters",
      `a grid of [${grid.join(", ")}] and clusters of [${cluster.join(", ")}]`,
    );
  }
  const { sharedBytes, cooperative, timeoutMs } = shape;
  return Object.freeze({ grid, block, sharedBytes, cooperative, cluster, timeoutMs });
}

function checkLimits(
  extent: Triple,
  limits: Triple,
  what: string,
  unit: string,
  invalid: (rule: string, got: string) => never,
): void {
  if (extent.every((size, axis) => size <= (limits[axis] ?? 0))) return;
  invalid(`${what} has at most [${limits.join(", ")}] ${unit}`, `[${extent.join(", ")}]`);
}

/** 256 threads, in the shape of the problem; halved where a kernel allows fewer. */
function chooseBlock(rank: number, maxThreads: number): Triple {
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
  const got = formatValue(extent);
  const isWellFormed =
    sizes.length >= 1 && sizes.length <= 3 && sizes.every((size) => typeof size === "number");
  if (!isWellFormed) {
    throw new ArgumentTypeError(
      "CUTS_LAUNCH_CONFIG",
      `Cannot launch ${kernel}: \`${what}\` must be a number or an array of up to three (got ${got})`,
    );
  }
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= least)) {
    const hint = what === "grid" && sizes.includes(0) ? "\nTry: { threads: 0 } for a launch of nothing" : "";
    throw new LaunchError(
      "CUTS_LAUNCH_CONFIG",
      `Cannot launch ${kernel}: every size of \`${what}\` must be a whole number and at least ${least} (got ${got}; cudaErrorInvalidConfiguration)${hint}`,
    );
  }
  return [sizes[0] ?? 1, sizes[1] ?? 1, sizes[2] ?? 1];
}

function readSize(value: number, what: string, kernel: string): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new ArgumentTypeError(
    "CUTS_LAUNCH_CONFIG",
    `Cannot launch ${kernel}: \`${what}\` must be a whole number and at least 0 (got ${formatValue(value)})`,
  );
}
