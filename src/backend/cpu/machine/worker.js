// @ts-check
// A worker thread of the cpu device. It takes part in jobs and sleeps when there is none. It reads messages synchronously, because its
// event loop never runs. Plain JavaScript, so that it runs unbuilt.

import { nextMessage, setup, systemThreadId } from "../../../host/own-thread.js";
import { CONTROL, WORKER, workerAt } from "./control.js";
import { deviceHeap, unlockHeap } from "./device-heap.js";
import { DeviceLaunches } from "./device-launches.js";
import { openGuard } from "./guard.js";
import { instantiate } from "./instance.js";
import { faultOf, placeOf } from "./kernel-fault.js";
import { TimeIsOver, timeLimit } from "../../../host/time-limit.js";
import { takePart } from "./take-part.js";

/**
 * @typedef {object} WorkerSetup
 * @property {number} index
 * @property {number} workers how many there are, without spares
 * @property {number} threads how many there can be, with spares
 * @property {Int32Array} control
 * @property {Int32Array} heapWords
 * @property {WebAssembly.Memory} memory
 * @property {number} stackTop
 * @property {import("../../../host/shapes.js").ThreadPort} port
 */

/**
 * What the main thread posts.
 * @typedef {{ kind: "module", id: number, image: import("./instance.js").ModuleImage }
 *   | { kind: "forget", id: number }} ToWorker
 */

/**
 * What a worker posts.
 * @typedef {{ kind: "print", lane: number, job: number, text: string }
 *   | { kind: "launch", lane: number, job: number, launches: import("./device-launches.js").DeviceLaunch[] }
 *   | { kind: "failed", lane: number, job: number, message: string, type: import("./kernel-fault.js").FaultType | "timeout", place: import("./kernel-fault.js").FaultPlace }
 *   | { kind: "ended" }} FromWorker
 */

/** How often to look for the next job before sleeping, some 30 microseconds: waking up takes longer than that. */
const SPINS = 4000;
/** What is printed after so long is posted at once; what follows is collected. */
const QUIET_MS = 20;
/** Bytes of constants that are looked at after each job: as much as there can be of `__constant__`, two microseconds. */
const FEW_CONSTANTS = 65_536;
/** How long a spare worker stays awake for more after it had something to do. */
const ON_DUTY_MS = 200;

const TIMEOUT = /** @type {const} */ ({ type: "timeout", message: "" });

const { index, workers, threads, control, heapWords, memory, stackTop, port } = /** @type {WorkerSetup} */ (
  setup
);
const isSpare = index >= workers;
/** @type {Map<number, import("./instance.js").ModuleImage>} */
const images = new Map();
/** The functions each module exports, in the order of its exports. @type {Map<number, ((...args: number[]) => number)[]>} */
const kernels = new Map();
const heap = deviceHeap(heapWords, memory, index + 1);
const launches = new DeviceLaunches();
let printed = "";
let flushedMs = Number.NEGATIVE_INFINITY;
let lane = 0;
let job = 0;
let messagesRead = -1;

const guard = openGuard(memory, control);
const doJobs = takePart({
  control,
  memory,
  index,
  workers,
  threads,
  begin: (inLane, number) => {
    lane = inLane;
    job = number;
    launches.clear();
  },
  kernelOf,
  runLimited: timeLimit(),
  failed,
  nullWrites: () => guard.nullWrites(),
  areIntact: (id) => guard.areIntact(images.get(id)?.constants, FEW_CONSTANTS),
  flush,
  tell: () => port.postMessage({ kind: "ended" }),
  stopped: park,
});

Atomics.store(control, workerAt(index) + WORKER.systemId, systemThreadId());
Atomics.store(control, workerAt(index) + WORKER.isReady, 1);
if (isSpare) serveUnserved();
else serve();

/** @returns {never} */
function serve() {
  for (;;) {
    const signal = Atomics.load(control, CONTROL.signal);
    if (!doJobs()) sleep(signal);
  }
}

// A spare worker sleeps until a lane needs it, and then stays for a while: what comes next there needs it too.
/** @returns {never} */
function serveUnserved() {
  let busyMs = performance.now();
  for (;;) {
    const called = Atomics.load(control, CONTROL.spareSignal);
    const signal = Atomics.load(control, CONTROL.signal);
    if (doJobs()) busyMs = performance.now();
    else if (performance.now() - busyMs < ON_DUTY_MS) sleep(signal, ON_DUTY_MS);
    else {
      Atomics.wait(control, CONTROL.spareSignal, called);
      busyMs = performance.now();
    }
  }
}

/** Returns when the signal is no longer what it was. @param {number} signal @param {number} [limitMs] */
function sleep(signal, limitMs) {
  for (let i = 0; i < SPINS; i++) if (Atomics.load(control, CONTROL.signal) !== signal) return;
  Atomics.add(control, CONTROL.sleepers, 1);
  Atomics.wait(control, CONTROL.signal, signal, limitMs);
  Atomics.sub(control, CONTROL.sleepers, 1);
}

/** Waits for the end of the thread. @returns {never} */
function park() {
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (;;) Atomics.wait(never, 0, 0);
}

/** @param {number} id @param {number} number */
function kernelOf(id, number) {
  if (Atomics.load(control, CONTROL.messages) !== messagesRead) readMessages();
  let functions = kernels.get(id);
  if (!functions) {
    const image = images.get(id);
    if (!image) throw new Error(`internal: worker ${index} has no module ${id}`);
    functions = Object.values(instantiate(image, memory, stackTop, print, heap, launches));
    kernels.set(id, functions);
  }
  const kernel = functions[number];
  if (!kernel) throw new Error(`internal: module ${id} has no export ${number}`);
  return kernel;
}

function readMessages() {
  messagesRead = Atomics.load(control, CONTROL.messages);
  for (let next = nextMessage(port); next; next = nextMessage(port)) {
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
  // A kernel that does not end has told what it printed before.
  if (printed.length > 65_536 || performance.now() - flushedMs > QUIET_MS) flush();
}

function flush() {
  const taken = launches.take();
  if (taken.length > 0) post({ kind: "launch", lane, job, launches: taken });
  if (printed === "") return;
  // First: a kernel may be stopped in here, and nothing is printed twice.
  const text = printed;
  printed = "";
  flushedMs = performance.now();
  post({ kind: "print", lane, job, text });
}

/** @param {unknown} error @param {import("./kernel-fault.js").KernelCall} call */
function failed(error, call) {
  // A trap leaves the stack pointer of its instance where it was, and who is stopped may be inside the heap.
  kernels.clear();
  unlockHeap(heapWords, index + 1);
  flush();
  const fault = error instanceof TimeIsOver ? TIMEOUT : faultOf(error);
  post({ kind: "failed", lane, job, ...fault, place: placeOf(error, memory, call) });
}

/** @param {FromWorker} message */
function post(message) {
  port.postMessage(message);
  Atomics.add(control, CONTROL.posted, 1);
}
