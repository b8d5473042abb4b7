// Temporary memory for library routines, from the device's pool. The default stream keeps one workspace. Each graph of a user has
// its own, and the graphs that CuTS itself makes share one. A workspace on any other stream lives for one call.

import type { Work } from "../../backend/backend.js";
import type { DeviceCore, StreamCore } from "../order/stream-core.js";
import { Storage } from "./storage.js";

/**
 * Submits a call of a library routine that needs `byteLength` bytes of workspace; `run` gets the workspace's address. The caller
 * has declared the other memory that the call uses.
 */
export function submitWithWorkspace(
  stream: StreamCore,
  byteLength: number,
  run: (workspace: number, work: Work) => void,
): void {
  if (byteLength === 0) {
    stream.submit((work) => run(0, work));
    return;
  }
  const isDefault = stream === stream.device.defaultStream;
  const workspace = isDefault ? keptBy(stream, byteLength) : ownOf(stream, byteLength);
  // The fast path of `submit`, without a closure.
  if (isDefault && stream.isClear) {
    run(workspace.address, stream.work.given());
    return;
  }
  stream.submit((work) => run(workspace.address, work));
  if (!isDefault && stream.recording === undefined) workspace.release();
}

/** A kept workspace, and the generation of the device's memory that it belongs to. */
interface Kept {
  readonly storage: Storage;
  readonly generation: number;
}

const ofDefaultStreams = new WeakMap<DeviceCore, Kept>();
const ofOwnGraphs = new WeakMap<DeviceCore, Kept>();

/** The default stream never ends, and its work runs in order, so it keeps one workspace until a reset. */
function keptBy({ device }: StreamCore, byteLength: number, kept = ofDefaultStreams): Storage {
  const { generation } = device.backend;
  let own = kept.get(device);
  if (own === undefined || own.generation !== generation || own.storage.byteLength < byteLength) {
    own?.storage.release();
    own = { storage: Storage.allocate(device.defaultStream, byteLength, "work"), generation };
    kept.set(device, own);
  }
  return own.storage;
}

/** The workspace of each recording. The calls in a graph run in order, so they share it; the graph retains it. */
const ofRecordings = new WeakMap<StreamCore, Storage>();

function ownOf(stream: StreamCore, byteLength: number): Storage {
  if (stream.recording?.memory !== undefined) {
    // All these graphs declare a write of it, so their launches run one after the other.
    const shared = keptBy(stream, byteLength, ofOwnGraphs);
    shared.use(stream, "write");
    return shared;
  }
  let storage = ofRecordings.get(stream);
  const isNew = storage === undefined || storage.byteLength < byteLength;
  if (storage === undefined || isNew) storage = Storage.allocate(stream, byteLength, "work");
  storage.use(stream, "write");
  if (isNew && stream.recording !== undefined) {
    ofRecordings.set(stream, storage);
    storage.release();
  }
  return storage;
}
