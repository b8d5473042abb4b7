// What threads hand to others through memory. A thread that stores to a word with an atomic operation or a volatile store releases what
// it did before. A thread that reads the word that way acquires it. CUDA's own samples acquire without a fence, so no fence is required
// there.
//
// Whoever acquires a word knows everything released through it so far, and releases only add. So a log keeps what each release added, by
// position, and the knowledge at a position is found by a search. Reading all entries would take too long: a loop over barriers makes
// thousands.

/** A thread that releases, and its block. */
interface Releaser {
  readonly index: number;
  readonly deviceFence: number;
  readonly blockFence: number;
  /** For each lane of its warp, up to which of that lane's ticks it knows; undefined for nothing. */
  readonly knownLanes: Int32Array | undefined;
  readonly acquired: ReadonlyMap<SyncLog, number>;
}

interface ReleasingBlock {
  readonly index: number;
  readonly epoch: number;
  readonly acquired: ReadonlyMap<SyncLog, number>;
}

/** What the threads of one block have released. */
interface BlockReleases {
  /** The last barrier that all its threads are known up to. */
  readonly epoch: Growing;
  /** The time that a thread itself is known up to. */
  readonly times: Map<number, Growing>;
  /** The tick that a lane is known up to, which the releasing thread has met by __syncwarp. */
  readonly ticks: Map<number, Growing>;
}

/** The releases through one word. */
export class SyncLog {
  readonly #toAll = new Map<number, BlockReleases>();
  /** Those that only the block itself may acquire. */
  readonly #toBlock = new Map<number, BlockReleases>();
  /** What the releasing threads had acquired from other logs. */
  readonly #before = new Map<SyncLog, Growing>();
  length = 0;

  add(block: ReleasingBlock, thread: Releaser, isDeviceWide: boolean): void {
    const { deviceFence, blockFence } = thread;
    if (deviceFence === 0 && blockFence === 0) return;
    const position = this.length++;
    // A fence for the block is enough for those in it, also before an operation that all of the device see.
    release(this.#toBlock, position, block, thread, Math.max(blockFence, deviceFence));
    if (isDeviceWide && deviceFence > 0) release(this.#toAll, position, block, thread, deviceFence);
    for (const acquired of [block.acquired, thread.acquired]) {
      for (const [log, length] of acquired) {
        if (log !== this) entryOf(this.#before, log, newGrowing).add(position, length);
      }
    }
  }

  /** Whether an access is among what the first `length` releases have handed on; `seen` are logs that were asked before. */
  covers(
    length: number,
    access: PastAccess,
    readerBlock: number,
    seen: Map<SyncLog, number> = new Map(),
  ): boolean {
    if ((seen.get(this) ?? 0) >= length) return false;
    seen.set(this, length);
    if (hasReleased(this.#toAll, length, access)) return true;
    if (readerBlock === access.block && hasReleased(this.#toBlock, length, access)) return true;
    for (const [log, lengths] of this.#before) {
      if (log.covers(lengths.before(length), access, readerBlock, seen)) return true;
    }
    return false;
  }
}

/** A number that grows with the releases of a log. */
class Growing {
  readonly #positions: number[] = [];
  readonly #values: number[] = [];

  add(position: number, value: number): void {
    if (value <= (this.#values.at(-1) ?? 0)) return;
    this.#positions.push(position);
    this.#values.push(value);
  }

  /** What it was before the release at a position; 0 for nothing. */
  before(position: number): number {
    let [low, high] = [0, this.#positions.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#positions[middle] as number) < position) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : (this.#values[low - 1] as number);
  }
}

/** An access that was made before. */
export interface PastAccess {
  readonly block: number;
  readonly thread: number;
  readonly epoch: number;
  readonly tick: number;
  readonly time: number;
}

const newGrowing = (): Growing => new Growing();
const newReleases = (): BlockReleases => ({ epoch: new Growing(), times: new Map(), ticks: new Map() });

function release(
  blocks: Map<number, BlockReleases>,
  position: number,
  block: ReleasingBlock,
  { index, knownLanes }: Releaser,
  time: number,
): void {
  const { epoch, times, ticks } = entryOf(blocks, block.index, newReleases);
  epoch.add(position, block.epoch);
  entryOf(times, index, newGrowing).add(position, time);
  knownLanes?.forEach((tick, lane) => {
    if (tick > 0) entryOf(ticks, (index & ~31) + lane, newGrowing).add(position, tick);
  });
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let entry = map.get(key);
  if (entry === undefined) map.set(key, (entry = make()));
  return entry;
}

function hasReleased(
  blocks: ReadonlyMap<number, BlockReleases>,
  length: number,
  { block, thread, epoch, tick, time }: PastAccess,
): boolean {
  const own = blocks.get(block);
  if (own === undefined) return false;
  if (epoch < own.epoch.before(length)) return true;
  if (time <= (own.times.get(thread)?.before(length) ?? 0)) return true;
  return tick <= (own.ticks.get(thread)?.before(length) ?? 0);
}
