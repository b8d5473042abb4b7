// A set of memory ranges of other libraries, which finds the ranges that overlap a given one. Two arrays over the same typed array
// are two storages, and each storage orders only its own work. Work on overlapping storages is therefore ordered by means of this
// set.

/** A range of memory. Addresses of the process and of GPUs never collide. */
export interface Piece {
  readonly pointer: bigint;
  readonly byteLength: number;
}

const none: readonly never[] = [];

/** The bucket size. A piece is indexed by each bucket that it touches. */
const BUCKET = 2 ** 20;
/** A piece that touches more buckets is compared with all other pieces instead. */
const MOST_BUCKETS = 64;

/** Pieces that are in use. */
export class Overlaps<P extends Piece> {
  readonly #buckets = new Map<number, Set<P>>();
  readonly #long = new Set<P>();
  readonly #all = new Set<P>();

  /** Adds a piece. */
  add(piece: P): void {
    this.#all.add(piece);
    const buckets = bucketsOf(piece);
    if (buckets === undefined) this.#long.add(piece);
    for (const at of buckets ?? []) {
      const own = this.#buckets.get(at);
      if (own === undefined) this.#buckets.set(at, new Set([piece]));
      else own.add(piece);
    }
  }

  /**
   * The other pieces that overlap `piece`. They are searched for each time, because n pieces over the same memory would be n * n
   * pairs to store.
   */
  others(piece: P): readonly P[] {
    if (this.#all.size === 1) return none;
    const buckets = bucketsOf(piece);
    if (buckets === undefined) return [...this.#all].filter((one) => one !== piece && overlap(one, piece));
    const found = new Set<P>();
    for (const near of [this.#long, ...buckets.map((at) => this.#buckets.get(at))]) {
      for (const one of near ?? none) if (one !== piece && overlap(one, piece)) found.add(one);
    }
    return found.size === 0 ? none : [...found];
  }

  /** Removes a piece. */
  delete(piece: P): void {
    this.#all.delete(piece);
    this.#long.delete(piece);
    for (const at of bucketsOf(piece) ?? []) {
      const own = this.#buckets.get(at);
      own?.delete(piece);
      if (own?.size === 0) this.#buckets.delete(at);
    }
  }
}

function bucketsOf({ pointer, byteLength }: Piece): readonly number[] | undefined {
  const first = Math.floor(Number(pointer) / BUCKET);
  const last = Math.floor((Number(pointer) + Math.max(0, byteLength - 1)) / BUCKET);
  if (last - first >= MOST_BUCKETS) return undefined;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function overlap(a: Piece, b: Piece): boolean {
  return a.pointer < b.pointer + BigInt(b.byteLength) && b.pointer < a.pointer + BigInt(a.byteLength);
}
