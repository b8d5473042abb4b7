// Arrays as arguments of addon functions: what is checked, and how the runtime learns of the use before native code has
// it. On a GPU the memory is used on the current stream, after all work that the stream must wait for; native code on
// the cpu runs at once, so that the work that uses the memory must be over: a call that is not async blocks for it.

import { describeArray, isNDArray, type NDArray } from "../../array/ndarray.js";
import { ArgumentTypeError, DisposedError } from "../../core/errors.js";
import { plural } from "../../core/text.js";
import { type Place, refusal, wrongType } from "../../ffi/converter.js";
import { currentStream } from "../../runtime/devices.js";
import type { StreamCore } from "../../runtime/stream-core.js";
import type { TensorType } from "./connection.js";
import { isHost } from "./frame.js";

/** The object of an array that may be passed for a type. @throws TypeError, DisposedError that name the argument. */
export function checkTensor(value: unknown, type: TensorType, place: Place): NDArray {
  if (!isNDArray(value)) {
    const hint = ArrayBuffer.isView(value) || Array.isArray(value) ? "cu.array(values)" : undefined;
    throw wrongType("CUTS_ARGUMENT_TYPE", place, "it must be an array", value, hint);
  }
  if (value.isDisposed) {
    throw new DisposedError(
      "CUTS_ARGUMENT_DISPOSED",
      refusal(place, "the array must not be disposed", describeArray(value)),
    );
  }
  if (fits(value, type)) return value;
  const rank = type.rank === undefined ? "" : ` with ${plural(type.rank, "axis", "axes")}`;
  const rule = `it must be an array${type.dtype === undefined ? "" : ` of ${type.dtype}`}${rank}`;
  throw new ArgumentTypeError("CUTS_ARGUMENT_TYPE", refusal(place, rule, describeArray(value)));
}

/** Whether an array has the dtype and the rank of a type. */
export function fits({ dtype, shape }: NDArray, type: TensorType): boolean {
  return (
    (type.dtype === undefined || type.dtype === dtype) &&
    (type.rank === undefined || type.rank === shape.length)
  );
}

/** Announces that the call that is about to begin uses an array. Returns the stream of the call's first GPU. */
export function useNow(
  { storage }: NDArray,
  mode: "read" | "write",
  known?: StreamCore,
): StreamCore | undefined {
  const { device } = storage;
  if (isHost(device)) {
    storage.settleSync();
    return known;
  }
  const stream = known?.device === device ? known : currentStream(device);
  storage.use(stream, mode);
  stream.work.given();
  // What waits for a compiler must be out of the way of work that nobody can hold back, and what is lost must be known.
  if (!stream.isClear) stream.observeSync(nothing);
  if (storage.loss !== undefined) throw storage.loss.tell();
  if (storage.doubts !== undefined) storage.settleSync();
  return known ?? stream;
}

/** The handle of a stream for native code, whose device is the current one of the thread from then on; 0 on the cpu. */
export function streamHandle(stream: StreamCore, name: string): number {
  const { backend, backendStream } = stream;
  if (backend.enterNative === undefined) return 0;
  const handle = backend.enterNative(backendStream, name);
  if (handle !== undefined) return handle;
  stream.doneSync();
  throw new Error("internal: a broken device that works");
}

function nothing(): void {}
