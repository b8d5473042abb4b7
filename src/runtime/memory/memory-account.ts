// How much device memory arrays use, and the decisions that follow from it. V8 does not see device memory, so a program that drops
// arrays without disposing them would fill the device long before V8 collects garbage. The account therefore starts a collection
// when dropped arrays may have piled up, when a limit is reached, and before it reports that memory is exhausted.

import type { Backend, DeviceProperties } from "../../backend/backend.js";
import { CollectionPace } from "../../host/collection-pace.js";
import { ArgumentRangeError, CutsError } from "../../core/errors.js";
import { collectGarbage } from "../../host/garbage.js";
import { byteSize, formatByteSize, formatValue } from "../../core/text.js";
import { variable } from "../../host/environment.js";
import type { SubmissionQueue } from "../order/submission-queue.js";

/** Below this much, waiting for V8's own collections is good enough. */
const FIRST_COLLECTION_BYTES = 256 * 2 ** 20;

/** The device of an account. */
export interface AccountedDevice {
  readonly id: string;
  readonly properties: DeviceProperties;
  readonly backend: Backend;
  readonly queue: SubmissionQueue;
}

export class MemoryAccount {
  readonly #device: AccountedDevice;
  liveBytes = 0;
  peakBytes = 0;
  allocations = 0;
  #limitBytes: number | undefined;
  #isLimitRead = false;
  #pace: CollectionPace | undefined;
  /**
   * The most freed memory that may wait in the submission queue, such as behind a module that is being compiled, while a loop
   * blocks the event loop.
   */
  #mostWaitingBytes = 0;

  constructor(device: AccountedDevice) {
    this.#device = device;
  }

  get limitBytes(): number | undefined {
    if (!this.#isLimitRead) {
      this.#limitBytes = readLimit(() => this.#device.properties.totalMemoryBytes);
      this.#isLimitRead = true;
    }
    return this.#limitBytes;
  }

  set limitBytes(bytes: number | undefined) {
    this.#limitBytes = bytes;
    this.#isLimitRead = true;
  }

  /** Allocates by calling `attempt`, and first frees memory if that is necessary. */
  allocate<T>(byteLength: number, attempt: (byteLength: number) => T): T {
    this.#pace ??= this.#newPace();
    // The requested bytes are not counted here, because they cannot be garbage: a first large array must not cause a collection.
    if (this.#pace.isDue(this.liveBytes)) this.#collect();
    const limit = this.limitBytes;
    this.#device.queue.makeRoom(Math.min(this.#mostWaitingBytes, limit ?? this.#mostWaitingBytes));
    if (limit !== undefined) this.#keepLimit(byteLength, limit);
    let made: T;
    try {
      made = attempt(byteLength);
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
      this.#makeRoom();
      made = attempt(byteLength);
    }
    this.allocations++;
    this.liveBytes += byteLength;
    if (this.liveBytes > this.peakBytes) this.peakBytes = this.liveBytes;
    if (limit !== undefined) this.#trimTo(limit);
    return made;
  }

  free(byteLength: number): void {
    this.liveBytes -= byteLength;
  }

  /** Frees the memory of arrays that the program has dropped. */
  #collect(): void {
    this.#pace ??= this.#newPace();
    this.#pace.collect(collectGarbage, () => this.liveBytes);
  }

  #makeRoom(): void {
    this.#collect();
    // Freed memory may wait in the submission queue behind a module that is being compiled.
    if (!this.#device.queue.isOpen) this.#device.queue.drainSync();
  }

  #newPace(): CollectionPace {
    const { totalMemoryBytes } = this.#device.properties;
    this.#mostWaitingBytes = totalMemoryBytes / 8;
    const leastBytes = Math.min(FIRST_COLLECTION_BYTES, totalMemoryBytes / 8);
    return new CollectionPace({ leastBytes, mostBytes: totalMemoryBytes / 4 });
  }

  #keepLimit(byteLength: number, limit: number): void {
    if (this.liveBytes + byteLength <= limit) return;
    this.#collect();
    if (this.liveBytes + byteLength <= limit) return;
    throw new CutsError(
      "CUTS_OUT_OF_MEMORY",
      `Cannot allocate ${formatByteSize(byteLength)} on ${this.#device.id}: arrays may take ${formatByteSize(limit)} in all (cudaErrorMemoryAllocation; got ${formatByteSize(this.liveBytes)} in use)` +
        "\nTry: dispose arrays that are no longer needed, or a higher device.memoryLimit or CUTS_MEMORY_LIMIT",
    );
  }

  /** Returns cached memory to the system if it exceeds the limit together with the memory in use. */
  #trimTo(limit: number): void {
    const { backend } = this.#device;
    if (this.liveBytes + backend.memory().cachedBytes > limit) backend.trim();
  }
}

/** A limit that a user sets. @throws RangeError `CUTS_LIMIT` */
export function checkLimit(bytes: number | undefined): number | undefined {
  if (bytes === undefined || (Number.isSafeInteger(bytes) && bytes >= 0)) return bytes;
  throw new ArgumentRangeError(
    "CUTS_LIMIT",
    `Cannot limit memory: the limit must be a whole number of bytes, or undefined for none (got ${formatValue(bytes)})`,
  );
}

/**
 * Reads the limit in CUTS_MEMORY_LIMIT: a number of bytes, with a unit (`512MiB`, `4G`), or a percentage of the device's memory
 * (`50%`).
 */
export function readLimit(
  totalBytes: () => number,
  setting = variable("CUTS_MEMORY_LIMIT"),
): number | undefined {
  if (setting === undefined || setting.trim() === "") return undefined;
  const share = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(setting)?.[1];
  const bytes = share === undefined ? byteSize(setting) : Math.floor((totalBytes() * Number(share)) / 100);
  if (bytes === undefined) {
    throw new ArgumentRangeError(
      "CUTS_LIMIT",
      `Cannot limit memory: CUTS_MEMORY_LIMIT must be a size such as 4GiB, or a share such as 50% (got ${formatValue(setting)})`,
    );
  }
  return bytes;
}

/** Makes an object for which the driver needs memory. If the memory is exhausted, collects garbage and tries again. */
export function makeNative<T>({ backend }: AccountedDevice, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    collectGarbage();
    backend.trim();
    return make();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof CutsError && outOfMemory.has(error.code);
}

/** The codes of errors that mean exhausted memory: our own, and that of the driver's calls. */
const outOfMemory: ReadonlySet<string> = new Set(["CUTS_OUT_OF_MEMORY", "CUDA_ERROR_OUT_OF_MEMORY"]);
