// The loops over the threads that run a region: all of a block, or the lanes of one warp, and rows that are cut into
// ranges. What stands in them is given; labels and names start with `r` and the number of the region.

import { branch, withMetadata } from "../../../../compiler/ir/builder.js";
import { i1, i32 } from "../../../../compiler/ir/type.js";
import { int, int32, type Local, local, type Value } from "../../../../compiler/ir/value.js";
import { type Code, NEVER_WRAPS } from "../../../../compiler/ir/code.js";
import type { Extent, RangeSplit } from "./range-split.js";
import type { Region } from "./region-plan.js";

export interface RowEmission {
  /** Metadata of the loops over x of a region: its node. */
  loopMetadata(region: Region): string;
  /** How many rows each region runs in one call. */
  readonly rowsAtATime: readonly number[];
  /** How the x loop of each region is cut. */
  readonly splits: readonly (RangeSplit | undefined)[];
}

/** The coordinates of the thread in a loop. */
export interface ThreadNames {
  readonly x: Local;
  readonly y: Local;
  readonly z: Local;
  readonly thread: Local;
}

/** Which loop over x a call stands in: see RangeSplit. */
export type Part = "all" | "inside" | "outside" | "careful";
/** Writes what runs a region for one thread. */
export type Body = (code: Code, names: ThreadNames, part: Part) => void;

/** The block's size. */
const BLOCK = {
  x: local("%cuts.bdim.x", i32),
  y: local("%cuts.bdim.y", i32),
  z: local("%cuts.bdim.z", i32),
};

/** All threads of the block, x innermost. */
export function loopNest(code: Code, e: RowEmission, region: Region, body: Body): void {
  const p = `%r${region.id}`;
  const nextY = local(`${p}.ty.next`, i32);
  const nextZ = local(`${p}.tz.next`, i32);
  code.jump(`${p}.z`);
  code.block(`${p}.z`);
  const z = code.phi(`${p}.tz`, i32, [0, p], [nextZ, `${p}.z.end`]);
  const slab = code.mul(`${p}.slab`, z, BLOCK.y, NEVER_WRAPS);
  code.jump(`${p}.y`);
  code.block(`${p}.y`);
  const y = code.phi(`${p}.ty`, i32, [0, `${p}.z`], [nextY, `${p}.y.end`]);
  const rows = code.add(`${p}.rows`, slab, y, NEVER_WRAPS);
  code.mul(`${p}.row`, rows, BLOCK.x, NEVER_WRAPS);
  rowOf(code, e, region, WHOLE_ROW, body);
  code.block(`${p}.y.end`);
  code.add(nextY.name, y, e.rowsAtATime[region.id] as number, NEVER_WRAPS);
  code.branch(code.icmp(`${p}.ty.more`, "ult", nextY, BLOCK.y), `${p}.y`, `${p}.z.end`);
  code.block(`${p}.z.end`);
  code.add(nextZ.name, z, 1, NEVER_WRAPS);
  code.branch(code.icmp(`${p}.tz.more`, "ult", nextZ, BLOCK.z), `${p}.z`, `${p}.done`);
}

/** The lanes of the warp that runs. */
export function warpRow(code: Code, e: RowEmission, region: Region, body: Body): void {
  const p = `%r${region.id}`;
  code.jump(`${p}.y`);
  code.block(`${p}.y`);
  code.add(`${p}.ty`, local("%cuts.w.y", i32), 0, NEVER_WRAPS);
  code.add(`${p}.tz`, local("%cuts.w.z", i32), 0, NEVER_WRAPS);
  code.add(`${p}.row`, local("%cuts.w.row", i32), 0, NEVER_WRAPS);
  const extent = { from: local("%cuts.w.x", i32), to: local("%cuts.w.to", i32) };
  rowOf(code, e, region, extent, body);
  code.block(`${p}.y.end`);
  code.jump(`${p}.done`);
}

const WHOLE_ROW: Extent = { from: int32(0), to: local("%cuts.width", i32) };

function rowOf(code: Code, e: RowEmission, region: Region, extent: Extent, body: Body): void {
  const row = new Row(code, `%r${region.id}`, e.loopMetadata(region), body);
  const split = e.splits[region.id];
  if (split) row.cut(split, extent);
  else row.whole(extent);
}

