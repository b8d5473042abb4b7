// @ts-check
// Memory that another thread has grown. WebAssembly code reaches all of it at once, but JavaScript of this thread learns of the new size
// later: until then `memory.buffer` may be too short. Growing it by nothing updates the size. Plain JavaScript, because workers run it
// unbuilt.

import { growMemory } from "./wide-memory.js";

/**
 * The buffer of a memory, which is known to reach to `end`.
 * @param {WebAssembly.Memory} memory
 * @param {number} end
 */
export function bufferTo(memory, end) {
  if (memory.buffer.byteLength < end) growMemory(memory, 0);
  return memory.buffer;
}

/**
 * Reads what may be anywhere in a memory: again with all of it, where it was outside of what was known.
 * @template T
 * @param {WebAssembly.Memory} memory
 * @param {(view: DataView) => T} read
 * @returns {T}
 */
export function readAnywhere(memory, read) {
  const known = memory.buffer.byteLength;
  try {
    return read(new DataView(memory.buffer));
  } catch (error) {
    growMemory(memory, 0);
    if (memory.buffer.byteLength === known) throw error;
    return read(new DataView(memory.buffer));
  }
}
