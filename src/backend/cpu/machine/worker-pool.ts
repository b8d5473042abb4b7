// The worker threads of the cpu device, and one job at a time on them. Workers start with the first job, do not keep the
// process alive while idle, and are replaced when a job is stopped.

import { availableParallelism } from "node:os";
import type { MessagePort, Worker } from "node:worker_threads";
import { programUrl } from "../../../core/package-files.js";
import { CONTROL } from "./control.js";
import { openHeap } from "./device-heap.js";
import type { ModuleImage } from "./instance.js";
import type { LinearMemory } from "./linear-memory.js";
import type { JobFailure, JobResult } from "./running-job.js";
import { RunningJob } from "./running-job.js";
import type { FromWorker, ToWorker, WorkerSetup } from "./worker.js";

const STACK_BYTES = 8 * 1024 * 1024;
const CONTROL_WORDS = 1024;
const DEVICE_HEAP_BYTES = 8 * 1024 * 1024;

/** A launch as the workers see it. */
export interface Job {
  readonly moduleId: number;
  readonly symbol: string;
  /** Address of the launch structure. */
  readonly launchAddress: number;
  readonly totalBlocks: number;
  /** Bytes of shared memory and of context that one block needs. */
  readonly sharedBytes: number;
  readonly contextBytes: number;
  readonly cooperative: boolean;
}

// Slow to load, and importing CuTS starts no worker.
const threads = () => process.getBuiltinModule("node:worker_threads");

interface Member {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly stack: number;
  scratch: { address: number; byteLength: number } | undefined;
}

export class WorkerPool {
  readonly size: number;
  readonly #memory: LinearMemory;
  readonly #print: (text: string) => void;
  readonly #control = new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * 4));
  readonly #images = new Map<number, ModuleImage>();
  #members: Member[] = [];
  #heap: number | undefined;
  #failure: JobFailure | undefined;
  #current: RunningJob | undefined;
  #grid: { address: number; byteLength: number } | undefined;

  constructor(memory: LinearMemory, print: (text: string) => void, size: number = availableParallelism()) {
    this.#memory = memory;
    this.#print = print;
    this.size = Math.max(1, Math.min(size, 256));
  }

  /** Words shared with the workers; the main thread runs small jobs on them too. */
  get control(): Int32Array {
    return this.#control;
  }

  /** Makes a module known to all workers, now and after a restart. */
  addModule(id: number, image: ModuleImage): void {
    this.#images.set(id, image);
    this.#postAll({ kind: "module", id, image });
  }

  removeModule(id: number): void {
    this.#images.delete(id);
    this.#postAll({ kind: "forget", id });
  }

