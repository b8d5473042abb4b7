// @ts-check
// What stops a kernel before its end, by kind, so that it reads the same whether it happened on the main thread or in a
// worker. Plain JavaScript, because workers run it unbuilt.

/**
 * - "assert": an assertion failed.
 * - "stack": the stack of a thread is full.
 * - "address": an address outside the device's memory.
 * - "alignment": an atomic operation at an address that is no multiple of its size.
 * - "division": an integer division without a result.
 * - "call": a call through a pointer to no such function.
 * - "printf": more text than one call may print.
 * - "trap": `__trap()`, or code that cannot be reached.
 * - "internal": an error of our own.
 * @typedef {"assert" | "stack" | "address" | "alignment" | "division" | "call" | "printf" | "trap" | "internal"} FaultType
 */

/** Thrown by the functions that kernels call. The message goes on from "Cannot finish <kernel>:". */
export class KernelFault extends Error {
  /** @param {FaultType} type @param {string} message */
  constructor(type, message) {
    super(message);
    this.type = type;
  }
}

/** What V8 says when it stops WebAssembly, and what that means. @type {readonly (readonly [RegExp, FaultType, string])[]} */
const TRAPS = [
  [/^memory access out of bounds/, "address", "it used an address outside the device's memory"],
  [/unaligned/, "alignment", "an atomic operation used an address that is not a multiple of its size"],
  [/by zero/, "division", "it divided an integer by zero"],
  [/^divide result unrepresentable/, "division", "it divided the smallest integer by -1"],
  [
    /^table index|signature mismatch|^null function/,
    "call",
    "it called through a pointer to no such function",
  ],
  [/^unreachable/, "trap", "it called __trap() or ran into undefined behavior"],
];

/**
 * What a kernel's call has thrown, in our own words.
 * @param {unknown} error
 * @returns {{ type: FaultType, message: string }}
 */
export function faultOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof KernelFault) return { type: error.type, message };
  // WebAssembly's calls are on V8's own stack. All other range errors are ours.
  if (error instanceof RangeError && message.includes("call stack")) {
    return { type: "stack", message: "the stack of a thread is full: its calls go too deep" };
  }
  if (!(error instanceof WebAssembly.RuntimeError)) return { type: "internal", message };
  const [, type, words] = TRAPS.find(([said]) => said.test(message)) ?? [];
  return { type: type ?? "trap", message: words ?? `it stopped (${message})` };
}
