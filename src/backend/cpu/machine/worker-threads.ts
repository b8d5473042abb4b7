// The threads of a worker pool, and the control words that they share with the main thread. A thread starts when work needs it, and each
// can be stopped alone. When a stopped thread is gone, its stack is freed, the heap's lock that it may have held is opened, and another
// thread may take its place. Spare threads serve lanes for which no other thread has time.

import { CutsError } from "../../../core/errors.js";
import { programUrl } from "../../../host/assets.js";
import type { Thread as HostThread, ThreadChannel, ThreadPort } from "../../../host/shapes.js";
import { isThreadThere, nextMessage, openChannel, startThread } from "../../../host/threads.js";
import { STACK_BYTES } from "../passes/simt/abi.js";
import { ASLEEP, AWAKE, CONTROL, SPARES, STOPPED, WORKER, workerAt } from "./control.js";
import { unlockHeap } from "./device-heap.js";
import type { ModuleImage } from "./instance.js";
import type { RingThreads } from "./job-ring.js";
import type { LinearMemory } from "./linear-memory.js";
import type { FromWorker, ToWorker, WorkerSetup } from "./worker.js";

/** Looks of the main thread before it sleeps; some 20 microseconds. */
const SPINS = 3000;
/** How long a blocked caller waits for stopped threads to be gone. They stop at the next iteration of a loop. */
const REAP_MS = 5000;
const pause = new Int32Array(new SharedArrayBuffer(4));
/** How long after a thread could not be started it is tried again, as long as there are others. */
const RETRY_MS = 1000;

/** A thread that is no more. */
export interface Gone {
  readonly index: number;
  /** Where it was when nobody had stopped it; 0 between jobs. */
  readonly place: number;
  /** Why it died; undefined when it was stopped. */
  readonly reason: string | undefined;
  /** False when it never ran. */
  readonly wasReady: boolean;
}

/** What they need of its pool. */
export interface WorkerThreadsHost {
  readonly memory: LinearMemory;
  /** Words of the heap of device code. */
  readonly heapWords: Int32Array;
  /** What threads know of when they start. */
  readonly images: ReadonlyMap<number, ModuleImage>;
  /** A worker has posted what belongs to a result. */
  receive(message: Exclude<FromWorker, { kind: "ended" }>): void;
  /** The event loop has brought word that a job has ended. */
  ended(): void;
  gone(thread: Gone): void;
}

interface Thread {
  readonly worker: HostThread;
  readonly port: ThreadPort;
  readonly stack: number;
  isStopped: boolean;
  reason: string | undefined;
}

export class WorkerThreads implements RingThreads {
  readonly control = new Int32Array(new SharedArrayBuffer(CONTROL.byteLength));
  readonly workers: number;
  readonly count: number;
  readonly #host: WorkerThreadsHost;
  readonly #threads: (Thread | undefined)[] = [];
  #postedSeen = 0;
  #live = 0;
  /** Those that are no spares. */
  #regular = 0;
  #stopping = 0;
  #failedMs = Number.NEGATIVE_INFINITY;
  #anchor: ThreadChannel | undefined;

  constructor(host: WorkerThreadsHost, size: number) {
    this.#host = host;
    this.workers = size;
    this.count = size + SPARES;
  }

  /** True when there is a worker, or about to be, who is no spare. */
  get hasWorkers(): boolean {
    return this.#regular > 0;
  }

  /** True while threads that were stopped are not gone yet. */
  get isStopping(): boolean {
    return this.#stopping > 0;
  }

  /** True when all threads that there can be are stopped and not gone yet. */
  get isExhausted(): boolean {
    return this.#stopping === this.count;
  }

