// Graphs of the cpu device: the commands that were given to a stream while it was recorded, made anew at each launch. All
// work of the device comes through `add`, which queues it, or keeps it where its stream is being recorded.

import type { BackendGraph, BackendGraphs, BackendStream } from "../backend.js";
import type { Command, CpuStream, WorkQueue } from "./work-queue.js";

/** Makes a command for a stream; a graph does so at each launch. */
type CommandMaker = (stream: CpuStream) => Command;

/** A command of a kernel, which can be made with other parameters. */
type LaunchMaker = (stream: CpuStream, parameters: Uint8Array) => Command;

interface Entry {
  readonly make: CommandMaker | undefined;
  readonly launch: LaunchMaker | undefined;
  parameters: Uint8Array;
}

const none = new Uint8Array(0);

export class CpuGraphs implements BackendGraphs {
  readonly #queue: WorkQueue;
  #recorded: CpuStream | undefined;
  #entries: Entry[] = [];

  constructor(queue: WorkQueue) {
    this.#queue = queue;
  }

  /** Whether work of this stream is kept for later. */
  isRecording(stream: BackendStream): boolean {
    return this.#recorded === stream;
  }

  /** Queues work, or records it. */
  add(stream: BackendStream, make: CommandMaker): void {
    if (this.#recorded !== stream) this.#queue.add(make(stream as CpuStream));
    else this.#entries.push({ make, launch: undefined, parameters: none });
  }

  /** The same for a launch, with parameters that are its own. */
  addLaunch(stream: BackendStream, parameters: Uint8Array, launch: LaunchMaker): void {
    if (this.#recorded !== stream) this.#queue.add(launch(stream as CpuStream, parameters));
    else this.#entries.push({ make: undefined, launch, parameters });
  }

  begin(stream: BackendStream): void {
    this.#recorded = stream as CpuStream;
    this.#entries = [];
  }

  end(): BackendGraph {
    const graph = new CpuGraph(this.#entries);
    this.cancel();
    return graph;
  }

  cancel(): void {
    this.#recorded = undefined;
    this.#entries = [];
  }

  launch(graph: BackendGraph, stream: BackendStream): void {
    const own = stream as CpuStream;
    for (const { make, launch, parameters } of (graph as CpuGraph).entries) {
      const command = make?.(own) ?? launch?.(own, parameters);
      if (command !== undefined) this.#queue.add(command);
    }
  }

  setArguments(graph: BackendGraph, index: number, parameters: Uint8Array): boolean {
    const entry = (graph as CpuGraph).entries.filter(({ launch }) => launch !== undefined)[index];
    if (entry === undefined) return false;
    entry.parameters = parameters.slice();
    return true;
  }
}

class CpuGraph implements BackendGraph {
  readonly entries: readonly Entry[];

  constructor(entries: readonly Entry[]) {
    this.entries = entries;
  }

  dispose(): void {
    // Nothing is held but the commands.
  }
}
