// Chooses the GPU kernel for a convolution, its tile, and into how many parts the sums are split. Only this file decides by shape.
// Times are estimates in microseconds; the speeds of tiles were measured on an H200 (float32).

import type { DType } from "../../core/dtype.js";
import { dtypes } from "../../core/dtype.js";
import type { ConvSizes } from "./conv-sizes.js";

/** What a plan has to know of a device. */
interface ConvDevice {
  readonly multiprocessors: number;
  readonly tensorCores: boolean;
  readonly sharedBytes: number;
}

/** What a block computes, and how fast: in units of the products that a multiprocessor could add up in float32 at most. */
interface Tile {
  readonly pixels: number;
  readonly outs: number;
  /** The weights processed in one step. */
  readonly deep: number;
  /** The speed if a multiprocessor has many blocks. */
  readonly speed: number;
  /** The speed if a multiprocessor has only one block, which waits for its reads. */
  readonly alone: number;
}

/** A tile of the kernel conv_gemm. */
export interface GemmTile extends Tile {
  readonly eachPixels: number;
  readonly eachOuts: number;
}

/** A tile of the kernel conv_tensor. */
export interface TensorTile extends Tile {
  readonly down: number;
  readonly across: number;
}

/** A tile of the kernel conv_direct. */
export interface DirectTile {
  readonly across: number;
  readonly down: number;
  readonly rows: number;
}

/** A window that conv_direct is compiled for, with its stride along both axes; 0 is any. */
export interface DirectWindow {
  readonly kh: number;
  readonly kw: number;
  readonly stride: number;
}

/** How a sum is cut: steps of a part, and parts. */
interface Cut {
  readonly steps: number;
  readonly parts: number;
}

/** A convolution of few outputs of a group. */
interface DirectPlan {
  readonly by: "direct";
  readonly tile: DirectTile;
  readonly window: DirectWindow;
  readonly sharedBytes: number;
}

/** How a convolution is computed. */
export type ConvPlan =
  | { readonly by: "rows" }
  | DirectPlan
  | ({ readonly by: "gemm"; readonly tile: GemmTile } & Cut)
  | ({ readonly by: "tensor"; readonly tile: TensorTile } & Cut);

/** Tiles for float32 and float64. */
export const gemmTiles: readonly GemmTile[] = [
  { pixels: 128, outs: 128, deep: 16, eachPixels: 8, eachOuts: 8, speed: 0.72, alone: 0.67 },
  { pixels: 128, outs: 64, deep: 16, eachPixels: 8, eachOuts: 8, speed: 0.7, alone: 0.57 },
  { pixels: 64, outs: 64, deep: 16, eachPixels: 8, eachOuts: 4, speed: 0.61, alone: 0.37 },
  { pixels: 64, outs: 32, deep: 16, eachPixels: 8, eachOuts: 4, speed: 0.58, alone: 0.17 },
];
export const doubleTiles: readonly GemmTile[] = [
  { pixels: 64, outs: 64, deep: 8, eachPixels: 8, eachOuts: 4, speed: 0.34, alone: 0.2 },
];
/** Four pieces. */
const TENSOR_DEEP = 32;
/** Tiles for 16-bit floats. */
export const tensorTiles: readonly TensorTile[] = [
  { outs: 128, pixels: 128, deep: TENSOR_DEEP, down: 2, across: 4, speed: 4.7, alone: 4.1 },
  { outs: 64, pixels: 128, deep: TENSOR_DEEP, down: 2, across: 2, speed: 4.8, alone: 3.3 },
  { outs: 64, pixels: 64, deep: TENSOR_DEEP, down: 2, across: 2, speed: 3.3, alone: 1.9 },
  { outs: 32, pixels: 128, deep: TENSOR_DEEP, down: 1, across: 4, speed: 3, alone: 2.2 },
];
/** Tiles for few outputs. Image sizes in networks are often multiples of 7. */
export const directTiles: readonly DirectTile[] = [
  { across: 32, down: 4, rows: 8 },
  { across: 32, down: 4, rows: 7 },
  { across: 16, down: 4, rows: 4 },
  { across: 256, down: 1, rows: 1 },
];
/** The windows with kernels of their own; the last entry covers all others. */
export const directWindows: readonly DirectWindow[] = [
  { kh: 3, kw: 3, stride: 1 },
  { kh: 3, kw: 3, stride: 2 },
  { kh: 5, kw: 5, stride: 1 },
  { kh: 7, kw: 7, stride: 1 },
  { kh: 0, kw: 0, stride: 0 },
];