/** Writes the loops over the x of one row. */
class Row {
  readonly #code: Code;
  readonly #p: string;
  readonly #metadata: string;
  readonly #body: Body;

  constructor(code: Code, prefix: string, metadata: string, body: Body) {
    this.#code = code;
    this.#p = prefix;
    this.#metadata = metadata;
    this.#body = body;
  }

  whole({ from, to }: Extent): void {
    this.#code.jump(`${this.#p}.all`);
    this.#loop("all", [from, `${this.#p}.y`], to, `${this.#p}.y.end`);
  }

  // Threads before the range, the range, threads after it. The two outer parts share one loop, which goes on to the
  // range the first time and to the end of the row the second time.
  cut(split: RangeSplit, extent: Extent): void {
    const { from, to } = extent;
    const code = this.#code;
    const p = this.#p;
    const outer = split.knowsOutside ? "outside" : "careful";
    const unknown = split.knowsOutside ? `${p}.careful.enter` : `${p}.everybody`;
    const low = local(`${p}.low`, i32);
    const high = local(`${p}.high`, i32);
    /** The ways to the outer loop: where it starts, where it ends, and whether the row ends with it. */
    const ways = [
      { by: `${p}.before`, from, to: low as Value, isLast: 0 },
      { by: `${p}.after`, from: high as Value, to, isLast: 1 },
      ...(split.knowsOutside ? [] : [{ by: `${p}.everybody`, from, to, isLast: 1 }]),
    ];
    code.push(...split.limits(p, extent));
    code.branch(local(`${p}.fits`, i1), `${p}.before`, unknown);
    if (!split.knowsOutside) {
      code.block(`${p}.everybody`);
      code.jump(`${p}.outer`);
    }
    code.block(`${p}.before`);
    code.branch(code.icmp(`${p}.any.before`, "ne", low, from), `${p}.outer`, `${p}.middle`);
    code.block(`${p}.middle`);
    code.branch(code.icmp(`${p}.any.inside`, "ult", low, high), `${p}.inside.enter`, `${p}.after`);
    code.block(`${p}.inside.enter`);
    code.jump(`${p}.inside`);
    this.#loop("inside", [low, `${p}.inside.enter`], high, `${p}.after`);
    code.block(`${p}.after`);
    code.branch(code.icmp(`${p}.any.after`, "ult", high, to), `${p}.outer`, `${p}.y.end`);
    code.block(`${p}.outer`);
    const start = code.phi(`${p}.from`, i32, ...ways.map((way) => [way.from, way.by] as const));
    const end = code.phi(`${p}.to`, i32, ...ways.map((way) => [way.to, way.by] as const));
    const isLast = code.phi(`${p}.is.last`, i1, ...ways.map((way) => [int(i1, way.isLast), way.by] as const));
    code.jump(`${p}.${outer}`);
    this.#loop(outer, [start, `${p}.outer`], end, `${p}.outer.end`);
    code.block(`${p}.outer.end`);
    code.branch(isLast, `${p}.y.end`, `${p}.middle`);
    if (split.knowsOutside) {
      code.block(`${p}.careful.enter`);
      code.jump(`${p}.careful`);
      this.#loop("careful", [from, `${p}.careful.enter`], to, `${p}.y.end`, false);
    }
  }

  // A loop over x that is one block.
  #loop(part: Part, start: readonly [Value, string], end: Value, exit: string, hasMetadata = true): void {
    const code = this.#code;
    const p = this.#p;
    const label = `${p}.${part}`;
    const next = local(`${label}.x.next`, i32);
    code.block(label);
    const x = code.phi(`${label}.x`, i32, start, [next, label]);
    const thread = code.add(`${label}.t`, local(`${p}.row`, i32), x, NEVER_WRAPS);
    this.#body(code, { x, y: local(`${p}.ty`, i32), z: local(`${p}.tz`, i32), thread }, part);
    code.add(next.name, x, 1, NEVER_WRAPS);
    const again = branch(code.icmp(`${label}.more`, "ult", next, end), label, exit);
    code.push(hasMetadata ? withMetadata(again, "llvm.loop", this.#metadata) : again);
  }
}
