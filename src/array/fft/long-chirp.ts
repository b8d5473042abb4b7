// Long transforms whose length has a large prime factor, as convolutions with a chirp (Bluestein's algorithm) of a length with
// small factors. The chirps of the most recently used lengths are cached, with their spectra.

import type { Storage } from "../../runtime/memory/storage.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";
import { allocateArray } from "../allocate.js";
import { tuningOf } from "../kernels/builtin-kernel.js";
import { rowLaunch, widthOf } from "../kernels/launch-rows.js";
import { NDArray } from "../ndarray.js";
import { zeros } from "../creation.js";
import { multiply } from "../elementwise/functions.js";
import { cStrides } from "../../core/strides.js";
import { sizeOf, type Shape } from "../../core/shape.js";
import { slice } from "../views.js";
import { chirpKernels } from "./chirp-kernel.js";
import { smoothLength } from "./radices.js";
import type { TransformAxis } from "./types.js";

type ComplexType = "complex64" | "complex128";
interface Chirp {
  readonly chirp: Storage;
  readonly spectrum: Storage;
  readonly generation: number;
}

const MOST_CHIRPS = 4;
const kept = new WeakMap<DeviceCore, Map<string, Chirp>>();

/** Transforms complex numbers along the last axis. */
export function chirpTransform(
  x: NDArray,
  result: NDArray,
  isInverse: boolean,
  scale: number,
  transformAxis: TransformAxis,
): void {
  const n = x.shape.at(-1) as number;
  const core = smoothLength(2 * n - 1);
  const dtype = x.dtype as ComplexType;
  const { device } = x.storage;
  const found = chirpOf(device, n, core, dtype, isInverse, transformAxis);
  using chirp = arrayOf(found.chirp, dtype, [n]);
  using spectrum = arrayOf(found.spectrum, dtype, [core]);
  using padded = zeros([...x.shape.slice(0, -1), core], { dtype, device });
  using head = slice(padded, ["...", `0:${n}`]);
  multiply(x, chirp, { out: head });
  const transform = { kind: "complex", axis: x.ndim - 1, n: core } as const;
  using there = transformAxis(padded, { ...transform, isInverse: false, scale: 1 });
  multiply(there, spectrum, { out: there });
  using back = transformAxis(there, { ...transform, isInverse: true, scale: scale / core });
  using part = slice(back, ["...", `0:${n}`]);
  multiply(part, chirp, { out: result });
}

function chirpOf(
  device: DeviceCore,
  n: number,
  core: number,
  dtype: ComplexType,
  isInverse: boolean,
  transformAxis: TransformAxis,
): Chirp {
  let own = kept.get(device);
  if (own === undefined) kept.set(device, (own = new Map()));
  const generation = device.backend.generation;
  const key = `${dtype} ${n} ${isInverse}`;
  let chirp = own.get(key);
  if (chirp?.generation !== generation) {
    // Its memory is gone, and is counted no more.
    if (chirp !== undefined) release(chirp);
    chirp = undefined;
  }
  own.delete(key);
  chirp ??= { ...makeChirp(device, n, core, dtype, isInverse, transformAxis), generation };
  own.set(key, chirp);
  for (const [oldest, one] of own) {
    if (own.size <= MOST_CHIRPS) break;
    own.delete(oldest);
    release(one);
  }
  return chirp;
}

function release({ chirp, spectrum }: Chirp): void {
  chirp.release();
  spectrum.release();
}

function makeChirp(
  device: DeviceCore,
  n: number,
  core: number,
  dtype: ComplexType,
  isInverse: boolean,
  transformAxis: TransformAxis,
): { chirp: Storage; spectrum: Storage } {
  const stream = device.defaultStream;
  using turns = allocateArray(stream, dtype, [n]);
  using wrapped = allocateArray(stream, dtype, [core]);
  for (const { storage } of [turns, wrapped]) storage.use(stream, "write");
  const kernel = chirpKernels[dtype].on(device, widthOf(device, [wrapped]));
  kernel.set({ turns, wrapped, n, core, isInverse: isInverse ? 1 : 0 });
  const tuning = tuningOf(device);
  kernel.launch(rowLaunch(core, 1, 1, tuning, tuning.elementsPerThread), stream);
  using spectrum = transformAxis(wrapped, { kind: "complex", axis: 0, n: core, isInverse: false, scale: 1 });
  return { chirp: turns.storage.retain(), spectrum: spectrum.storage.retain() };
}

/** An array of a storage that stays when it is disposed. */
function arrayOf(storage: Storage, dtype: ComplexType, shape: Shape): NDArray {
  const own = new NDArray(storage.retain(), dtype, shape, cStrides(shape), 0, sizeOf(shape), true, false);
  return own;
}
