// The memory that the arguments of a checked launch refer to: for a view its elements, for anything else the whole allocation.
// Overlapping pieces are merged, because an address in the overlap could belong to either.

import { dtypes } from "../../core/dtype.js";
import { deviceArrayAccess } from "./device-array.js";
import type { Storage } from "./storage.js";

export interface MemoryPiece {
  readonly address: number;
  readonly byteLength: number;
}

/** The memory of `args`. `storages` lists the storages that the launch uses, once for each use. */
export function argumentMemory(args: readonly unknown[], storages: readonly Storage[]): MemoryPiece[] {
  const views = args.flatMap((value) => deviceArrayAccess(value) ?? []);
  const countOf = (list: readonly Storage[], storage: Storage): number =>
    list.filter((one) => one === storage).length;
  const viewed = views.map(({ storage }) => storage);
  // Struct members also use storages, and their views are not known here; then the whole storage counts.
  const whole = storages.filter((storage) => countOf(storages, storage) > countOf(viewed, storage));
  const pieces = views
    .filter(({ storage }) => !whole.includes(storage))
    .map(({ address, length, dtype }) => ({ address, byteLength: length * dtypes[dtype].byteLength }));
  return joined([...pieces, ...whole.map(({ address, byteLength }) => ({ address, byteLength }))]);
}

function joined(pieces: readonly MemoryPiece[]): MemoryPiece[] {
  const out: MemoryPiece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.address - b.address)) {
    const last = out.at(-1);
    const end = last === undefined ? -1 : last.address + last.byteLength;
    if (last === undefined || piece.address >= end) out.push(piece);
    else {
      const furthest = Math.max(end, piece.address + piece.byteLength);
      out[out.length - 1] = { address: last.address, byteLength: furthest - last.address };
    }
  }
  return out;
}
