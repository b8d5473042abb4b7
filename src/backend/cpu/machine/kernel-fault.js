// @ts-check
// The reasons for which a kernel stops early, by kind. They read the same for kernels on the main thread and on a worker. Plain
// JavaScript, because workers run it unbuilt.

import { bufferTo } from "./grown-memory.js";

/** Words of the header of a block's context (passes/simt/abi.ts). */
const CONTEXT_HEADER_WORDS = 16;
/** The warp and lanes that run, where each thread has its own state. */
const WARP_WORD = 3;
const LANES_WORD = 4;
/** 1 more than the block that runs; 0 where several run as one. */
const BLOCK_WORD = 15;

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

/** The coordinates of a thread. @typedef {{ block: [number, number, number], thread: [number, number, number] }} ThreadPlace */

/** The blocks of a call, the last one excluded, and where its context lies. @typedef {{ begin: number, end: number, context: number }} KernelCall */

/**
 * Where a kernel was stopped.
 * @typedef {object} FaultPlace
 * @property {readonly number[]} offsets in the bytes of the module, innermost call first
 * @property {readonly [number, number]} blocks the first and the last of those that it may have been
 * @property {number} warp the one that ran, where each thread has its own state
 * @property {number} lanes of it that ran, as a mask
 * @property {ThreadPlace | undefined} thread where the kernel itself has told it
 */

/** Thrown by the functions that kernels call. The message goes on from "Cannot finish <kernel>:". */
export class KernelFault extends Error {
  /** @param {FaultType} type @param {string} message @param {ThreadPlace} [thread] */
  constructor(type, message, thread) {
    super(message);
    this.type = type;
    this.thread = thread;
  }
}

/** What V8 and JavaScriptCore, the engine of Bun, say when they stop WebAssembly, and what that means. @type {readonly (readonly [RegExp, FaultType, string])[]} */
const TRAPS = [
  [
    /^memory access out of bounds|^Out of bounds memory access/,
    "address",
    "it used an address outside the device's memory",
  ],
  [/unaligned/, "alignment", "an atomic operation used an address that is not a multiple of its size"],
  [/by zero/, "division", "it divided an integer by zero"],
  [/^divide result unrepresentable|^Integer overflow/, "division", "it divided the smallest integer by -1"],
  [
    /^table index|signature mismatch|^null function|call_indirect/,
    "call",
    "it called through a pointer to no such function",
  ],
  [/^unreachable/i, "trap", "it called __trap() or ran into undefined behavior"],
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

/**
 * Where a call was stopped.
 * @param {unknown} error
 * @param {WebAssembly.Memory} memory
 * @param {KernelCall} call
 * @returns {FaultPlace}
 */
export function placeOf(error, memory, { begin, end, context }) {
  const at = context >>> 0;
  const buffer = bufferTo(memory, at + 4 * CONTEXT_HEADER_WORDS);
  const words = new Int32Array(buffer, at, CONTEXT_HEADER_WORDS);
  const stack = error instanceof Error ? stackOf(error) : "";
  // What a wild pointer has left there need not be a block.
  const noted = /** @type {number} */ (words[BLOCK_WORD]) - 1;
  const isNoted = noted >= begin && noted < end;
  return {
    offsets: Array.from(stack.matchAll(/wasm-function\[\d+\]:0x([0-9a-f]+)/g), ([, hex = ""]) =>
      Number.parseInt(hex, 16),
    ),
    blocks: isNoted ? [noted, noted] : [begin, end - 1],
    warp: /** @type {number} */ (words[WARP_WORD]),
    lanes: /** @type {number} */ (words[LANES_WORD]),
    thread: error instanceof KernelFault ? error.thread : undefined,
  };
}

// Test runners and loaders write stacks in ways of their own, in which the offsets are lost.
/** @param {Error} error */
function stackOf(error) {
  const own = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace");
  Error.prepareStackTrace = (_, sites) => sites.map(String).join("\n");
  try {
    return String(error.stack);
  } finally {
    if (own) Object.defineProperty(Error, "prepareStackTrace", own);
    else Reflect.deleteProperty(Error, "prepareStackTrace");
  }
}
