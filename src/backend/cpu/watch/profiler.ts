// Counts what a kernel does as a GPU would execute it. Lanes run one after another here. What they do at the same place in the same
// iteration of the same loops counts as one instruction of their warp.

import type { ProfiledLaunch } from "../../../core/kernel-profile.js";
import type { WatchTable } from "../cpu-object.js";
import { sharedBytesUsed } from "../launch-block.js";
import type { WatchFact } from "../passes/watch-facts.js";
import type { KernelWatcher, WatchedBlock, WatchedLaunch, WatchHooks } from "./kernel-watcher.js";
import { LineCounts, type WarpAccess } from "./line-counts.js";

const WARP = 32;

/** What the lanes of a warp do by one instruction. */
interface WarpInstruction {
  readonly lanes: number[];
  readonly addresses: number[];
  readonly byteLengths: number[];
}

/** What was done at a site: one instruction each time that a lane came there in one turn of its loops. */
interface Visits {
  readonly counts: Uint16Array;
  readonly instructions: WarpInstruction[];
}

/** The turns of loops that a thread is in. */
class LoopPath {
  readonly parent: LoopPath | undefined;
  readonly loop: number;
  readonly turn: number;
  readonly sites = new Map<number, Visits>();
  readonly #children = new Map<string, LoopPath>();

  constructor(parent?: LoopPath, loop = -1, turn = 0) {
    this.parent = parent;
    this.loop = loop;
    this.turn = turn;
  }

  child(loop: number, turn: number): LoopPath {
    const key = `${loop} ${turn}`;
    let found = this.#children.get(key);
    if (found === undefined) this.#children.set(key, (found = new LoopPath(this, loop, turn)));
    return found;
  }

  /** Where this loop is entered; undefined outside of it. */
  find(loop: number): LoopPath | undefined {
    return this.loop === loop ? this : this.parent?.find(loop);
  }

  nextTurn(loop: number): LoopPath {
    const own = this.find(loop);
    return own?.parent === undefined ? this.child(loop, 1) : own.parent.child(loop, own.turn + 1);
  }

  left(loop: number): LoopPath {
    return this.find(loop)?.parent ?? this;
  }
}

export class Profiler implements KernelWatcher {
  readonly hooks: WatchHooks;
  readonly #onProfile: (profile: ProfiledLaunch) => void;
  #launch: WatchedLaunch | undefined;
  #block: WatchedBlock | undefined;
  #lines = new Map<string, LineCounts>();
  #total = new LineCounts();
  /** Where each thread of the block is. */
  #paths: LoopPath[] = [];
  #root = new LoopPath();
  #touched = new Set<LoopPath>();
  #thread = 0;
  #region = -1;

  constructor(onProfile: (profile: ProfiledLaunch) => void) {
    this.#onProfile = onProfile;
    this.hooks = {
      access: (address, _root, site) => {
        this.#note(site, address, 0);
        return address;
      },
      range: (address, _root, byteLength, site) => {
        this.#note(site, address, byteLength);
        return address;
      },
      local: () => {},
      wait: () => {},
      overflow: () => {},
      exit: () => {},
      visit: (site) => this.#visit(site),
      thread: (thread, _x, _y, _z, region) => this.#begin(thread, region),
    };
  }

  begin(launch: WatchedLaunch): void {
    this.#launch = launch;
    this.#lines = new Map();
    this.#total = new LineCounts();
  }

  beginBlock(block: WatchedBlock): void {
    this.#flush();
    this.#block = block;
    this.#root = new LoopPath();
    this.#paths = [];
  }

