// The free parts of a range of addresses. Neighbors are joined when they come back, and a part of about the right size is
// found without looking at all of them, so that neither takes longer the more there are.

/** Sizes of one class differ by less than an eighth. */
const CLASSES_PER_DOUBLING = 8;
/** How many parts of a class are tried before one of a larger class is split. */
const TRIES = 16;

/** A free part; parts of one class are a list. */
interface Range {
  start: number;
  end: number;
  /** The class it is listed in. */
  sizeClass: number;
  previous: Range | undefined;
  next: Range | undefined;
}

export class FreeRanges {
  readonly #byStart = new Map<number, Range>();
  readonly #byEnd = new Map<number, Range>();
  /** The first of each class. */
  readonly #lists: (Range | undefined)[] = [];

  /** Adds a part that is not free yet. */
  add(start: number, end: number): void {
    if (start === end) return;
    const before = this.#byEnd.get(start);
    const after = this.#byStart.get(end);
    if (before !== undefined) this.#remove(before);
    if (after !== undefined) this.#remove(after);
    this.#insert(before?.start ?? start, after?.end ?? end);
  }

  /** Takes `size` from the beginning of a part that has room for it; undefined when none has. */
  take(size: number): number | undefined {
    const range = this.#find(size);
    if (range === undefined) return undefined;
    this.takeAt(range.start, size);
    return range.start;
  }

  /** Takes a part that is known to be free. */
  takeAt(start: number, size: number): void {
    const range = this.#byStart.get(start);
    if (range === undefined || range.end - start < size) throw new Error("internal: memory that is not free");
    this.#remove(range);
    this.add(start + size, range.end);
  }

  /** The free part that ends at an address, or undefined. */
  endingAt(end: number): { readonly start: number; readonly end: number } | undefined {
    return this.#byEnd.get(end);
  }

  /** The free part that begins at an address, or undefined. */
  startingAt(start: number): { readonly start: number; readonly end: number } | undefined {
    return this.#byStart.get(start);
  }

  /** The size of the largest part. */
  get largest(): number {
    let largest = 0;
    for (
      let range = this.#lists.findLast((one) => one !== undefined);
      range !== undefined;
      range = range.next
    ) {
      largest = Math.max(largest, range.end - range.start);
    }
    return largest;
  }

  /** All parts, in no order. */
  values(): Iterable<{ readonly start: number; readonly end: number }> {
    return this.#byStart.values();
  }

  #find(size: number): Range | undefined {
    const own = classOf(size);
    let tries = 0;
    let range = this.#lists[own];
    while (range !== undefined && range.end - range.start < size && ++tries < TRIES) range = range.next;
    if (range !== undefined && range.end - range.start >= size) return range;
    for (let larger = own + 1; larger < this.#lists.length; larger++) {
      if (this.#lists[larger] !== undefined) return this.#lists[larger];
    }
    while (range !== undefined && range.end - range.start < size) range = range.next;
    return range;
  }

  #insert(start: number, end: number): void {
    const sizeClass = classOf(end - start);
    const next = this.#lists[sizeClass];
    const range: Range = { start, end, sizeClass, previous: undefined, next };
    if (next !== undefined) next.previous = range;
    this.#lists[sizeClass] = range;
    this.#byStart.set(start, range);
    this.#byEnd.set(end, range);
  }

  #remove(range: Range): void {
    const { previous, next } = range;
    if (previous === undefined) this.#lists[range.sizeClass] = next;
    else previous.next = next;
    if (next !== undefined) next.previous = previous;
    this.#byStart.delete(range.start);
    this.#byEnd.delete(range.end);
  }
}

/** Larger sizes are of the same class or of a later one. */
function classOf(size: number): number {
  const doublings = size < 2 ** 32 ? 31 - Math.clz32(size) : 63 - Math.clz32(size / 2 ** 32);
  return doublings * CLASSES_PER_DOUBLING + Math.floor((size / 2 ** doublings - 1) * CLASSES_PER_DOUBLING);
}
