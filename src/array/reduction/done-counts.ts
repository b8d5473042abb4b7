// Where blocks that share a result count how many of them are done, so that the last one joins what all have found and no
// second launch is needed. Counts are 0 between launches: whoever is last sets them back. Each stream has its own; those of
// a stream that is gone go to the next one. Work that is recorded has none: a graph may run beside its stream.

import { Storage } from "../../runtime/memory/storage.js";
import { fillBytes } from "../../runtime/memory/storage-bytes.js";
import type { DeviceCore, StreamCore } from "../../runtime/order/stream-core.js";
import { byWorker } from "../kernels/builtin-kernel.js";

/** Launches with more results than this do not cut them into parts. */
const MOST_COUNTS = 4096;

interface Counts {
  readonly generation: number;
  readonly storage: Storage;
  owner: WeakRef<StreamCore>;
}
const ofDevices = new WeakMap<DeviceCore, Counts[]>();
const ofStreams = new WeakMap<StreamCore, Counts>();

/** The counts of a stream for so many results, for the next launch; undefined where a launch of its own joins parts. */
export function doneCounts(stream: StreamCore, results: number): { readonly start: number } | undefined {
  if (stream.recording !== undefined || results > MOST_COUNTS) return undefined;
  if (!byWorker(stream.device, { thread: false, team: true })) return undefined;
  const generation = stream.device.backend.generation;
  let own = ofStreams.get(stream);
  if (own?.generation !== generation) ofStreams.set(stream, (own = claimCounts(stream, generation)));
  own.storage.use(stream, "write");
  return { start: own.storage.address };
}

function claimCounts(stream: StreamCore, generation: number): Counts {
  let all = ofDevices.get(stream.device);
  if (all === undefined) ofDevices.set(stream.device, (all = []));
  for (const old of all.filter((one) => one.generation !== generation)) {
    // Memory of before a reset is gone, and is counted no more.
    old.storage.release();
    all.splice(all.indexOf(old), 1);
  }
  const left = all.find(({ owner }) => owner.deref()?.isClosed ?? true);
  if (left !== undefined) {
    left.owner = new WeakRef(stream);
    return left;
  }
  const storage = Storage.allocate(stream, 4 * MOST_COUNTS, "work");
  fillBytes(storage, 0, new Uint8Array(4), MOST_COUNTS, stream);
  const made = { generation, storage, owner: new WeakRef(stream) };
  all.push(made);
  return made;
}
