// What a program does on the device and when, as a trace in Chrome's format, which Perfetto opens: a row for each stream, a bar for
// each kernel, copy and fill. The cpu device does work of all streams in the order in which it is given; while a trace is made, the
// program waits for each piece of work, so that its time is its own.

import type { BackendLaunch } from "../backend/backend.js";
import type { Operation } from "./cudart/operation.js";
import { readableSymbol } from "./cudart/readable-symbol.js";
import { QuietWatcher, type WatchedStream } from "./cudart/runtime-watcher.js";

/** One thing in a trace. Times are in microseconds. */
interface TraceEvent {
  readonly ph: "X" | "M";
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly cat?: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

interface Piece {
  name: string;
  args: Record<string, unknown>;
}

const NAMES: Readonly<Partial<Record<Operation["type"], string>>> = {
  memcpy: "copy",
  memset: "fill",
  memFree: "free",
  host: "host function",
};
/** What takes no time on the device. */
const UNSEEN: readonly Operation["type"][] = ["eventRecord", "waitEvent", "empty"];

export class ProgramTrace extends QuietWatcher {
  readonly #settle: () => void;
  readonly #device: string;
  readonly #streams = new Map<number, WatchedStream>();
  readonly #events: TraceEvent[] = [];
  readonly #begin = performance.now();
  #piece: Piece | undefined;

  /** `settle` waits for the device. */
  constructor(device: string, settle: () => void) {
    super();
    this.#device = device;
    this.#settle = settle;
  }

  override inStream(stream: WatchedStream, type: Operation["type"], run: () => void): void {
    if (UNSEEN.includes(type)) {
      run();
      return;
    }
    const before = this.#piece;
    const piece: Piece = (this.#piece = { name: NAMES[type] ?? type, args: {} });
    this.#streams.set(stream.id, stream);
    this.#settle();
    const start = performance.now();
    try {
      run();
      this.#settle();
    } finally {
      this.#piece = before;
      this.#events.push({
        ph: "X",
        name: piece.name,
        cat: type,
        pid: 0,
        tid: stream.id,
        ts: 1000 * (start - this.#begin),
        dur: 1000 * (performance.now() - start),
        args: piece.args,
      });
    }
  }

  override launched(kernel: string, launch: BackendLaunch): BackendLaunch {
    if (this.#piece === undefined) return launch;
    const { grid, block, sharedBytes } = launch;
    const name = readableSymbol(kernel);
    const isGraph = this.#piece.name === "graph";
    this.#piece.name = isGraph ? "graph" : name;
    Object.assign(this.#piece.args, isGraph ? { kernel: name } : { grid, block, sharedBytes });
    return launch;
  }

  override touched(_address?: number, byteLength = 0, isWrite = false): void {
    const { args } = this.#piece ?? {};
    if (args !== undefined && isWrite) args["bytes"] = Number(args["bytes"] ?? 0) + byteLength;
  }

  /** The trace, as a file has it. */
  toJson(): string {
    const names: TraceEvent[] = [
      { ph: "M", name: "process_name", pid: 0, tid: 0, args: { name: this.#device } },
      ...Array.from(this.#streams.values(), ({ id, isDefault }): TraceEvent => {
        const name = isDefault ? "default stream" : `stream ${id}`;
        return { ph: "M", name: "thread_name", pid: 0, tid: id, args: { name } };
      }),
    ];
    return `${JSON.stringify({ displayTimeUnit: "ns", traceEvents: [...names, ...this.#events] })}\n`;
  }
}
