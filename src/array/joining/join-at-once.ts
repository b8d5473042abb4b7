// Joins arrays in a single launch on GPUs (join.cuh). For small arrays, one copy for each would take longer than all of them
// together.

import { dtypes } from "../../core/dtype.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { BuiltinKernel, byWorker, tuningOf } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { rowLaunch, useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import * as cuda from "./kernels.gen.js";

const words = {
  16: "cuts_join_word",
  8: "unsigned long long",
  4: "unsigned",
  2: "unsigned short",
  1: "unsigned char",
} as const;
const sizes = [16, 8, 4, 2, 1] as const satisfies readonly (keyof typeof words)[];

/** The kernels of this file. */
export const joinGroup: () => KernelGroup = lazyGroup(() => ({
  name: "join-rows",
  kernels: sizes.map((bytes) => kernelText(cuda.joinRows, `join_rows_${bytes}`, { W: words[bytes] })),
}));

const kernels = new Map(
  sizes.map((bytes) => [bytes, new BuiltinKernel(joinGroup, `join_rows_${bytes}`, cuda.joinRows)]),
);

const MOST = 8;
const LARGEST_WORD = 16;
const MAX_GRID = 65_535;

/**
 * Fills an array in C order with others of its dtype, each of which has a part of all `rows` rows; false if their layout does not
 * fit, or if separate copies are better on the device.
 */
export function joinAtOnce(
  into: NDArray,
  arrays: readonly NDArray[],
  rows: number,
  stream: StreamCore,
): boolean {
  if (!byWorker(stream.device, { thread: false, team: true })) return false;
  if (arrays.length < 2 || arrays.length > MOST || into.size === 0 || rows > MAX_GRID) return false;
  const { byteLength } = dtypes[into.dtype];
  const rowBytes = ({ size }: NDArray): number => (size / rows) * byteLength;
  // The lowest bit that a start or the bytes of a row have: the largest word that all are whole numbers of.
  let bits = into.start | LARGEST_WORD;
  for (const one of arrays) {
    if (!one.isContiguous || one.dtype !== into.dtype) return false;
    bits |= one.start | rowBytes(one);
  }
  const word = (bits & -bits) as 1;
  const ends: number[] = [];
  let total = 0;
  for (const one of arrays) ends.push((total += rowBytes(one) / word));
  const last = arrays.length - 1;
  const array = (k: number): NDArray => arrays[Math.min(k, last)] as NDArray;
  const end = (k: number): number => ends[Math.min(k, last)] as number;
  useStorages([into, ...arrays], stream);
  const kernel = kernels.get(word) as BuiltinKernel<cuda.JoinRowsArguments>;
  const own = kernel.on(stream.device, widthOf(stream.device, [into]));
  own.set({
    out: into,
    p0: array(0),
    p1: array(1),
    p2: array(2),
    p3: array(3),
    p4: array(4),
    p5: array(5),
    p6: array(6),
    p7: array(7),
    e0: end(0),
    e1: end(1),
    e2: end(2),
    e3: end(3),
    e4: end(4),
    e5: end(5),
    e6: end(6),
    e7: end(7),
  });
  const tuning = tuningOf(stream.device);
  const launch = rowLaunch(end(last), rows, 1, tuning, tuning.elementsPerThread);
  own.launch({ ...launch, work: into.size }, stream);
  return true;
}