/** Outputs of a group that are few: a tile of a product of matrices would have more columns than it uses. */
const FEW_OUTS = 8;
/** Channels of a piece of conv_tensor. */
const PIECE = 8;
/** Rows and columns of a window that cuts_tap.where has bits for. */
const WINDOW_BITS = 31;
const MOST_GROUPS = 65_535;
const MOST_PARTS = 32;
/** Products that a multiprocessor adds up in a microsecond, in float32. */
const PRODUCTS = 217_000;
/** Bytes that a device moves in a microsecond, and what one more launch costs. */
const BYTES = 3e6;
const LAUNCH = 3;

/** The plan for a convolution whose result is not empty. */
export function planConv(sizes: ConvSizes, dtype: DType, device: ConvDevice): ConvPlan {
  const { groups, channels, outs, window, picture } = sizes;
  const isPoint = window[0] * window[1] === 1;
  if (outs < FEW_OUTS && !(isPoint && channels > 1)) {
    const direct = planDirect(sizes, dtype, device.sharedBytes);
    if (direct !== undefined) return direct;
  }
  const isFar = channels * picture[0] * picture[1] * PIECE >= 2 ** 31;
  if (isFar || window[0] + window[1] > WINDOW_BITS || groups > MOST_GROUPS) return { by: "rows" };
  if (dtypes[dtype].byteLength === 2 && device.tensorCores && channels > 0) {
    const deep = Math.ceil(channels / PIECE) * PIECE * window[0] * window[1];
    return { by: "tensor", ...best(tensorTiles, sizes, deep, device) };
  }
  const deep = channels * window[0] * window[1];
  return {
    by: "gemm",
    ...best(dtype === "float64" ? doubleTiles : gemmTiles, sizes, deep, device),
  };
}

/** The tile and the cut that should take the least time, for sums of so many products. */
function best<Own extends Tile>(
  tiles: readonly Own[],
  sizes: ConvSizes,
  products: number,
  { multiprocessors }: ConvDevice,
): { readonly tile: Own } & Cut {
  const { batch, groups, outs, result } = sizes;
  const pixels = batch * result[0] * result[1];
  let found: ({ readonly tile: Own } & Cut) | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const tile of tiles) {
    const allSteps = Math.max(1, Math.ceil(products / tile.deep));
    const blocks = Math.ceil(pixels / tile.pixels) * Math.ceil(outs / tile.outs) * groups;
    for (let wanted = 1; wanted <= Math.min(MOST_PARTS, allSteps); wanted *= 2) {
      const steps = Math.ceil(allSteps / wanted);
      const parts = Math.ceil(allSteps / steps);
      const inTurn = Math.ceil((blocks * parts) / multiprocessors);
      const work = tile.pixels * tile.outs * steps * tile.deep;
      const speed = PRODUCTS * Math.min(tile.speed, tile.alone * inTurn);
      const joined = parts === 1 ? 0 : LAUNCH + (2 * parts * pixels * groups * outs * 4) / BYTES;
      const time = (inTurn * work) / speed + joined;
      if (time < least) [least, found] = [time, { tile, steps, parts }];
    }
  }
  if (found === undefined) throw new Error("internal: no tile for a convolution");
  return found;
}

/** The plan for few outputs in a group, if a tile fits into this much shared memory. */
export function planDirect(
  { window, stride, dilation, result }: ConvSizes,
  dtype: DType,
  limit: number,
  tiles: readonly DirectTile[] = directTiles,
): DirectPlan | undefined {
  const [kh, kw] = window;
  const isDense = stride[0] === stride[1] && dilation[0] === 1 && dilation[1] === 1;
  const known = directWindows.find((one) => {
    const isSame = isDense && one.kh === kh && one.kw === kw && one.stride === stride[0];
    return isSame || one.kh === 0;
  }) as DirectWindow;
  const bytes = dtype === "float64" ? 8 : 4;
  let found: DirectPlan | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const tile of tiles) {
    const { across, down, rows } = tile;
    const tall = down * rows;
    const reads =
      ((across - 1) * stride[1] + (kw - 1) * dilation[1] + 1) *
      ((tall - 1) * stride[0] + (kh - 1) * dilation[0] + 1);
    // What all blocks read, and what they compute.
    const blocks = Math.ceil(result[0] / tall) * Math.ceil(result[1] / across);
    const cost = blocks * (reads + tall * across);
    if (reads * bytes > limit || cost >= least) continue;
    least = cost;
    found = { by: "direct", tile, window: known, sharedBytes: reads * bytes };
  }
  return found;
}
