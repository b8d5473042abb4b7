// The port to the code of an addon, which runs natively in the process (native-place.ts) or as WebAssembly in the memory of the
// cpu device (../wasm/wasm-place.ts): addresses of arrays, and how calls are ordered with other work.

import type { NDArray } from "../../array/ndarray.js";
import type { DeviceCore, StreamCore } from "../../runtime/order/stream-core.js";

export interface AddonPlace {
  /** Numbers that both sides see. */
  makeSlots(count: number): Float64Array;
  /** The number that C++ knows a device by. @throws UnsupportedError `CUTS_ADDON_DEVICE` where it cannot use its memory. */
  codeOf(device: DeviceCore): number;
  /** The device that C++ names by number; undefined for the current one. */
  deviceOf(code: number): DeviceCore | undefined;
  /** Where C++ finds the first element. */
  addressOf(array: NDArray): number;
  /** Declares that the call about to begin uses an array. Returns the stream of the call's first GPU. */
  use(array: NDArray, mode: "read" | "write", known?: StreamCore): StreamCore | undefined;
  /** The same for an async call, which begins later. For host memory, returns the stream whose work must be done by then. */
  useLater(array: NDArray, mode: "read" | "write", stream: StreamCore): StreamCore | undefined;
  /** Notes that an async call begins that may write an array. */
  begins(array: NDArray): void;
  /** The handle of a stream for C++. */
  streamHandle(stream: StreamCore, name: string): number;
  /** The stream that a new array is for, where a call belongs to `stream`. */
  streamOfNew(stream: StreamCore): StreamCore;
  /** Notes that a call has made an array. */
  made(array: NDArray): void;
  /** Runs a call, with all its uses of arrays, in the order of the stream of a device that it belongs to. */
  inOrder<T>(streamOf: (device: DeviceCore) => StreamCore, body: () => T): T;
}
