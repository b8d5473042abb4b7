// The work of one stream of the cpu device, in order. Launches are handed to the workers ahead of time, so that one follows another
// without the main thread. Work of the main thread runs when all work before it is over. A failure is that of one piece of work:
// launches behind it are taken back, and each runs if its own data is not lost.

import type { BackendStream } from "../backend.js";
import type { Command, DeviceLane, DeviceWork, HostWork, StreamPoint, WaitWork } from "./commands.js";
import { LeavingBlocks } from "./leaving-blocks.js";
import { clockMs } from "../../host/clock.js";
import { inNextTurn } from "../../host/timers.js";

/** What streams share. */
export interface StreamHost {
  /** Lets a stream do what it can do now. */
  progress(stream: StreamQueue): void;
  /** A lane for a stream; undefined while others use them all: the stream is called when there is one. */
  takeLane(stream: StreamQueue): DeviceLane | undefined;
  releaseLane(lane: DeviceLane): void;
  /** True when streams wait for a lane: those that have one give it up soon. */
  readonly areLanesScarce: boolean;
}

/** Launches that a stream gives to its lane at most while others wait for one. */
const BATCH = 32;
/** Commands that are over leave the array in bulk. */
const BULK = 1024;

export class StreamQueue implements BackendStream {
  readonly id: number;
  /** Memory that is freed when its work so far is over. */
  readonly leaving = new LeavingBlocks();
  readonly #queue: StreamHost;
  #commands: Command[] = [];
  /** Commands before this index are over. */
  #head = 0;
  /** Commands before this index have begun, or are notes that wait for what has begun. */
  #next = 0;
  /** Notes among the commands that have begun. */
  #notes = 0;
  /** Why the next command has not begun. */
  #stall: "full" | "busy" | undefined;
  /** The event that the next command waits for. */
  #awaitedEvent: StreamPoint | undefined;
  #lane: DeviceLane | undefined;
  /** How often the lane was used since the stream has it. */
  #given = 0;
  /** Work under way that may launch more, or that a thread of its own does: nothing begins behind it. */
  #launcher: DeviceWork | undefined;
  #isActive = false;
  #isPaced = false;
  /** Commands before this index fail, with this error. */
  #doomed = 0;
  #doom: unknown;

  constructor(id: number, queue: StreamHost) {
    this.id = id;
    this.#queue = queue;
  }

  push(command: Command): void {
    this.#commands.push(command);
  }

  /** True when all work is over, as far as is known. */
  get isEmpty(): boolean {
    return this.#head === this.#commands.length;
  }

  /** Commands that are not over, as far as is known. */
  get left(): number {
    return this.#commands.length - this.#head;
  }

  /** True when all work is over; looks for it. */
  isIdle(): boolean {
    if (!this.isEmpty) this.look();
    return this.isEmpty;
  }

  /** Looks what is over. */
  look(): void {
    this.#queue.progress(this);
  }

  /** The stream that this one waits for. */
  get awaited(): BackendStream | undefined {
    return this.#awaitedEvent?.stream;
  }

  /** Throws the error of the command under way if it is being stopped. */
  refuseStopped(): void {
    const command = this.#commands[this.#head];
    const error = command?.kind === "device" ? command.stopError() : undefined;
    if (error !== undefined) throw error;
  }

  /** Lets what is queued now fail, except what is under way. */
  doom(error: unknown): void {
    this.#doom = error;
    this.#doomed = this.#commands.length;
  }

  /** Does what can be done now. `isBlocking`: the caller blocks the event loop until the work is done. */
  progress(isBlocking: boolean): void {
    // Whoever hears of work that is over may give more.
    if (this.#isActive) return;
    this.#isActive = true;
    try {
      do {
        this.#settle();
        this.#begin(isBlocking);
      } while (!this.#listen());
      this.#compact();
    } finally {
      this.#isActive = false;
    }
    if (this.#lane && this.#isClear) this.#releaseLane();
  }

  // Nothing is under way.
  get #isClear(): boolean {
    return this.#head === this.#next;
  }

  // Takes from the front what has finished, and does what waited for it.
  #settle(): void {
    if (this.#isClear) return;
    this.#lane?.collect();
    let timeMs: number | undefined;
    while (!this.#isClear) {
      const command = this.#commands[this.#head] as Command;
      if (command.kind === "wait") this.#head++;
      else if (command.kind === "host") {
        if (command.effect === "note") this.#notes--;
        this.#head++;
        command.run(timeMs ?? clockMs(), false);
      } else {
        command.advance?.();
        if (!command.isFinished()) return;
        this.#head++;
        if (this.#launcher === command) this.#launcher = undefined;
        timeMs = this.#finish(command);
      }
    }
  }

  #finish(command: DeviceWork): number | undefined {
    let timeMs: number;
    try {
      timeMs = command.finish();
    } catch (error) {
      this.#takeBackAll();
      command.work.fail(error);
      return undefined;
    }
    command.work.done();
    return timeMs;
  }

  // The workers run nothing after a failure until each command was looked at again.
  #takeBackAll(): void {
    for (let i = this.#head; i < this.#next; i++) {
      const command = this.#commands[i];
      if (command?.kind === "device") command.takeBack();
    }
    this.#next = this.#head;
    this.#notes = 0;
    this.#launcher = undefined;
  }

  #begin(isBlocking: boolean): void {
    this.#stall = undefined;
    for (let command = this.#commands[this.#next]; command; command = this.#commands[this.#next]) {
      if (this.#launcher !== undefined) {
        this.#stall = "busy";
        return;
      }
      const goesOn =
        command.kind === "device"
          ? this.#beginDevice(command)
          : command.kind === "host"
            ? this.#beginHost(command, isBlocking)
            : this.#beginWait(command);
      if (!goesOn) return;
    }
  }

