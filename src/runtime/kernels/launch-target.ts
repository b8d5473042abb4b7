// What the parameter writers share during one launch: the stream of the launch, and the list of memory that its arguments use.

import type { DeviceCore, StreamCore } from "../order/stream-core.js";
import type { Storage } from "../memory/storage.js";
import type { UseMode } from "../order/stream-work.js";

/** One kernel's launch under way; kept from launch to launch, so that none allocates. */
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

  /** Begins a launch on `stream`, which is one of the device. */
  begin(stream: StreamCore): void {
    this.stream = stream;
    this.#count = 0;
  }

  /** The launch uses `storage`. */
  uses(storage: Storage, mode: UseMode): void {
    this.#storages[this.#count] = storage;
    this.#modes[this.#count++] = mode;
  }

  /** What the launch uses so far, once for each use, for one that is checked. */
  used(): Storage[] {
    return this.#storages.slice(0, this.#count);
  }

  /** All arguments are good: lets the stream wait for whatever else uses the memory. */
  commit(): void {
    const { stream } = this;
    stream.work.begin(true);
    for (let i = 0; i < this.#count; i++)
      (this.#storages[i] as Storage).use(stream, this.#modes[i] as UseMode);
    this.#count = 0;
  }
}
