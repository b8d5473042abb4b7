// Options for where a new array is allocated: its device, its stream, and its kind of memory.

import type { DType } from "../core/dtype.js";
import { ArgumentTypeError } from "../core/errors.js";
import type { Shape } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import { runInContext } from "../runtime/devices/context.js";
import type { Device } from "../runtime/devices/device.js";
import { currentStream, toDevice } from "../runtime/devices/devices.js";
import type { MemoryKind } from "../runtime/memory/storage.js";
import { type Stream, streamCore } from "../runtime/order/stream.js";
import type { StreamCore } from "../runtime/order/stream-core.js";
import { allocateArray } from "./allocate.js";
import type { NDArray } from "./ndarray.js";
import { optionNames } from "../core/options.js";

/** Where an array is allocated. */
export interface BufferOptions {
  /** The current device by default. */
  readonly device?: string | Device;
  /** The stream that allocates and writes it; the current one by default. */
  readonly stream?: Stream;
  /** `managed` or `pinned` for memory that the host can access too, by `x.hostView()`; device memory by default. */
  readonly memory?: MemoryKind;
  /** Whether other processes may use the memory, by `x.ipcHandle()`. @throws UnsupportedError `CUTS_IPC` on the cpu. */
  readonly ipc?: boolean;
}

/** The names of {@link BufferOptions}. */
export const bufferNames = optionNames<BufferOptions>({
  device: true,
  stream: true,
  memory: true,
  ipc: true,
});

/** Where an array is allocated, and its dtype. */
export interface ArrayOptions<D extends DType = DType> extends BufferOptions {
  /** float32 by default. */
  readonly dtype?: D;
}

/** The names of {@link ArrayOptions}. */
export const arrayNames = optionNames<ArrayOptions>({
  device: true,
  stream: true,
  memory: true,
  ipc: true,
  dtype: true,
});

/** Options with a dtype, which is that of the result. */
export type WithDType<D extends DType, O = ArrayOptions<D>> = O & { readonly dtype: D };

/** Options without a dtype; the result has the default dtype. */
export type WithoutDType<O = ArrayOptions> = O & { readonly dtype?: undefined };

/** A new array as the options ask for; `isWritten` if the host writes it next. @throws TypeError `CUTS_MEMORY_KIND`. */
export function allocateFor<D extends DType>(
  options: BufferOptions,
  dtype: D,
  shape: Shape,
  stream: StreamCore = streamFor(options),
  isWritten = false,
): NDArray<D> {
  const { memory = "device", ipc = false } = options;
  if (memory !== "device" && memory !== "managed" && memory !== "pinned") {
    throw new ArgumentTypeError(
      "CUTS_MEMORY_KIND",
      `Cannot make an array: its memory must be "device", "managed" or "pinned" (got ${formatValue(memory)})`,
    );
  }
  if (ipc && memory !== "device") {
    throw new ArgumentTypeError(
      "CUTS_MEMORY_KIND",
      `Cannot make an array for other processes: its memory must be "device" (got ${formatValue(memory)})`,
    );
  }
  if (ipc) return allocateArray(stream, dtype, shape, "shared");
  return allocateArray(stream, dtype, shape, isWritten && memory === "device" ? "written" : memory);
}

/** The stream of the options, or the current one, for a new array. @throws TypeError `CUTS_STREAM` for one of another device. */
export function streamFor({ device, stream }: BufferOptions): StreamCore {
  if (stream === undefined) return currentStream(device === undefined ? undefined : toDevice(device));
  const core = streamCore(stream, "make an array");
  if (device !== undefined && toDevice(device) !== core.device) {
    throw new ArgumentTypeError(
      "CUTS_STREAM",
      `Cannot make an array: the stream must be one of its device (got a stream of ${core.device.id} for ${toDevice(device).id})`,
    );
  }
  return core;
}

/** Runs `body` with the stream of the options as the current stream, if they have one. */
export function onStream<T>(options: BufferOptions, body: () => T): T {
  if (options.stream === undefined) return body();
  const stream = streamFor(options);
  return runInContext({ stream, device: stream.device }, body);
}
