// Lists of C ints in memory with a fixed address. Keep the list alive while native code uses its address.

import { numberAddressOf } from "../../ffi/memory.js";

/** A list of ints for native code. */
export interface IntList {
  readonly memory: Int32Array;
  readonly address: number;
}

export function intsAt(values: readonly number[]): IntList {
  const memory = new Int32Array(new ArrayBuffer(4 * Math.max(1, values.length)));
  memory.set(values);
  return { memory, address: numberAddressOf(memory) };
}
