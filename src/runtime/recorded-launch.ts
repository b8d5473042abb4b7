// A launch in a graph: checked and packed when it was recorded, bound to the compiled kernel when the graph is made. It
// never changes; with other arguments it is another one.

import { unwatched } from "../backend/work.js";
import type { KernelCore, KernelOnDevice } from "./kernel-core.js";
import type { LaunchShape } from "./launch-config.js";
import type { ModuleBuild } from "./module-build.js";
import type { Obstacle } from "./gate.js";
import type { PackedArguments } from "./parameter-block.js";
import { type RecordedWork, type Recording, recordInto, type Uses } from "./recording.js";
import type { StreamCore } from "./stream-core.js";

export class RecordedLaunch implements RecordedWork {
  readonly kernel: KernelCore;
  readonly uses: Uses;
  readonly #on: KernelOnDevice;
  readonly #shape: LaunchShape;
  readonly #packed: PackedArguments;
  readonly #recording: Recording;

  constructor(
    kernel: KernelCore,
    on: KernelOnDevice,
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

  get code(): { readonly build: ModuleBuild; readonly mode: "read" } {
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

  /** Its parameter block; the kernel is compiled. */
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
