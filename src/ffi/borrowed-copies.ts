// Copies of JavaScript's own memory for a call on another thread. Such memory can be transferred away at any time, and is freed
// by whoever got it, so native code never has its address across turns of the event loop: it has that of a copy, and what it
// changed there is brought back when the call is over. Memory that several arguments share stays shared, and its alignment is
// what it was. Only what native code has changed is brought back, element by element, so that calls which fill parts of one
// array at the same time do not undo each other's work. Long arrays are copied in pieces, with turns of the event loop between.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { ArrayMode } from "../core/array-argument.js";
import { dtypeOf, dtypes, isTypedArray } from "../core/dtype.js";
import { groupOverlapping, type MemoryRange, rangeOf } from "../core/memory-ranges.js";
import { isDetached } from "../core/view-facts.js";
import { type Place, wrongType } from "./converter.js";
import { addressOf } from "./memory.js";
import { giveScratch, SCRATCH_SLACK, takeScratch } from "./scratch.js";

/** What is copied before the event loop gets a turn: some milliseconds. */
const BYTES_PER_TURN = 1 << 23;
/** What is copied or compared at a time. */
const BLOCK_BYTES = 1 << 16;
/** Vector units and caches want no more. */
const ALIGNMENT = BigInt(SCRATCH_SLACK);

/** The copies of one call. */
export class BorrowedCopies {
  readonly #views: BorrowedView[] = [];
  #copies: readonly Copy[] = [];

  /** Announces a typed array or a DataView; where its copy is, is known when all are filled. */
  add(view: ArrayBufferView, mode: ArrayMode, place: Place): BorrowedView {
    const borrowed = new BorrowedView(view, mode, place);
    this.#views.push(borrowed);
    return borrowed;
  }

  /** Makes the copies: at once, or, where they are long, until the promise settles. @throws TypeError `CUTS_ARGUMENT_DETACHED` */
  fill(): Promise<void> | undefined {
    return inTurns(this.#filling());
  }

  /**
   * Brings back what was written, as {@link fill} does.
   * @throws TypeError `CUTS_ARGUMENT_DETACHED` where there is no place for it any more.
   */
  bringBack(): Promise<void> | undefined {
    return inTurns(this.#bringing());
  }

  /** The address in the user's own memory of what is at an address in a copy. */
  ownAddress(address: bigint): bigint {
    for (const copy of this.#copies) {
      const own = copy.ownAddress(address);
      if (own !== undefined) return own;
    }
    return address;
  }

  /** Nobody uses the copies any more. */
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
    // Turns of the event loop may have come in between.
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

/** Work in steps; each says how many bytes it had. */
type Steps = Generator<number, void>;

/** Takes steps, as many in a turn of the event loop as it should have; undefined where one turn was enough. */
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

  /** The copy of it, for native code. */
  get memory(): Uint8Array {
    if (this.copy === undefined) throw new Error("internal: memory that was borrowed and not copied");
    return this.copy.part(this.start, this.end);
  }

  /** Throws with this rule where the memory is gone. */
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
  /** What was there before, where native code may write. */
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

  /** Nobody uses it any more. */
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

  /** Brings back the elements that native code has changed. */
  copyOut(start: number, end: number): void {
    const [bytes, before] = [this.#bytes, this.#before];
    if (before === undefined || bytes.compare(before, start, end, start, end) === 0) return;
    this.#check("what the function has written is lost: its memory was transferred away while the call ran");
    const own = this.#own(start, end);
    if (before.compare(own, 0, own.byteLength, start, end) === 0) {
      own.set(bytes.subarray(start, end));
      return;
    }
    // Somebody else has written here too.
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

/** The blocks of a length. */
function* blocks(length: number): Generator<readonly [start: number, end: number]> {
  for (let start = 0; start < length; start += BLOCK_BYTES) {
    yield [start, Math.min(start + BLOCK_BYTES, length)];
  }
}
