// An addon that runs as native code. On a GPU it uses memory on the current stream, after the work that the stream must wait for.
// On the cpu native code runs at once, so a call first blocks until the work on its arrays is done, unless the call is async.

import { processState } from "../../core/process-state.js";
import type { NDArray } from "../../array/ndarray.js";
import { UnsupportedError } from "../../core/errors.js";
import { numberAddressOf } from "../../ffi/memory.js";
import { currentStream, toDevice } from "../../runtime/devices/devices.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";
import type { AddonPlace } from "./addon-place.js";

const CPU = -1;
const CURRENT_DEVICE = -2;

export const nativePlace: AddonPlace = {
  makeSlots: (count) => new Float64Array(count),
  codeOf: (device) => {
    if (isHost(device)) return CPU;
    const [, ordinal] = /^cuda:(\d+)$/.exec(device.id) ?? [];
    if (ordinal !== undefined) return Number(ordinal);
    throw new UnsupportedError(
      "CUTS_ADDON_DEVICE",
      `Cannot pass an array to an addon: it must be on the cpu or on a GPU (got ${device.id})`,
    );
  },
  deviceOf: (code) => (code === CURRENT_DEVICE ? undefined : toDevice(code === CPU ? "cpu" : `cuda:${code}`)),
  addressOf: (array) => (isHost(array.storage.device) ? hostAddress(array) : array.start),
  use: ({ storage }, mode, known) => {
    const { device } = storage;
    if (isHost(device)) {
      storage.settleSync();
      if (mode === "write") storage.version++;
      return known;
    }
    const stream = known?.device === device ? known : currentStream(device);
    storage.use(stream, mode);
    stream.work.given();
    // What waits for a compiler must be out of the way of work that nobody can hold back, and what is lost must be known.
    if (!stream.isClear) stream.observeSync(nothing);
    if (storage.lost !== undefined) throw storage.lost.tell();
    if (storage.deferredErrors !== undefined) storage.settleSync();
    return known ?? stream;
  },
  useLater: ({ storage }, mode, stream) => {
    if (isHost(storage.device)) {
      if (mode === "write") storage.version++;
      return storage.lastStream ?? stream;
    }
    storage.use(stream, mode);
    return undefined;
  },
  /** The device of the stream is the current one of the thread from then on; 0 on the cpu. */
  streamHandle: (stream, name) => {
    const { backend, backendStream } = stream;
    if (backend.nativeStreams === null) return 0;
    const handle = backend.nativeStreams.enter(backendStream, name);
    if (handle !== undefined) return handle;
    stream.doneSync();
    throw new Error("internal: a broken device that works");
  },
  streamOfNew: (stream) => stream,
  begins: nothing,
  made: nothing,
  inOrder: (_streamOf, body) => body(),
};

/** Whether a device's memory is host memory. */
export function isHost(device: DeviceCore): boolean {
  return device.backend.processMemory !== null;
}

const state = processState(() => ({
  /** Where the memory of the cpu device begins in the process. It never moves when it grows. */
  hostBase: undefined as number | undefined,
}));

function hostAddress({ storage, start }: NDArray): number {
  if (storage.byteLength === 0) return 0;
  if (storage.isCopied) return Number(storage.pointer) + start - storage.address;
  state.hostBase ??= findHostBase(storage.hostBytes());
  return state.hostBase + start;
}

function findHostBase(bytes: Uint8Array | undefined): number {
  if (bytes === undefined) throw new Error("internal: memory of the cpu that the host does not see");
  return numberAddressOf(bytes) - bytes.byteOffset;
}

function nothing(): void {}
