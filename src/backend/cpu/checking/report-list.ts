// Collects what a checked launch finds. The same finding at the same place is reported once, with a count.

import type { CheckKind, CheckPlace, CheckReport, OtherAccess } from "../../../core/check-report.js";
import { isAllowed } from "../../check-reports.js";
import type { WatchTable } from "../cpu-object.js";

type Size = readonly [number, number, number];

/** How the compiler calls a lambda of our headers, whose place says nothing to users. */
const OWN_LAMBDA = /\(lambda at \/\.cuts\/[^)]*\)/g;

/** A finding, before the launch is known. */
export interface Finding
  extends Omit<
    CheckReport,
    "kernel" | "count" | "block" | "thread" | "other" | "file" | "line" | "column" | "text"
  > {
  readonly kind: CheckKind;
  readonly site: number;
  readonly who?: { readonly block: number; readonly thread: number };
  readonly otherSite?: number;
  readonly otherWho?: { readonly block: number; readonly thread: number };
  readonly otherAccess?: OtherAccess["access"];
  /** Of the same findings the first with the highest rank is told; 0 unless given. */
  readonly rank?: number;
}

/** What makes findings the same. */
type FindingKey = Pick<Finding, "kind" | "space" | "site" | "otherSite" | "rank">;

export class ReportList {
  readonly #table: WatchTable;
  readonly #kernel: string;
  readonly #grid: Size;
  readonly #block: Size;
  readonly #found = new Map<string, { report: CheckReport; rank: number; count: number }>();

  readonly #placeKeys = new Map<number, string>();

  constructor(table: WatchTable, kernel: string, grid: Size, block: Size) {
    this.#table = table;
    this.#kernel = kernel;
    this.#grid = grid;
    this.#block = block;
  }

  get all(): readonly CheckReport[] {
    return Array.from(this.#found.values(), ({ report, count }) => ({ ...report, count }));
  }

  /**
   * Counts a finding that was told before, from the same place or a race of the same two; false where it is new. Programs make some
   * mistakes millions of times, and a text each time would take minutes.
   */
  again({ kind, space, site, otherSite, rank = 0 }: FindingKey): boolean {
    const known = this.#found.get(this.#keyOf(kind, space, site, otherSite));
    if (known === undefined || known.rank < rank) return false;
    known.count++;
    return true;
  }

  add(finding: Finding): void {
    const { site, who, otherSite, otherWho, otherAccess, rank = 0, ...rest } = finding;
    const place = this.placeOf(site);
    const other = otherSite === undefined ? undefined : this.placeOf(otherSite);
    if (isAllowed(place, finding.kind) || (other !== undefined && isAllowed(other, finding.kind))) return;
    if (this.again(finding)) return;
    const key = this.#keyOf(finding.kind, finding.space, site, otherSite);
    const count = (this.#found.get(key)?.count ?? 0) + 1;
    const report = {
      ...rest,
      ...place,
      kernel: this.#kernelAt(site),
      ...(who === undefined ? {} : this.#coordinates(who)),
      ...(other === undefined || otherWho === undefined
        ? {}
        : { other: { ...other, access: otherAccess ?? "read", ...this.#coordinates(otherWho) } }),
      count,
    };
    this.#found.set(key, { report, rank, count });
  }

  #keyOf(kind: CheckKind, space: string | undefined, site: number, otherSite: number | undefined): string {
    const own = this.#placeKey(site);
    if (kind !== "race") return `${kind} ${space} ${own}`;
    // A race is the same from both sides.
    const other = otherSite === undefined ? "" : this.#placeKey(otherSite);
    return `${kind} ${space} ${own < other ? `${own} ${other}` : `${other} ${own}`}`;
  }

  #placeKey(site: number): string {
    let key = this.#placeKeys.get(site);
    if (key === undefined) this.#placeKeys.set(site, (key = keyOf(this.placeOf(site))));
    return key;
  }

  // As the source calls it, where the compiler has made another name of it.
  #kernelAt(site: number): string {
    if (!this.#kernel.startsWith("_Z")) return this.#kernel;
    const name = this.#table.sites[site]?.functions.at(-1) ?? this.#kernel;
    return name.replaceAll(OWN_LAMBDA, "lambda");
  }

  /** Where a site is in the source. */
  placeOf(site: number): CheckPlace {
    const place = this.#table.sites[site]?.place;
    if (place === undefined) return { file: "kernel.cu", line: 0, column: 0 };
    const text = this.#table.lines[`${place.file}:${place.line}`];
    return { ...place, ...(text === undefined ? {} : { text }) };
  }

  #coordinates(who: { block: number; thread: number }): { block: Size; thread: Size } {
    return { block: coordinates(who.block, this.#grid), thread: coordinates(who.thread, this.#block) };
  }

  /** "thread (24,0,0) of block (3,0,0)". */
  shownWho(who: { block: number; thread: number }): string {
    const { block, thread } = this.#coordinates(who);
    return `thread (${thread.join(",")}) of block (${block.join(",")})`;
  }
}

/** `file:line:column`. */
export function keyOf({ file, line, column }: CheckPlace): string {
  return `${file}:${line}:${column}`;
}

function coordinates(index: number, [x, y]: Size): Size {
  return [index % x, Math.floor(index / x) % y, Math.floor(index / (x * y))];
}
