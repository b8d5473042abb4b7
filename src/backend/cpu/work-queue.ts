// All work of the cpu device, in the order it was given. Streams are labels on that work: running it in the order of
// issue is one of the orders CUDA allows, and an event is always recorded before somebody waits for it. Launches are
// handed to the workers ahead of their turn, so that one follows another without the main thread; what the main thread
// does itself it does when everything before is done, inside the call that gives it where that is so at once. An error
// stops its stream, not the others, until somebody who waits has seen it: launches after it are taken back and looked
// at again.

import { clockMs } from "./machine/clock.js";

/** A stream of the cpu device. */
export interface CpuStream {
  readonly id: number;
  /** What stopped the stream; commands are skipped until it is taken. */
  error: unknown;
}

/** Work of the main thread: done at once when its turn comes. */
export interface HostWork {
  readonly kind: "host";
  readonly stream: CpuStream;
  /** Runs even on a stream that an error has stopped: somebody waits for it. */
  readonly always: boolean;
  /**
   * "memory": launches after it must not begin before it is done. "note": it touches no memory of the device, but
   * somebody waits for it. "release": nobody waits for it.
   */
  readonly effect: "memory" | "note" | "release";
  /** Does the work; `timeMs`, for notes, is when what is before it was done (clock.js). */
  run(timeMs: number): void;
}

/** Work of the workers. */
export interface DeviceWork {
  readonly kind: "device";
  readonly stream: CpuStream;
  /** What must settle before it can begin; undefined when it can. */
  pending(): Promise<void> | undefined;
  /** Blocks until it can begin. */
  prepareSync(): void;
  /**
   * Begins, and says whether it is done at once, which only an idle device may do. "full": to be tried again when some
   * of the launches before it are done; "busy": when all are. Throws when it cannot be launched.
   */
  begin(isIdle: boolean): "done" | "running" | "full" | "busy";
  isFinished(): boolean;
  /** Ends what has finished and returns when that was; throws what has stopped it. */
  finish(): number;
  /** Forgets that it has begun: work before it has failed. */
  takeBack(): void;
  /** Asks for `progress` when it has finished; false when it has already. */
  notify(): boolean;
}

export type Command = HostWork | DeviceWork;

/** The workers, seen from the queue. */
export interface QueueDevice {
  /** Looks which work has finished. */
  collect(): void;
  /** Blocks until some work may have finished. */
  wait(): void;
  /** Asks for `progress` when there is room for more work; false when there is already. */
  notifyAtRoom(): boolean;
}

export class WorkQueue {
  readonly #device: QueueDevice;
  #commands: Command[] = [];
  /** Commands before this index are done; they leave the array in bulk. */
  #head = 0;
  /** Commands before this index have begun, or are notes that wait for what has begun. */
  #next = 0;
  /** Notes among the commands that have begun. */
  #notes = 0;
  #obstacle: "full" | "busy" | undefined;
  #awaited: DeviceWork | undefined;

  constructor(device: QueueDevice) {
    this.#device = device;
  }

  /** Adds work; does it now if nothing is before it. */
  add(command: Command): void {
    this.#commands.push(command);
    this.progress();
  }

