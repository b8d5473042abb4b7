// kernel.run(): a launch on plain typed arrays. They are copied to the device, the kernel runs, and those it may write
// are copied back. An array given twice is one array on the device, as it is on the host.

import { isTypedArray, type TypedArray } from "../core/dtype.js";
import { ArgumentTypeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import { type DeviceArray, type DeviceArrayAccess, deviceArray } from "./device-array.js";
import { bytesOf, elementCount, refuseDetached } from "./element-data.js";
import { toldTo } from "./failure.js";
import { Handle } from "./handle.js";
import type { HostWrite } from "./host-write.js";
import type { KernelCore } from "./kernel-core.js";
import type { LaunchConfig } from "./launch-config.js";
import { hostDType, pointeeRule } from "./pointer-parameter.js";
import { refuseInGraph } from "./recording.js";
import { Storage } from "./storage.js";
import { lendBytes, readBytes, readBytesInto } from "./storage-bytes.js";
import type { StreamCore } from "./stream-core.js";

/** What is done around a launch: behind the copies to the device, before those from it. */
export type LaunchBracket = (stream: StreamCore, launch: () => void) => void;

/** Runs a kernel, typed arrays and all, and settles when it is done and what it wrote is back. */
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
  // Stands for what the kernel does beside writing arrays: its error is that of this call, and no other's is.
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

interface Copy extends DeviceArray {
  readonly array: TypedArray;
  readonly what: string;
  readonly storage: Storage;
  isWritten: boolean;
}

/** Copies of host arrays, for the time of one launch. */
class DeviceCopies {
  readonly #stream: StreamCore;
  readonly #copies: Copy[] = [];
  /** Those that go on after the call. */
  readonly #writes: HostWrite[] = [];

  constructor(stream: StreamCore) {
    this.#stream = stream;
  }

  /** The arguments with a copy on the device in place of each typed array that a pointer is declared for. */
  replaceArrays(core: KernelCore, args: readonly unknown[]): readonly unknown[] {
    const { packer } = core.on(this.#stream.device);
    packer.checkCount(args.length);
    const replaced = args.map((value, index) => {
      const { type, place } = packer.parameters[index] ?? {};
      if (type?.kind !== "pointer" || place === undefined || !isTypedArray(value)) return value;
      refuseDetached(value, place.what);
      const dtype = hostDType(pointeeRule(type, this.#stream.backend.dataModel), value, place);
      const copy = this.#copyOf(value, place.what, {
        dtype,
        length: elementCount(dtype, value),
        contiguous: true,
        readonly: false,
        handle: lent,
      });
      copy.isWritten ||= !type.readonly;
      return copy;
    });
    this.#checkOverlap(core.name);
    return replaced;
  }

  /** Settles when the arrays are no longer read; rejects where one was transferred away before. */
  async written(): Promise<void> {
    for (const write of this.#writes) {
      await write.ready;
      if (write.failure !== undefined) throw toldTo(write.failure.reason);
    }
  }

  async readBack(): Promise<void> {
    const written = this.#copies.filter((copy) => copy.isWritten);
    await Promise.all(written.map(({ storage, array }) => readBytesInto(storage, 0, bytesOf(array))));
  }

  release(): void {
    for (const { storage } of this.#copies) storage.release();
  }

  #copyOf(array: TypedArray, what: string, access: Omit<DeviceArrayAccess, "storage" | "address">): Copy {
    const known = this.#copies.find((copy) => isSameMemory(copy.array, array));
    if (known !== undefined) return known;
    const bytes = bytesOf(array);
    const storage = Storage.allocate(this.#stream, bytes.byteLength, "work");
    const shown = { ...access, storage, address: storage.address };
    const copy: Copy = { array, what, storage, isWritten: false, [deviceArray]: shown };
    this.#copies.push(copy);
    const write = lendBytes(storage, 0, bytes, this.#stream);
    if (write !== undefined) this.#writes.push(write);
    return copy;
  }

  /** Arrays that share only a part of their memory would each come back and undo what the other brought. */
  #checkOverlap(kernel: string): void {
    for (const [index, one] of this.#copies.entries()) {
      for (const other of this.#copies.slice(index + 1)) {
        if ((!one.isWritten && !other.isWritten) || !overlaps(one.array, other.array)) continue;
        throw new ArgumentTypeError(
          "CUTS_ARGUMENT_OVERLAP",
          `Cannot run ${kernel}: arrays that it may write must not overlap (got ${formatValue(one.array)} and ${formatValue(other.array)} in one ArrayBuffer for ${one.what} and ${other.what})`,
        );
      }
    }
  }
}

/** Copies live as long as the launch they are made for. */
const lent = new Handle(
  { kind: "array", device: undefined, nativeBytes: 0, release: () => {}, toString: () => "a copy" },
  undefined,
);

function isSameMemory(one: TypedArray, other: TypedArray): boolean {
  return (
    one.buffer === other.buffer &&
    one.byteOffset === other.byteOffset &&
    one.byteLength === other.byteLength &&
    one[Symbol.toStringTag] === other[Symbol.toStringTag]
  );
}

function overlaps(one: TypedArray, other: TypedArray): boolean {
  return (
    one.buffer === other.buffer &&
    one.byteOffset < other.byteOffset + other.byteLength &&
    other.byteOffset < one.byteOffset + one.byteLength
  );
}
