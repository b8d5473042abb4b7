// Converts the values that setFrom() borrows from the user until its promise settles. A typed array is read in place. A long list
// is converted in pieces, with event-loop turns between them.

import { type DType, dtypes, isTypedArray } from "../../core/dtype.js";
import { nextTurn } from "../../host/next-turn.js";
import { bytesOf, elementCount, toElements } from "./element-data.js";
import type { Obstacle } from "../order/submission-queue.js";
import { writeList } from "./list-elements.js";

/** The list values that are converted in one event-loop turn; this takes some milliseconds. */
const PIECE = 1 << 16;

/** Converted elements, and what must happen before their bytes are final. */
export interface BorrowedElements {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Undefined if the bytes are final already. */
  readonly after: Obstacle | undefined;
}

/** Converts `data` to bytes of a dtype; accepts what {@link toElements} accepts. */
export function borrowElements(dtype: DType, data: unknown, what: string): BorrowedElements {
  if (isTypedArray(data) || !Array.isArray(data) || data.length <= PIECE) {
    const elements = toElements(dtype, data, what);
    return { bytes: bytesOf(elements), count: elementCount(dtype, elements), after: undefined };
  }
  const list = new ListInPieces(dtype, data, what);
  return { bytes: list.bytes, count: data.length, after: list };
}

class ListInPieces implements Obstacle {
  readonly bytes: Uint8Array;
  readonly ready: Promise<void>;
  readonly #dtype: DType;
  readonly #list: readonly unknown[];
  readonly #what: string;
  readonly #elements: InstanceType<(typeof dtypes)[DType]["TypedArray"]>;
  readonly #length: number;
  #done = 0;

  constructor(dtype: DType, list: readonly unknown[], what: string) {
    const { lanes, TypedArray } = dtypes[dtype];
    this.#dtype = dtype;
    this.#list = list;
    this.#length = list.length;
    this.#what = what;
    this.#elements = new TypedArray(list.length * lanes);
    this.bytes = bytesOf(this.#elements);
    this.ready = this.#run();
    // Code that waits for it gets the error.
    this.ready.catch(() => {});
  }

  isReady(): boolean {
    return this.#done === this.#length;
  }

  readySync(): void {
    while (!this.isReady()) this.#writePiece();
  }

  async #run(): Promise<void> {
    while (!this.isReady()) {
      this.#writePiece();
      await nextTurn();
    }
  }

  #writePiece(): void {
    const start = this.#done;
    const piece = this.#list.slice(start, Math.min(start + PIECE, this.#length));
    writeList(this.#dtype, piece, {
      elements: this.#elements,
      start,
      nameOf: (element) => `${this.#what}[${element}]`,
    });
    this.#done = Math.min(start + PIECE, this.#length);
  }
}
