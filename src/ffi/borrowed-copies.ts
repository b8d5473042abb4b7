// Copies of JavaScript's own memory for a native call on another thread. Such memory can be transferred away at any time and freed
// by its new owner, so native code gets the address of a copy instead. When the call is over, changes are copied back. Only the
// elements that native code changed are copied back, so calls that fill parts of one array at the same time do not overwrite each
// other's results. Memory that several arguments share is shared in the copy, with the same alignment. Long arrays are copied in
// pieces, with event-loop turns between them.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { ArrayMode } from "../core/array-argument.js";
import { dtypeOf, dtypes, isTypedArray } from "../core/dtype.js";
import { groupOverlapping, type MemoryRange, rangeOf } from "../core/memory-ranges.js";
import { isDetached } from "../core/view-facts.js";
import { type Place, wrongType } from "./converter.js";
import { addressOf } from "./memory.js";
import { giveScratch, SCRATCH_SLACK, takeScratch } from "./scratch.js";

/** The bytes that are copied in one event-loop turn; this takes some milliseconds. */
const BYTES_PER_TURN = 1 << 23;
/** The bytes that are copied or compared at a time. */
const BLOCK_BYTES = 1 << 16;
/** The alignment of copies, enough for vector units and caches. */
const ALIGNMENT = BigInt(SCRATCH_SLACK);

/** The copies of one call. */
export class BorrowedCopies {
  readonly #views: BorrowedView[] = [];
  #copies: readonly Copy[] = [];

  /** Adds a typed array or a DataView. The address of its copy is known only after `fill`. */
  add(view: ArrayBufferView, mode: ArrayMode, place: Place): BorrowedView {
    const borrowed = new BorrowedView(view, mode, place);
    this.#views.push(borrowed);
    return borrowed;
  }

