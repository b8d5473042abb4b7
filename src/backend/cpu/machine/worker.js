// @ts-check
// A worker thread of the cpu device. It sleeps on the job counter, reads what the main thread posted meanwhile,
// runs its share of the blocks and says so when it is the last one. It never turns its event loop: messages are
// read synchronously. Plain JavaScript, so that it runs unbuilt.

import { receiveMessageOnPort, workerData } from "node:worker_threads";
import { CONTROL } from "./control.js";
import { deviceHeap } from "./device-heap.js";
import { instantiate, KernelAssertion } from "./instance.js";
import { runBlocks } from "./run-blocks.js";

/**
 * @typedef {object} WorkerSetup
 * @property {number} index
 * @property {Int32Array} control
 * @property {WebAssembly.Memory} memory
 * @property {number} stackTop
 * @property {import("node:worker_threads").MessagePort} port
 * @property {number} sequence the job counter when the worker was made
 */

/**
 * What the main thread posts.
 * @typedef {{ kind: "module", id: number, image: import("./instance.js").ModuleImage }
 *   | { kind: "forget", id: number }
 *   | { kind: "kernel", symbol: string }} ToWorker
 */

/**
 * What a worker posts.
 * @typedef {{ kind: "print", text: string }
 *   | { kind: "failed", message: string, type: "assert" | "trap" | "stack", stack: string }
 *   | { kind: "finished", sequence: number }} FromWorker
 */

const { index, control, memory, stackTop, port, sequence: first } = /** @type {WorkerSetup} */ (workerData);
/** @type {Map<number, import("./instance.js").ModuleImage>} */
const images = new Map();
/** @type {Map<number, ReturnType<typeof instantiate>>} */
const instances = new Map();
const heap = deviceHeap(control, memory);
let printed = "";
let symbol = "";
let sequence = first;
/** About 20 microseconds. */
const SPINS = 2000;

for (;;) {
  // The next launch often follows at once, and waking up costs more than looking for a moment.
  for (let i = 0; i < SPINS && Atomics.load(control, CONTROL.sequence) === sequence; i++);
  Atomics.wait(control, CONTROL.sequence, sequence);
  sequence = Atomics.load(control, CONTROL.sequence);
  readMessages();
  try {
    runBlocks(kernelOf(/** @type {number} */ (control[CONTROL.module])), control, index, memory);
  } catch (error) {
    Atomics.store(control, CONTROL.abort, 1);
    // A trap leaves the stack pointer of its instance where it was.
    instances.clear();
    post(describe(error));
  }
  flush();
  if (Atomics.sub(control, CONTROL.running, 1) === 1) {
    // Stored before it is posted: whoever reads the message may start the next phase and wait for its number.
    Atomics.store(control, CONTROL.finished, sequence);
    Atomics.notify(control, CONTROL.finished);
    post({ kind: "finished", sequence });
  }
}

function readMessages() {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
    const message = /** @type {ToWorker} */ (next.message);
    if (message.kind === "module") images.set(message.id, message.image);
    else if (message.kind === "kernel") symbol = message.symbol;
    else {
      images.delete(message.id);
      instances.delete(message.id);
    }
  }
}

/** @param {number} id */
function kernelOf(id) {
  let instance = instances.get(id);
  if (!instance) {
    const image = images.get(id);
    if (!image) throw new Error(`internal: worker ${index} has no module ${id}`);
    instance = instantiate(image, memory, stackTop, print, heap);
    instances.set(id, instance);
  }
  const kernel = instance[symbol];
  if (!kernel) throw new Error(`internal: module ${id} has no kernel ${symbol}`);
  return kernel;
}

/** @param {string} text */
function print(text) {
  printed += text;
  if (printed.length > 65_536) flush();
}

function flush() {
  if (printed !== "") post({ kind: "print", text: printed });
  printed = "";
}

/** @param {FromWorker} message */
function post(message) {
  port.postMessage(message);
}

/** @param {unknown} error @returns {FromWorker} */
function describe(error) {
  const e = /** @type {Error} */ (error);
  const type = e instanceof KernelAssertion ? "assert" : e instanceof RangeError ? "stack" : "trap";
  return { kind: "failed", message: e.message, type, stack: e.stack ?? "" };
}
