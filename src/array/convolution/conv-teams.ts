// Launches convolutions on GPUs, as conv-plan.ts has planned them.

import { dtypes } from "../../core/dtype.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray } from "../allocate.js";
import { tuningOf } from "../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { launchOf } from "../reduction/partition.js";
import { slice } from "../views.js";
import { type ConvPlan, planConv } from "./conv-plan.js";
import { convByRows } from "./conv-rows.js";
import type { ConvOperands, ConvSizes } from "./conv-sizes.js";
import {
  channelsLastKernel,
  directKernel,
  gemmKernel,
  joinKernel,
  tensorKernel,
} from "./conv-team-kernels.js";

type PlanBy<By extends ConvPlan["by"]> = Extract<ConvPlan, { readonly by: By }>;

const THREADS = 256;
/** Channels of a piece of conv_tensor, and channels and places of a block that puts them last. */
const PIECE = 8;
const LAST_CHANNELS = 32;
const LAST_PLACES = 64;

/** The result, `[batch, outputs, rows, columns]`, in the dtype of the operands. */
export function convByTeams(sizes: ConvSizes, operands: ConvOperands, stream: StreamCore): NDArray {
  const { device } = stream;
  const { tensorCores, sharedBytes } = tuningOf(device);
  const { multiprocessors } = device.backend.properties;
  const plan = planConv(sizes, operands.input.dtype, { multiprocessors, tensorCores, sharedBytes });
  return convByPlan(plan, sizes, operands, stream);
}

/** The same with a given plan. */
export function convByPlan(
  plan: ConvPlan,
  sizes: ConvSizes,
  operands: ConvOperands,
  stream: StreamCore,
): NDArray {
  if (plan.by === "rows") return convByRows(sizes, operands, stream);
  const { batch, groups, outs, result } = sizes;
  const made = allocateArray(stream, operands.input.dtype, [batch, groups * outs, ...result]);
  if (plan.by === "direct") direct(plan, sizes, operands, made, stream);
  else if (plan.by === "gemm") gemm(plan, sizes, operands, made, stream);
  else tensor(plan, sizes, operands, made, stream);
  return made;
}

function direct(
  { tile, window, sharedBytes }: PlanBy<"direct">,
  sizes: ConvSizes,
  { input, weight, bias }: ConvOperands,
  made: NDArray,
  stream: StreamCore,
): void {
  const { batch, groups, outs, channels, result } = sizes;
  const { across, down, rows } = tile;
  const tilesAcross = Math.ceil(result[1] / across);
  const tiles = tilesAcross * Math.ceil(result[0] / (down * rows));
  use([input, weight, bias], made, stream);
  const kernel = directKernel(made.dtype, tile, window).on(
    stream.device,
    widthOf(stream.device, [made, input]),
  );
  kernel.set({
    ...numbersOf(sizes),
    out: made,
    in: input,
    w: weight,
    bias,
    channels,
    tiles_across: tilesAcross,
    tiles,
  });
  const launch = launchOf([batch * groups * outs * tiles, 1, 1], [across * down, 1, 1]);
  kernel.launch({ ...launch, sharedBytes }, stream);
}

function gemm(
  { tile, steps, parts }: PlanBy<"gemm">,
  sizes: ConvSizes,
  { input, weight, bias }: ConvOperands,
  made: NDArray,
  stream: StreamCore,
): void {
  const { groups, outs, channels } = sizes;
  const pixels = pixelsOf(sizes);
  using sums = partsOf(made, parts, stream);
  use([input, weight, bias], made, stream, sums);
  const width = widthOf(stream.device, sums === undefined ? [made, input] : [made, input, sums]);
  const kernel = gemmKernel(made.dtype, tile).on(stream.device, width);
  kernel.set({
    ...numbersOf(sizes),
    out: made,
    parts: sums,
    in: input,
    w: weight,
    bias,
    channels,
    pixels,
    steps,
  });
  const tiles = Math.ceil(pixels / tile.pixels) * Math.ceil(outs / tile.outs);
  const threads = (tile.pixels / tile.eachPixels) * (tile.outs / tile.eachOuts);
  kernel.launch(launchOf([tiles, groups, parts], [threads, 1, 1]), stream);
  if (sums !== undefined) join(made, sums, bias, parts, sizes, stream);
}

