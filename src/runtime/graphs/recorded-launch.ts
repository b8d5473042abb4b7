// A kernel launch in a graph. Its arguments are checked and packed when it is recorded, and it is bound to the compiled kernel when
// the graph is made. It is immutable: changing arguments makes a new RecordedLaunch.

import type { Work } from "../../backend/backend.js";
import { unwatched } from "../../backend/work.js";
import type { LaunchShape } from "../kernels/launch-config.js";
import type { Obstacle } from "../order/submission-queue.js";
import type { PackedArguments } from "../parameters/checked-writer.js";
import { type RecordedWork, type Recording, recordInto, type Uses } from "./recording.js";
import type { RecordedCode, StreamCore } from "../order/stream-core.js";

/** What a recorded launch needs of a kernel on one device. */
export interface RecordableKernel {
  readonly build: RecordedCode;
  /** What a use of the kernel must wait for. */
  needed(): Obstacle | undefined;
  /** Makes it ready to be launched. It must be compiled. */
  bind(stream: StreamCore): unknown;
  /** Checks arguments for a launch on `stream` and copies their bytes. */
  pack(args: readonly unknown[], stream: StreamCore): PackedArguments;
  /** Launches with arguments that were packed before. */
  launchPacked(shape: LaunchShape, packed: PackedArguments, stream: StreamCore, work: Work): void;
  /** The parameter block with arguments that were packed before. */
  writeBlock(packed: PackedArguments): Uint8Array;
}

export class RecordedLaunch implements RecordedWork {
  /** The kernel on all devices, which identifies it for users. */
  readonly kernel: object;
  readonly uses: Uses;
  readonly #on: RecordableKernel;
  readonly #shape: LaunchShape;
  readonly #packed: PackedArguments;
  readonly #recording: Recording;

  constructor(
    kernel: object,
    on: RecordableKernel,
    shape: LaunchShape,
    packed: PackedArguments,
    recording: Recording,
  ) {
    this.kernel = kernel;
    this.#on = on;
    this.#shape = shape;
    this.#packed = packed;
    this.#recording = recording;
    this.uses = recording.takeUses();
  }

  get code(): { readonly build: RecordedCode; readonly mode: "read" } {
    return { build: this.#on.build, mode: "read" };
  }

  get after(): Obstacle | undefined {
    return this.#on.needed();
  }

  prepare(stream: StreamCore): void {
    this.#on.bind(stream);
  }

  run(): void {
    this.#on.launchPacked(this.#shape, this.#packed, this.#recording.stream, unwatched);
  }

  /** Its parameter block. The kernel must be compiled. */
  parameters(): Uint8Array {
    return this.#on.writeBlock(this.#packed);
  }

  /** The same launch with other arguments. @throws TypeError, RangeError as a launch does. */
  withArguments(args: readonly unknown[]): RecordedLaunch {
    const recording = this.#recording;
    return recordInto(recording, () => {
      const packed = this.#on.pack(args, recording.stream);
      return new RecordedLaunch(this.kernel, this.#on, this.#shape, packed, recording);
    });
  }
}