  end(): boolean {
    this.#flush();
    const { name, launch, kernel, table } = this.#launch as WatchedLaunch;
    const places = Array.from(this.#lines, ([key, counts]) => {
      const at = key.lastIndexOf(":");
      return { file: key.slice(0, at), line: Number(key.slice(at + 1)), key, counts };
    });
    this.#onProfile({
      name,
      grid: launch.grid,
      block: launch.block,
      sharedBytes: sharedBytesUsed(kernel, launch),
      total: this.#total.counts(),
      lines: places
        .toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
        .map(({ file, line, key, counts }) => ({
          file,
          line,
          text: table.lines[key] ?? "",
          ...counts.counts(),
        })),
    });
    return false;
  }

  // A warp goes on with other lanes, or another one does: what it has done so far is counted.
  #begin(thread: number, region: number): void {
    const isSameWarp = thread >> 5 === this.#thread >> 5 && thread > this.#thread;
    if (!isSameWarp || region !== this.#region) this.#flush();
    this.#thread = thread;
    this.#region = region;
  }

  get #path(): LoopPath {
    return this.#paths[this.#thread] ?? this.#root;
  }

  #visit(site: number): void {
    const fact = this.#factOf(site);
    if (fact?.is === "iteration") this.#paths[this.#thread] = this.#path.nextTurn(fact.loop);
    else if (fact?.is === "leave") this.#paths[this.#thread] = this.#path.left(fact.loop);
    else this.#note(site, 0, 0);
  }

  #note(site: number, address: number, byteLength: number): void {
    const path = this.#path;
    const lane = this.#thread % WARP;
    let visits = path.sites.get(site);
    if (visits === undefined) {
      path.sites.set(site, (visits = { counts: new Uint16Array(WARP), instructions: [] }));
      this.#touched.add(path);
    }
    const at = (visits.counts[lane] as number)++;
    visits.counts[lane] = at + 1;
    const own = (visits.instructions[at] ??= { lanes: [], addresses: [], byteLengths: [] });
    own.lanes.push(lane);
    own.addresses.push(address >>> 0);
    own.byteLengths.push(byteLength);
  }

  #flush(): void {
    for (const { sites } of this.#touched) {
      for (const [site, { instructions }] of sites) for (const one of instructions) this.#count(site, one);
      sites.clear();
    }
    this.#touched.clear();
  }

  #count(site: number, { lanes, addresses, byteLengths }: WarpInstruction): void {
    const fact = this.#factOf(site);
    const place = this.#table.sites[site]?.place;
    if (fact === undefined || place === undefined) return;
    const key = `${place.file}:${place.line}`;
    let line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, (line = new LineCounts()));
    for (const counts of [line, this.#total]) {
      if (fact.is === "visit") counts.addInstructions(fact.instructions ?? 0, lanes.length);
      if (fact.is !== "access") continue;
      const inSpace = (space: "shared" | "global"): WarpAccess => {
        const own = addresses.flatMap((address, at) => (this.#spaceOf(address) === space ? [at] : []));
        return {
          addresses: own.map((at) => addresses[at] as number),
          lanes: own.map((at) => lanes[at] as number),
          bytes: fact.bytes || Math.max(1, ...byteLengths),
        };
      };
      const [global, shared] = [inSpace("global"), inSpace("shared")];
      if (global.lanes.length > 0) counts.addGlobal(global);
      if (shared.lanes.length > 0) counts.addShared(shared);
      if (fact.how === "atomic")
        counts.addAtomic({ ...global, addresses: [...global.addresses, ...shared.addresses] });
    }
  }

  #spaceOf(address: number): "shared" | "global" | "local" {
    const { shared, sharedBytes, context, contextBytes } = this.#block as WatchedBlock;
    const { stack } = this.#launch as WatchedLaunch;
    if (address >= shared && address < shared + sharedBytes) return "shared";
    if (address >= context && address < context + contextBytes) return "local";
    return address >= stack.address && address < stack.address + stack.byteLength ? "local" : "global";
  }

  get #table(): WatchTable {
    return (this.#launch as WatchedLaunch).table;
  }

  #factOf(site: number): WatchFact | undefined {
    return this.#table.facts[this.#table.sites[site]?.fact ?? -1];
  }
}
