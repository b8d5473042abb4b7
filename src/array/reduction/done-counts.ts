// Counters of finished blocks. When several blocks compute one result, each increments a counter, and the last one combines their
// parts, which saves a second launch. Counters are 0 between launches, because the last block resets them. Each stream has its own
// counters; those of a closed stream are reused. Recorded work gets none, because a graph may run concurrently with its stream.

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

/** The counters of a stream for this many results, for the next launch; undefined if a separate launch must combine the parts. */
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
