// Memory in rows: pitched allocation, copies and fills in two and three dimensions.

import type { Implementations } from "../bind-function.js";
import { boxCopy, boxFill, type BoxPlace } from "../box-copy.js";
import { arrayPlace, elementBytes } from "../cuda-array.js";
import { fail } from "../error-state.js";
import type { Operation } from "../operation.js";
import type { Runtime } from "../runtime.js";
import type { PITCHED } from "../signatures/memory.js";
import { POINTER_BYTES } from "../../../../../compiler/clang/pointer-size.js";
import { structAt } from "../structs.js";

/** Rows of pitched memory start at multiples of this, as on current GPUs. */
const PITCH_ALIGNMENT = 512;

export function pitchedFunctions(rt: Runtime): Implementations<typeof PITCHED> {
  const { guest } = rt;
  const pitchOf = (width: number): number => Math.ceil(width / PITCH_ALIGNMENT) * PITCH_ALIGNMENT;
  // A call without a stream waits for what it did.
  const now = (operation: Operation): undefined => {
    rt.streams.submit(0, operation);
    rt.work.wait();
  };
  const copy2d = (args: readonly number[]): Operation => {
    const [to = 0, toPitch = 0, from = 0, fromPitch = 0, width = 0, height = 0, kind = 0] = args;
    return boxCopy(rt, rows(to, toPitch, height), rows(from, fromPitch, height), [width, height, 1], kind);
  };
  const fill2d = (pointer = 0, pitch = 0, value = 0, width = 0, height = 0): Operation =>
    boxFill(rt, rows(pointer, pitch, height), [width, height, 1], Uint8Array.of(value));
  const fill3d = (pointer = 0, value = 0, extent = 0): Operation => {
    const [width, height, depth] = guest.sizes(extent);
    return boxFill(rt, pitchedPlace(rt, pointer), [width, height, depth], Uint8Array.of(value));
  };
  return {
    cudaMallocPitch: (pointer = 0, pitch = 0, width = 0, height = 0) => {
      if (pointer === 0 || pitch === 0) fail("cudaErrorInvalidValue");
      const size = pitchOf(width) * height;
      guest.setWord(pointer, size === 0 ? 0 : rt.allocate(size, "device"));
      guest.setWord(pitch, pitchOf(width));
    },
    cudaMalloc3D: (pointer = 0, extent = 0) => {
      const [width, height, depth] = guest.sizes(extent);
      const size = pitchOf(width) * height * depth;
      guest.setWord(pointer, size === 0 ? 0 : rt.allocate(size, "device"));
      guest.setSizes(pointer + POINTER_BYTES, [pitchOf(width), width, height]);
    },
    cudaMemcpy2D: (...args) => now(copy2d(args)),
    cudaMemcpy2DAsync: (...args) => {
      rt.streams.submit(args[7] ?? 0, copy2d(args));
    },
    cudaMemset2D: (...args) => now(fill2d(...args)),
    cudaMemset2DAsync: (...args) => {
      rt.streams.submit(args[5] ?? 0, fill2d(...args));
    },
    cudaMemset3D: (...args) => now(fill3d(...args)),
    cudaMemset3DAsync: (...args) => {
      rt.streams.submit(args[3] ?? 0, fill3d(...args));
    },
    cudaMemcpy3D: (parameters = 0) => now(copy3d(rt, parameters)),
    cudaMemcpy3DAsync: (parameters = 0, stream = 0) => {
      rt.streams.submit(stream, copy3d(rt, parameters));
    },
  };
}

/** The copy that a cudaMemcpy3DParms describes. */
export function copy3d(rt: Runtime, parameters: number): Operation {
  const { guest } = rt;
  const { at, get } = structAt(guest, "cudaMemcpy3DParms", parameters);
  const arrays = [get("srcArray"), get("dstArray")].filter((handle) => handle !== 0);
  // Where an array takes part, widths and positions count its elements.
  const unit = arrays.length === 0 ? 1 : elementBytes(rt, arrays[0] as number);
  const [width, height, depth] = guest.sizes(at("extent"));
  const side = (array: string, pointer: string, position: string): BoxPlace => {
    const handle = get(array);
    const place = handle === 0 ? pitchedPlace(rt, at(pointer)) : arrayPlace(rt, handle);
    const [x, y, z] = guest.sizes(at(position));
    const xBytes = handle === 0 ? x : x * unit;
    return { ...place, address: place.address + xBytes + y * place.pitch + z * place.slicePitch };
  };
  const to = side("dstArray", "dstPtr", "dstPos");
  const from = side("srcArray", "srcPtr", "srcPos");
  return boxCopy(rt, to, from, [width * unit, height, depth], get("kind"));
}

function pitchedPlace(rt: Runtime, pitched: number): BoxPlace {
  const [address, pitch] = rt.guest.sizes(pitched);
  return { address, pitch, slicePitch: pitch * rt.guest.word(pitched + 3 * POINTER_BYTES) };
}

function rows(address: number, pitch: number, height: number): BoxPlace {
  return { address, pitch, slicePitch: pitch * height };
}
