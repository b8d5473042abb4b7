// A piece of device memory, shared by one or more arrays. It is freed after the last of them releases it and the work that uses it
// is done. It records which streams use it, so work on another stream waits automatically where it must: programs with several
// streams need no events. Reads on different streams do not wait for each other.

import type { AdoptedMemory, Allocation, BackendSharing } from "../../backend/backend.js";
import { hostMemoryOf } from "../devices/capabilities.js";
import { UnsupportedError } from "../../core/errors.js";
import { toNumberAddress } from "../../ffi/memory.js";
import type { DeviceCore, RecordedMemory, StreamCore } from "../order/stream-core.js";
import { type DeferredErrors, checkDeferredErrorsSync } from "../failures/deferred-errors.js";
import { type LostMemory, userError } from "../failures/failure.js";
import type { Obstacle } from "../order/submission-queue.js";
import { Overlaps } from "./overlaps.js";
import { sharingOf } from "./sharing.js";
import { forgetMemory, type TrackedMemory, CopyingWork, type UseMode } from "../order/stream-work.js";
import { processState } from "../../core/process-state.js";

/**
 * Which side sees the memory: the device alone, or the host too. `managed` memory moves to whichever side uses it,
 * `pinned` memory stays with the host. On the cpu device the host sees all memory.
 */
export type MemoryKind = "device" | "managed" | "pinned";

/** A native call on another thread that uses memory, until it is over. */
export interface NativeUse extends Obstacle {
  readonly mode: "read" | "write";
}

/** The empty list, shared by all storages: most never have readers or native calls. */
const none: readonly never[] = [];

/** From this many readers on, readers whose work is over are removed. */
const MANY_READERS = 8;

const state = processState(() => ({
  /** How many storages were made. */
  storages: 0,
  /** Memory of other libraries that is in use, by its address in the process. */
  borrowed: new Overlaps<Storage>(),
}));

/** Memory of others that is in use, by where code of the process finds it. */

export class Storage implements TrackedMemory, RecordedMemory {
  readonly device: DeviceCore;
  /** Later ones have larger numbers. */
  readonly serial: number = ++state.storages;
  /** The address of its first byte; 0 if it is empty. */
  readonly address: number;
  readonly byteLength: number;
  readonly kind: MemoryKind;
  /** Why its contents are lost: the work that was to write them failed, or was skipped. */
  lost: LostMemory | undefined = undefined;
  deferredErrors: DeferredErrors | undefined = undefined;
  isGone = false;
  /** Set for managed memory that the host used since the last work: it is moved to the device as a whole, not page by page. */
  wasOnHost = false;
  /** How many submitted works write it. Code that saved the memory for later compares this to see whether it changed. */
  version = 0;
  /** Called whenever work that uses it is submitted or ordered. */
  watcher: ((storage: Storage) => void) | undefined = undefined;
  /** The only stream that has used it since all others were waited for. The fast path compares only this. */
  soleStream: StreamCore | undefined;
  /** Whether that stream has written it. */
  soleWrote = false;
  /** With several streams: one that has waited for the last write, so that its next reads wait for nothing. */
  knownReader: StreamCore | undefined;
  /** With several streams: the stream that wrote last, and the streams that have read since. */
  #writer: StreamCore | undefined;
  #readers: readonly StreamCore[] = none;
  /** Native calls on other threads that use it now. */
  #natives: readonly NativeUse[] = none;
  readonly #allocation: Allocation | undefined;
  /** Memory of another library, and the function that tells it that the memory is no longer used here. */
  readonly #adopted: { readonly memory: AdoptedMemory; readonly free: () => void } | undefined;
  #hostAddress: number | undefined;
  #retainCount = 1;
  /** Whether work was submitted that uses it. */
  #isUsed = false;
  /** How many works were submitted or ordered by it. */
  #useCount = 0;
  /** The use count up to which all work is known to be over. */
  #quietAt = 0;

  private constructor(
    device: DeviceCore,
    address: number,
    byteLength: number,
    kind: MemoryKind,
    allocation?: Allocation,
    adopted?: { readonly memory: AdoptedMemory; readonly free: () => void },
  ) {
    this.device = device;
    this.address = address;
    this.byteLength = byteLength;
    this.kind = kind;
    this.#allocation = allocation;
    this.#adopted = adopted;
  }

  /** The number of the storage that was made last. */
  static get last(): number {
    return state.storages;
  }

  /** Whether it is memory of another library, which may use it too while it is in use here. */
  get isBorrowed(): boolean {
    return this.#adopted !== undefined && this.#retainCount > 0;
  }

