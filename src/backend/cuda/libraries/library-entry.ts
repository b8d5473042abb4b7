// How CUDA's libraries come to a GPU: its context, and the handle of a stream.

import type { BackendStream } from "../../port/streams.js";
import type { CudaStream } from "../cuda-stream.js";
import type { DeviceContext } from "../device-context.js";

/** A GPU as the libraries see it. */
export interface LibraryEntry {
  /** `cuda:0`, for messages. */
  readonly id: string;
  /** Goes up with each reset: what a library made before is gone. */
  readonly generation: number;
  /** Never captured: where handles and plans are made. */
  readonly defaultStream: BackendStream;
  readonly totalMemoryBytes: number;
  /**
   * Makes this the device of the library that is called next, and gives the library's handle of a stream. Undefined for
   * a device that a kernel has broken: its work is dropped. `name` is told when the work fails later.
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