  /** Starts the workers that are not there. Throws when there is none then. */
  start(): void {
    if (this.#regular === this.workers) return;
    if (this.#regular > 0 && performance.now() - this.#failedMs < RETRY_MS) return;
    try {
      for (let i = 0; i < this.workers; i++) if (!this.#threads[i]) this.#spawn(i);
    } catch (error) {
      this.#failedMs = performance.now();
      if (this.#regular === 0) throw error;
    }
  }

  /** Posts to all workers; they read it before their next job. */
  post(message: ToWorker): void {
    for (const thread of this.#threads) {
      if (!thread) continue;
      const { port } = thread;
      port.postMessage(message);
    }
    Atomics.add(this.control, CONTROL.messages, 1);
  }

  /** Reads what the workers have posted and the results depend on. */
  drain(): void {
    const posted = Atomics.load(this.control, CONTROL.posted);
    if (posted === this.#postedSeen) return;
    this.#postedSeen = posted;
    for (const thread of this.#threads) if (thread) this.#drainPort(thread.port);
  }

  /** Keeps the process alive, or no longer. */
  keepAlive(isWanted: boolean): void {
    if (!this.#anchor) {
      this.#anchor = openChannel();
      this.#anchor.port1.on("message", () => {});
    }
    if (isWanted) this.#anchor.port1.ref();
    else this.#anchor.port1.unref();
  }

  /** Stops threads that were told so; `gone` hears of each when it is no more. */
  stop(indices: readonly number[]): void {
    for (const index of indices) {
      const thread = this.#threads[index];
      if (!thread || thread.isStopped) continue;
      thread.isStopped = true;
      this.#stopping++;
      void thread.worker.terminate();
    }
  }

  /**
   * Blocks until threads that were stopped are gone, for whoever lets no event loop turn. False where the system does not
   * say so, or they take too long.
   */
  reap(): boolean {
    const stopped = this.#threads.flatMap((thread, index) => (thread?.isStopped ? [{ thread, index }] : []));
    const isThere = ({ index }: { readonly index: number }): boolean => {
      const id = Atomics.load(this.control, workerAt(index) + WORKER.systemId);
      return id === 0 || isThreadThere(id) !== false;
    };
    const limitMs = performance.now() + REAP_MS;
    while (stopped.some(isThere)) {
      if (performance.now() > limitMs || isThreadThere(0) === undefined) return false;
      Atomics.wait(pause, 0, 0, 1);
    }
    for (const { thread, index } of stopped) this.#exited(index, thread);
    return stopped.length > 0;
  }

  /** Stops all threads, whatever they do. */
  stopAll(): void {
    const there = this.#threads.flatMap((thread, index) => (thread ? [index] : []));
    for (const index of there) Atomics.store(this.control, workerAt(index) + WORKER.place, STOPPED);
    this.stop(there);
  }

  /** True when no worker is without a job. */
  get isBusy(): boolean {
    for (let i = 0; i < this.workers; i++) if (this.#threads[i] && this.#isIdle(i)) return false;
    return true;
  }

  /** Calls spare threads, and starts one where there are too few. */
  callSpares(count: number): void {
    let idle = 0;
    let missing = -1;
    for (let i = this.workers; i < this.count; i++) {
      if (!this.#threads[i]) missing = missing < 0 ? i : missing;
      else if (this.#isIdle(i)) idle++;
    }
    Atomics.add(this.control, CONTROL.spareSignal, 1);
    Atomics.notify(this.control, CONTROL.spareSignal, count);
    if (idle >= count || missing < 0) return;
    try {
      this.#spawn(missing);
    } catch {
      // The lane waits for the others then.
    }
  }

  /** Blocks until there may be news, or the time is over. */
  wait(hasNews: () => boolean, limitMs: number): void {
    const c = this.control;
    const before = Atomics.load(c, CONTROL.awake);
    Atomics.store(c, CONTROL.isAwaited, AWAKE);
    if (!hasNews()) this.#sleep(hasNews, before, limitMs);
    Atomics.store(c, CONTROL.isAwaited, 0);
  }

  #sleep(hasNews: () => boolean, before: number, limitMs: number): void {
    const c = this.control;
    for (let i = 0; i < SPINS; i++) if (Atomics.load(c, CONTROL.awake) !== before) return;
    Atomics.store(c, CONTROL.isAwaited, ASLEEP);
    if (!hasNews()) Atomics.wait(c, CONTROL.awake, before, limitMs);
  }

  #isIdle(index: number): boolean {
    return Atomics.load(this.control, workerAt(index) + WORKER.place) === 0;
  }

  #spawn(index: number): void {
    const { memory, heapWords, images } = this.#host;
    const stack = memory.allocate(STACK_BYTES);
    const { port1, port2 } = openChannel();
    const setup: WorkerSetup = {
      index,
      workers: this.workers,
      threads: this.count,
      control: this.control,
      heapWords,
      memory: memory.memory,
      stackTop: stack + STACK_BYTES,
      port: port2,
    };
    let worker: HostThread;
    try {
      worker = startThread(programUrl("backend/cpu/machine/worker.js"), setup, [port2]);
    } catch (error) {
      memory.free(stack);
      port1.close();
      throw new CutsError(
        "CUTS_CPU_WORKER_DIED",
        `Cannot start a worker thread of the cpu device: ${(error as Error).message}`,
        { cause: error },
      );
    }
    const thread: Thread = { worker, port: port1, stack, isStopped: false, reason: undefined };
    worker.unref();
    worker.on("error", (error) => {
      thread.reason ??= String(error);
    });
    worker.on("exit", () => this.#exited(index, thread));
    port1.on("message", (received) => {
      const message = received as FromWorker;
      this.#read(message);
      if (message.kind === "ended") this.#host.ended();
    });
    port1.unref();
    for (const [id, image] of images) port1.postMessage({ kind: "module", id, image });
    this.#threads[index] = thread;
    this.#live++;
    if (index < this.workers) this.#regular++;
  }

  #exited(index: number, thread: Thread): void {
    // Told by the event loop of what was seen before.
    if (this.#threads[index] !== thread) return;
    const c = this.control;
    const at = workerAt(index);
    const place = Atomics.exchange(c, at + WORKER.place, 0);
    const wasReady = Atomics.exchange(c, at + WORKER.isReady, 0) === 1;
    Atomics.store(c, at + WORKER.systemId, 0);
    this.#threads[index] = undefined;
    this.#live--;
    if (index < this.workers) this.#regular--;
    if (thread.isStopped) this.#stopping--;
    else if (!wasReady) this.#failedMs = performance.now();
    this.#drainPort(thread.port);
    thread.port.close();
    this.#host.memory.free(thread.stack);
    unlockHeap(this.#host.heapWords, index + 1);
    // Those that slept did not count themselves out.
    if (this.#live === 0) Atomics.store(c, CONTROL.sleepers, 0);
    // It may have been about to tell of a job.
    Atomics.store(c, CONTROL.told, 0);
    this.#host.gone({
      index,
      place: place === STOPPED ? 0 : place,
      reason: thread.isStopped ? undefined : (thread.reason ?? "it has ended"),
      wasReady,
    });
  }

  #drainPort(port: ThreadPort): void {
    for (let next = nextMessage(port); next; next = nextMessage(port)) {
      this.#read(next.message as FromWorker);
    }
  }

  #read(message: FromWorker): void {
    if (message.kind === "ended") Atomics.store(this.control, CONTROL.told, 0);
    else this.#host.receive(message);
  }
}
