// What the parameter writers share during one launch: the stream of the launch, and the list of memory that its arguments use.

import type { DeviceCore, StreamCore } from "../order/stream-core.js";
import type { Storage } from "../memory/storage.js";
import type { UseMode } from "../order/stream-work.js";

/** The current launch of one kernel. The object is reused, so a launch allocates nothing. */
export class LaunchTarget {
  readonly device: DeviceCore;
  stream: StreamCore;
  readonly #storages: Storage[] = [];
  readonly #modes: UseMode[] = [];
  #count = 0;

  constructor(stream: StreamCore) {
    this.device = stream.device;
    this.stream = stream;
  }

  /** Starts a launch on `stream`, a stream of the device. */
  begin(stream: StreamCore): void {
    this.stream = stream;
    this.#count = 0;
  }

  /** Adds a use of `storage` to the launch. */
  uses(storage: Storage, mode: UseMode): void {
    this.#storages[this.#count] = storage;
    this.#modes[this.#count++] = mode;
  }

  /** All uses of the launch so far, for checking. */
  used(): Storage[] {
    return this.#storages.slice(0, this.#count);
  }

  /** Declares the uses to the stream, which then waits for other uses of the memory. Called when all arguments are valid. */
  commit(): void {
    const { stream } = this;
    stream.work.begin(true);
    for (let i = 0; i < this.#count; i++)
      (this.#storages[i] as Storage).use(stream, this.#modes[i] as UseMode);
    this.#count = 0;
  }
}
