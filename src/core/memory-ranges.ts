// Ranges of bytes in buffers. Arguments of a call that share memory in JavaScript must also share it in the call, so overlapping
// ranges are copied as one.

import { bufferOf, byteLengthOf, byteOffsetOf } from "./view-facts.js";

/** A range of bytes in a buffer. */
export interface MemoryRange {
  readonly buffer: ArrayBufferLike;
  readonly start: number;
  readonly end: number;
}

/** No type needs a larger alignment. */
const LARGEST_ALIGNMENT = 16;

/** The bytes of a typed array or a DataView. */
export function rangeOf(view: ArrayBufferView): MemoryRange {
  const start = byteOffsetOf(view);
  return { buffer: bufferOf(view), start, end: start + byteLengthOf(view) };
}

/** Groups the ranges that overlap, directly or through others. Empty ranges overlap nothing. */
export function groupOverlapping<R extends MemoryRange>(ranges: readonly R[]): readonly (readonly R[])[] {
  const groups: R[][] = [];
  const byBuffer = new Map<ArrayBufferLike, R[]>();
  for (const range of ranges) {
    const known = byBuffer.get(range.buffer);
    if (range.start === range.end) groups.push([range]);
    else if (known === undefined) byBuffer.set(range.buffer, [range]);
    else known.push(range);
  }
  for (const list of byBuffer.values()) {
    let last: R[] = [];
    let end = 0;
    for (const range of list.sort((a, b) => a.start - b.start)) {
      if (range.start < end) last.push(range);
      else groups.push((last = [range]));
      end = Math.max(end, range.end);
    }
  }
  return groups;
}

/**
 * The range to copy for a group. If its members begin at different offsets, it begins at a multiple of the largest alignment, so
 * that data which are aligned in the buffer are aligned in the copy.
 */
export function spanOf(group: readonly MemoryRange[]): MemoryRange {
  const [first] = group;
  if (first === undefined) throw new Error("internal: a span of nothing");
  const { buffer, start } = first;
  const isOne = group.every((one) => one.start === start);
  return {
    buffer,
    start: isOne ? start : start - (start % LARGEST_ALIGNMENT),
    end: Math.max(...group.map(({ end }) => end)),
  };
}

/** The bytes of a range. */
export function bytesOfRange({ buffer, start, end }: MemoryRange): Uint8Array {
  return new Uint8Array(buffer, start, end - start);
}