  /** New memory, retained once, for first use by work of `stream`, or by the host if the host sees it. */
  static allocate(stream: StreamCore, byteLength: number, firstUse: "work" | "host"): Storage {
    // Memory that is made inside graph() exists from now on; the graph retains it as long as it uses it.
    const first = stream.recording === undefined ? stream : stream.device.defaultStream;
    return Storage.#make(first, byteLength, first.allocate[firstUse]);
  }

  /** Memory that host and device both see, and that moves between them. */
  static managed(stream: StreamCore, byteLength: number): Storage {
    const allocate = (): Allocation =>
      hostMemoryOf(stream.device, "make managed memory").allocateManaged(byteLength);
    return Storage.#make(stream, byteLength, allocate, "managed");
  }

  /** Memory of the host that the device sees. */
  static pinned(stream: StreamCore, byteLength: number): Storage {
    const allocate = (): Allocation =>
      hostMemoryOf(stream.device, "make pinned memory").allocatePinned(byteLength);
    return Storage.#make(stream, byteLength, allocate, "pinned");
  }

  /** Memory that other processes can use. @throws UnsupportedError `CUTS_IPC` */
  static shared(stream: StreamCore, byteLength: number): Storage {
    const sharing = sharingOf(stream.device, "make memory for other processes");
    return Storage.#make(stream, byteLength, () => sharing.allocate(byteLength));
  }

  /** Memory that was allocated already, and is freed as if it had been allocated here. */
  static of(stream: StreamCore, allocation: Allocation): Storage {
    return Storage.#make(stream, allocation.byteLength, () => allocation);
  }

