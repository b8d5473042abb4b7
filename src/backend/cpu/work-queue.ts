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
  readonly #commands: Command[] = [];
  #isPumping = false;

  /** Adds work; runs it now if it is done at once and nothing is before it. */
  add(command: Command): void {
    this.#commands.push(command);
    if (!this.#isPumping) void this.#pump();
  }

  /** Does all work now, blocking. */
  drainSync(): void {
    for (let command = this.#commands[0]; command; command = this.#commands[0]) {
      this.#attempt(command, () => command?.finishSync());
      this.#remove(command);
    }
  }

  get isEmpty(): boolean {
    return this.#commands.length === 0;
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    for (let command = this.#commands[0]; command; command = this.#commands[0]) {
      const pending = this.#attempt(command, () => command?.run());
      if (pending) {
        try {
          await pending;
        } catch (error) {
          command.stream.error ??= error;
        }
      }
      this.#remove(command);
    }
    this.#isPumping = false;
  }

  #attempt(
    command: Command,
    action: () => Promise<void> | undefined | void,
  ): Promise<void> | undefined | void {
    if (command.stream.error !== undefined && !command.always) return undefined;
    try {
      return action();
    } catch (error) {
      command.stream.error ??= error;
      return undefined;
    }
  }

  // A command that was waited for may have been finished by drainSync meanwhile.
  #remove(command: Command): void {
    if (this.#commands[0] === command) this.#commands.shift();
  }
}
