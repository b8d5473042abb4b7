// The CUDA driver, opened and initialized once per process, with a block of host memory into which calls write their results. All
// calls are synchronous and on one thread, so one block is enough.

import { lazy } from "../../core/lazy.js";
import { DeviceUnavailableError } from "../../core/errors.js";
import { numberAddressOf } from "../../ffi/memory.js";
import { check, explainStatus, statusName } from "../../native/check.js";
import { openRawDriver, type RawDriver } from "../../native/driver.js";

/** The oldest supported driver: `cuLibraryLoadData` came with CUDA 12.0. */
const OLDEST_VERSION = 12_000;
const SLOTS = 64;

export class CudaDriver {
  readonly api: RawDriver;
  /** 13000 is 13.0. */
  readonly version: number;
  readonly #words = new Uint32Array(2 * SLOTS);
  readonly #floats = new Float32Array(this.#words.buffer);
  readonly #ints = new Int32Array(this.#words.buffer);
  readonly #address = numberAddressOf(this.#words);

  /** @throws LibraryNotFoundError if there is no driver, DeviceUnavailableError if it does not initialize. */
  constructor() {
    this.api = openRawDriver();
    const status = this.api.cuInit(0);
    if (status !== 0) {
      throw new DeviceUnavailableError(
        statusName(status),
        `Cannot start the NVIDIA driver: ${explainStatus(status)}${startHints[status] ?? ""}`,
      );
    }
    check(this.api.cuDriverGetVersion(this.out(0)), "cuDriverGetVersion");
    this.version = this.int(0);
    if (this.version < OLDEST_VERSION) {
      throw new DeviceUnavailableError(
        "CUTS_DRIVER_TOO_OLD",
        `Cannot use the NVIDIA driver: it must support CUDA ${formatVersion(OLDEST_VERSION)} or newer (got ${formatVersion(this.version)})` +
          "\nTry: a driver of version 525 or newer",
      );
    }
  }

  /** The address of a result slot of 8 bytes, for a call to write to. */
  out(slot: number): number {
    return this.#address + 8 * slot;
  }

  /** An address, a handle or a size that a call wrote to a slot. */
  number(slot: number): number {
    return (this.#words[2 * slot] as number) + (this.#words[2 * slot + 1] as number) * 2 ** 32;
  }

  int(slot: number): number {
    return this.#ints[2 * slot] as number;
  }

  float(slot: number): number {
    return this.#floats[2 * slot] as number;
  }

  /** The NUL-terminated text that a call wrote to a slot and those after it. */
  text(slot: number, maxBytes: number): string {
    const bytes = Buffer.from(this.#words.buffer, 8 * slot, maxBytes);
    const end = bytes.indexOf(0);
    return bytes.toString("utf8", 0, end < 0 ? maxBytes : end);
  }

  /** Writes a 64-bit number into a slot, for a call to read. */
  setNumber(slot: number, value: number): void {
    this.#words[2 * slot] = value >>> 0;
    this.#words[2 * slot + 1] = Math.floor(value / 2 ** 32);
  }

  deviceCount(): number {
    check(this.api.cuDeviceGetCount(this.out(0)), "cuDeviceGetCount");
    return this.int(0);
  }
}

/** Hints for the user if the driver does not initialize, by status. */
const startHints: Readonly<Record<number, string>> = {
  100: "\nTry: nvidia-smi, which lists the devices there are; CUDA_VISIBLE_DEVICES may hide them",
  304: "\nTry: ls -l /dev/nvidia*, which this user must be able to read and write; in a container, --gpus all",
  803: "\nTry: load the kernel module that came with libcuda, usually by a reboot after an update",
  999: "\nTry: nvidia-smi; ls -l /dev/nvidia*, which this user must be able to read and write",
};

/** The driver of this process. @throws what the constructor throws, each time. */
export const cudaDriver = lazy(() => new CudaDriver());

function formatVersion(version: number): string {
  return `${Math.floor(version / 1000)}.${Math.floor((version % 1000) / 10)}`;
}
