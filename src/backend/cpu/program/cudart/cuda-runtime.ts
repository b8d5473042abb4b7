// The CUDA runtime for whole programs: the functions that a program's WebAssembly module imports, over the cpu device.
// They are synchronous; the thread that runs the program may block.

import type { Work } from "../../../backend.js";
import { bindFunction, type Implementation } from "./bind-function.js";
import { arrayFunctions } from "./functions/arrays.js";
import { captureFunctions } from "./functions/capture.js";
import { copyFunctions } from "./functions/copies.js";
import { deviceFunctions } from "./functions/devices.js";
import { driverFunctions } from "./functions/driver.js";
import { errorFunctions } from "./functions/errors.js";
import { eventFunctions } from "./functions/events.js";
import { graphNodeFunctions } from "./functions/graph-nodes.js";
import { graphFunctions } from "./functions/graphs.js";
import { kernelFunctions } from "./functions/kernels.js";
import { launchFunctions } from "./functions/launches.js";
import { memoryFunctions } from "./functions/memory.js";
import { nvrtcFunctions } from "./functions/nvrtc.js";
import { peerFunctions } from "./functions/peers.js";
import { pitchedFunctions } from "./functions/pitched.js";
import { poolFunctions } from "./functions/pools.js";
import { registrationFunctions } from "./functions/registration.js";
import { streamFunctions } from "./functions/streams.js";
import { symbolFunctions } from "./functions/symbols.js";
import { textureFunctions } from "./functions/textures.js";
import { type CudaRuntimeHost, Runtime } from "./runtime.js";
import {
  COMPILER_TABLES,
  DRIVER_TABLES,
  NVRTC_TABLES,
  RUNTIME_TABLES,
  type SignatureTable,
} from "./signatures.js";

export type { CudaRuntimeHost, GuestFunction } from "./runtime.js";

/** The runtime of one program. */
export interface CudaRuntime {
  /** Functions by name, as WebAssembly imports them. */
  readonly imports: Readonly<Record<string, (...args: (number | bigint)[]) => number | bigint>>;
  /** At the end of the program: waits for work that is under way, so that nothing printed is lost. */
  finish(): void;
  /** The handle of a stream that somebody else has, who orders its work; the same one each time. */
  streamOf(owner: object): number;
  /** Whether work was given to the device that may not be over, or has failed. */
  readonly hasWork: boolean;
  /** Gives work of somebody else to the device, after all of the program's: it fails where that has failed. */
  follow(work: Work): void;
}

/** Makes the runtime of a program. Nothing is called on `host.table` before the program runs. */
export function createCudaRuntime(host: CudaRuntimeHost): CudaRuntime {
  const rt = new Runtime(host);
  const runtime: Readonly<Record<string, Implementation>> = {
    ...errorFunctions(rt),
    ...deviceFunctions(rt),
    ...peerFunctions(rt),
    ...memoryFunctions(rt),
    ...copyFunctions(rt),
    ...pitchedFunctions(rt),
    ...arrayFunctions(rt),
    ...textureFunctions(rt),
    ...poolFunctions(rt),
    ...symbolFunctions(rt),
    ...streamFunctions(rt),
    ...eventFunctions(rt),
    ...launchFunctions(rt),
    ...kernelFunctions(rt),
    ...captureFunctions(rt),
    ...graphFunctions(rt),
    ...graphNodeFunctions(rt),
    ...registrationFunctions(rt),
  };
  const all: Readonly<Record<string, Implementation>> = {
    ...runtime,
    ...driverFunctions(rt, runtime),
    ...nvrtcFunctions(rt),
  };
  const tables: readonly SignatureTable[] = [
    RUNTIME_TABLES,
    COMPILER_TABLES,
    DRIVER_TABLES,
    NVRTC_TABLES,
  ].flatMap((t) => Object.values(t));
  const bound = tables.flatMap((table) =>
    Object.entries(table).map(([name, signature]) => {
      const implementation = all[name];
      if (!implementation) throw new Error(`internal: ${name} is declared and not implemented`);
      return [name, bindFunction(name, signature, implementation, rt.errors, host.watcher)] as const;
    }),
  );
  return {
    imports: Object.fromEntries(bound),
    finish: () => rt.work.settle(),
    streamOf: streamHandles(rt),
    get hasWork() {
      return rt.work.isOpen;
    },
    follow: (work) => rt.work.follow(work),
  };
}

function streamHandles({ streams }: Runtime): (owner: object) => number {
  const handles = new WeakMap<object, number>();
  return (owner) => {
    const handle = handles.get(owner) ?? streams.create(0, 0);
    handles.set(owner, handle);
    return handle;
  };
}
