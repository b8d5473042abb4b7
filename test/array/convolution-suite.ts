// Convolutions by teams of threads, by every kernel and tile, against loops in float64. A device is one whose blocks are teams:
// a GPU, or the cpu device told to work like one.

import { expect, it } from "vitest";
import {
  type ConvPlan,
  directTiles,
  directWindows,
  doubleTiles,
  gemmTiles,
  planDirect,
  tensorTiles,
} from "../../src/array/convolution/conv-plan.js";
import type { ConvSizes } from "../../src/array/convolution/conv-sizes.js";
import { convByPlan } from "../../src/array/convolution/conv-teams.js";
import * as cu from "../../src/index.js";
import { currentStream } from "../../src/runtime/devices/devices.js";

type Float = "float16" | "bfloat16" | "float32" | "float64";

/** Half an ulp of 1; sums are in float32, or in float64. */
const roundings: { readonly [D in Float]: number } = {
  float16: 2 ** -11,
  bfloat16: 2 ** -8,
  float32: 2 ** -24,
  float64: 2 ** -53,
};

/** Sizes that fill no tile: odd ones, with strides, dilation, groups and padding that differs before and after. */
export const oddSizes: readonly ConvSizes[] = [
  sizesOf({
    batch: 2,
    groups: 1,
    channels: 13,
    outs: 37,
    picture: [19, 15],
    window: [5, 3],
    stride: [2, 1],
    before: [2, 1],
    after: [1, 3],
  }),
  sizesOf({
    batch: 3,
    groups: 3,
    channels: 5,
    outs: 11,
    picture: [9, 8],
    window: [3, 3],
    dilation: [1, 2],
    before: [2, 2],
    after: [2, 2],
  }),
  // A picture of whole runs, weights of whole quads, more than one tile of each.
  sizesOf({ batch: 2, groups: 1, channels: 8, outs: 72, picture: [12, 12], window: [1, 1] }),
  // One row, one output.
  sizesOf({
    batch: 1,
    groups: 1,
    channels: 3,
    outs: 1,
    picture: [1, 300],
    window: [1, 9],
    before: [0, 4],
    after: [0, 4],
  }),
];
/** Few outputs of a group. */
const fewSizes = [
  sizesOf({
    batch: 2,
    groups: 5,
    channels: 1,
    outs: 1,
    picture: [35, 34],
    window: [3, 3],
    before: [1, 1],
    after: [1, 1],
  }),
  sizesOf({
    batch: 1,
    groups: 2,
    channels: 3,
    outs: 2,
    picture: [35, 67],
    window: [3, 3],
    stride: [2, 2],
    before: [1, 0],
    after: [0, 1],
  }),
  sizesOf({
    batch: 1,
    groups: 1,
    channels: 1,
    outs: 1,
    picture: [40, 33],
    window: [5, 5],
    before: [4, 4],
    after: [4, 4],
  }),
  sizesOf({
    batch: 1,
    groups: 1,
    channels: 1,
    outs: 1,
    picture: [40, 33],
    window: [7, 7],
    before: [6, 6],
    after: [6, 6],
  }),
  sizesOf({
    batch: 2,
    groups: 3,
    channels: 1,
    outs: 2,
    picture: [20, 33],
    window: [4, 2],
    stride: [1, 3],
    dilation: [2, 3],
  }),
] as const;

/** What a device has. */
interface TeamDevice {
  /** Whether to test the kernels of tensor cores. */
  readonly tensorCores: boolean;
  /** Whether everything is tried with each tile: the cpu device takes seconds to compile one. */
  readonly compilesFast: boolean;
}

/** Tests of all kernels on a device. */
export function testConvolutions(device: string, options: TeamDevice): void {
  for (const dtype of ["float32", "float64", "float16"] as const) {
    const all = dtype === "float64" ? doubleTiles : gemmTiles;
    const few = dtype === "float32" ? all.slice(1, 3) : all.slice(-1);
    for (const tile of options.compilesFast ? all : few)
      it(`products of matrices of ${dtype} in tiles of ${tile.pixels} by ${tile.outs}`, async () => {
        for (const sizes of oddSizes) {
          const all = Math.ceil((sizes.channels * sizes.window[0] * sizes.window[1]) / tile.deep);
          for (const steps of new Set([all, Math.ceil(all / 3)]))
            await compare(device, dtype, sizes, { by: "gemm", tile, steps, parts: Math.ceil(all / steps) });
        }
      });
  }

  for (const dtype of ["float32", "float64", "bfloat16"] as const)
    it(`few outputs of ${dtype}`, async () => {
      for (const sizes of [...fewSizes, ...oddSizes.slice(3)])
        for (const tile of directTiles) {
          const isGeneral = planDirect(sizes, dtype, 48 * 1024)?.window.kh === 0;
          const isTried =
            tile === directTiles[0] || (dtype === "float32" && isGeneral) || options.compilesFast;
          if (!isTried) continue;
          const plan = planDirect(sizes, dtype, 48 * 1024, [tile]);
          expect(plan).toBeDefined();
          await compare(device, dtype, sizes, plan as ConvPlan);
        }
    });

  it("has sizes for all windows that are compiled in", () => {
    const plans = fewSizes.map((sizes) => planDirect(sizes, "float32", 48 * 1024));
    expect(new Set(plans.map((plan) => plan?.window))).toEqual(new Set(directWindows));
  });

  if (!options.tensorCores) return;
  for (const dtype of ["float16", "bfloat16"] as const)
    for (const tile of tensorTiles)
      it(`tensor cores, ${dtype}, in tiles of ${tile.outs} by ${tile.pixels}`, async () => {
        for (const sizes of oddSizes) {
          const all = Math.ceil((Math.ceil(sizes.channels / 8) * sizes.window[0] * sizes.window[1]) / 4);
          for (const steps of new Set([all, Math.ceil(all / 3)]))
            await compare(device, dtype, sizes, { by: "tensor", tile, steps, parts: Math.ceil(all / steps) });
        }
      });
}