  /** Does what can be done now. */
  progress(): void {
    do {
      this.#settle();
      this.#begin(false);
    } while (!this.#listen());
  }

  /** Does all work now, blocking. */
  drainSync(): void {
    for (;;) {
      this.#settle();
      this.#begin(true);
      if (this.#head === this.#commands.length) return;
      this.#device.wait();
    }
  }

  /** True when all work is done, as far as is known without waiting. */
  get isEmpty(): boolean {
    if (this.#head !== this.#commands.length) this.#settle();
    return this.#head === this.#commands.length;
  }

  get #isIdle(): boolean {
    return this.#head === this.#next;
  }

  // Takes from the front what has finished, and does what waited for it.
  #settle(): void {
    if (this.#isIdle) return;
    this.#device.collect();
    let timeMs: number | undefined;
    while (!this.#isIdle) {
      const command = this.#commands[this.#head] as Command;
      if (command.kind === "host") {
        if (command.effect === "note") this.#notes--;
        this.#head++;
        this.#runHost(command, timeMs ?? clockMs());
        continue;
      }
      if (!command.isFinished()) break;
      this.#head++;
      try {
        timeMs = command.finish();
      } catch (error) {
        command.stream.error ??= error;
        timeMs = undefined;
        this.#takeBackAll();
      }
    }
    this.#compact();
  }

  // The workers run nothing after a failure until each command was looked at again.
  #takeBackAll(): void {
    for (let i = this.#head; i < this.#next; i++) {
      const command = this.#commands[i];
      if (command?.kind === "device") command.takeBack();
    }
    this.#next = this.#head;
    this.#notes = 0;
  }

  #begin(isSync: boolean): void {
    this.#obstacle = undefined;
    for (let command = this.#commands[this.#next]; command; command = this.#commands[this.#next]) {
      const isIdle = this.#isIdle;
      if (command.kind === "host") {
        if (!isIdle && command.effect === "memory") return this.#stop("busy");
        this.#next++;
        if (isIdle) {
          this.#head++;
          // Only notes look at the time, and asking for it takes longer than most of what is done here.
          this.#runHost(command, command.effect === "note" ? clockMs() : 0);
        } else if (command.effect === "note") this.#notes++;
        continue;
      }
      const outcome = this.#beginDevice(command, isIdle, isSync);
      if (outcome === "later") return;
      if (outcome === "full" || outcome === "busy") return this.#stop(outcome);
      this.#next++;
      if (outcome === "done") this.#head++;
    }
    this.#compact();
  }

  #stop(obstacle: "full" | "busy"): void {
    this.#obstacle = obstacle;
  }

  #beginDevice(
    command: DeviceWork,
    isIdle: boolean,
    isSync: boolean,
  ): "done" | "running" | "full" | "busy" | "later" {
    if (command.stream.error !== undefined) {
      // Somebody before it may still take the error.
      return isIdle ? "done" : "busy";
    }
    try {
      const pending = command.pending();
      if (pending && !isSync) {
        this.#awaitPending(command, pending);
        return "later";
      }
      if (pending) command.prepareSync();
      return command.begin(isIdle);
    } catch (error) {
      if (!isIdle) return "busy";
      command.stream.error ??= error;
      return "done";
    }
  }

  #awaitPending(command: DeviceWork, pending: Promise<void>): void {
    if (this.#awaited === command) return;
    this.#awaited = command;
    const go = (): void => {
      if (this.#awaited === command) this.#awaited = undefined;
      this.progress();
    };
    pending.then(go, go);
  }

  #runHost(command: HostWork, timeMs: number): void {
    if (command.stream.error !== undefined && !command.always) return;
    try {
      command.run(timeMs);
    } catch (error) {
      command.stream.error ??= error;
    }
  }

  // Asks to be called when the next command can be done; false when it can be already.
  #listen(): boolean {
    if (this.#isIdle) return true;
    if (this.#notes > 0) return this.#beforeFirstNote().notify();
    if (this.#obstacle === "full") return this.#device.notifyAtRoom();
    return this.#lastBegun().notify();
  }

  #beforeFirstNote(): DeviceWork {
    let last: DeviceWork | undefined;
    for (let i = this.#head; i < this.#next; i++) {
      const command = this.#commands[i] as Command;
      if (command.kind === "device") last = command;
      else if (command.effect === "note" && last) return last;
    }
    return last ?? this.#lastBegun();
  }

  #lastBegun(): DeviceWork {
    for (let i = this.#next - 1; i >= this.#head; i--) {
      const command = this.#commands[i];
      if (command?.kind === "device") return command;
    }
    throw new Error("internal: the cpu device waits for nothing");
  }

  #compact(): void {
    if (this.#head !== this.#commands.length && this.#head < 1024) return;
    this.#commands = this.#commands.slice(this.#head);
    this.#next -= this.#head;
    this.#head = 0;
  }
}
