// One loaded addon: its connection, its frame, its classes, and the functions that C++ calls in JavaScript. The functions of
// `host()` have the order of HostFunction in include/cuts/extension/runtime.h.

import { allocateArray, makeView } from "../../array/allocate.js";
import { describeArray, isNDArray, type NDArray } from "../../array/ndarray.js";
import { unwatched } from "../../backend/work.js";
import { dtypes } from "../../core/dtype.js";
import { AddonError, ArgumentRangeError, ArgumentTypeError, DisposedError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { refusal } from "../../ffi/converter.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { unscoped } from "../../runtime/lifetimes/scope.js";
import { fillBytes } from "../../runtime/memory/storage-bytes.js";
import type { AsyncCall } from "./async-call.js";
import type { Connection, ModuleDescription } from "./connection.js";
import type { AddonPlace } from "./addon-place.js";
import { Frame } from "./frame.js";
import { isHost } from "./native-place.js";

const zero = new Uint8Array(1);

export class AddonCore {
  readonly frame: Frame;
  readonly place: AddonPlace;
  /** The name of the addon, for messages. */
  readonly name: string;
  /** The prototypes of the objects of its classes. */
  readonly prototypes: object[] = [];
  #connection: Connection | undefined;
  #description: ModuleDescription | undefined;

  constructor(name: string, place: AddonPlace) {
    this.name = name;
    this.place = place;
    this.frame = new Frame(place);
  }

  get connection(): Connection {
    if (this.#connection === undefined) throw new Error("internal: the addon is not connected");
    return this.#connection;
  }

  get description(): ModuleDescription {
    this.#description ??= JSON.parse(this.connection.text) as ModuleDescription;
    return this.#description;
  }

  connect(connection: Connection): void {
    this.#connection = connection;
    this.frame.onGrow = (slots) => connection.setFrame(slots);
  }

  /** The functions that C++ calls, in its order. */
  host(): readonly ((...args: never[]) => unknown)[] {
    return [
      (call?: AsyncCall) => (call === undefined ? this.#allocate() : call.run(() => this.#allocateFor(call))),
      (array: NDArray) => array.dispose(),
      keep,
      (kept: NDArray) => viewOf(kept),
      (kept: NDArray) => this.#touch(kept),
      (code: number, call?: AsyncCall) => this.#streamOf(code, call),
      refuse,
      fail,
      (index: number) => Object.create(this.prototypes[index] ?? null) as object,
      (call: AsyncCall, isFailure: boolean, value: unknown) => call.settle(isFailure, value),
    ];
  }

  #allocate(): NDArray {
    const { dtype, device, isZeroed, shape } = this.frame.wanted();
    const stream = this.place.streamOfNew(currentStream(device));
    const array = allocateArray(stream, dtype, shape, "written");
    if (isZeroed && !isHost(stream.device)) {
      const { storage, byteLength } = array;
      fillBytes(storage, 0, zero, byteLength, stream);
    }
    this.place.made(array);
    this.frame.answer(array, -1);
    return array;
  }

  /** The same off the main thread: work that waits for the call must not come before what the call itself needs. */
  #allocateFor(call: AsyncCall): NDArray {
    const { dtype, device, isZeroed, shape } = this.frame.wanted();
    const stream = this.place.streamOfNew(call.streamOf(device));
    const array = allocateArray(stream, dtype, shape, "written");
    const { storage, byteLength } = array;
    if (isZeroed && !isHost(stream.device) && byteLength > 0) {
      stream.backend.fill(
        storage.address,
        zero,
        byteLength / dtypes.uint8.byteLength,
        stream.backendStream,
        unwatched,
      );
    }
    this.place.made(array);
    this.frame.answer(array, call.arrays.push(array) - 1);
    return array;
  }

  #touch(kept: NDArray): void {
    kept.check("use a tensor that an addon has kept");
    const stream = this.place.use(kept, kept.isReadonly ? "read" : "write");
    // Its device is the thread's from now on, as it is for the arguments of a call.
    if (stream !== undefined) this.place.streamHandle(stream, this.name);
  }

  #streamOf(code: number, call: AsyncCall | undefined): number {
    const device = this.place.deviceOf(code);
    const stream = call === undefined ? currentStream(device) : call.streamOf(device);
    return this.place.streamHandle(stream, this.name);
  }
}

/** An array of the addon's own, which no scope ends. */
function keep(array: NDArray): NDArray {
  return unscoped(() => viewOf(array));
}

function viewOf(array: NDArray): NDArray {
  const { shape, strides, offset } = array;
  return makeView(array, shape, strides, offset);
}

const TYPE_ERROR = 1;
const RANGE_ERROR = 2;
const DISPOSED = 3;
const OUT_OF_MEMORY = 4;

function refuse(
  name: string,
  position: number,
  parameter: string,
  type: string,
  rule: string,
  value: unknown,
  kind: number,
): never {
  const what = position < 1 ? `the object of ${name}` : `argument ${position} (${parameter}) of ${name}`;
  const got = isNDArray(value) ? describeArray(value) : formatValue(value);
  const text = refusal({ what, type }, rule, got);
  if (kind === RANGE_ERROR) throw new ArgumentRangeError("CUTS_ARGUMENT_RANGE", text);
  if (kind === DISPOSED) throw new DisposedError("CUTS_ARGUMENT_DISPOSED", text);
  throw new ArgumentTypeError("CUTS_ARGUMENT_TYPE", text);
}

function fail(kind: number, name: string, reason: string): never {
  const text = `Cannot call ${name}: ${reason}`;
  if (kind === TYPE_ERROR) throw new ArgumentTypeError("CUTS_ADDON", text);
  if (kind === RANGE_ERROR) throw new ArgumentRangeError("CUTS_ADDON", text);
  throw new AddonError(kind === OUT_OF_MEMORY ? "CUTS_OUT_OF_MEMORY" : "CUTS_ADDON", text);
}
