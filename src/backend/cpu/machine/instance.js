// @ts-check
// A kernel module in one thread: the WebAssembly instance and what its code may call. The same code serves the main
// thread and the workers. Plain JavaScript, because workers run it unbuilt.

import { clockNanoseconds } from "../../../host/clock.js";
import { readAnywhere } from "./grown-memory.js";
import { KernelFault } from "./kernel-fault.js";
import { formatPrintf, readString } from "./printf.js";
import { addressType, isWide, wordOf } from "./wide-memory.js";

/**
 * What a thread needs to run a module.
 * @typedef {object} ModuleImage
 * @property {WebAssembly.Module} module compiled for the address at which its data lies
 * @property {import("./guard.js").GuardedConstants | undefined} constants
 */

/**
 * Instantiates a module.
 * @param {ModuleImage} image
 * @param {WebAssembly.Memory} memory
 * @param {number} stackTop highest address of this thread's stack
 * @param {(text: string) => void} print where printf writes bytes, one character each
 * @param {{ malloc: (bytes: number) => number, free: (address: number) => void }} heap
 * @param {import("./device-launches.js").DeviceLaunches} launches
 * @param {Record<string, (...args: number[]) => number | void>} [more] what watched code calls beside that
 * @returns {Record<string, (...args: number[]) => number>}
 */
export function instantiate(image, memory, stackTop, print, heap, launches, more) {
  /** Returns what CUDA's own does: the number of arguments, not of characters. @param {4 | 8} wordBytes */
  const printf =
    (wordBytes) => (/** @type {number | bigint} */ format, /** @type {number | bigint} */ args) => {
      if (Number(format) === 0) return -1;
      // Code that gives addresses as BigInt has pointers of 8 bytes everywhere.
      const bytes = typeof format === "bigint" ? 8 : wordBytes;
      const { text, count } = readAnywhere(memory, (view) =>
        formatPrintf(view, addressOf(format), addressOf(args), bytes),
      );
      print(text);
      return count;
    };
  const wide = isWide(memory);
  const stack = new WebAssembly.Global({ value: addressType(wide), mutable: true }, wordOf(wide, stackTop));
  const env = {
    memory,
    __stack_pointer: stack,
    __cuts_printf: printf(4),
    __cuts_printf_lp64: printf(8),
    __cuts_vprintf: printf(8),
    /** @param {(number | bigint)[]} c */
    __cuts_assert_fail: (...c) => {
      const [expression, file, line, fn, bx, by, bz, tx, ty, tz] = c;
      const read = (/** @type {number | bigint | undefined} */ a) =>
        readAnywhere(memory, (view) => readString(view, addressOf(a ?? 0)));
      // The line is what CUDA prints.
      throw new KernelFault(
        "assert",
        `${read(file)}:${line}: ${read(fn)}: block: [${bx},${by},${bz}], thread: [${tx},${ty},${tz}] Assertion \`${read(expression)}\` failed.`,
      );
    },
    /** @param {[number, number, number, number, number, number]} c */
    __cuts_trap: (...[bx, by, bz, tx, ty, tz]) => {
      throw new KernelFault("trap", "it called __trap()", { block: [bx, by, bz], thread: [tx, ty, tz] });
    },
    __cuts_stack_overflow: () => {
      throw new KernelFault("stack", "the stack of a thread is full");
    },
    __cxa_pure_virtual: pureVirtual,
    __cxa_deleted_virtual: pureVirtual,
    __cuts_clock: clockNanoseconds,
    // Code with pointers of 8 bytes gives and takes them as BigInt.
    __cuts_malloc: (/** @type {number | bigint} */ bytes) =>
      typeof bytes === "bigint" ? BigInt(heap.malloc(Number(bytes)) >>> 0) : heap.malloc(bytes),
    __cuts_free: (/** @type {number | bigint} */ address) => heap.free(Number(address)),
    /** @param {(number | bigint)[]} c */
    __cuts_launch: (...c) => launches.add(memory, c.map(Number)),
    __cuts_launch_error: (
      /** @type {number} */ forget,
      /** @type {number} */ block,
      /** @type {number} */ thread,
    ) => launches.error(forget !== 0, block, thread),
    ...more,
  };
  const instance = new WebAssembly.Instance(image.module, { env });
  return /** @type {Record<string, (...args: number[]) => number>} */ (
    /** @type {unknown} */ (instance.exports)
  );
}

/** Numbers are signed and have 32 bits. @param {number | bigint} value */
function addressOf(value) {
  return typeof value === "bigint" ? Number(BigInt.asUintN(64, value)) : value >>> 0;
}

function pureVirtual() {
  throw new KernelFault("call", "it called a pure virtual function");
}