  /** Starts a job; only one may run at a time. */
  start(job: Job, timeoutMs: number): RunningJob {
    if (this.#current) throw new Error("internal: the worker pool runs another job");
    this.#prepare(job);
    this.#current = new RunningJob(this.#control, timeoutMs, {
      startPhase: () => this.#startPhase(),
      drain: () => this.#drain(),
      outcome: (isStopped) => this.#outcome(job, isStopped),
      settled: () => this.#settled(),
    });
    return this.#current;
  }

  /** Ends all workers; the next job starts new ones. */
  stop(): void {
    for (const member of this.#members) {
      void member.worker.terminate();
      member.port.close();
      this.#memory.free(member.stack);
      if (member.scratch) this.#memory.free(member.scratch.address);
    }
    this.#members = [];
    if (this.#grid) this.#memory.free(this.#grid.address);
    this.#grid = undefined;
  }

  // Sets the words that stay the same for all phases of a job.
  #prepare(job: Job): void {
    if (this.#members.length === 0)
      this.#members = Array.from({ length: this.size }, (_, i) => this.#spawn(i));
    const c = this.#control;
    this.#failure = undefined;
    c[CONTROL.module] = job.moduleId;
    c[CONTROL.launch] = job.launchAddress;
    c[CONTROL.totalBlocks] = job.totalBlocks;
    c[CONTROL.chunk] = Math.max(1, Math.min(4096, Math.floor(job.totalBlocks / (this.size * 16))));
    c[CONTROL.phase] = job.cooperative ? 1 : 0;
    c[CONTROL.sharedBytes] = job.sharedBytes;
    if (job.cooperative) this.#reserveGrid(job);
    else this.#reserveScratch(job);
    this.#postAll({ kind: "kernel", symbol: job.symbol });
  }

  #settled(): void {
    this.#current = undefined;
    for (const m of this.#members) m.port.unref();
  }

  #startPhase(): number {
    const c = this.#control;
    c[CONTROL.nextBlock] = 0;
    c[CONTROL.running] = this.#members.length;
    c[CONTROL.abort] = 0;
    c[CONTROL.waiting] = 0;
    c[CONTROL.status] = 0;
    const sequence = Atomics.add(c, CONTROL.sequence, 1) + 1;
    Atomics.notify(c, CONTROL.sequence);
    for (const m of this.#members) m.port.ref();
    return sequence;
  }

  // The outcome of a phase, or undefined when another phase must follow.
  #outcome(job: Job, isStopped: boolean): JobResult | undefined {
    const c = this.#control;
    if (isStopped) {
      this.stop();
      c[CONTROL.finished] = c[CONTROL.sequence] as number;
      return { status: 0, failure: this.#failure ?? { type: "timeout", message: "" } };
    }
    const status = c[CONTROL.status] as number;
    if (this.#failure || status !== 0) return { status, failure: this.#failure };
    if (!job.cooperative || c[CONTROL.waiting] === 0) return { status: 0, failure: undefined };
    c[CONTROL.phase] = 2;
    return undefined;
  }

  #reserveScratch(job: Job): void {
    const byteLength = job.sharedBytes + job.contextBytes;
    this.#members.forEach((member, i) => {
      if (!member.scratch || member.scratch.byteLength < byteLength) {
        if (member.scratch) this.#memory.free(member.scratch.address);
        member.scratch = undefined;
        member.scratch = { address: this.#memory.allocate(byteLength), byteLength };
      }
      this.#control[CONTROL.scratch + 2 * i] = member.scratch.address;
      this.#control[CONTROL.scratch + 2 * i + 1] = member.scratch.address + job.sharedBytes;
    });
  }

  #reserveGrid(job: Job): void {
    const stride = Math.ceil((job.sharedBytes + job.contextBytes) / 64) * 64;
    const byteLength = stride * job.totalBlocks;
    if (!this.#grid || this.#grid.byteLength < byteLength) {
      if (this.#grid) this.#memory.free(this.#grid.address);
      this.#grid = undefined;
      this.#grid = { address: this.#memory.allocate(byteLength), byteLength };
    }
    this.#control[CONTROL.blockStride] = stride;
    this.#control[CONTROL.blockBase] = this.#grid.address;
  }

  #spawn(index: number): Member {
    if (this.#heap === undefined) {
      this.#heap = this.#memory.allocate(DEVICE_HEAP_BYTES);
      openHeap(this.#control, this.#heap, DEVICE_HEAP_BYTES);
    }
    const stack = this.#memory.allocate(STACK_BYTES);
    const { port1, port2 } = new (threads().MessageChannel)();
    const setup: WorkerSetup = {
      index,
      control: this.#control,
      memory: this.#memory.memory,
      stackTop: stack + STACK_BYTES,
      port: port2,
      sequence: Atomics.load(this.#control, CONTROL.sequence),
    };
    const worker = new (threads().Worker)(programUrl("backend/cpu/machine/worker.js"), {
      workerData: setup,
      transferList: [port2],
      stdin: false,
      // Test runners and loaders put hooks here that a bare worker must not load.
      execArgv: [],
    });
    worker.unref();
    worker.on("error", (error) => this.#crashed(String(error)));
    port1.on("message", (message: FromWorker) => this.#receive(message));
    port1.unref();
    for (const [id, image] of this.#images)
      port1.postMessage({ kind: "module", id, image } satisfies ToWorker);
    return { worker, port: port1, stack, scratch: undefined };
  }

  #crashed(message: string): void {
    this.#failure ??= { type: "crash", message };
    this.#current?.crash();
  }

  #drain(): void {
    const { receiveMessageOnPort } = threads();
    for (const { port } of this.#members) {
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
        this.#receive(next.message as FromWorker);
      }
    }
  }

  #receive(message: FromWorker): void {
    if (message.kind === "print") this.#print(message.text);
    else if (message.kind === "failed") this.#failure ??= { type: message.type, message: message.message };
    else {
      // Each worker posts before it says that it is done, but on a port of its own: what others posted may come after this.
      this.#drain();
      this.#current?.finishPhase(message.sequence);
    }
  }

  #postAll(message: ToWorker): void {
    for (const { port } of this.#members) port.postMessage(message);
  }
}