/** A plan against the loops, with a bias and without; and twice the same bits. */
async function compare(device: string, dtype: Float, sizes: ConvSizes, plan: ConvPlan): Promise<void> {
  const { batch, groups, channels, outs, picture, window } = sizes;
  using input = randomOf(device, dtype, [batch, groups * channels, ...picture], 1);
  using weight = randomOf(device, dtype, [groups * outs, channels, ...window], 2);
  using offsets = randomOf(device, dtype, [groups * outs], 3);
  for (const bias of [undefined, offsets]) {
    const run = () => convByPlan(plan, sizes, { input, weight, bias }, currentStream(input.storage.device));
    using first = run();
    using again = run();
    const got = await numbersOf(first);
    expect(await numbersOf(again)).toEqual(got);
    const want = convolved(
      sizes,
      await numbersOf(input),
      await numbersOf(weight),
      bias && (await numbersOf(bias)),
    );
    // Numbers are below 1, so a sum of n products and its errors are below n; what is stored is rounded once more.
    const products = channels * window[0] * window[1] + 1;
    const inSum = products * (dtype === "float64" ? roundings.float64 : roundings.float32);
    const wrong = want.findIndex(
      (value, i) =>
        !(Math.abs((got[i] as number) - value) <= products * inSum + Math.abs(value) * roundings[dtype]),
    );
    const text = `${plan.by} of ${JSON.stringify(sizes)}: ${got[wrong]} for ${want[wrong]} at ${wrong}`;
    expect(got.length).toBe(want.length);
    expect(wrong, text).toBe(-1);
  }
}

/** The sum that a convolution is, in float64. */
function convolved(
  sizes: ConvSizes,
  input: Float64Array,
  weight: Float64Array,
  bias?: Float64Array,
): Float64Array {
  const { batch, groups, channels, outs, picture, window, result, stride, dilation, before } = sizes;
  const sums = new Float64Array(batch * groups * outs * result[0] * result[1]);
  for (let at = 0; at < sums.length; at++) {
    const x = at % result[1];
    const y = Math.floor(at / result[1]) % result[0];
    const plane = Math.floor(at / (result[0] * result[1]));
    const o = plane % (groups * outs);
    const first = Math.floor(plane / (groups * outs)) * groups + Math.floor(o / outs);
    let sum = bias?.[o] ?? 0;
    for (let c = 0; c < channels; c++)
      for (let r = 0; r < window[0]; r++)
        for (let s = 0; s < window[1]; s++) {
          const row = y * stride[0] + r * dilation[0] - before[0];
          const column = x * stride[1] + s * dilation[1] - before[1];
          if (row < 0 || column < 0 || row >= picture[0] || column >= picture[1]) continue;
          const w = weight[((o * channels + c) * window[0] + r) * window[1] + s] as number;
          sum += w * (input[((first * channels + c) * picture[0] + row) * picture[1] + column] as number);
        }
    sums[at] = sum;
  }
  return sums;
}

type Pair = readonly [number, number];

function sizesOf(
  given: Pick<ConvSizes, "batch" | "groups" | "channels" | "outs" | "picture" | "window"> &
    Partial<ConvSizes>,
): ConvSizes {
  const whole = { stride: [1, 1], dilation: [1, 1], before: [0, 0], after: [0, 0], ...given } as const;
  const { picture, window, stride, dilation, before, after } = whole;
  const count = (axis: 0 | 1): number => {
    const reach = (window[axis] - 1) * dilation[axis] + 1;
    return Math.floor((picture[axis] + before[axis] + after[axis] - reach) / stride[axis]) + 1;
  };
  const result: Pair = [count(0), count(1)];
  return { ...whole, result };
}

/** Numbers between -1 and 1 that the dtype has. */
function randomOf(device: string, dtype: Float, shape: readonly number[], seed: number): cu.NDArray {
  const size = shape.reduce((a, b) => a * b, 1);
  let state = seed;
  const values = Float32Array.from({ length: size }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
  using flat = cu.array(values, { device });
  using cast = flat.astype(dtype);
  return cu.reshape(cast, shape);
}

async function numbersOf(x: cu.NDArray): Promise<Float64Array> {
  using wide = x.astype("float64");
  return await wide.data();
}
