// What a program does on the cpu device and when, for a trace. The cpu device does work of all streams in the order in which it is given; while a trace is made, the
// program waits for each piece of work, so that its time is its own.

import type { BackendLaunch } from "../../../backend.js";
import type { Operation } from "../cudart/operation.js";
import { readableSymbol } from "../../../../core/readable-symbol.js";
import { QuietWatcher, type WatchedStream } from "../cudart/runtime-watcher.js";
import { chromeTrace, type TracedWork, WORK_NAMES } from "../../../../core/chrome-trace.js";

interface Piece {
  name: string;
  args: Record<string, unknown>;
}

/** What takes no time on the device. */
const UNSEEN: readonly Operation["type"][] = ["eventRecord", "waitEvent", "empty"];

export class ProgramTrace extends QuietWatcher {
  readonly #settle: () => void;
  readonly #device: string;
  readonly #work: TracedWork[] = [];
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
    const piece: Piece = (this.#piece = { name: WORK_NAMES[type] ?? type, args: {} });
    this.#settle();
    const start = performance.now();
    try {
      run();
      this.#settle();
    } finally {
      this.#piece = before;
      this.#work.push({
        name: piece.name,
        type,
        stream: stream.isDefault ? 0 : stream.id,
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
    return chromeTrace([this.#device], this.#work);
  }
}
