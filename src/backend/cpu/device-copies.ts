// Reads, writes, copies and fills of the memory of a cpu device, in the order of their streams. Small ones on an idle stream happen
// inside the call. Bytes that hold constants of modules are changed by the main thread only, because it must know what they are.

import type { BackendStream, Work } from "../backend.js";
import { isBlocked } from "../work.js";
import type { Checker } from "./checking/checker.js";
import type { HostWork } from "./commands.js";
import type { CpuGraphs } from "./cpu-graphs.js";
import type { DeviceConstants } from "./device-constants.js";
import type { LinearMemory } from "./machine/linear-memory.js";
import {
  CopyCommand,
  copyBytes,
  FillCommand,
  fillBytes,
  LARGE_BYTES,
  type MemoryHost,
  pacedCopy,
} from "./memory-commands.js";
import type { StreamQueue } from "./stream-queue.js";
import type { WatchedLaunches } from "./watched-launches.js";
import { ObservedWork } from "./work-kinds.js";
import type { WorkQueue } from "./work-queue.js";

/** What copies need of their device. */
export interface CopiesHost extends MemoryHost {
  readonly queue: WorkQueue;
  readonly graphs: CpuGraphs;
  readonly constants: DeviceConstants;
  readonly watched: WatchedLaunches;
}

export class DeviceCopies {
  readonly #host: CopiesHost;
  readonly #memory: LinearMemory;
  readonly #constants: DeviceConstants;
  readonly #graphs: CpuGraphs;

  constructor(host: CopiesHost) {
    this.#host = host;
    this.#memory = host.memory;
    this.#constants = host.constants;
    this.#graphs = host.graphs;
  }

  get #checker(): Checker | undefined {
    return this.#host.watched.checker;
  }

  write(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): void {
    const { byteLength } = bytes;
    this.#checker?.written(address, byteLength);
    if (this.#constants.overlap(address, byteLength)) {
      const kept = bytes.slice();
      this.#graphs.add(
        stream,
        work,
        this.#constantsChange(address, byteLength, (target) => target.set(kept)),
      );
      return;
    }
    if (this.#graphs.isIdle(stream)) {
      if (isBlocked(work)) return;
      this.#memory.bytes().set(bytes, address);
      work.done();
      return;
    }
    // The caller may change its bytes at once.
    const kept = bytes.slice();
    const target = (): Uint8Array => this.#memory.view(address, byteLength);
    this.#graphs.add(stream, work, (own) => hostCopy(byteLength, target, () => kept, own));
  }

  read(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): Promise<void> {
    const { byteLength } = bytes;
    const own = stream as StreamQueue;
    if (byteLength <= LARGE_BYTES && own.isIdle()) {
      try {
        this.#readNow(address, bytes, work);
        return Promise.resolve();
      } catch (error) {
        return Promise.reject(error);
      }
    }
    const source = (): Uint8Array => this.#memory.view(address, byteLength);
    return new Promise((resolve, reject) => {
      const observed = new ObservedWork(work.keep(), (error) => {
        if (error === undefined) resolve();
        else reject(error);
      });
      const command = hostCopy(byteLength, () => bytes, source, observed);
      this.#host.queue.add(own, command);
    });
  }

  readSync(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): void {
    this.#host.queue.drainSync(stream as StreamQueue);
    this.#readNow(address, bytes, work);
  }

  #readNow(address: number, bytes: Uint8Array, work: Work): void {
    const error = work.obstacle();
    if (error !== undefined) {
      work.fail(error);
      throw error;
    }
    bytes.set(this.#memory.view(address, bytes.byteLength));
    work.done();
  }

  copy(to: number, from: number, byteLength: number, stream: BackendStream, work: Work): void {
    this.#checker?.written(to, byteLength);
    if (this.#constants.overlap(to, byteLength)) {
      const write = (): void => copyBytes(this.#memory, to, from, byteLength);
      this.#graphs.add(stream, work, this.#constantsChange(to, byteLength, write));
      return;
    }
    if (byteLength <= LARGE_BYTES && this.#graphs.isIdle(stream)) {
      if (isBlocked(work)) return;
      copyBytes(this.#memory, to, from, byteLength);
      work.done();
      return;
    }
    this.#graphs.add(stream, work, (own) => new CopyCommand(this.#host, to, from, byteLength, own));
  }

  fill(address: number, pattern: Uint8Array, count: number, stream: BackendStream, work: Work): void {
    const byteLength = pattern.length * count;
    this.#checker?.written(address, byteLength);
    if (this.#constants.overlap(address, byteLength)) {
      const kept = pattern.slice();
      const write = (target: Uint8Array): void => fillBytes(target, kept);
      this.#graphs.add(stream, work, this.#constantsChange(address, byteLength, write));
      return;
    }
    if (byteLength <= LARGE_BYTES && this.#graphs.isIdle(stream)) {
      if (isBlocked(work)) return;
      fillBytes(this.#memory.view(address, byteLength), pattern);
      work.done();
      return;
    }
    const kept = pattern.slice();
    this.#graphs.add(stream, work, (own) => new FillCommand(this.#host, address, kept, count, own));
  }

  /**
   * Copies between the device and bytes of the host, also at each launch of a graph that records it. `over` is called once: when
   * the copy is over, or at once where it is recorded.
   */
  copyInOrder(
    stream: BackendStream,
    byteLength: number,
    target: () => Uint8Array,
    source: () => Uint8Array,
    work: Work,
    over: () => void,
  ): void {
    const { buffer, byteOffset } = target();
    const isConstant =
      buffer === this.#memory.bytes().buffer && this.#constants.overlap(byteOffset, byteLength);
    const make = isConstant
      ? this.#constantsChange(byteOffset, byteLength, (bytes) => bytes.set(source()))
      : (own: Work): HostWork => hostCopy(byteLength, target, source, own);
    if (this.#graphs.isRecording(stream)) {
      this.#graphs.add(stream, work, make);
      over();
      return;
    }
    this.#host.queue.add(stream as StreamQueue, make(new ObservedWork(work.keep(), over)));
  }

  /** Copies inside the call if the copy is small and the stream is idle, and otherwise submits it. Failures go to `work`. */
  copySoon(
    stream: BackendStream,
    byteLength: number,
    target: () => Uint8Array,
    source: () => Uint8Array,
    work: Work,
  ): void {
    if (byteLength > LARGE_BYTES || !this.#graphs.isIdle(stream)) {
      this.copyInOrder(stream, byteLength, target, source, work, () => {});
      return;
    }
    if (isBlocked(work)) return;
    try {
      target().set(source());
      work.done();
    } catch (error) {
      work.fail(error);
    }
  }

  #constantsChange(
    address: number,
    byteLength: number,
    write: (bytes: Uint8Array) => void,
  ): (work: Work) => HostWork {
    const run = (): true => {
      this.#constants.change(address, byteLength, write);
      return true;
    };
    return (work) => ({ kind: "host", work, effect: "memory", run });
  }
}

function hostCopy(
  byteLength: number,
  target: () => Uint8Array,
  source: () => Uint8Array,
  work: Work,
): HostWork {
  return { kind: "host", work, effect: "memory", run: pacedCopy(byteLength, target, source) };
}
