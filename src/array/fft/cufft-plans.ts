// cuFFT on a GPU: its library, opened at the first transform, and the plans of each device, of which the least recently used
// go. A plan gets its memory to work in from the device's pool for each call, in the order of the stream, so streams never
// share it and idle plans hold none.

import { LibraryNotFoundError } from "../../core/errors.js";
import { numberAddressOf } from "../../ffi/memory.js";
import { check } from "../../native/check.js";
import { openRawCufft, type RawCufft } from "../../native/cufft.js";
import { libraryConstants } from "../../native/library-constants.js";
import type { RawHandle } from "../../native/raw-call.js";
import type { DeviceCore } from "../../runtime/device.js";
import { Storage } from "../../runtime/storage.js";
import type { StreamCore } from "../../runtime/stream-core.js";

/** Which numbers go in and come out: complex to complex, real to complex, complex to real. */
export type CufftKind = "C2C" | "R2C" | "C2R";

/** Transforms of one kind side by side; distances are in elements of each side. */
export interface CufftShape {
  readonly kind: CufftKind;
  readonly isDouble: boolean;
  /** Lengths along up to three axes, and how the sides are embedded: the sizes they have in memory. */
  readonly lengths: readonly number[];
  readonly inSizes: readonly number[];
  readonly outSizes: readonly number[];
  readonly inStep: number;
  readonly inNext: number;
  readonly outStep: number;
  readonly outNext: number;
  readonly batch: number;
}

/** cuFFT for the device of a stream; undefined where its library is not found, or where none works beside the port. */
export function cufftOn({ device }: StreamCore): Cufft | undefined {
  if (device.backend.libraries === undefined) return undefined;
  let found = devices.get(device);
  if (found === undefined) {
    const opened = openLibrary();
    if (opened === undefined) return undefined;
    devices.set(device, (found = new Cufft(opened, device)));
  }
  return found;
}

interface Plan {
  readonly handle: number;
  readonly workBytes: number;
  stream: number;
}

/** Plans that are kept for a device. */
const MOST_PLANS = 64;

/** cuFFT on one device. */
export class Cufft {
  readonly #api: RawCufft;
  readonly #device: DeviceCore;
  #plans = new Map<string, Plan>();
  #generation = 0;

  constructor(api: RawCufft, device: DeviceCore) {
    this.#api = api;
    this.#device = device;
  }

  /** Gives a transform to a stream; the storages it uses were told before. */
  run(shape: CufftShape, from: number, into: number, isInverse: boolean, stream: StreamCore): void {
    const plan = this.#planOf(shape);
    if (plan === undefined) return;
    const work = Storage.allocate(stream, plan.workBytes);
    work.use(stream, "write");
    const start = (): void => {
      const raw = this.#device.backend.libraries?.enter(stream.backendStream, "a transform of cuFFT");
      if (raw === undefined) return;
      if (plan.stream !== raw) {
        check(this.#api.cufftSetStream(plan.handle, raw as RawHandle<"cudaStream_t">), "cufftSetStream");
        plan.stream = raw;
      }
      if (plan.workBytes > 0)
        check(this.#api.cufftSetWorkArea(plan.handle, work.address), "cufftSetWorkArea");
      this.#execute(shape, plan.handle, from, into, isInverse);
    };
    stream.submitBeside(start);
    work.release();
  }

  #execute(
    { kind, isDouble }: CufftShape,
    plan: number,
    from: number,
    into: number,
    isInverse: boolean,
  ): void {
    const api = this.#api;
    const direction = isInverse ? libraryConstants.CUFFT_INVERSE : libraryConstants.CUFFT_FORWARD;
    if (kind === "C2C") {
      const exec = isDouble ? api.cufftExecZ2Z : api.cufftExecC2C;
      check(exec(plan, from, into, direction), isDouble ? "cufftExecZ2Z" : "cufftExecC2C");
    } else if (kind === "R2C") {
      check((isDouble ? api.cufftExecD2Z : api.cufftExecR2C)(plan, from, into), "cufftExecR2C");
    } else check((isDouble ? api.cufftExecZ2D : api.cufftExecC2R)(plan, from, into), "cufftExecC2R");
  }

  #planOf(shape: CufftShape): Plan | undefined {
    const { libraries } = this.#device.backend;
    if (libraries === undefined) return undefined;
    if (this.#generation !== libraries.generation) {
      // A reset takes plans with it.
      this.#plans = new Map();
      this.#generation = libraries.generation;
    }
    const key = Object.values(shape).join(" ");
    let plan = this.#plans.get(key);
    if (plan !== undefined) {
      this.#plans.delete(key);
      this.#plans.set(key, plan);
      return plan;
    }
    if (libraries.enter(this.#device.defaultStream.backendStream, "cufftMakePlan") === undefined)
      return undefined;
    plan = this.#make(shape);
    this.#plans.set(key, plan);
    for (const [oldest, { handle }] of this.#plans) {
      if (this.#plans.size <= MOST_PLANS) break;
      this.#plans.delete(oldest);
      check(this.#api.cufftDestroy(handle), "cufftDestroy");
    }
    return plan;
  }

  #make({ kind, isDouble, lengths, inSizes, outSizes, ...shape }: CufftShape): Plan {
    const api = this.#api;
    const types = {
      C2C: isDouble ? libraryConstants.CUFFT_Z2Z : libraryConstants.CUFFT_C2C,
      R2C: isDouble ? libraryConstants.CUFFT_D2Z : libraryConstants.CUFFT_R2C,
      C2R: isDouble ? libraryConstants.CUFFT_Z2D : libraryConstants.CUFFT_C2R,
    } as const;
    const made = new Int32Array(1);
    const bytes = new BigUint64Array(1);
    const [n, inembed, onembed] = [lengths, inSizes, outSizes].map((list) =>
      BigInt64Array.from(list, BigInt),
    ) as [BigInt64Array, BigInt64Array, BigInt64Array];
    check(api.cufftCreate(numberAddressOf(made)), "cufftCreate");
    const handle = made[0] as number;
    check(api.cufftSetAutoAllocation(handle, 0), "cufftSetAutoAllocation");
    const status = api.cufftMakePlanMany64(
      ...([handle, lengths.length, numberAddressOf(n)] as const),
      ...([numberAddressOf(inembed), shape.inStep, shape.inNext] as const),
      ...([numberAddressOf(onembed), shape.outStep, shape.outNext] as const),
      ...([types[kind], shape.batch, numberAddressOf(bytes)] as const),
    );
    if (status !== 0) api.cufftDestroy(handle);
    check(status, "cufftMakePlanMany64");
    return { handle, workBytes: Number(bytes[0]), stream: -1 };
  }
}

const devices = new WeakMap<DeviceCore, Cufft>();
/** Null where it was looked for and not found. */
let library: RawCufft | null | undefined;

function openLibrary(): RawCufft | undefined {
  if (library === undefined) {
    try {
      library = openRawCufft();
    } catch (error) {
      if (!(error instanceof LibraryNotFoundError)) throw error;
      library = null;
    }
  }
  return library ?? undefined;
}
