// CUDA arrays: allocation, copies in and out, and what they are made of. Offsets and widths of these functions are in
// bytes; rows are counted.

import type { Implementations } from "../bind-function.js";
import { boxCopy, type BoxPlace } from "../box-copy.js";
import { arrayPlace, createArray, freeArray, getArray } from "../cuda-array.js";
import type { CudaArray, Runtime } from "../runtime.js";
import { fail } from "../error-state.js";
import type { Operation } from "../operation.js";
import type { ARRAYS } from "../signatures/memory.js";

export function arrayFunctions(rt: Runtime): Implementations<typeof ARRAYS> {
  const { guest } = rt;
  const formatAt = (address: number): CudaArray["format"] => {
    if (address === 0) fail("cudaErrorInvalidValue");
    const [x, y, z] = guest.triple(address);
    return [x, y, z, guest.u32(address + 12), guest.u32(address + 16)];
  };
  const writeFormat = (address: number, format: CudaArray["format"]): void =>
    format.forEach((value, i) => guest.setU32(address + 4 * i, value));
  const inside = (array: number, x: number, y: number): BoxPlace => {
    const place = arrayPlace(rt, array);
    return { ...place, address: place.address + x + y * place.pitch };
  };
  const rows = (address: number, pitch: number): BoxPlace => ({ address, pitch, slicePitch: 0 });
  const now = (operation: Operation): undefined => {
    rt.streams.submit(0, operation);
    rt.work.wait();
  };
  const toArray = (args: readonly number[]): Operation => {
    const [to = 0, x = 0, y = 0, from = 0, pitch = 0, width = 0, height = 0, kind = 0] = args;
    return boxCopy(rt, inside(to, x, y), rows(from, pitch), [width, height, 1], kind);
  };
  const fromArray = (args: readonly number[]): Operation => {
    const [to = 0, pitch = 0, from = 0, x = 0, y = 0, width = 0, height = 0, kind = 0] = args;
    return boxCopy(rt, rows(to, pitch), inside(from, x, y), [width, height, 1], kind);
  };
  return {
    cudaMallocArray: (array = 0, format = 0, width = 0, height = 0, flags = 0) => {
      guest.setWord(array, createArray(rt, formatAt(format), [width, height, 0], flags).address);
    },
    cudaMalloc3DArray: (array = 0, format = 0, extent = 0, flags = 0) => {
      guest.setWord(array, createArray(rt, formatAt(format), guest.sizes(extent), flags).address);
    },
    cudaFreeArray: (array = 0) => {
      rt.work.wait();
      if (array !== 0) freeArray(rt, array);
    },
    cudaArrayGetInfo: (format = 0, extent = 0, flags = 0, handle = 0) => {
      const array = getArray(rt, handle);
      if (format !== 0) writeFormat(format, array.format);
      if (extent !== 0) guest.setSizes(extent, array.extent);
      if (flags !== 0) guest.setU32(flags, array.flags);
    },
    cudaGetChannelDesc: (format = 0, handle = 0) => {
      writeFormat(format, getArray(rt, handle).format);
    },
    // Rows are stored without gaps, so a run over several rows is one range.
    cudaMemcpyToArray: (to = 0, x = 0, y = 0, from = 0, count = 0, kind = 0) =>
      now(boxCopy(rt, inside(to, x, y), rows(from, count), [count, 1, 1], kind)),
    cudaMemcpyFromArray: (to = 0, from = 0, x = 0, y = 0, count = 0, kind = 0) =>
      now(boxCopy(rt, rows(to, count), inside(from, x, y), [count, 1, 1], kind)),
    cudaMemcpy2DToArray: (...args) => now(toArray(args)),
    cudaMemcpy2DToArrayAsync: (...args) => {
      rt.streams.submit(args[8] ?? 0, toArray(args));
    },
    cudaMemcpy2DFromArray: (...args) => now(fromArray(args)),
    cudaMemcpy2DFromArrayAsync: (...args) => {
      rt.streams.submit(args[8] ?? 0, fromArray(args));
    },
    cudaMemcpy2DArrayToArray: (...args) => {
      const [to = 0, toX = 0, toY = 0, from = 0, fromX = 0, fromY = 0, width = 0, height = 0, kind = 0] =
        args;
      return now(boxCopy(rt, inside(to, toX, toY), inside(from, fromX, fromY), [width, height, 1], kind));
    },
  };
}
