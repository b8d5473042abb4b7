// What CUDA's libraries need to work on a GPU beside the port: its context, and the handle of a stream.

import type { BackendStream, DeviceLibraries } from "../backend.js";
import type { CudaStream } from "./cuda-stream.js";
import type { DeviceContext } from "./device-context.js";

export class CudaLibraries implements DeviceLibraries {
  readonly #context: DeviceContext;

  constructor(context: DeviceContext) {
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