  static #make(
    stream: StreamCore,
    byteLength: number,
    allocate: (byteLength: number) => Allocation,
    kind: MemoryKind = "device",
  ): Storage {
    const { device } = stream;
    if (byteLength === 0) return new Storage(device, 0, 0, kind);
    const allocation = device.account.allocate(byteLength, allocate);
    const storage = new Storage(device, allocation.address, byteLength, kind, allocation);
    storage.soleStream = stream.recording === undefined ? stream : device.defaultStream;
    storage.soleWrote = true;
    return storage;
  }

  /** Memory that somebody else frees. */
  static external(device: DeviceCore, address: number, byteLength: number): Storage {
    return new Storage(device, address, byteLength, "device");
  }

  /**
   * Memory of another library, ready for the work of `stream`. `free` is called once, when it is no longer used here.
   */
  static foreign(stream: StreamCore, memory: AdoptedMemory, free: () => void): Storage {
    const { device } = stream;
    const { address, byteLength, kind } = memory;
    const storage = new Storage(device, address, byteLength, kind, memory, { memory, free });
    storage.soleStream = stream;
    storage.soleWrote = true;
    if (byteLength > 0) state.borrowed.add(storage);
    return storage;
  }

  /** Its address for native code of the process. */
  get pointer(): bigint {
    const { backend } = this.device;
    return (
      this.#adopted?.memory.pointer ?? backend.processMemory?.toNative(this.address) ?? BigInt(this.address)
    );
  }

  /**
   * The same as a number, which is faster for callers that make hundreds of thousands of calls a second. @throws RangeError
   * `CUTS_ADDRESS_RANGE`
   */
  get hostAddress(): number {
    return (this.#hostAddress ??= toNumberAddress(this.pointer));
  }

  /** Whether the device works on a copy of it, which is not the memory itself. */
  get isCopied(): boolean {
    return (this.#adopted?.memory.copy ?? null) !== null;
  }

  /** The stream to read on, so that the reader gets the errors of the work that wrote the memory. */
  get lastStream(): StreamCore | undefined {
    return this.soleStream ?? this.#writer ?? this.#readers[0];
  }

  /** The memory itself, if the host sees it. */
  hostBytes(): Uint8Array | undefined {
    return this.#allocation?.hostBytes();
  }

  /** Whether work from before the allocation may still use the memory. Work of its own stream comes after that work. */
  get isAwaited(): boolean {
    return this.#allocation?.isReady === false;
  }

  /**
   * Blocks until work from before the allocation no longer uses the memory, for a caller that uses it outside the order of work.
   * A caller that has submitted work of its own waits for that work instead.
   * @throws the error of a device that stopped working.
   */
  awaitSync(): void {
    if (this.#isUsed || !this.isAwaited) return;
    const { backend, backendStream } = this.soleStream ?? this.device.defaultStream;
    backend.synchronizeSync(backendStream);
  }

  /** What another process needs to open the memory. */
  export(sharing: BackendSharing): Uint8Array {
    if (this.#allocation === undefined) throw new Error("internal: memory that is not ours to share");
    return sharing.export(this.#allocation);
  }

  /** How many arrays, graphs and other users share the memory. */
  get retainCount(): number {
    return this.#retainCount;
  }

  /** One more user shares the memory. */
  retain(): this {
    this.#retainCount++;
    return this;
  }

  /** Ends one use; the last one frees the memory. */
  release(): void {
    if (--this.#retainCount > 0) return;
    const allocation = this.#allocation;
    if (allocation === undefined) {
      forgetMemory(this);
      return;
    }
    if (this.#adopted !== undefined) {
      this.#abandon(this.#adopted);
      return;
    }
    const { account, queue } = this.device;
    account.free(this.byteLength);
    if (queue.isIdle) this.#giveBack(allocation);
    else queue.after(() => this.#giveBack(allocation), this.byteLength);
  }

  #giveBack(allocation: Allocation): void {
    const last = this.lastStream;
    const stream = last === undefined || last.isClosed ? this.device.defaultStream : last;
    this.order(stream, "write");
    // Earlier work may still check whether the memory is lost.
    stream.backend.free(allocation, stream.backendStream, () => forgetMemory(this));
  }

  #abandon({ memory, free }: { readonly memory: AdoptedMemory; readonly free: () => void }): void {
    const { exchange } = this.device.backend;
    const over = (): void => {
      state.borrowed.delete(this);
      forgetMemory(this);
      free();
    };
    for (const { work } of this.#users()) {
      work.writeBackPendingCopies();
      work.forgetPendingCopies(this);
    }
    if (this.isCopied) this.device.account.free(this.byteLength);
    else if (this.#useCount === 0) {
      over();
      return;
    }
    this.device.queue.after(() => {
      const last = this.lastStream;
      const stream = last === undefined || last.isClosed ? this.device.defaultStream : last;
      this.order(stream, "write");
      exchange?.abandon(memory, stream.backendStream, over);
    }, this.byteLength);
  }

  /** If the device works on a copy: updates the copy from the memory, in the order of the stream. */
  refresh(stream: StreamCore): void {
    const copy = this.#adopted?.memory.copy;
    if (copy === undefined || copy === null) return;
    const work = new CopyingWork(this, stream.failures);
    stream.inOrder(() => copy.refresh(stream.backendStream, work));
  }

  /** Declares that the next work of `stream` uses the copy. */
  #useCopy(stream: StreamCore, mode: UseMode): void {
    if (stream.recording !== undefined) {
      throw new UnsupportedError(
        "CUTS_IN_GRAPH",
        `Cannot use memory of another library inside graph(): ${this.device.id} works on a copy of it, which a graph would not bring back\nTry: x.copy(), before the graph`,
      );
    }
    // Work may write only a part, so the rest of the copy must be up to date.
    if (mode !== "overwrite") this.refresh(stream);
    if (mode === "read") return;
    const work = new CopyingWork(this, stream.failures);
    stream.work.addPendingCopy(this, () =>
      stream.inOrder(() => this.#adopted?.memory.copy?.writeBack(stream.backendStream, work)),
    );
  }

  /** How many works that use the memory were submitted or ordered. */
  get useCount(): number {
    return this.#useCount;
  }

  /** Whether all work that uses the memory is over. */
  isQuiet(): boolean {
    if (this.#natives.length > 0) return false;
    if (this.#useCount === this.#quietAt) return !this.isAwaited;
    for (const stream of this.#users()) {
      if (stream.isOver) continue;
      if (!stream.isClear) return false;
      const end = stream.backend.record(stream.backendStream);
      const isDone = end.isDone();
      end.dispose();
      if (!isDone) return false;
    }
    this.markQuiet();
    return true;
  }

  /** Notes that all work submitted so far is over. */
  markQuiet(): void {
    this.#quietAt = this.#useCount;
  }

  /** Declares that the next work of `stream` uses the memory: it waits for earlier work on it, and fails if it is lost. */
  use(stream: StreamCore, mode: UseMode): void {
    if (this.#retainCount <= 0) throw new Error("internal: memory is used that was given back");
    this.#isUsed = true;
    this.#useCount++;
    this.watcher?.(this);
    if (this.isCopied) stream.work.writeBackPendingCopies();
    if (mode !== "read" && mode !== "touch") this.version++;
    if (this.#adopted !== undefined) this.#orderOverlapping(stream, mode);
    stream.work.declare(this, mode);
    if (this.soleStream !== stream || !(this.soleWrote || mode === "read" || mode === "touch")) {
      const order = mode === "read" || mode === "touch" ? "read" : "write";
      this.waitForNatives(stream, order);
      this.order(stream, order);
    }
    if (this.isCopied) this.#useCopy(stream, mode);
    if (this.wasOnHost) this.#bringBack(stream);
  }

  /** Orders the work after that on overlapping memory of other storages. */
  #orderOverlapping(stream: StreamCore, mode: UseMode): void {
    for (const other of state.borrowed.others(this)) {
      if (other.device !== this.device) continue;
      if (mode !== "read" && mode !== "touch") other.version++;
      if (stream.recording !== undefined) continue;
      for (const user of other.#users()) stream.waitForStream(user);
    }
  }

  #bringBack(stream: StreamCore): void {
    if (stream.recording !== undefined) return;
    this.wasOnHost = false;
    const { address, byteLength } = this;
    const memory = hostMemoryOf(this.device, "bring managed memory back");
    stream.inOrder(() => memory.prefetch(address, byteLength, "device", stream.backendStream));
  }

  /** Blocks until all work that uses the memory is over. @throws the error by which its contents are lost. */
  settleSync(): void {
    for (const stream of this.#users()) {
      if (!stream.isClosed) stream.settleSync();
      else {
        // Other streams can still wait for the work of a closed stream.
        this.device.defaultStream.waitForStream(stream);
        this.device.defaultStream.settleSync();
      }
    }
    try {
      if (this.deferredErrors !== undefined) checkDeferredErrorsSync(this.deferredErrors);
      if (this.lost !== undefined) throw this.lost;
    } catch (reason) {
      throw userError(reason);
    }
  }

  /** Makes `stream` wait for the native calls on other threads that use the memory. */
  waitForNatives(stream: StreamCore, mode: "read" | "write"): void {
    if (this.#natives.length === 0 || stream.recording !== undefined) return;
    for (const native of this.#natives) {
      if (mode === "write" || native.mode === "write") stream.waitForObstacle(native);
    }
  }

  /** A native call on another thread uses the memory from now on: work of every stream must wait for it. */
  enterNative(use: NativeUse): void {
    this.#natives = [...this.#natives, use];
    this.watcher?.(this);
    this.#shareSole();
    this.knownReader = undefined;
  }

  /** The native calls on other threads that must be over before such a use of the memory. */
  nativesBefore(mode: "read" | "write"): readonly NativeUse[] {
    return this.#natives.filter((one) => mode === "write" || one.mode === "write");
  }

  leaveNative(use: NativeUse): void {
    this.#natives = this.#natives.filter((one) => one !== use);
  }

  /** Makes `stream` wait for the work of other streams on the memory. */
  order(stream: StreamCore, mode: "read" | "write"): void {
    this.#useCount++;
    this.watcher?.(this);
    if (stream.recording !== undefined) stream.recording.uses(this, mode);
    else if (this.soleStream === stream || this.lastStream === undefined) {
      this.soleStream = stream;
      this.soleWrote ||= mode === "write";
    } else if (mode === "write") {
      for (const other of this.#users()) stream.waitForStream(other);
      this.soleStream = stream;
      this.soleWrote = true;
      this.knownReader = undefined;
      this.#writer = undefined;
      this.#readers = none;
    } else this.#readOn(stream);
  }

  #readOn(stream: StreamCore): void {
    this.knownReader = stream;
    this.#shareSole();
    if (this.#writer === stream || this.#readers.includes(stream)) return;
    if (this.#writer !== undefined) stream.waitForStream(this.#writer);
    // A long-lived array may be read on ever more streams without a write, which alone would clear the list.
    if (this.#readers.length >= MANY_READERS) this.#readers = this.#readers.filter((one) => !one.isOver);
    this.#readers = [...this.#readers, stream];
  }

  /** The sole stream becomes one of several. */
  #shareSole(): void {
    if (this.soleStream === undefined) return;
    if (this.soleWrote) this.#writer = this.soleStream;
    else this.#readers = [...this.#readers, this.soleStream];
    this.soleStream = undefined;
    this.soleWrote = false;
  }

  #users(): Set<StreamCore> {
    const users = new Set(this.#readers);
    if (this.lastStream !== undefined) users.add(this.lastStream);
    return users;
  }
}