  /**
   * Makes the copies. Returns undefined if this took one event-loop turn, else a promise. @throws TypeError
   * `CUTS_ARGUMENT_DETACHED`
   */
  fill(): Promise<void> | undefined {
    return inTurns(this.#filling());
  }

  /**
   * Copies changes back, in turns like {@link fill}.
   * @throws TypeError `CUTS_ARGUMENT_DETACHED` if the array was transferred away.
   */
  bringBack(): Promise<void> | undefined {
    return inTurns(this.#bringing());
  }

  /** Translates an address in a copy to the address in the user's own memory. */
  ownAddress(address: bigint): bigint {
    for (const copy of this.#copies) {
      const own = copy.ownAddress(address);
      if (own !== undefined) return own;
    }
    return address;
  }

  /** Frees the copies. */
  release(): void {
    for (const copy of this.#copies) copy.release();
    this.#copies = [];
  }

  *#filling(): Steps {
    this.#copies = copiesFor(this.#views);
    for (const copy of this.#copies) {
      for (const [start, end] of blocks(copy.byteLength)) {
        copy.copyIn(start, end);
        yield end - start;
      }
    }
    // The views may have been transferred during event-loop turns.
    for (const view of this.#views) view.check(GONE);
  }

  *#bringing(): Steps {
    for (const copy of this.#copies) {
      if (!copy.isWritten) continue;
      for (const [start, end] of blocks(copy.byteLength)) {
        copy.copyOut(start, end);
        yield end - start;
      }
    }
  }
}

const GONE = "its memory must be here, but it was transferred away";

/** Work in steps; each yields the number of bytes that it processed. */
type Steps = Generator<number, void>;

/** Runs steps, with a limited number of bytes in each event-loop turn; undefined if one turn was enough. */
function inTurns(steps: Steps): Promise<void> | undefined {
  let byteLength = 0;
  while (byteLength < BYTES_PER_TURN) {
    const { done, value } = steps.next();
    if (done === true) return undefined;
    byteLength += value;
  }
  return nextTurn().then(() => inTurns(steps));
}

/** A part of a buffer that a call uses. */
export class BorrowedView implements MemoryRange {
  readonly buffer: ArrayBufferLike;
  readonly start: number;
  readonly end: number;
  readonly mode: ArrayMode;
  readonly elementBytes: number;
  readonly #view: ArrayBufferView;
  readonly #place: Place;
  copy: Copy | undefined;

  constructor(view: ArrayBufferView, mode: ArrayMode, place: Place) {
    const { buffer, start, end } = rangeOf(view);
    this.buffer = buffer;
    this.start = start;
    this.end = end;
    this.mode = mode;
    this.elementBytes = isTypedArray(view) ? dtypes[dtypeOf(view)].byteLength : 1;
    this.#view = view;
    this.#place = place;
  }

  /** Its part of the copy, for native code. */
  get memory(): Uint8Array {
    if (this.copy === undefined) throw new Error("internal: memory that was borrowed and not copied");
    return this.copy.part(this.start, this.end);
  }

  /** Throws an error with this rule if the memory was transferred away. */
  check(rule: string): void {
    if (isDetached(this.buffer)) {
      throw wrongType("CUTS_ARGUMENT_DETACHED", this.#place, rule, this.#view);
    }
  }
}

/** Views that overlap share a copy. */
function copiesFor(views: readonly BorrowedView[]): readonly Copy[] {
  for (const view of views) view.check(GONE);
  return groupOverlapping(views).map((group) => new Copy(group));
}

/** The copy of one part of a buffer. */
class Copy {
  readonly byteLength: number;
  readonly isWritten: boolean;
  readonly #views: readonly BorrowedView[];
  readonly #buffer: ArrayBufferLike;
  readonly #start: number;
  readonly #elementBytes: number;
  readonly #room: Buffer;
  readonly #bytes: Buffer;
  readonly #address: bigint;
  /** The contents before the call, if native code may write. */
  readonly #before: Buffer | undefined;

  constructor(views: readonly BorrowedView[]) {
    const [first] = views;
    if (first === undefined) throw new Error("internal: a copy of nothing");
    this.#views = views;
    this.#buffer = first.buffer;
    this.#start = first.start;
    this.byteLength = Math.max(...views.map(({ end }) => end)) - first.start;
    this.isWritten = views.some(({ mode }) => mode === "write");
    this.#elementBytes = Math.max(...views.map((view) => view.elementBytes));
    this.#room = takeScratch(this.byteLength);
    const room = this.#room;
    const address = addressOf(room);
    const offset = Number((ALIGNMENT + (this.#ownStart % ALIGNMENT) - (address % ALIGNMENT)) % ALIGNMENT);
    this.#bytes = room.subarray(offset, offset + this.byteLength);
    this.#address = address + BigInt(offset);
    this.#before = this.isWritten ? takeScratch(this.byteLength) : undefined;
    for (const view of views) view.copy = this;
  }

  /** Frees the copy. */
  release(): void {
    giveScratch(this.#room);
    if (this.#before !== undefined) giveScratch(this.#before);
  }

  /** The copy of a part of the buffer. */
  part(start: number, end: number): Uint8Array {
    return this.#bytes.subarray(start - this.#start, end - this.#start);
  }

  ownAddress(address: bigint): bigint | undefined {
    const offset = address - this.#address;
    if (offset < 0n || offset >= BigInt(this.byteLength) || isDetached(this.#buffer)) return undefined;
    return this.#ownStart + offset;
  }

  copyIn(start: number, end: number): void {
    this.#check(GONE);
    const own = this.#own(start, end);
    this.#bytes.set(own, start);
    this.#before?.set(own, start);
  }

  /** Copies back the elements that native code has changed. */
  copyOut(start: number, end: number): void {
    const [bytes, before] = [this.#bytes, this.#before];
    if (before === undefined || bytes.compare(before, start, end, start, end) === 0) return;
    this.#check("what the function has written is lost: its memory was transferred away while the call ran");
    const own = this.#own(start, end);
    if (before.compare(own, 0, own.byteLength, start, end) === 0) {
      own.set(bytes.subarray(start, end));
      return;
    }
    // The user's memory has changed too, so only elements that native code changed are copied.
    const size = this.#elementBytes;
    for (let at = start - ((this.#start + start) % size); at < end; at += size) {
      const from = Math.max(at, start);
      const to = Math.min(at + size, end);
      let isChanged = false;
      for (let i = from; i < to; i++) if (bytes[i] !== before[i]) isChanged = true;
      if (isChanged) for (let i = from; i < to; i++) own[i - start] = bytes[i] as number;
    }
  }

  get #ownStart(): bigint {
    return addressOf(new Uint8Array(this.#buffer, this.#start, this.byteLength));
  }

  #own(start: number, end: number): Uint8Array {
    return new Uint8Array(this.#buffer, this.#start + start, end - start);
  }

  #check(rule: string): void {
    this.#views[0]?.check(rule);
  }
}

/** Splits a length into blocks. */
function* blocks(length: number): Generator<readonly [start: number, end: number]> {
  for (let start = 0; start < length; start += BLOCK_BYTES) {
    yield [start, Math.min(start + BLOCK_BYTES, length)];
  }
}
