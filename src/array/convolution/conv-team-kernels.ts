// The GPU kernels of convolutions (conv-gemm.cuh, conv-direct.cuh, conv-tensor.cuh), one for each dtype and tile. They are not
// shipped compiled: GPUs compile them when they are needed.

import type { DType } from "../../core/dtype.js";
import { lazy } from "../../core/lazy.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import {
  type DirectTile,
  directTiles,
  type DirectWindow,
  directWindows,
  doubleTiles,
  type GemmTile,
  gemmTiles,
  type TensorTile,
  tensorTiles,
} from "./conv-plan.js";
import {
  channelsLast,
  type ChannelsLastArguments,
  convDirect,
  type ConvDirectArguments,
  convGemm,
  type ConvGemmArguments,
  convJoin,
  type ConvJoinArguments,
  convTensor,
  type ConvTensorArguments,
} from "./kernels.gen.js";

const floats = ["float16", "bfloat16", "float32", "float64"] as const satisfies readonly DType[];
const halves = ["float16", "bfloat16"] as const satisfies readonly DType[];

const group: () => KernelGroup = lazyGroup(() => ({
  name: "conv-team",
  kernels: [
    ...floats.flatMap((dtype) => {
      const { stored, computed } = kernelTypes[dtype];
      const types = { S: stored, T: computed };
      return [
        kernelText(convJoin, joinName(dtype), types),
        ...(dtype === "float64" ? doubleTiles : gemmTiles).map((tile) =>
          kernelText(convGemm, gemmName(dtype, tile), {
            ...types,
            PIXELS: String(tile.pixels),
            OUTS: String(tile.outs),
            DEEP: String(tile.deep),
            EACH_PIXELS: String(tile.eachPixels),
            EACH_OUTS: String(tile.eachOuts),
          }),
        ),
        ...directTiles.flatMap((tile) =>
          directWindows.map((window) =>
            kernelText(convDirect, directName(dtype, tile, window), {
              ...types,
              KH: String(window.kh),
              KW: String(window.kw),
              STRIDE: String(window.stride),
              ACROSS: String(tile.across),
              DOWN: String(tile.down),
              ROWS: String(tile.rows),
            }),
          ),
        ),
      ];
    }),
    ...halves.flatMap((dtype) => {
      const S = kernelTypes[dtype].stored;
      return [
        kernelText(channelsLast, lastName(dtype), { S }),
        ...tensorTiles.map((tile) =>
          kernelText(convTensor, tensorName(dtype, tile), {
            S,
            OUTS: String(tile.outs),
            PIXELS: String(tile.pixels),
            DOWN: String(tile.down),
            ACROSS: String(tile.across),
          }),
        ),
      ];
    }),
  ],
}));

/** A tiled matrix product of a dtype. */
export function gemmKernel(dtype: DType, tile: GemmTile): BuiltinKernel<ConvGemmArguments> {
  return kernelNamed(gemmName(dtype, tile), convGemm);
}

/** Adds up the partial sums. */
export function joinKernel(dtype: DType): BuiltinKernel<ConvJoinArguments> {
  return kernelNamed(joinName(dtype), convJoin);
}

/** The kernel for few outputs in a group. */
export function directKernel(
  dtype: DType,
  tile: DirectTile,
  window: DirectWindow,
): BuiltinKernel<ConvDirectArguments> {
  return kernelNamed(directName(dtype, tile, window), convDirect);
}

/** A matrix product of a 16-bit dtype with tensor cores. */
export function tensorKernel(dtype: DType, tile: TensorTile): BuiltinKernel<ConvTensorArguments> {
  return kernelNamed(tensorName(dtype, tile), convTensor);
}

/** Moves the channels of a 16-bit dtype to the last axis. */
export function channelsLastKernel(dtype: DType): BuiltinKernel<ChannelsLastArguments> {
  return kernelNamed(lastName(dtype), channelsLast);
}

const kernels = lazy(() => new Map<string, BuiltinKernel<never>>());

function kernelNamed<Arguments>(
  name: string,
  signature: ConstructorParameters<typeof BuiltinKernel<Arguments>>[2],
): BuiltinKernel<Arguments> {
  const known = kernels();
  let found = known.get(name) as BuiltinKernel<Arguments> | undefined;
  if (found === undefined) known.set(name, (found = new BuiltinKernel(group, name, signature)));
  return found;
}

function gemmName(dtype: DType, { pixels, outs, deep }: GemmTile): string {
  return `conv_gemm_${dtype}_${pixels}x${outs}x${deep}`;
}

function joinName(dtype: DType): string {
  return `conv_join_${dtype}`;
}

function directName(
  dtype: DType,
  { across, down, rows }: DirectTile,
  { kh, kw, stride }: DirectWindow,
): string {
  return `conv_direct_${dtype}_${kh}x${kw}_${stride}_${across}x${down}x${rows}`;
}

function tensorName(dtype: DType, { outs, pixels }: TensorTile): string {
  return `conv_tensor_${dtype}_${outs}x${pixels}`;
}

function lastName(dtype: DType): string {
  return `channels_last_${dtype}`;
}
