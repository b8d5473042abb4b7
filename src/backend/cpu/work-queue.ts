// All work of the cpu device, in the order it was given. Streams are labels on that work: running it in the order of
// issue is one of the orders CUDA allows, and an event is always recorded before somebody waits for it. Work that is
// done at once runs inside the call that gives it when nothing is before it. An error stops its stream, not the
// others, until somebody who waits has seen it.

/** A stream of the cpu device. */
export interface CpuStream {
  readonly id: number;
  /** What stopped the stream; commands are skipped until it is taken. */
  error: unknown;
}

/** A piece of work. */
export interface Command {
  readonly stream: CpuStream;
  /** Runs even on a stream that an error has stopped: somebody waits for it. */
  readonly always?: boolean;
  /** Does the work, or starts it and returns a promise. Called once, unless `finishSync` came first. */
  run(): Promise<void> | undefined;
  /** Does the work, or what is left of it, and blocks meanwhile. */
  finishSync(): void;
}

export class WorkQueue {
  #commands: Command[] = [];
  /** Commands before this index are done; they leave the array in bulk. */
  #head = 0;
  #isPumping = false;

  /** Adds work; runs it now if it is done at once and nothing is before it. */
  add(command: Command): void {
    this.#commands.push(command);
    if (!this.#isPumping) void this.#pump();
  }

  /** Does all work now, blocking. */
  drainSync(): void {
    for (let command = this.#first(); command; command = this.#first()) {
      const current = command;
      this.#guarded(current, () => current.finishSync());
      this.#remove(current);
    }
  }

  get isEmpty(): boolean {
    return this.#head === this.#commands.length;
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    for (let command = this.#first(); command; command = this.#first()) {
      const current = command;
      let pending: Promise<void> | undefined;
      this.#guarded(current, () => {
        pending = current.run();
      });
      try {
        if (pending) await pending;
      } catch (error) {
        current.stream.error ??= error;
      }
      this.#remove(current);
    }
    this.#isPumping = false;
  }

  #guarded(command: Command, action: () => void): void {
    if (command.stream.error !== undefined && !command.always) return;
    try {
      action();
    } catch (error) {
      command.stream.error ??= error;
    }
  }

  #first(): Command | undefined {
    return this.#commands[this.#head];
  }

  // A command that was waited for may have been finished by drainSync meanwhile.
  #remove(command: Command): void {
    if (this.#first() !== command) return;
    this.#head++;
    if (this.isEmpty || this.#head > 1024) {
      this.#commands = this.#commands.slice(this.#head);
      this.#head = 0;
    }
  }
}
