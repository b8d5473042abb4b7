// @ts-check
// A worker thread of the cpu device: it takes part in jobs, and sleeps when there is none. It never turns its event
// loop: messages are read synchronously. Plain JavaScript, so that it runs unbuilt.

import { receiveMessageOnPort, workerData } from "node:worker_threads";
import { CONTROL } from "./control.js";
import { deviceHeap } from "./device-heap.js";
import { instantiate } from "./instance.js";
import { faultOf } from "./kernel-fault.js";
import { takePart } from "./take-part.js";

/**
 * @typedef {object} WorkerSetup
 * @property {number} index
 * @property {number} workers how many there are
 * @property {Int32Array} control
 * @property {Int32Array} heapWords
 * @property {WebAssembly.Memory} memory
 * @property {number} stackTop
 * @property {import("node:worker_threads").MessagePort} port
 */

/**
 * What the main thread posts.
 * @typedef {{ kind: "module", id: number, image: import("./instance.js").ModuleImage }
 *   | { kind: "forget", id: number }} ToWorker
 */

/**
 * What a worker posts.
 * @typedef {{ kind: "print", job: number, text: string }
 *   | { kind: "failed", message: string, type: import("./kernel-fault.js").FaultType }
 *   | { kind: "ended" }} FromWorker
 */

/** How often to look for the next job before sleeping, some 30 microseconds: waking up takes longer than that. */
const SPINS = 4000;

const { index, workers, control, heapWords, memory, stackTop, port } = /** @type {WorkerSetup} */ (
  workerData
);
/** @type {Map<number, import("./instance.js").ModuleImage>} */
const images = new Map();
/** The functions each module exports, in the order of its exports. @type {Map<number, ((...args: number[]) => number)[]>} */
const kernels = new Map();
const heap = deviceHeap(heapWords, memory);
let printed = "";
let job = 0;
let messagesRead = 0;

const doJobs = takePart({
  control,
  memory,
  index,
  workers,
  begin: (number) => {
    job = number;
  },
  kernelOf,
  failed,
  flush,
  tell: () => port.postMessage({ kind: "ended" }),
});

for (;;) {
  const signal = Atomics.load(control, CONTROL.signal);
  if (!doJobs()) sleep(signal);
}

/** Returns when the signal is no longer what it was. @param {number} signal */
function sleep(signal) {
  for (let i = 0; i < SPINS; i++) if (Atomics.load(control, CONTROL.signal) !== signal) return;
  Atomics.add(control, CONTROL.sleepers, 1);
  Atomics.wait(control, CONTROL.signal, signal);
  Atomics.sub(control, CONTROL.sleepers, 1);
}

/** @param {number} id @param {number} number */
function kernelOf(id, number) {
  if (Atomics.load(control, CONTROL.messages) !== messagesRead) readMessages();
  let functions = kernels.get(id);
  if (!functions) {
    const image = images.get(id);
    if (!image) throw new Error(`internal: worker ${index} has no module ${id}`);
    functions = Object.values(instantiate(image, memory, stackTop, print, heap));
    kernels.set(id, functions);
  }
  const kernel = functions[number];
  if (!kernel) throw new Error(`internal: module ${id} has no export ${number}`);
  return kernel;
}

function readMessages() {
  messagesRead = Atomics.load(control, CONTROL.messages);
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
    const message = /** @type {ToWorker} */ (next.message);
    if (message.kind === "module") images.set(message.id, message.image);
    else {
      images.delete(message.id);
      kernels.delete(message.id);
    }
  }
}

/** @param {string} text */
function print(text) {
  printed += text;
  if (printed.length > 65_536) flush();
}

function flush() {
  if (printed !== "") post({ kind: "print", job, text: printed });
  printed = "";
}

/** @param {unknown} error */
function failed(error) {
  // A trap leaves the stack pointer of its instance where it was.
  kernels.clear();
  flush();
  post({ kind: "failed", ...faultOf(error) });
}

/** @param {FromWorker} message */
function post(message) {
  port.postMessage(message);
  Atomics.add(control, CONTROL.posted, 1);
}
