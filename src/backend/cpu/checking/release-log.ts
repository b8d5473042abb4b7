// What threads hand to others through memory: a fence, then an atomic operation or a volatile store to some word releases
// what the thread has done before; who then reads that word by such an operation acquires it. CUDA's own samples acquire
// without a fence, so none is asked for there.

/** A thread that releases, and its block. */
interface Releaser {
  readonly index: number;
  readonly deviceFence: number;
  readonly blockFence: number;
  readonly acquired: ReadonlyMap<SyncLog, number>;
}

interface ReleasingBlock {
  readonly index: number;
  readonly epoch: number;
  readonly acquired: ReadonlyMap<SyncLog, number>;
}

interface Release {
  readonly thread: number;
  /** Threads of the block are known up to this barrier, the thread itself up to this time. */
  readonly epoch: number;
  readonly time: number;
  readonly onlyInBlock: boolean;
  /** What the thread had acquired itself. */
  readonly before: readonly (readonly [SyncLog, number])[];
  /** How many releases of the log were before it. */
  readonly position: number;
}

/** The releases through one word. */
export class SyncLog {
  readonly #byBlock = new Map<number, Release[]>();
  length = 0;

  add(block: ReleasingBlock, thread: Releaser, isDeviceWide: boolean): void {
    const time = isDeviceWide ? thread.deviceFence : Math.max(thread.blockFence, thread.deviceFence);
    if (time === 0) return;
    const list = this.#byBlock.get(block.index) ?? [];
    list.push({
      thread: thread.index,
      epoch: block.epoch,
      time,
      onlyInBlock: !isDeviceWide || thread.deviceFence === 0,
      before: [...block.acquired, ...thread.acquired].filter(([log]) => log !== this),
      position: this.length++,
    });
    this.#byBlock.set(block.index, list);
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
    const own = this.#byBlock.get(access.block) ?? [];
    const isHanded = own.some(
      (r) =>
        r.position < length &&
        (!r.onlyInBlock || readerBlock === access.block) &&
        (access.epoch < r.epoch || (access.thread === r.thread && access.time <= r.time)),
    );
    if (isHanded) return true;
    for (const list of this.#byBlock.values()) {
      for (const r of list) {
        if (r.position >= length) continue;
        if (r.before.some(([log, n]) => log.covers(n, access, readerBlock, seen))) return true;
      }
    }
    return false;
  }
}

/** An access that was made before. */
export interface PastAccess {
  readonly block: number;
  readonly thread: number;
  readonly epoch: number;
  readonly time: number;
}
