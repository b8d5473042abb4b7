// The threads of a program's host code, seen from its main thread: it starts them, takes turns with them
// (include/cuts/program/threads.cpp), and does what they call on the host, because files, streams and the device are its own.

import { readSections, SECTION, writeSections } from "../../../../compiler/clang/wasm-binary.js";
import { programUrl } from "../../../../host/assets.js";
import type { Thread, ThreadPort } from "../../../../host/shapes.js";
import { nextMessage, openChannel, startThread } from "../../../../host/threads.js";
import type { FromHostThread, HostThreadSetup } from "./host-thread.js";
import { answer, awaitCaller, giveTurn, TURN_BYTES } from "./turn.js";

/** The number of the main thread. */
const MAIN = 0;

type HostFunction = (...args: (number | bigint)[]) => unknown;

export class HostThreads {
  /** What the program calls. */
  readonly imports = {
    thread_start: (id: number, entry: bigint, stackTop: bigint): void =>
      this.#start(id, Number(entry), Number(stackTop)),
    thread_switch: (from: number, to: number): number => Number(this.#switch(from, to)),
    thread_end: (): never => {
      throw new Error("internal: the main thread of a program cannot end alone");
    },
  };
  readonly #code: Uint8Array;
  readonly #memory: WebAssembly.Memory;
  /** What threads may call besides. */
  readonly #hostFunctions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly #threads = new Map<number, { readonly worker: Thread; readonly port: ThreadPort }>();
  readonly #words = new Int32Array(new SharedArrayBuffer(TURN_BYTES));
  #module: WebAssembly.Module | undefined;
  /** What has ended the program in another thread than the main one. */
  #ending: { readonly error: unknown } | undefined;

  /** `code` is the module of the program, `imports` what it was instantiated with, these functions apart. */
  constructor(code: Uint8Array, memory: WebAssembly.Memory, imports: WebAssembly.Imports) {
    this.#code = code;
    this.#memory = memory;
    this.#hostFunctions = imports;
  }

  /** What has ended the program: what another thread has ended with, if one has, else `error`, which then only follows from it. */
  causeOf(error: unknown): unknown {
    return this.#ending === undefined ? error : this.#ending.error;
  }

  #start(id: number, entry: number, stackTop: number): void {
    const { port1, port2 } = openChannel();
    const setup: HostThreadSetup = {
      id,
      module: (this.#module ??= new WebAssembly.Module(withoutData(this.#code))),
      memory: this.#memory,
      words: this.#words,
      port: port2,
      entry,
      stackTop,
    };
    const worker = startThread(programUrl("backend/cpu/program/instance/host-thread.js"), setup, [port2]);
    worker.unref();
    port1.unref();
    this.#threads.set(id, { worker, port: port1 });
    worker.on("exit", () => this.#threads.delete(id));
  }

  /** Whether the program has ended meanwhile. It is not told by throwing: code of the program would catch it, and run destructors. */
  #switch(from: number, to: number): boolean {
    if (from !== MAIN) {
      const error = new Error(
        "Cannot wait for another thread of the program: a callback of the CUDA runtime waits for one, and runs while its caller does",
      );
      this.#ending ??= { error };
    }
    if (this.#ending !== undefined) return true;
    giveTurn(this.#words, to);
    for (let caller = awaitCaller(this.#words); caller !== MAIN; caller = awaitCaller(this.#words)) {
      try {
        this.#serve(caller);
      } catch (error) {
        // The program has ended in another thread: nobody has a turn any more.
        this.#ending = { error };
        this.#stop();
        return true;
      }
      answer(this.#words);
    }
    return false;
  }

  #serve(id: number): void {
    const port = this.#threads.get(id)?.port;
    const message = port && (nextMessage(port)?.message as FromHostThread | undefined);
    if (message === undefined) throw new Error(`internal: thread ${id} of the program has called nothing`);
    if (message.kind === "failed") throw failureOf(message);
    const { module, name, args } = message;
    const isOurs = module === "cuts" && name === "thread_start";
    const target = isOurs ? this.imports.thread_start : this.#hostFunctions[module]?.[name];
    port?.postMessage((target as HostFunction)(...args));
  }

  #stop(): void {
    for (const { worker } of this.#threads.values()) void worker.terminate();
    this.#threads.clear();
  }
}

// Its stack says where it was (run-program.ts).
function failureOf({ name, message, stack }: { name: string; message: string; stack: string }): Error {
  const isTrap = name === "RuntimeError";
  const error = isTrap ? new WebAssembly.RuntimeError(message) : new Error(message);
  if (name === "RangeError") return Object.assign(new RangeError(message), { stack });
  return Object.assign(error, { stack });
}

// The data is in the memory: a second instance must not put it there again.
function withoutData(code: Uint8Array): Uint8Array<ArrayBuffer> {
  const kept = readSections(code).filter(({ id }) => id !== SECTION.data && id !== SECTION.dataCount);
  return new Uint8Array(writeSections(kept).module);
}
