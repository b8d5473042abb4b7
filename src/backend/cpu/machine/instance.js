// @ts-check
// A kernel module in one thread: the WebAssembly instance and what its code may call. The same code serves the main
// thread and the workers. Plain JavaScript, because workers run it unbuilt.

import { formatPrintf, readString } from "./printf.js";

/**
 * What a thread needs to run a module.
 * @typedef {object} ModuleImage
 * @property {WebAssembly.Module} module compiled for the address at which its data lies
 */

/** Thrown by a kernel's failed assert; the message is what CUDA prints. */
export class KernelAssertion extends Error {}

/**
 * Instantiates a module.
 * @param {ModuleImage} image
 * @param {WebAssembly.Memory} memory
 * @param {number} stackTop highest address of this thread's stack
 * @param {(text: string) => void} print where printf writes
 * @param {{ malloc: (bytes: number) => number, free: (address: number) => void }} heap
 * @returns {Record<string, (...args: number[]) => number>}
 */
export function instantiate(image, memory, stackTop, print, heap) {
  const view = () => new DataView(memory.buffer);
  const env = {
    memory,
    __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, stackTop),
    /** @param {number} format @param {number} args */
    printf: (format, args) => {
      const text = formatPrintf(view(), format >>> 0, args >>> 0);
      print(text);
      return text.length;
    },
    /** @param {number[]} c */
    __cuts_assert_fail: (...c) => {
      const [expression, file, line, fn, bx, by, bz, tx, ty, tz] = c;
      const read = (/** @type {number | undefined} */ a) => readString(view(), (a ?? 0) >>> 0);
      throw new KernelAssertion(
        `${read(file)}:${line}: ${read(fn)}: block: [${bx},${by},${bz}], thread: [${tx},${ty},${tz}] Assertion \`${read(expression)}\` failed.`,
      );
    },
    __cuts_clock: () => process.hrtime.bigint(),
    __cuts_malloc: heap.malloc,
    __cuts_free: heap.free,
  };
  const instance = new WebAssembly.Instance(image.module, { env });
  return /** @type {Record<string, (...args: number[]) => number>} */ (
    /** @type {unknown} */ (instance.exports)
  );
}
