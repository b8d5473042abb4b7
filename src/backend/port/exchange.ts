// The capability to use memory and streams that other libraries in the process have created.

import type { BackendStream } from "./streams.js";
import type { Work } from "./work.js";
import type { Allocation } from "./allocation.js";

/** Memory that another library has allocated and will free. */
export interface AdoptedMemory extends Allocation {
  /** `device`, or one of the kinds that the host sees too. */
  readonly kind: "device" | "managed" | "pinned";
  /** Its address for code of the process. */
  readonly pointer: bigint;
  /** The device's own copy, if it does not see the memory; `address` is then the copy's. Null if the device sees the memory. */
  readonly copy: AdoptedCopy | null;
}

/** A device's own copy of memory that it does not see. Both methods act in the order of the stream. */
export interface AdoptedCopy {
  /** Updates the copy from the memory. */
  refresh(stream: BackendStream, work: Work): void;
  /** Copies the copy back to the memory. */
  writeBack(stream: BackendStream, work: Work): void;
}

/** A device as DLPack numbers it. */
export interface DlpackDevice {
  readonly type: number;
  readonly id: number;
}

/** Streams of other libraries in the process, given as handles. */
export interface ForeignStreams {
  /** The handle of a stream for other libraries. It is never 0: the legacy default stream is 1. */
  handle(stream: BackendStream): bigint;
  /** Makes later work of `stream` wait for all work of the other library's stream. */
  waitFor(handle: bigint, stream: BackendStream): void;
  /** Makes later work of the other library's stream wait for all work of `stream`. */
  letWait(handle: bigint, stream: BackendStream): void;
}

/** Copies of memory that the device does not see. */
export interface MemoryMirror {
  /** A copy of the memory at `pointer`. `bytes` is the same memory as a typed array, if JavaScript has one. */
  mirror(pointer: bigint, byteLength: number, bytes: Uint8Array | undefined): AdoptedMemory;
}

/** Access to memory and streams of other libraries. */
export interface BackendExchange {
  /**
   * The memory at `pointer`, if the device sees it; else undefined.
   * @throws TypeError `CUTS_EXCHANGE_DEVICE` for memory of another device.
   */
  see(pointer: bigint, byteLength: number): AdoptedMemory | undefined;
  /** Makes copies of memory that the device does not see; null if the device cannot. */
  readonly mirrors: MemoryMirror | null;
  /** Ends the use of memory after the work that is in the stream now, and then calls `over`. */
  abandon(memory: AdoptedMemory, stream: BackendStream, over: () => void): void;
  /** The DLPack device of a kind of memory. */
  place(kind: AdoptedMemory["kind"]): DlpackDevice;
  /** Null if other libraries have no streams of the device. */
  readonly streams: ForeignStreams | null;
}
