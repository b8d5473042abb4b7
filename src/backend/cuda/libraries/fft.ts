// Fourier transforms by cuFFT: the library, opened at the first transform, and a cache of plans for each device, which drops the
// least recently used. A plan gets its workspace at each call, so streams never share it and unused plans hold no memory.

import { numberAddressOf } from "../../../ffi/memory.js";
import { check } from "../../../native/check.js";
import { openRawCufft, type RawCufft } from "../../../native/cufft.js";
import { libraryConstants } from "../../../native/library-constants.js";
import type { RawHandle } from "../../../native/raw-call.js";
import type { BackendStream } from "../../port/streams.js";
import type { TransformPlan, TransformRoutine, TransformShape } from "../../routines.js";
import type { LibraryEntry } from "./library-entry.js";
import { optionalLibrary } from "./open-library.js";

/** The most plans that are kept for a device. */
const MOST_PLANS = 64;

const library = optionalLibrary(openRawCufft);

/** The transform routine of one device. */
export class CufftTransforms implements TransformRoutine {
  readonly #entry: LibraryEntry;
  #api: RawCufft | undefined;
  #plans = new Map<string, CufftPlan>();
  #generation = 0;

  constructor(entry: LibraryEntry) {
    this.#entry = entry;
  }

  takes(): boolean {
    this.#api ??= library();
    return this.#api !== undefined;
  }

  plan(shape: TransformShape): TransformPlan | undefined {
    const entry = this.#entry;
    const api = this.#api as RawCufft;
    if (this.#generation !== entry.generation) {
      // A reset destroys the plans.
      this.#plans = new Map();
      this.#generation = entry.generation;
    }
    const key = keyOf(shape);
    let plan = this.#plans.get(key);
    if (plan !== undefined) {
      this.#plans.delete(key);
      this.#plans.set(key, plan);
      return plan;
    }
    if (entry.enter(entry.defaultStream, "cufftMakePlan") === undefined) return undefined;
    plan = makePlan(entry, api, shape);
    this.#plans.set(key, plan);
    for (const [oldest, { handle }] of this.#plans) {
      if (this.#plans.size <= MOST_PLANS) break;
      this.#plans.delete(oldest);
      check(api.cufftDestroy(handle), "cufftDestroy");
    }
    return plan;
  }
}

class CufftPlan implements TransformPlan {
  readonly handle: number;
  readonly workspaceBytes: number;
  readonly #entry: LibraryEntry;
  readonly #api: RawCufft;
  readonly #shape: TransformShape;
  #stream = -1;
  #workspace = 0;

  constructor(entry: LibraryEntry, api: RawCufft, shape: TransformShape, handle: number, bytes: number) {
    this.#entry = entry;
    this.#api = api;
    this.#shape = shape;
    this.handle = handle;
    this.workspaceBytes = bytes;
  }

  run(from: number, into: number, isInverse: boolean, workspace: number, stream: BackendStream): void {
    const raw = this.#entry.enter(stream, "a transform of cuFFT");
    if (raw === undefined) return;
    const api = this.#api;
    if (this.#stream !== raw) {
      check(api.cufftSetStream(this.handle, raw as RawHandle<"cudaStream_t">), "cufftSetStream");
      this.#stream = raw;
    }
    if (this.workspaceBytes > 0 && workspace !== this.#workspace) {
      check(api.cufftSetWorkArea(this.handle, workspace), "cufftSetWorkArea");
      this.#workspace = workspace;
    }
    this.#execute(from, into, isInverse);
  }

  #execute(from: number, into: number, isInverse: boolean): void {
    const api = this.#api;
    const plan = this.handle;
    const { kind, isDouble } = this.#shape;
    const direction = isInverse ? libraryConstants.CUFFT_INVERSE : libraryConstants.CUFFT_FORWARD;
    if (kind === "complex") {
      const exec = isDouble ? api.cufftExecZ2Z : api.cufftExecC2C;
      check(exec(plan, from, into, direction), isDouble ? "cufftExecZ2Z" : "cufftExecC2C");
    } else if (kind === "real") {
      check((isDouble ? api.cufftExecD2Z : api.cufftExecR2C)(plan, from, into), "cufftExecR2C");
    } else check((isDouble ? api.cufftExecZ2D : api.cufftExecC2R)(plan, from, into), "cufftExecC2R");
  }
}

function makePlan(entry: LibraryEntry, api: RawCufft, shape: TransformShape): CufftPlan {
  const { kind, isDouble, lengths, inSizes, outSizes } = shape;
  const types = {
    complex: isDouble ? libraryConstants.CUFFT_Z2Z : libraryConstants.CUFFT_C2C,
    real: isDouble ? libraryConstants.CUFFT_D2Z : libraryConstants.CUFFT_R2C,
    half: isDouble ? libraryConstants.CUFFT_Z2D : libraryConstants.CUFFT_C2R,
  } as const;
  const made = new Int32Array(1);
  const bytes = new BigUint64Array(1);
  const [n, inembed, onembed] = [lengths, inSizes, outSizes].map((list) =>
    BigInt64Array.from(list, BigInt),
  ) as [BigInt64Array, BigInt64Array, BigInt64Array];
  // Without explicit sizes cuFFT uses its default layout, for which it can choose among more kernels.
  const isPacked = isPackedShape(shape);
  check(api.cufftCreate(numberAddressOf(made)), "cufftCreate");
  const handle = made[0] as number;
  check(api.cufftSetAutoAllocation(handle, 0), "cufftSetAutoAllocation");
  const status = api.cufftMakePlanMany64(
    ...([handle, lengths.length, numberAddressOf(n)] as const),
    ...([isPacked ? 0 : numberAddressOf(inembed), shape.inStep, shape.inNext] as const),
    ...([isPacked ? 0 : numberAddressOf(onembed), shape.outStep, shape.outNext] as const),
    ...([types[kind], shape.batch, numberAddressOf(bytes)] as const),
  );
  if (status !== 0) api.cufftDestroy(handle);
  check(status, "cufftMakePlanMany64");
  return new CufftPlan(entry, api, shape, handle, Number(bytes[0]));
}

/** Whether input and output have cuFFT's default layout: contiguous transforms, one after the other. */
function isPackedShape({ kind, lengths, batch, ...sides }: TransformShape): boolean {
  const half = [...lengths.slice(0, -1), Math.floor((lengths.at(-1) as number) / 2) + 1];
  const isSide = (packed: readonly number[], sizes: readonly number[], step: number, next: number): boolean =>
    step === 1 &&
    (batch === 1 || next === packed.reduce((all, size) => all * size, 1)) &&
    // The size of the first axis does not affect addresses.
    packed.every((size, axis) => axis === 0 || sizes[axis] === size);
  return (
    isSide(kind === "half" ? half : lengths, sides.inSizes, sides.inStep, sides.inNext) &&
    isSide(kind === "real" ? half : lengths, sides.outSizes, sides.outStep, sides.outNext)
  );
}

function keyOf(shape: TransformShape): string {
  const { kind, isDouble, lengths, inSizes, outSizes, inStep, inNext, outStep, outNext, batch } = shape;
  const sizes = `${lengths.join()} ${inSizes.join()} ${outSizes.join()}`;
  return `${kind} ${isDouble} ${sizes} ${inStep} ${inNext} ${outStep} ${outNext} ${batch}`;
}
