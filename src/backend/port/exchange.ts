// The capability to use memory and streams that other libraries in the process have made.

import type { BackendStream } from "./streams.js";
import type { Work } from "./work.js";
import type { Allocation } from "./allocation.js";

/** Memory that somebody else made and frees. */
export interface AdoptedMemory extends Allocation {
  /** `device`, or memory that the host sees too. */
  readonly kind: "device" | "managed" | "pinned";
  /** Where code of the process finds it. */
  readonly pointer: bigint;
  /** Where the device does not see the memory, it works on a copy of its own, at the address; null where it sees it. */
  readonly copy: AdoptedCopy | null;
}

/** A device's own copy of memory that it does not see. Both verbs happen in the order of the stream. */
export interface AdoptedCopy {
  /** Brings the memory to the copy. */
  refresh(stream: BackendStream, work: Work): void;
  /** Brings the copy back to the memory. */
  writeBack(stream: BackendStream, work: Work): void;
}

/** A device as DLPack numbers it. */
export interface DlpackDevice {
  readonly type: number;
  readonly id: number;
}

/** Streams of others in the process, by their handles. */
export interface ForeignStreams {
  /** What others call a stream; never 0: the legacy default stream is 1. */
  handle(stream: BackendStream): bigint;
  /** Work given to a stream from now on waits for all work of the other's. */
  waitFor(handle: bigint, stream: BackendStream): void;
  /** The other's work given from now on waits for all work of a stream. */
  letWait(handle: bigint, stream: BackendStream): void;
}

/** Copies of memory that the device does not see. */
export interface MemoryMirror {
  /** A copy of the memory at `pointer`; `bytes` where JavaScript has it as such. */
  mirror(pointer: bigint, byteLength: number, bytes: Uint8Array | undefined): AdoptedMemory;
}

/** Memory and streams of others. */
export interface BackendExchange {
  /**
   * Memory that the device sees at `pointer`; undefined where it sees none there.
   * @throws TypeError `CUTS_EXCHANGE_DEVICE` for what is memory of another device.
   */
  see(pointer: bigint, byteLength: number): AdoptedMemory | undefined;
  /** Memory that the device does not see, by a copy; null where it makes none. */
  readonly mirrors: MemoryMirror | null;
  /** Ends the use of memory, after the work that is in the stream now: then `over` is called. */
  abandon(memory: AdoptedMemory, stream: BackendStream, over: () => void): void;
  /** Where memory of a kind is. */
  place(kind: AdoptedMemory["kind"]): DlpackDevice;
  /** Null where others have no streams of the device. */
  readonly streams: ForeignStreams | null;
}
