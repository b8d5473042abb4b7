// The memory that a native call on another thread uses. All of it stays valid until the call is over, even if its owner disposes,
// drops or transfers it. Arrays retain their storage, and work on them waits; native and shared memory is retained in place;
// JavaScript's own memory is passed as a copy.

import type { ArrayAccess, ArrayMode } from "../core/array-argument.js";
import { bufferOf, byteLengthOf, isResizable, isShared, lengthOf } from "../core/view-facts.js";
import { checkHostMemory } from "./check-memory.js";
import { type Borrowing, type Place, wrongType } from "./converter.js";
import { BorrowedCopies, BorrowedView } from "./borrowed-copies.js";
import { addressOf } from "./memory.js";
import { retainMemory, releaseQuietly } from "./native-memory.js";

/** An argument whose value is known only when the call begins. */
export class Deferred {
  readonly value: () => unknown;

  constructor(value: () => unknown) {
    this.value = value;
  }
}

export class BorrowedArguments implements Borrowing {
  readonly #copies = new BorrowedCopies();
  readonly #ready: Promise<void>[] = [];
  readonly #kept: { release(): void }[] = [];
  #hasCopies = false;

  keep(retained: { release(): void }): void {
    this.#kept.push(retained);
  }

  array(access: ArrayAccess, mode: ArrayMode): unknown {
    const { typedArray } = this.#retain(access, mode);
    checkHostMemory(access, typedArray);
    return lengthOf(typedArray) === 0 ? typedArray : addressOf(typedArray);
  }

  deviceArray(access: ArrayAccess, mode: ArrayMode): unknown {
    this.#retain(access, mode);
    return access.deviceAddress;
  }

  view(view: ArrayBufferView, mode: ArrayMode, place: Place): unknown {
    const buffer = bufferOf(view);
    if (isResizable(buffer)) {
      const rule = "its memory must not be resizable while the call runs";
      throw wrongType("CUTS_ARGUMENT_RESIZABLE", place, rule, view);
    }
    if (isShared(buffer) || byteLengthOf(view) === 0) return view;
    const retained = retainMemory(buffer);
    this.keep(retained);
    if (retained.isOutside) return addressOf(view);
    this.#hasCopies = true;
    return this.#copies.add(view, mode, place);
  }

  /** Settles when the work submitted on the arrays before the call is done; undefined if there are no arrays. */
  get ready(): Promise<unknown> | undefined {
    return this.#ready.length === 0 ? undefined : Promise.all(this.#ready);
  }

  /**
   * The arguments for native code. Returns a promise only if long arrays must be copied. @throws TypeError `CUTS_ARGUMENT_DETACHED`
   */
  begin(borrowed: readonly unknown[]): readonly unknown[] | Promise<readonly unknown[]> {
    const filling = this.#hasCopies ? this.#copies.fill() : undefined;
    return filling === undefined
      ? borrowed.map(settledValue)
      : filling.then(() => borrowed.map(settledValue));
  }

  /** Copies back what the call has written, when it is over. @throws TypeError `CUTS_ARGUMENT_DETACHED` */
  finish(): Promise<void> | undefined {
    return this.#hasCopies ? this.#copies.bringBack() : undefined;
  }

  /** Translates an address that native code returned: an address in a copy becomes one in the user's memory. */
  ownAddress(address: bigint): bigint {
    return this.#hasCopies ? this.#copies.ownAddress(address) : address;
  }

  /** Releases everything. */
  end(): void {
    this.#copies.release();
    for (const one of this.#kept.splice(0)) releaseQuietly(one);
  }

  #retain(access: ArrayAccess, mode: ArrayMode): ReturnType<ArrayAccess["retain"]> {
    const retained = access.retain(mode);
    // A call that waits for it gets the error. A call that is refused because of another argument does not wait.
    retained.ready.catch(() => {});
    this.#ready.push(retained.ready);
    this.keep(retained);
    return retained;
  }
}

/** The value of a borrowed argument. The copies must have been made. */
export function settledValue(borrowed: unknown): unknown {
  if (borrowed instanceof BorrowedView) return borrowed.memory;
  return borrowed instanceof Deferred ? borrowed.value() : borrowed;
}