  #beginWait({ event }: WaitWork): boolean {
    // Also where what comes next will fail: memory is freed behind it, which a kernel that is being stopped may still write.
    if (!event.isOver) {
      if (this.#awaitedEvent !== event) event.listen(() => this.look());
      this.#awaitedEvent = event;
      return false;
    }
    this.#awaitedEvent = undefined;
    this.#pass();
    return true;
  }

  #beginHost(command: HostWork, isBlocking: boolean): boolean {
    if (this.#isClear) return this.#runHost(command, isBlocking);
    if (command.effect === "memory") {
      this.#stall = "busy";
      return false;
    }
    if (command.effect === "note") this.#notes++;
    this.#next++;
    return true;
  }

  // All work before it is over.
  #runHost(command: HostWork, isBlocking: boolean): boolean {
    if (this.#isPaced && !isBlocking) return false;
    const { work } = command;
    let error = work && this.#obstacle(work);
    if (error === undefined) {
      try {
        // Only notes look at the time, and asking for it takes longer than most of what is done here.
        if (!command.run(command.effect === "note" ? clockMs() : 0, isBlocking)) {
          this.#comeBack();
          return false;
        }
      } catch (thrown) {
        if (!work) throw thrown;
        error = thrown;
      }
    }
    this.#pass();
    if (error === undefined) work?.done();
    else work?.fail(error);
    return true;
  }

  #beginDevice(command: DeviceWork): boolean {
    const { work, isApart = false } = command;
    const isTurn = this.#isClear;
    if (isApart && !isTurn) return this.#isBusy();
    // Others may use it meanwhile.
    if (isApart && this.#lane) this.#releaseLane();
    const error = this.#obstacle(work);
    if (error !== undefined) {
      // What is before it may still make what it needs.
      if (!isTurn) return this.#isBusy();
      this.#pass();
      work.fail(error);
      return true;
    }
    try {
      if (isTurn && command.runNow()) {
        this.#pass();
        work.done();
        return true;
      }
      const lane = isApart ? undefined : this.#takeLane();
      if (!lane && !isApart) return false;
      if (command.begin(lane) === "full") {
        this.#stall = "full";
        return false;
      }
    } catch (thrown) {
      if (!isTurn) return this.#isBusy();
      this.#pass();
      work.fail(thrown);
      return true;
    }
    if (isApart || command.launchesMore === true) this.#launcher = command;
    if (!isApart) this.#given++;
    this.#next++;
    return true;
  }

  #isBusy(): false {
    this.#stall = "busy";
    return false;
  }

  // What is lost already says why, and by whom.
  #obstacle(work: DeviceWork["work"]): unknown {
    return work.obstacle() ?? (this.#next < this.#doomed ? this.#doom : undefined);
  }

  // Goes over a command; it is over itself if nothing is before it.
  #pass(): void {
    if (this.#isClear) this.#head++;
    this.#next++;
  }

  #takeLane(): DeviceLane | undefined {
    if (this.#lane && this.#given >= BATCH && this.#queue.areLanesScarce) {
      if (!this.#isClear) {
        this.#stall = "busy";
        return undefined;
      }
      this.#releaseLane();
    }
    this.#lane ??= this.#queue.takeLane(this);
    return this.#lane;
  }

  #releaseLane(): void {
    const lane = this.#lane as DeviceLane;
    this.#lane = undefined;
    this.#given = 0;
    this.#queue.releaseLane(lane);
  }

  // Continues after the event loop has run.
  #comeBack(): void {
    if (this.#isPaced) return;
    this.#isPaced = true;
    inNextTurn(() => {
      this.#isPaced = false;
      this.look();
    });
  }

  // Asks to be called when the next command can be done; false when it can be already.
  #listen(): boolean {
    if (this.#isClear) return true;
    if (this.#notes > 0) return this.#beforeFirstNote().notify();
    if (this.#stall === "full") return this.#lane?.notifyAtRoom() ?? true;
    return this.#lastBegun().notify();
  }

  #beforeFirstNote(): DeviceWork {
    let last: DeviceWork | undefined;
    for (let i = this.#head; i < this.#next; i++) {
      const command = this.#commands[i] as Command;
      if (command.kind === "device") last = command;
      else if (command.kind === "host" && command.effect === "note" && last) return last;
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
    if (!this.isEmpty && this.#head < BULK) return;
    if (this.isEmpty) this.#commands.length = 0;
    else this.#commands = this.#commands.slice(this.#head);
    this.#next -= this.#head;
    this.#doomed = Math.max(0, this.#doomed - this.#head);
    this.#head = 0;
  }
}
