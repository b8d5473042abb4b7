// Distributes the work of a reduction over a device: how many threads share a row, how many rows a block computes, and into how
// many parts long rows are split if there are too few rows to keep the device busy.

import type { BackendLaunch } from "../../backend/backend.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";
import { byWorker, tuningOf } from "../kernels/builtin-kernel.js";

/** The most elements of a row that is never cut: a second launch costs more than a block that has this much to do. */
const UNCUT = 16_384;
/** Rows of so many bytes are long: measured on an H200 with rows of 32, 100, 4096 and 100,000 floats. */
const LONG_ROW_BYTES = 8192;
/** Blocks of a GPU's multiprocessor that a reduction is cut for: more of them have too little to do, and joining shows. */
const ROWS_AT_A_TIME = 4;
const COLUMNS_AT_A_TIME = 3;
/** The most vectors of columns that are one tile, whatever their number. */
const NARROW = 64;
/** The fewest vectors of a tile: 128 bytes side by side are read as quickly as more. */
const NARROWEST = 8;
/** How many elements of a row a result costs whose parts are joined. */
const JOIN_COST = 128;

/** The launch of a reduction, and how rows are split. */
export interface Partition {
  readonly launch: BackendLaunch;
  /** Parts that each row is cut into. */
  readonly parts: number;
  /** Elements of a part along the row. */
  readonly chunk: number;
}

/** How rows may be distributed. */
export interface RowsOptions {
  /** Whether a row may be cut into parts. */
  readonly mayCut?: boolean;
  /** How many times more than adding up an element of a row costs. */
  readonly cost?: number;
}

/** Distributes rows of `n` elements, `bytes` each. */
export function partitionRows(
  device: DeviceCore,
  rows: number,
  n: number,
  bytes: number,
  { mayCut = true, cost = 1 }: RowsOptions = {},
): Partition {
  const { teamThreads, blockElements } = tuningOf(device);
  // What a thread has of a row: more of a long one, where the sum of its threads takes time, but not where it has much to do.
  const share = n * bytes >= LONG_ROW_BYTES && cost === 1 ? 256 : 64;
  const perRow = Math.min(teamThreads, powerOf2(Math.ceil((n * bytes) / share)));
  const worth = Math.min(1024, Math.floor(blockElements / cost / Math.max(n, 1)));
  const perBlock = Math.max(teamThreads / perRow, worth);
  const rowBlocks = Math.ceil(rows / perBlock);
  // Parts have to be joined, too.
  const least = Math.max(2 * blockElements, (perRow * 64) / bytes);
  const isWorthIt = mayCut && n > UNCUT;
  const atATime = byWorker(device, { thread: undefined, team: ROWS_AT_A_TIME });
  const { parts, chunk } = isWorthIt ? cut(device, rowBlocks, n, least, atATime) : { parts: 1, chunk: n };
  return { launch: launchOf([rowBlocks, parts, 1], [perRow, perBlock, 1], rows * n), parts, chunk };
}

/** How columns are reduced. */
export interface ColumnsPartition extends Partition {
  readonly tiles: number;
  /** Rows that are read as one. */
  readonly fold: number;
  /** Whether columns are read in vectors. */
  readonly isWhole: boolean;
}

/**
 * Distributes columns: `n` rows of `inner` elements, `outer` times. On the cpu device, a thread takes `width` columns; on a GPU,
 * `vector` of them if they are aligned.
 */
export function partitionColumns(
  device: DeviceCore,
  { outer, n, inner }: { readonly outer: number; readonly n: number; readonly inner: number },
  {
    width,
    vector,
    isAligned,
  }: { readonly width: number; readonly vector: number; readonly isAligned: boolean },
): ColumnsPartition {
  const { teamThreads, blockElements } = tuningOf(device);
  return byWorker(device, {
    thread: () => {
      const tiles = Math.ceil(inner / width);
      const least = Math.max(64, blockElements / Math.min(inner, width));
      const { parts, chunk } = cut(device, outer * tiles, n, least);
      const launch = launchOf([outer * tiles, parts, 1], [1, 1, 1], outer * n * inner);
      return { launch, parts, chunk, tiles, fold: 1, isWhole: false };
    },
    team: () => {
      const { fold, each } = isAligned && vector > 1 ? vectorsOf(n, inner, vector) : { fold: 1, each: 1 };
      const columns = (inner * fold) / each;
      const tiles = tilesOf(device, outer, columns, fold);
      const threads = Math.ceil(columns / tiles);
      const together = Math.floor(teamThreads / threads);
      const { parts, chunk } = cut(
        device,
        outer * tiles,
        Math.ceil(n / fold),
        16 * together,
        COLUMNS_AT_A_TIME,
        1,
      );
      const launch = launchOf([outer * tiles, parts, 1], [threads, together, 1], outer * n * inner);
      return { launch, parts, chunk, tiles, fold, isWhole: each > 1 };
    },
  })();
}

/** Into how many tiles vectors of columns are cut: narrower ones where rows need not be cut then, whose parts would be joined. */
function tilesOf(device: DeviceCore, outer: number, columns: number, fold: number): number {
  const usual = columns <= NARROW ? 1 : Math.ceil(columns / 32);
  const narrow = Math.ceil(columns / NARROWEST);
  const enough = device.backend.properties.multiprocessors * COLUMNS_AT_A_TIME;
  return fold === 1 && outer * usual < enough && outer * narrow >= enough ? narrow : usual;
}

/** How many columns a thread reads at once, and how many rows are read as one for that. */
function vectorsOf(
  n: number,
  inner: number,
  vector: number,
): { readonly fold: number; readonly each: number } {
  let fold = 1;
  while ((inner * fold) % vector !== 0) fold *= 2;
  const fits = (n * inner) % vector === 0 && (fold === 1 || (inner * fold) / vector <= NARROW);
  return fits ? { fold, each: vector } : { fold: 1, each: 1 };
}

/** Distributes the combining of `count` parts for each of `size` results. */
export function partitionJoin(device: DeviceCore, size: number, count: number): BackendLaunch {
  const { teamThreads, blockElements } = tuningOf(device);
  const perResult = Math.min(teamThreads, powerOf2(count));
  const perBlock = Math.max(teamThreads / perResult, Math.min(size, blockElements / JOIN_COST));
  return launchOf([Math.ceil(size / perBlock), 1, 1], [perResult, perBlock, 1], size * count);
}

/** A plain launch that works on `work` elements. */
export function launchOf(
  grid: readonly [number, number, number],
  block: readonly [number, number, number],
  work?: number,
): BackendLaunch {
  return {
    grid,
    block,
    sharedBytes: 0,
    cooperative: false,
    cluster: undefined,
    timeoutMs: undefined,
    watch: undefined,
    work,
  };
}

/** Splits `n` elements into parts of at least `least` elements, so that `blocks` times as many blocks keep a device busy. */
export function cut(
  device: DeviceCore,
  blocks: number,
  n: number,
  least: number,
  atATime: number = tuningOf(device).blocksPerProcessor,
  // A multiple of 64 elements keeps every part as aligned as the first.
  unit = 64,
): { readonly parts: number; readonly chunk: number } {
  const wanted = device.backend.properties.multiprocessors * atATime;
  const most = Math.max(1, Math.floor(n / least));
  const parts = Math.min(most, Math.max(1, Math.ceil(wanted / blocks)), 4096);
  const chunk = parts === 1 ? n : Math.ceil(n / parts / unit) * unit;
  return { parts: Math.max(1, Math.ceil(n / Math.max(chunk, 1))), chunk };
}

function powerOf2(least: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(least, 1)));
}
