// Graphs of the cpu device. A graph keeps functions that make the commands of a stream anew at each launch. All work of the device
// comes through `add`, which queues it, or keeps it in the graph that is recorded from its stream.

import type { BackendGraph, BackendGraphs, BackendStream, Work } from "../backend.js";
import { unwatched } from "../work.js";
import type { Command } from "./commands.js";
import type { StreamQueue } from "./stream-queue.js";
import { GraphWork } from "./work-kinds.js";
import type { WorkQueue } from "./work-queue.js";

/** Makes a command; a graph does so at each launch. */
type CommandMaker = (work: Work) => Command;

/** A command of a kernel, which can be made with other parameters. */
type LaunchMaker = (work: Work, parameters: Uint8Array) => Command;

interface Entry {
  readonly make: CommandMaker | undefined;
  readonly launch: LaunchMaker | undefined;
  parameters: Uint8Array;
}

const none = new Uint8Array(0);

export class CpuGraphs implements BackendGraphs {
  readonly #queue: WorkQueue;
  #recorded: BackendStream | undefined;
  #entries: Entry[] = [];

  constructor(queue: WorkQueue) {
    this.#queue = queue;
  }

  /** Whether work of this stream is kept for later. */
  isRecording(stream: BackendStream): boolean {
    return this.#recorded === stream;
  }

  /** Whether work of this stream can be done inside the call that gives it. */
  isIdle(stream: BackendStream): boolean {
    return this.#recorded !== stream && (stream as StreamQueue).isIdle();
  }

  /** Calls back after all work that is in the stream now, whatever became of it; `effect` as HostWork has it. */
  note(stream: BackendStream, effect: "note" | "release", action: (timeMs: number) => void): void {
    const run = (timeMs: number): boolean => {
      action(timeMs);
      return true;
    };
    this.add(stream, unwatched, () => ({ kind: "host", work: undefined, effect, run }));
  }

  /** Queues work, or records it: then it is the graph's, and `work` hears nothing. */
  add(stream: BackendStream, work: Work, make: CommandMaker): void {
    if (this.#recorded !== stream) this.#queue.add(stream as StreamQueue, make(work.keep()));
    else this.#entries.push({ make, launch: undefined, parameters: none });
  }

  /** The same for a launch, with parameters that are its own. */
  addLaunch(stream: BackendStream, work: Work, parameters: Uint8Array, launch: LaunchMaker): void {
    if (this.#recorded !== stream) this.#queue.add(stream as StreamQueue, launch(work.keep(), parameters));
    else this.#entries.push({ make: undefined, launch, parameters });
  }

  begin(stream: BackendStream): void {
    this.#recorded = stream;
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

  launch(graph: BackendGraph, stream: BackendStream, work: Work): void {
    const shared = new GraphWork(work.keep());
    const queue = stream as StreamQueue;
    for (const { make, launch, parameters } of (graph as CpuGraph).entries) {
      const command = make?.(shared) ?? launch?.(shared, parameters);
      if (command !== undefined) this.#queue.add(queue, command);
    }
    const end = (): boolean => {
      shared.end();
      return true;
    };
    this.#queue.add(queue, { kind: "host", work: undefined, effect: "release", run: end });
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
