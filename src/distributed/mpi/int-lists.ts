// Lists of C ints in memory of their own. Whoever holds an address holds the list.

import { numberAddressOf } from "../../ffi/memory.js";

/** A list of ints that native code reads. */
export interface IntList {
  readonly memory: Int32Array;
  readonly address: number;
}

export function intsAt(values: readonly number[]): IntList {
  const memory = new Int32Array(new ArrayBuffer(4 * Math.max(1, values.length)));
  memory.set(values);
  return { memory, address: numberAddressOf(memory) };
}
