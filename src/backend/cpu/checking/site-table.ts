// The table of calls in the watched code of a launch, as fast-path.c reads it: what each call does, and the object that it accessed
// last.

import { isTold } from "../../check-reports.js";
import type { WatchTable } from "../cpu-object.js";
import type { WatchFact } from "../passes/watch-facts.js";
import { HOW, OBJECT, SITE } from "./fast-path.gen.js";
import { WAIT_KINDS } from "./launch-state.js";
import type { MemoryObject } from "./memory-object.js";
import { flagsOf, isReleasing } from "./races.js";
import type { ShadowMemory } from "./shadow-memory.js";

export type Access = Extract<WatchFact, { is: "access" }>;

/** Whether races are looked for. */
export const FINDS_RACES = isTold("race");

const HOWS = {
  read: HOW.LOOKS,
  write: HOW.MARKS | HOW.MODIFIES,
  atomic: HOW.LOOKS | HOW.MODIFIES,
  copy: 0,
} as const;

export class SiteTable {
  /** What each site tells. */
  readonly facts: readonly WatchFact[];
  readonly #shadow: ShadowMemory;
  readonly #address: number;
  /** Whether accesses to global memory are told to somebody. */
  readonly #isTold: boolean;
  #last: (MemoryObject | undefined)[] = [];

  constructor(shadow: ShadowMemory, { sites, facts }: WatchTable, isTold: boolean) {
    this.facts = sites.map(({ fact }) => facts[fact] as WatchFact);
    this.#shadow = shadow;
    this.#isTold = isTold;
    this.#address = shadow.allocate(4 * SITE.words * sites.length);
    this.facts.forEach((fact, site) => this.#describe(site, fact, sites[site]?.functions ?? []));
    shadow.setState("sites", this.#address);
  }

  /** The alignment that an access needs. */
  static alignOf(fact: Access): number {
    return fact.how === "atomic" ? fact.bytes : fact.align;
  }

  /** The object that a site has accessed last; never one that is a thread's own. */
  last(site: number): MemoryObject | undefined {
    return this.#last[site];
  }

  /**
   * Accesses of the site to this object, where nothing is wrong with them, need not be asked about: until the next turn of a thread
   * for what is a thread's own, unless it is lasting.
   */
  remember(site: number, object: MemoryObject, isLasting = object.space !== "local"): void {
    const { base, byteLength, written, space, isOpaque } = object;
    const isKnown = written === undefined || written.address !== 0;
    const { words } = this.#shadow;
    const at = this.#at(site);
    words[at + SITE.base] = base;
    words[at + SITE.length] = isKnown ? byteLength : 0;
    words[at + SITE.written] = written?.address ?? 0;
    words[at + SITE.object] =
      (isOpaque === true ? OBJECT.OPAQUE : 0) |
      (FINDS_RACES && space !== "local" ? OBJECT.RACES : 0) |
      (this.#isTold && space === "global" ? OBJECT.TELLS : 0);
    words[at + SITE.turn] = isLasting ? 0 : this.#shadow.state("turn");
    this.#last[site] = space === "local" ? undefined : object;
  }

  /** Whether threads have variables with elements. */
  get hasLocals(): boolean {
    return this.facts.some(({ is }) => is === "local");
  }

  forget(site: number): void {
    this.#shadow.words[this.#at(site) + SITE.length] = 0;
    this.#last[site] = undefined;
  }

  forgetAll(): void {
    for (let site = 0; site < this.facts.length; site++) this.forget(site);
  }

  release(): void {
    this.#shadow.free(this.#address, 4 * SITE.words * this.facts.length);
  }

  #describe(site: number, fact: WatchFact, functions: readonly string[]): void {
    const { words } = this.#shadow;
    const at = this.#at(site);
    if (fact.is === "wait" && fact.kind !== "fence") {
      words[at + SITE.how] = fact.kind === "barrier" || fact.kind === "reduce" ? HOW.BARRIER : 0;
      words[at + SITE.flags] = WAIT_KINDS.indexOf(fact.kind);
    }
    if (fact.is !== "access") return;
    const align = SiteTable.alignOf(fact);
    words[at + SITE.bytes] = fact.bytes;
    // What is no power of two is looked at elsewhere.
    words[at + SITE.align] = align < 2 ? 0 : (align & (align - 1)) === 0 ? align - 1 : -1;
    words[at + SITE.how] = HOWS[fact.how] | (isReleasing(fact) ? HOW.RELEASES : 0);
    words[at + SITE.flags] = flagsOf(fact, functions);
  }

  #at(site: number): number {
    return this.#address / 4 + site * SITE.words;
  }
}
