// The interface between CUDA's libraries and a GPU: its context, and the native handle of a stream.

import type { BackendStream } from "../../port/streams.js";
import type { CudaStream } from "../cuda-stream.js";
import type { DeviceContext } from "../device-context.js";

/** What the libraries use of a GPU. */
export interface LibraryEntry {
  /** `cuda:0`, for messages. */
  readonly id: string;
  /** Increases with each reset; handles that a library made before are invalid. */
  readonly generation: number;
  /** A stream that is never captured, for creating handles and plans. */
  readonly defaultStream: BackendStream;
  readonly totalMemoryBytes: number;
  /**
   * Makes this the current device of the library that is called next, and returns the native handle of a stream. Undefined if a
   * kernel has broken the device: its work is dropped. If the work fails later, the error mentions `name`.
   */
  enter(stream: BackendStream, name: string): number | undefined;
}

export class CudaLibraryEntry implements LibraryEntry {
  readonly id: string;
  readonly defaultStream: BackendStream;
  readonly totalMemoryBytes: number;
  readonly #context: DeviceContext;

  constructor(context: DeviceContext, defaultStream: BackendStream, totalMemoryBytes: number) {
    this.id = context.id;
    this.defaultStream = defaultStream;
    this.totalMemoryBytes = totalMemoryBytes;
    this.#context = context;
  }

  get generation(): number {
    return this.#context.generation;
  }

  enter(stream: BackendStream, name: string): number | undefined {
    const context = this.#context;
    if (context.failure !== undefined) return undefined;
    context.activate();
    const own = stream as CudaStream;
    own.noteLaunch(name);
    return own.handle;
  }
}
