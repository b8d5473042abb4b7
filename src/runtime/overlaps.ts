// Which pieces of memory of others overlap. Two arrays over one typed array are two pieces here, each with its own order of work: what
// one of them writes the other one must see.

/** Memory of the process, or of a GPU: their addresses differ. */
export interface Piece {
  readonly pointer: bigint;
  readonly byteLength: number;
}

/** Pieces are looked for by the megabytes that they lie in; */
const BUCKET = 2 ** 20;
/** one in more than so many is compared with all. */
const MOST_BUCKETS = 64;

/** Pieces that are in use. */
export class Overlaps<P extends Piece> {
  readonly #buckets = new Map<number, Set<P>>();
  readonly #long = new Set<P>();
  readonly #all = new Set<P>();

  /** One more; gives those that it overlaps. */
  add(piece: P): readonly P[] {
    const buckets = bucketsOf(piece);
    const near = buckets === undefined ? this.#all : new Set(this.#long);
    for (const at of buckets ?? []) {
      const own = this.#buckets.get(at);
      if (own === undefined) this.#buckets.set(at, new Set([piece]));
      else {
        for (const one of own) near.add(one);
        own.add(piece);
      }
    }
    const found = [...near].filter((one) => one !== piece && overlap(one, piece));
    this.#all.add(piece);
    if (buckets === undefined) this.#long.add(piece);
    return found;
  }

  /** One less. */
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
  const first = Number(pointer / BigInt(BUCKET));
  const last = Number((pointer + BigInt(Math.max(0, byteLength - 1))) / BigInt(BUCKET));
  if (last - first >= MOST_BUCKETS) return undefined;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function overlap(a: Piece, b: Piece): boolean {
  return a.pointer < b.pointer + BigInt(b.byteLength) && b.pointer < a.pointer + BigInt(a.byteLength);
}
