// Native memory behind buffers: who keeps it, and when it is given back. A buffer that is disposed or collected lets go of its
// memory; a call on another thread that still uses it keeps it until then.

import type { NativePointer } from "../cdecl/types/native-pointer.js";
import { closeLifetime, Lifetime, openLifetime } from "../host/garbage.js";
import type { Retainable } from "../core/retainable.js";
import { isDetached } from "../core/view-facts.js";

/** Memory that stays until it is released. */
export interface RetainedMemory {
  /** Whether it is outside of JavaScript's own memory, so that it stays where it is when its buffer is transferred. */
  readonly isOutside: boolean;
  /** Whose memory it is, kept reachable by this. */
  readonly owner: object | undefined;
  release(): void;
}

const memories = new WeakMap<ArrayBufferLike, Retainable>();
const outside = new WeakSet<ArrayBufferLike>();
const owners = new WeakMap<ArrayBufferLike, object>();

/** Says who gives the memory of a buffer back, so that it can be asked to wait. */
export function setBufferMemory(buffer: ArrayBufferLike, memory: Retainable): void {
  memories.set(buffer, memory);
}

/** Keeps the memory of a buffer, whatever becomes of the buffer meanwhile. */
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
 * Makes a buffer over native memory its owner; returns what gives the memory back. `owner` is kept reachable as long as the
 * buffer is; `free` runs once.
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
  // Held weakly, so that `dispose` in somebody's hands does not keep the memory.
  const target = new WeakRef(buffer);
  return () => {
    const live = target.deref();
    if (live === undefined || isDetached(live) || !detach(live)) return;
    owners.delete(live);
    memory?.end();
  };
}

/** Native memory that goes with the view of it, after the calls that use it. */
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

  /** The view is gone. */
  end(): void {
    if (!this.isOpen) return;
    closeLifetime(this);
    this.release();
  }

  override ownerIsGone(): void {
    releaseQuietly({ release: () => this.end() });
  }
}

/** Lets go of memory where there is no caller to tell: a failed `free` (its library is closed, say) must not end the program. */
export function releaseQuietly(memory: { release(): void }): void {
  try {
    memory.release();
  } catch (error) {
    process.emitWarning(`Cannot give native memory back: ${String(error)}`, "CutsWarning");
  }
}

/** Empties every array over `buffer`; false where this engine cannot (`transfer` came with Node 22). */
function detach(buffer: ArrayBuffer & { transfer?: (byteLength: number) => ArrayBuffer }): boolean {
  if (buffer.transfer === undefined) return false;
  buffer.transfer(0);
  return true;
}
