// @ts-check
// A thread of a program's host code: an instance of its own over the same memory, with a stack of its own. It runs when it has
// its turn; what it calls on the host the main thread does for it. Plain JavaScript, so that it runs unbuilt.

import { isWide, wordOf } from "../../machine/wide-memory.js";
import { endThread, nextMessage, setup } from "../../../../host/own-thread.js";
import { awaitAnswer, awaitTurn, callMain, giveTurn } from "./turn.js";

/**
 * @typedef {object} HostThreadSetup
 * @property {number} id
 * @property {WebAssembly.Module} module the program without its data, which is in the memory already
 * @property {WebAssembly.Memory} memory
 * @property {Int32Array} words see turn.js
 * @property {import("../../../../host/shapes.js").ThreadPort} port
 * @property {number} entry what to call, as a pointer of the program
 * @property {number} stackTop
 */

/**
 * What a thread posts: a function of the host to call, or what has ended it.
 * @typedef {{ kind: "call", module: string, name: string, args: (number | bigint)[] }
 *   | { kind: "failed", name: string, message: string, stack: string }} FromHostThread
 */

const { id, module, memory, words, port, entry, stackTop } = /** @type {HostThreadSetup} */ (setup);
const wide = isWide(memory);

/** @type {Record<string, Record<string, unknown>>} */
const imports = {};
for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
  const group = (imports[from] ??= {});
  group[name] =
    kind === "memory"
      ? memory
      : (/** @type {(number | bigint)[]} */ ...args) => tell({ kind: "call", module: from, name, args });
}
Object.assign((imports["cuts"] ??= {}), {
  /** @param {number} _from @param {number} to */
  thread_switch: (_from, to) => {
    giveTurn(words, to);
    awaitTurn(words, id);
    return 0;
  },
  /** @param {number} _from @param {number} to */
  thread_end: (_from, to) => {
    giveTurn(words, to);
    // Ends this thread only, and runs no code of the program on the way.
    endThread();
  },
});

const { exports } = new WebAssembly.Instance(module, /** @type {WebAssembly.Imports} */ (imports));
/** @type {WebAssembly.Global} */ (exports["__stack_pointer"]).value = wordOf(wide, stackTop);
awaitTurn(words, id);
try {
  const table = /** @type {WebAssembly.Table} */ (exports["__indirect_function_table"]);
  /** @type {(id: number) => void} */ (table.get(wordOf(wide, entry)))(id);
} catch (error) {
  fail(error);
}

/** @param {unknown} error */
function fail(error) {
  if (error instanceof WebAssembly.Exception) {
    const tag = /** @type {WebAssembly.Tag} */ (/** @type {unknown} */ (exports["__cpp_exception"]));
    try {
      /** @type {(exception: unknown) => void} */ (exports["__cuts_uncaught"])(error.getArg(tag, 0));
    } catch (end) {
      fail(end);
    }
    return;
  }
  const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  tell({ kind: "failed", name, message, stack });
}

/** @param {FromHostThread} message */
function tell(message) {
  port.postMessage(message);
  callMain(words, id);
  awaitAnswer(words);
  return nextMessage(port)?.message;
}
