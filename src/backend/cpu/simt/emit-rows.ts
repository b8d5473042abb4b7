// The loops over the threads that run a region: all of a block, or the lanes of one warp, and rows that are cut into
// ranges. What stands in them is given; labels and names start with `r` and the number of the region.

import type { Extent, RangeSplit } from "./range-split.js";
import type { Region } from "./region-plan.js";

export interface RowEmission {
  /** Metadata of the loops over x of a region. */
  loopMetadata(region: Region): string;
  /** How many rows each region runs in one call. */
  readonly rowsAtATime: readonly number[];
  /** How the x loop of each region is cut. */
  readonly splits: readonly (RangeSplit | undefined)[];
}

/** What the coordinates of the thread are called in a loop. */
export interface ThreadNames {
  readonly x: string;
  readonly y: string;
  readonly z: string;
  readonly thread: string;
}

/** Which loop over x a call stands in: see RangeSplit. */
export type Part = "all" | "inside" | "outside" | "careful";
/** The lines that run a region for one thread. */
export type Body = (names: ThreadNames, part: Part) => string[];

/** All threads of the block, x innermost. */
export function loopNest(e: RowEmission, region: Region, body: Body): string[] {
  const p = `r${region.id}`;
  const y = `%${p}.ty`;
  const z = `%${p}.tz`;
  return [
    `  br label %${p}.z`,
    `${p}.z:`,
    `  ${z} = phi i32 [ 0, %${p} ], [ ${z}.next, %${p}.z.end ]`,
    `  %${p}.slab = mul nuw nsw i32 ${z}, %cuts.bdim.y`,
    `  br label %${p}.y`,
    `${p}.y:`,
    `  ${y} = phi i32 [ 0, %${p}.z ], [ ${y}.next, %${p}.y.end ]`,
    `  %${p}.rows = add nuw nsw i32 %${p}.slab, ${y}`,
    `  %${p}.row = mul nuw nsw i32 %${p}.rows, %cuts.bdim.x`,
    ...rowOf(e, region, WHOLE_ROW, body),
    `${p}.y.end:`,
    `  ${y}.next = add nuw nsw i32 ${y}, ${e.rowsAtATime[region.id]}`,
    `  ${y}.more = icmp ult i32 ${y}.next, %cuts.bdim.y`,
    `  br i1 ${y}.more, label %${p}.y, label %${p}.z.end`,
    `${p}.z.end:`,
    `  ${z}.next = add nuw nsw i32 ${z}, 1`,
    `  ${z}.more = icmp ult i32 ${z}.next, %cuts.bdim.z`,
    `  br i1 ${z}.more, label %${p}.z, label %${p}.done`,
  ];
}

/** The lanes of the warp that runs. */
export function warpRow(e: RowEmission, region: Region, body: Body): string[] {
  const p = `r${region.id}`;
  return [
    `  br label %${p}.y`,
    `${p}.y:`,
    `  %${p}.ty = add nuw nsw i32 %cuts.w.y, 0`,
    `  %${p}.tz = add nuw nsw i32 %cuts.w.z, 0`,
    `  %${p}.row = add nuw nsw i32 %cuts.w.row, 0`,
    ...rowOf(e, region, { from: "%cuts.w.x", to: "%cuts.w.to" }, body),
    `${p}.y.end:`,
    `  br label %${p}.done`,
  ];
}

const WHOLE_ROW: Extent = { from: "0", to: "%cuts.width" };

function rowOf(e: RowEmission, region: Region, extent: Extent, body: Body): string[] {
  const p = `r${region.id}`;
  const split = e.splits[region.id];
  const metadata = e.loopMetadata(region);
  return split ? splitRow(p, metadata, split, extent, body) : wholeRow(p, metadata, extent, body);
}

function wholeRow(p: string, metadata: string, extent: Extent, body: Body): string[] {
  return [
    `  br label %${p}.all`,
    ...rowLoop(p, "all", `[ ${extent.from}, %${p}.y ]`, extent.to, body),
    `  br i1 %${p}.all.more, label %${p}.all, label %${p}.y.end${metadata}`,
  ];
}

