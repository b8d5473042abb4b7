// Native memory behind ArrayBuffers: who keeps it alive, and when it is freed. Disposing or collecting a buffer releases its
// memory, but a call on another thread that uses the memory retains it until the call is over.

import type { NativePointer } from "../cdecl/types/native-pointer.js";
import { closeLifetime, Lifetime, openLifetime } from "../host/garbage.js";
import type { Retainable } from "../core/retainable.js";
import { isDetached } from "../core/view-facts.js";

/** Memory that is retained until `release`. */
export interface RetainedMemory {
  /** Whether it was not allocated by JavaScript, so that it stays in place when its buffer is transferred. */
  readonly isOutside: boolean;
  /** The owner of the memory, kept reachable by this object. */
  readonly owner: object | undefined;
  release(): void;
}

const memories = new WeakMap<ArrayBufferLike, Retainable>();
const outside = new WeakSet<ArrayBufferLike>();
const owners = new WeakMap<ArrayBufferLike, object>();

/** Registers the object that frees the memory of a buffer, so that calls can retain it. */
export function setBufferMemory(buffer: ArrayBufferLike, memory: Retainable): void {
  memories.set(buffer, memory);
}

/** Retains the memory of a buffer, even if the buffer is disposed or collected. */
export function retainMemory(buffer: ArrayBufferLike): RetainedMemory {
  const memory = memories.get(buffer);
  memory?.retain();
  return {
    isOutside: outside.has(buffer),
    owner: owners.get(buffer),
    release: () => memory?.release(),
  };
}

/**
 * Makes a buffer the owner of its native memory; returns a function that frees the memory. `owner` stays reachable as long as the
 * buffer; `free` runs once.
 */
export function ownMemory(
  buffer: ArrayBuffer,
  pointer: NativePointer,
  owner: object | undefined,
  free: ((pointer: NativePointer) => void) | undefined,
): () => void {
  outside.add(buffer);
  if (owner !== undefined) owners.set(buffer, owner);
  // The buffer is watched, not the array: subarrays and other views share it and must keep the memory.
  const memory = free === undefined ? undefined : new NativeMemory(pointer, buffer.byteLength, free);
  if (memory !== undefined) {
    memories.set(buffer, memory);
    openLifetime(memory, buffer);
  }
  // A weak reference, so that a reference to the dispose function does not keep the memory alive.
  const target = new WeakRef(buffer);
  return () => {
    const live = target.deref();
    if (live === undefined || isDetached(live) || !detach(live)) return;
    owners.delete(live);
    memory?.end();
  };
}

/** Native memory that is freed when its buffer is gone and no call uses it. */
class NativeMemory extends Lifetime implements Retainable {
  override readonly nativeBytes: number;
  readonly #pointer: NativePointer;
  readonly #free: (pointer: NativePointer) => void;
  #retainCount = 1;

  constructor(pointer: NativePointer, byteLength: number, free: (pointer: NativePointer) => void) {
    super();
    this.nativeBytes = byteLength;
    this.#pointer = pointer;
    this.#free = free;
  }

  retain(): void {
    this.#retainCount++;
  }

  release(): void {
    if (--this.#retainCount === 0) this.#free(this.#pointer);
  }

  /** Ends the buffer's use of the memory. */
  end(): void {
    if (!this.isOpen) return;
    closeLifetime(this);
    this.release();
  }

  override ownerIsGone(): void {
    releaseQuietly({ release: () => this.end() });
  }
}

/**
 * Releases memory and warns about errors instead of throwing, because there is no caller to handle them. `free` may fail, for
 * example if its library is closed.
 */
export function releaseQuietly(memory: { release(): void }): void {
  try {
    memory.release();
  } catch (error) {
    process.emitWarning(`Cannot give native memory back: ${String(error)}`, "CutsWarning");
  }
}

/** Detaches `buffer`; false if the engine cannot (`transfer` came with Node 22). */
function detach(buffer: ArrayBuffer & { transfer?: (byteLength: number) => ArrayBuffer }): boolean {
  if (buffer.transfer === undefined) return false;
  buffer.transfer(0);
  return true;
}
