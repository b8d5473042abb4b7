// One-dimensional correlation: directly, or by Fourier transforms if the operands are long.

import { type DType, dtypes } from "../../core/dtype.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { astype, contiguous } from "../copy.js";
import { multiply } from "../elementwise/functions.js";
import { fft, ifft, irfft, rfft } from "../fft/functions.js";
import { smoothLength } from "../fft/radices.js";
import { byWorker, tuningOf } from "../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import { promoteTypes } from "../promotion.js";
import { launchOf } from "../reduction/partition.js";
import { flip, slice } from "../views.js";
import { correlateKernel } from "./correlate-kernels.js";

/** Which sums are computed: `count` of them, from `first` on. `first` is negative if the weights begin before the vector. */
export interface SlidePlan {
  readonly first: number;
  readonly count: number;
  readonly method: "auto" | "direct" | "fft";
}

/** Operands that are as short as this go directly. */
const SHORT = 256;

/** Σ w[j] a[i + first + j] for each i below `count`, with `a` padded with zeros. */
export function slideVector(a: NDArray, w: NDArray, { first, count, method }: SlidePlan): NDArray {
  const dtype: DType = promoteTypes(a.dtype, w.dtype);
  const computed = computedIn(dtype);
  const isFloat = dtypes[dtype].kind === "float" || dtypes[dtype].kind === "complex";
  using long = packed(a, computed);
  using weights = packed(w, computed);
  const isLong = isFloat && Math.min(a.size, w.size) >= SHORT;
  // Spectra have the sums in which both take part, and no zeros beyond.
  const isInside = first > -w.size && first + count <= a.size;
  const isFast = (method === "fft" || (method === "auto" && isLong)) && isInside;
  const sums = isFast ? bySpectra(long, weights, first, count) : bySums(long, weights, first, count);
  if (computed === dtype) return sums;
  using wide = sums;
  return astype(wide, dtype);
}

function bySums(a: NDArray, w: NDArray, first: number, count: number): NDArray {
  const [from, weights] = [a, w];
  const stream = currentStream(from.storage.device);
  const { device } = stream;
  const result = allocateArray(stream, a.dtype, [count]);
  useStorages([result, from, weights], stream);
  const own = correlateKernel(a.dtype).on(device, widthOf(device, [result, from, weights]));
  const { teamThreads, blockElements } = tuningOf(device);
  const worth = Math.max(64, Math.ceil((2 * blockElements) / w.size / 16) * 16);
  const each = byWorker(device, { thread: worth, team: teamThreads });
  own.set({ out: result, a: from, w: weights, n: a.size, m: w.size, first, count, each });
  const launch = launchOf([Math.ceil(count / each), 1, 1], [teamThreads, 1, 1]);
  own.launch({ ...launch, work: count * w.size }, stream);
  return result;
}

/** The same by multiplying spectra: the weights, turned round, are convolved with. */
function bySpectra(a: NDArray, w: NDArray, first: number, count: number): NDArray {
  const n = smoothLength(a.size + w.size - 1);
  const isComplex = dtypes[a.dtype].kind === "complex";
  using turned = flip(w);
  using one = isComplex ? (fft(a, { n }) as NDArray) : (rfft(a as NDArray<"float32">, { n }) as NDArray);
  using other = isComplex
    ? (fft(turned, { n }) as NDArray)
    : (rfft(turned as NDArray<"float32">, { n }) as NDArray);
  multiply(one, other, { out: one });
  using all = isComplex ? (ifft(one, { n }) as NDArray) : (irfft(one, { n }) as NDArray);
  const from = first + w.size - 1;
  using part = slice(all, `${from}:${from + count}`);
  return part.copy();
}

/** Elements in C order of the dtype that is computed in, as an array of the caller's own. */
function packed(x: NDArray, dtype: DType): NDArray {
  if (x.dtype !== dtype) return astype(x, dtype);
  const { array, isCopy } = contiguous(x);
  return isCopy ? array : slice(array, "...");
}

function computedIn(dtype: DType): DType {
  const { kind, byteLength } = dtypes[dtype];
  if (kind === "complex" || dtype === "float64") return dtype;
  if (kind === "float") return "float32";
  return byteLength === 8 ? "int64" : "int32";
}
