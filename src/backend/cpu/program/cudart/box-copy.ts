// Copies and fills of boxes: rows of bytes at a pitch, in slices. Pitched memory, arrays and plain memory are all rows
// at some pitch.

import { checkCopy, checkDeviceRange } from "./copy-check.js";
import { fail } from "./error-state.js";
import type { Operation } from "./operation.js";
import type { Runtime } from "./runtime.js";

/** Where a box begins, and how far apart its rows and slices are, in bytes. */
export interface BoxPlace {
  readonly address: number;
  readonly pitch: number;
  readonly slicePitch: number;
}

/** Size of a box: bytes of a row, rows, slices. */
export type BoxSize = readonly [width: number, height: number, depth: number];

/** A copy of a box, checked, as work for a stream. */
export function boxCopy(rt: Runtime, to: BoxPlace, from: BoxPlace, size: BoxSize, kind: number): Operation {
  const [width, height, depth] = size;
  const rows = height * depth;
  if (rows > 1 && width > Math.min(to.pitch, from.pitch)) fail("cudaErrorInvalidPitchValue");
  checkCopy(rt, extentOf(to, size), extentOf(from, size), kind);
  return {
    type: "memcpy",
    run: () => {
      if (width === 0 || rows === 0) return;
      rt.work.wait();
      for (let z = 0; z < depth; z++) {
        for (let y = 0; y < height; y++) {
          const source = from.address + z * from.slicePitch + y * from.pitch;
          rt.copyNow(to.address + z * to.slicePitch + y * to.pitch, source, width);
        }
      }
    },
  };
}

/** A box filled with a pattern, as work for a stream. */
export function boxFill(rt: Runtime, to: BoxPlace, size: BoxSize, pattern: Uint8Array): Operation {
  const [width, height, depth] = size;
  if (height * depth > 1 && width > to.pitch) fail("cudaErrorInvalidPitchValue");
  const { byteLength } = extentOf(to, size);
  checkDeviceRange(rt, to.address, byteLength);
  return {
    type: "memset",
    run: () => {
      rt.work.wait();
      for (let z = 0; z < depth; z++) {
        for (let y = 0; y < height; y++) {
          const start = to.address + z * to.slicePitch + y * to.pitch;
          const row = rt.guest.range(start, width);
          rt.host.watcher?.touched(start, width, true);
          for (let x = 0; x < width; x += pattern.length) row.set(pattern, x);
        }
      }
    },
  };
}

// From the first byte of a box to its last.
function extentOf(place: BoxPlace, [width, height, depth]: BoxSize): { address: number; byteLength: number } {
  if (width === 0 || height === 0 || depth === 0) return { address: place.address, byteLength: 0 };
  const byteLength = (depth - 1) * place.slicePitch + (height - 1) * place.pitch + width;
  return { address: place.address, byteLength };
}
