// What the writers of a launch know and fill in: where it goes, and which memory it uses.

import type { DeviceCore } from "./device.js";
import type { Storage } from "./storage.js";
import type { StreamCore } from "./stream-core.js";

/** One kernel's launch under way; kept from launch to launch, so that none allocates. */
export class LaunchTarget {
  readonly device: DeviceCore;
  stream: StreamCore;
  /** Memory whose books must be kept: what only this stream uses needs none. */
  readonly #storages: Storage[] = [];
  readonly #modes: ("read" | "write")[] = [];

  constructor(stream: StreamCore) {
    this.device = stream.device;
    this.stream = stream;
  }

  /** Begins a launch on `stream`, which is one of the device. */
  begin(stream: StreamCore): void {
    this.stream = stream;
    if (this.#storages.length > 0) this.#clear();
  }

  /** The launch uses `storage`. */
  uses(storage: Storage, mode: "read" | "write"): void {
    if (storage.soleStream === this.stream && (mode === "read" || storage.soleWrote)) return;
    if (mode === "read" && storage.knownReader === this.stream) return;
    this.#storages.push(storage);
    this.#modes.push(mode);
  }

  /** All arguments are good: lets the stream wait for whatever else uses the memory. */
  commit(): void {
    if (this.#storages.length === 0) return;
    for (const [index, storage] of this.#storages.entries()) {
      storage.use(this.stream, this.#modes[index] ?? "write");
    }
    this.#clear();
  }

  #clear(): void {
    this.#storages.length = 0;
    this.#modes.length = 0;
  }
}