function tensor(
  { tile, steps, parts }: PlanBy<"tensor">,
  sizes: ConvSizes,
  { input, weight, bias }: ConvOperands,
  made: NDArray,
  stream: StreamCore,
): void {
  const { batch, groups, outs, channels, picture, window } = sizes;
  const pixels = pixelsOf(sizes);
  using pictures = channelsLast(input, batch * groups, channels, picture[0] * picture[1], stream);
  using weights = channelsLast(weight, groups * outs, channels, window[0] * window[1], stream);
  using sums = partsOf(made, parts, stream);
  use([pictures, weights, bias], made, stream, sums);
  const width = widthOf(stream.device, sums === undefined ? [made, pictures] : [made, pictures, sums]);
  const kernel = tensorKernel(made.dtype, tile).on(stream.device, width);
  kernel.set({
    ...numbersOf(sizes),
    out: made,
    parts: sums,
    in: pictures,
    w: weights,
    bias,
    pieces: Math.ceil(channels / PIECE),
    pixels,
    steps,
  });
  const tiles = Math.ceil(pixels / tile.pixels) * Math.ceil(outs / tile.outs);
  kernel.launch(launchOf([tiles, groups, parts], [tile.down * tile.across * 32, 1, 1]), stream);
  if (sums !== undefined) join(made, sums, bias, parts, sizes, stream);
}

/** `rows` of `channels` by `size` with their channels side by side, filled up to whole pieces. */
function channelsLast(x: NDArray, rows: number, channels: number, size: number, stream: StreamCore): NDArray {
  const pieces = Math.ceil(channels / PIECE);
  const isSo = size === 1 && channels % PIECE === 0 && x.start % (PIECE * dtypes[x.dtype].byteLength) === 0;
  if (isSo) return slice(x, "...");
  const made = allocateArray(stream, x.dtype, [rows, size, pieces * PIECE]);
  useStorages([made, x], stream);
  const tiles = Math.ceil(size / LAST_PLACES);
  const kernel = channelsLastKernel(x.dtype).on(stream.device, widthOf(stream.device, [made, x]));
  kernel.set({ out: made, in: x, channels, pieces, size, tiles });
  const blocks = Math.ceil((pieces * PIECE) / LAST_CHANNELS);
  kernel.launch(launchOf([rows * tiles, blocks, 1], [THREADS, 1, 1]), stream);
  return made;
}

/** Where parts of all sums are left, if there are several. */
function partsOf(made: NDArray, parts: number, stream: StreamCore): NDArray | undefined {
  if (parts === 1) return undefined;
  return allocateArray(stream, made.dtype === "float64" ? "float64" : "float32", [parts * made.size]);
}

function join(
  made: NDArray,
  sums: NDArray,
  bias: NDArray | undefined,
  count: number,
  { groups, outs, result }: ConvSizes,
  stream: StreamCore,
): void {
  use([sums, bias], made, stream);
  const kernel = joinKernel(made.dtype).on(stream.device, widthOf(stream.device, [made, sums]));
  const plane = result[0] * result[1];
  kernel.set({ out: made, parts: sums, bias, size: made.size, count, channels: groups * outs, plane });
  kernel.launch(launchOf([Math.ceil(made.size / THREADS), 1, 1], [THREADS, 1, 1]), stream);
}

function use(
  read: readonly (NDArray | undefined)[],
  made: NDArray,
  stream: StreamCore,
  sums?: NDArray,
): void {
  useStorages([made, ...read.filter((one) => one !== undefined)], stream);
  sums?.storage.use(stream, "write");
}

function pixelsOf({ batch, result }: ConvSizes): number {
  return batch * result[0] * result[1];
}

/** The sizes that all kernels of teams want. */
function numbersOf({ groups, outs, picture, window, result, stride, dilation, before }: ConvSizes) {
  const [kh, kw] = window;
  const [in_height, in_width] = picture;
  const [height, width] = result;
  const [sy, sx] = stride;
  const [dy, dx] = dilation;
  const [py, px] = before;
  return { groups, outs, kh, kw, in_height, in_width, height, width, sy, sx, dy, dx, py, px };
}