// Threads before the range, the range, threads after it. The two outer parts share one loop, which goes on to the
// range the first time and to the end of the row the second time.
function splitRow(
  p: string,
  metadata: string,
  split: RangeSplit,
  { from, to }: Extent,
  body: Body,
): string[] {
  const outer = split.knowsOutside ? "outside" : "careful";
  const unknown = split.knowsOutside ? `${p}.careful.enter` : `${p}.everybody`;
  const starts = [`[ ${from}, %${p}.before ]`, `[ %${p}.high, %${p}.after ]`];
  const ends = [`[ %${p}.low, %${p}.before ]`, `[ ${to}, %${p}.after ]`];
  const stages = [`[ false, %${p}.before ]`, `[ true, %${p}.after ]`];
  if (!split.knowsOutside) {
    starts.push(`[ ${from}, %${p}.everybody ]`);
    ends.push(`[ ${to}, %${p}.everybody ]`);
    stages.push(`[ true, %${p}.everybody ]`);
  }
  return [
    ...split.lines(`%${p}`, { from, to }),
    `  br i1 %${p}.fits, label %${p}.before, label %${unknown}`,
    ...(split.knowsOutside ? [] : [`${p}.everybody:`, `  br label %${p}.outer`]),
    `${p}.before:`,
    `  %${p}.any.before = icmp ne i32 %${p}.low, ${from}`,
    `  br i1 %${p}.any.before, label %${p}.outer, label %${p}.middle`,
    `${p}.middle:`,
    `  %${p}.any.inside = icmp ult i32 %${p}.low, %${p}.high`,
    `  br i1 %${p}.any.inside, label %${p}.inside.enter, label %${p}.after`,
    `${p}.inside.enter:`,
    `  br label %${p}.inside`,
    ...rowLoop(p, "inside", `[ %${p}.low, %${p}.inside.enter ]`, `%${p}.high`, body),
    `  br i1 %${p}.inside.more, label %${p}.inside, label %${p}.after${metadata}`,
    `${p}.after:`,
    `  %${p}.any.after = icmp ult i32 %${p}.high, ${to}`,
    `  br i1 %${p}.any.after, label %${p}.outer, label %${p}.y.end`,
    `${p}.outer:`,
    `  %${p}.from = phi i32 ${starts.join(", ")}`,
    `  %${p}.to = phi i32 ${ends.join(", ")}`,
    `  %${p}.is.last = phi i1 ${stages.join(", ")}`,
    `  br label %${p}.${outer}`,
    ...rowLoop(p, outer, `[ %${p}.from, %${p}.outer ]`, `%${p}.to`, body),
    `  br i1 %${p}.${outer}.more, label %${p}.${outer}, label %${p}.outer.end${metadata}`,
    `${p}.outer.end:`,
    `  br i1 %${p}.is.last, label %${p}.y.end, label %${p}.middle`,
    ...(split.knowsOutside
      ? [
          `${p}.careful.enter:`,
          `  br label %${p}.careful`,
          ...rowLoop(p, "careful", `[ ${from}, %${p}.careful.enter ]`, to, body),
          `  br i1 %${p}.careful.more, label %${p}.careful, label %${p}.y.end`,
        ]
      : []),
  ];
}

// The body of a loop over x that is one block; what follows is its branch.
function rowLoop(p: string, part: Part, start: string, end: string, body: Body): string[] {
  const x = `%${p}.${part}.x`;
  const thread = `%${p}.${part}.t`;
  return [
    `${p}.${part}:`,
    `  ${x} = phi i32 ${start}, [ ${x}.next, %${p}.${part} ]`,
    `  ${thread} = add nuw nsw i32 %${p}.row, ${x}`,
    ...body({ x, y: `%${p}.ty`, z: `%${p}.tz`, thread }, part),
    `  ${x}.next = add nuw nsw i32 ${x}, 1`,
    `  %${p}.${part}.more = icmp ult i32 ${x}.next, ${end}`,
  ];
}
