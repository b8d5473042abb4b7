// kernel.run(): a launch on plain typed arrays. They are copied to the device, the kernel runs, and the ones that it may write are
// copied back. Typed arrays that share memory on the host share one copy on the device.

import { type DType, isTypedArray, type TypedArray } from "../../core/dtype.js";
import {
  bytesOfRange,
  groupOverlapping,
  type MemoryRange,
  rangeOf,
  spanOf,
} from "../../core/memory-ranges.js";
import { type DeviceArray, deviceArray } from "../memory/device-array.js";
import { bytesOf, elementCount, refuseDetached } from "../memory/element-data.js";
import { userError } from "../failures/failure.js";
import { Handle } from "../lifetimes/handle.js";
import type { HostWrite } from "../memory/host-write.js";
import type { KernelCore } from "./kernel-core.js";
import type { LaunchConfig } from "./launch-config.js";
import { hostDType, pointeeRule } from "../parameters/pointer-parameter.js";
import { refuseInGraph } from "../graphs/recording.js";
import { Storage } from "../memory/storage.js";
import { writeBorrowedBytes, readBytes, readBytesInto } from "../memory/storage-bytes.js";
import type { StreamCore } from "../order/stream-core.js";

/** Runs after the copies to the device and before those from it. */
export type LaunchBracket = (stream: StreamCore, launch: () => void) => void;

/** Runs a kernel on typed arrays and other arguments. Settles when it is done and its results are copied back. */
export async function runOnHostArrays(
  core: KernelCore,
  config: LaunchConfig,
  args: readonly unknown[],
  bracket: LaunchBracket = (_stream, launch) => launch(),
): Promise<void> {
  refuseInGraph(`run ${core.name} on typed arrays`);
  core.module.checkOpen(`run ${core.name}`);
  const stream = core.streamOf(config);
  const copies = new DeviceCopies(stream);
  // A storage that stands for all other effects of the kernel. If it is lost, its error is the error of this call only.
  const outcome = Storage.external(stream.device, 0, 0);
  try {
    const given = copies.replaceArrays(core, args);
    bracket(stream, () => core.on(stream.device).launch(config, given, stream, outcome));
    const back = copies.readBack();
    // The copies to the device come first, and their error is the first.
    back.catch(() => {});
    await copies.written();
    await back;
    await readBytes(outcome, 0, new Uint8Array(0));
  } finally {
    outcome.release();
    copies.release();
  }
}

/** A typed array that was passed as an argument. */
interface GivenArray extends MemoryRange {
  readonly at: number;
  readonly array: TypedArray;
  readonly dtype: DType;
  readonly isWritten: boolean;
}

/** Device copies of host arrays during one launch. */
class DeviceCopies {
  readonly #stream: StreamCore;
  readonly #storages: Storage[] = [];
  readonly #written: {
    readonly storage: Storage;
    readonly byteOffset: number;
    readonly array: TypedArray;
  }[] = [];
  /** Copies that continue after the call. */
  readonly #writes: HostWrite[] = [];

  constructor(stream: StreamCore) {
    this.#stream = stream;
  }

  /** The arguments, with a device copy in place of each typed array for a pointer parameter. */
  replaceArrays(core: KernelCore, args: readonly unknown[]): readonly unknown[] {
    const { packer } = core.on(this.#stream.device);
    packer.checkCount(args.length);
    const given = args.flatMap((array, at): readonly GivenArray[] => {
      const { type, place } = packer.parameters[at] ?? {};
      if (type?.kind !== "pointer" || place === undefined || !isTypedArray(array)) return [];
      refuseDetached(array, place.what);
      const dtype = hostDType(pointeeRule(type, this.#stream.backend.dataModel), array, place);
      return [{ ...rangeOf(array), at, array, dtype, isWritten: !type.readonly }];
    });
    const replaced = [...args];
    for (const group of groupOverlapping(given)) this.#copy(group, replaced);
    return replaced;
  }

  /** Settles when the arrays are no longer read; rejects if one was transferred away before that. */
  async written(): Promise<void> {
    for (const write of this.#writes) {
      await write.ready;
      if (write.failure !== undefined) throw userError(write.failure.reason);
    }
  }

  async readBack(): Promise<void> {
    await Promise.all(
      this.#written.map(({ storage, byteOffset, array }) =>
        readBytesInto(storage, byteOffset, bytesOf(array)),
      ),
    );
  }

  release(): void {
    for (const storage of this.#storages) storage.release();
  }

  /** Arrays that share memory share a copy. */
  #copy(group: readonly GivenArray[], replaced: unknown[]): void {
    const span = spanOf(group);
    const storage = Storage.allocate(this.#stream, span.end - span.start, "work");
    this.#storages.push(storage);
    const write = writeBorrowedBytes(storage, 0, bytesOfRange(span), this.#stream);
    if (write !== undefined) this.#writes.push(write);
    for (const { at, array, dtype, start, isWritten } of group) {
      const byteOffset = start - span.start;
      const copy: DeviceArray = {
        [deviceArray]: {
          dtype,
          length: elementCount(dtype, array),
          contiguous: true,
          readonly: false,
          handle: borrowed,
          storage,
          address: storage.address + byteOffset,
        },
      };
      replaced[at] = copy;
      if (isWritten) this.#written.push({ storage, byteOffset, array });
    }
  }
}

/** Disposes the copies after the launch. */
const borrowed = new Handle(
  { kind: "array", device: undefined, nativeBytes: 0, release: () => {}, toString: () => "a copy" },
  undefined,
);
