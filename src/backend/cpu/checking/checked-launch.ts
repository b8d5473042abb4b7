// A launch that is checked. fast-path.c decides most accesses; this decides the rest. Is an access inside its object, and is the memory
// alive, written and aligned (this file)? Does another thread access it at the same time (races.ts)? Do all threads reach the same
// barrier, and all lanes of a mask the same warp operation (waits.ts)?

import type { CheckReport } from "../../../core/check-report.js";
import type { BackendLaunch, CheckedLaunchWatch } from "../../backend.js";
import { shownPlace } from "../../check-text.js";
import { plural } from "../../../core/text.js";
import { DEADLOCK } from "../machine/control.js";
import { runsTogether } from "../together.js";
import type {
  KernelWatcher,
  WatchedBlock,
  WatchedEnd,
  WatchedLaunch,
  WatchHooks,
} from "../watch/kernel-watcher.js";
import { type AccessEvent, AccessReports } from "./access-reports.js";
import type { FastPath, SlowPath } from "./fast-path.js";
import { FIRST_ADDRESS, type KnownMemory, LaunchObjects } from "./launch-objects.js";
import { BlockState, type ThreadState } from "./launch-state.js";
import { areWritten, isInside, markWritten, type MemoryObject, unwritten } from "./memory-object.js";
import type { RaceShadow } from "./race-shadow.js";
import { Races } from "./races.js";
import { ReportList } from "./report-list.js";
import type { ShadowMemory } from "./shadow-memory.js";
import { type Access, FINDS_RACES, SiteTable } from "./site-table.js";
import { Waits } from "./waits.js";

/** What all launches of a device share. */
export interface CheckTools {
  readonly shadow: ShadowMemory;
  readonly words: RaceShadow;
  readonly fast: FastPath;
}

export class CheckedLaunch implements KernelWatcher, SlowPath {
  readonly hooks: WatchHooks;
  readonly #memory: KnownMemory;
  readonly #tools: CheckTools;
  readonly #shadow: ShadowMemory;
  readonly #done: (reports: readonly CheckReport[]) => void;
  #launch!: WatchedLaunch;
  #reports!: ReportList;
  #accesses!: AccessReports;
  #races!: Races;
  #waits!: Waits;
  #sites!: SiteTable;
  #objects!: LaunchObjects;
  readonly #blocks = new Map<number, BlockState>();
  #block: BlockState | undefined;
  /** Number of the last block of all launches before this one. */
  #before = 0;
  /** Whether a thread has had a variable with elements. */
  #hasLocals = false;
  /** Where memory of the heap is about to be freed. */
  #visited = 0;

  constructor(memory: KnownMemory, tools: CheckTools, done: (reports: readonly CheckReport[]) => void) {
    this.#memory = memory;
    this.#tools = tools;
    this.#shadow = tools.shadow;
    this.#done = done;
    const { access, range, local, wait, exit, thread } = tools.fast.hooks;
    this.hooks = {
      access,
      range,
      local,
      wait,
      exit,
      thread,
      overflow: (site) => this.#thread.set("overflow", site + 1),
      visit: (site) => {
        this.#visited = site;
      },
    };
  }

  begin(launch: WatchedLaunch): void {
    const { table, name, launch: asked } = launch;
    this.#launch = launch;
    this.#sites = new SiteTable(this.#shadow, table, onAccessOf(asked) !== undefined);
    this.#objects = new LaunchObjects(this.#memory, this.#shadow, launch);
    this.#reports = new ReportList(table, name, asked.grid, asked.block);
    this.#accesses = new AccessReports(this.#reports);
    const { facts } = this.#sites;
    const { shadow, words } = this.#tools;
    const { bytes } = this.#memory;
    const describe = (address: number): Pick<MemoryObject, "space"> & Partial<MemoryObject> =>
      this.#objectAt(address) ?? { space: "global" };
    const reports = this.#reports;
    this.#races = new Races({ reports, facts, table, bytes, describe, shadow, words }, () =>
      this.#renumber(),
    );
    this.#waits = new Waits(this.#reports, table, () => this.#races.meetAll());
    this.#blocks.clear();
    this.#block = undefined;
    this.#hasLocals = false;
    this.#renumber();
    this.#tools.fast.ask(this);
  }

  beginBlock(block: WatchedBlock): void {
    const { launch, kernel } = this.#launch;
    const known = this.#blocks.get(block.index);
    if (known !== undefined) {
      this.#block = known;
      known.enter();
      return;
    }
    // Blocks that run together all have memory of their own.
    const isTogether = runsTogether(kernel, launch);
    const isFirst = isTogether || this.#block === undefined;
    const [x, y, z] = launch.block;
    const own = isFirst ? new BlockState(this.#shadow, x * y * z, this.#sites.hasLocals) : this.#running;
    if (isFirst) this.#objects.addBlock(block);
    else this.#objects.reuseBlock();
    if (!isTogether) {
      this.#blocks.clear();
      this.#races.forget(block.shared, block.sharedBytes);
    }
    own.begin(block.index, this.#before + block.index + 1);
    own.enter();
    this.#block = own;
    this.#blocks.set(block.index, own);
  }

  end({ status, stop }: WatchedEnd): boolean {
    this.#races.end();
    const isDeadlock = status === DEADLOCK;
    if (isDeadlock) this.#waits.deadlock(this.#running);
    const found = this.#reports.all;
    for (const block of this.#blocks.values()) block.release();
    this.#objects.release();
    this.#sites.release();
    this.#done(found);
    // What was found explains why it stopped; what was not is an error as without a check.
    return stop === undefined && (status === 0 || (isDeadlock && found.length > 0));
  }

  allocated(address: number, byteLength: number): void {
    this.#memory.objects.add(unwritten(this.#shadow, { base: address, byteLength, space: "heap" }));
    this.#races.forget(address, byteLength);
  }

  freed(address: number): boolean {
    if (address === 0) return true;
    const object = this.#memory.objects.at(address);
    if (object === undefined || object.space !== "heap") {
      this.#tellFree("free of what is not an allocation", {
        detail: `frees the address 0x${address.toString(16)}, where no allocation of the heap begins`,
        hint: "free what malloc has returned, once",
      });
      return false;
    }
    if (object.freed !== undefined) {
      this.#tellFree("second free of the same memory", {
        detail: `frees ${plural(object.byteLength, "byte")} of the heap for the second time`,
        hint: "free each allocation once, by one thread",
      });
      return false;
    }
    object.freed = shownPlace(this.#reports.placeOf(this.#visited));
    // Sites that have used it must ask again.
    this.#sites.forgetAll();
    // The memory stays taken, so that whoever uses it is found.
    return false;
  }

  access(signedAddress: number, signedRoot: number, signedLength: number, site: number): number {
    const [address, root, byteLength] = [signedAddress >>> 0, signedRoot >>> 0, signedLength >>> 0];
    if (byteLength === 0) return signedAddress;
    const fact = this.#sites.facts[site] as Access;
    const event = { address, root, byteLength, site, fact, who: this.#who };
    const last = this.#sites.last(site);
    const isLast = last !== undefined && isInside(last, address, byteLength) && isInside(last, root, 0);
    const object = isLast ? last : this.#find(event);
    if (object === undefined) {
      this.#sites.forget(site);
      return this.#memory.sink;
    }
    this.#remember(site, object, root);
    if (object.isOpaque === true) return signedAddress;
    const align = SiteTable.alignOf(fact);
    if (align > 1 && address % align !== 0) {
      this.#accesses.misaligned(event, align, object);
      return this.#memory.sink;
    }
    if (object.written !== undefined) this.#look(event, object);
    if (object.space !== "local") {
      if (FINDS_RACES) this.#races.access(this.#running, this.#thread, address, byteLength, site, fact);
      if (object.space === "global") this.touch(signedAddress, signedLength, site);
    }
    return signedAddress;
  }

  touch(address: number, byteLength: number, site: number): void {
    const { how } = this.#sites.facts[site] as Access;
    onAccessOf(this.#launch.launch)?.(address >>> 0, byteLength >>> 0, how === "copy" ? "read" : how);
  }

  local(address: number, site: number): void {
    const fact = this.#sites.facts[site];
    if (fact?.is !== "local") return;
    // What was remembered of memory without names may have one now.
    if (!this.#hasLocals) this.#sites.forgetAll();
    this.#hasLocals = true;
    const { bytes: byteLength, name } = fact;
    this.#running.addLocal(this.#shadow.state("thread"), { base: address >>> 0, byteLength, name, site });
  }

  wait(operation: number, mask: number, argument: number, site: number): void {
    const fact = this.#sites.facts[site];
    if (fact?.is !== "wait") return;
    this.#races.settle();
    if (fact.kind === "fence") this.#fence(site);
    else {
      const { kind } = fact;
      this.#waits.arrive(this.#running, this.#thread, { kind, operation, mask, argument, site });
    }
  }

  exit(): void {
    this.#races.settle();
    this.#thread.set("exited", 1);
  }

  thread(index: number): void {
    this.#races.settle();
    this.#shadow.setState("thread", index);
    this.#nextTurn();
    if (this.#thread.waiting !== undefined) this.#waits.leave(this.#running, this.#thread);
  }

  // Blocks get other numbers, so that what was noted is forgotten.
  #renumber(): void {
    const [x, y, z] = this.#launch.launch.grid;
    this.#before = this.#tools.words.numberBlocks(x * y * z);
    for (const block of this.#blocks.values()) block.number = this.#before + block.index + 1;
  }

  // What a thread has of its own is another thing from now on.
  #nextTurn(): void {
    this.#shadow.setState("turn", this.#shadow.state("turn") + 1);
  }

  get #running(): BlockState {
    if (this.#block === undefined) throw new Error("internal: no block of the checked launch runs");
    return this.#block;
  }

  get #thread(): ThreadState {
    return this.#running.threads[this.#shadow.state("thread")] as ThreadState;
  }

  get #who(): AccessEvent["who"] {
    return { block: this.#running.index, thread: this.#shadow.state("thread") };
  }

  readonly #locals = (): readonly MemoryObject[] => this.#running.localsOf(this.#shadow.state("thread"));

  #fence(site: number): void {
    const isBlockWide = this.#launch.table.sites[site]?.functions.some(
      (name) => name === "__threadfence_block",
    );
    this.#thread.set(isBlockWide === true ? "blockFence" : "deviceFence", this.#races.tick());
  }

  #objectAt(address: number): MemoryObject | undefined {
    return this.#objects.at(address, this.#locals);
  }

  // Memory without names is around the variables of a thread that have one.
  #remember(site: number, object: MemoryObject, root: number): void {
    const isUnnamed = object.isOpaque === true && object.space === "local";
    if (!isUnnamed) this.#sites.remember(site, object);
    else if (!this.#hasLocals) this.#sites.remember(site, object, true);
    else this.#sites.remember(site, this.#objects.gapAt(root, this.#locals, object));
  }

  // The object that an access is in; undefined where it is in none, which is told.
  #find(event: AccessEvent): MemoryObject | undefined {
    const { address, root, byteLength, site } = event;
    const owner = this.#objectAt(root);
    if (owner !== undefined && isInside(owner, address, byteLength) && owner.freed === undefined)
      return owner;
    const other = this.#objectAt(address);
    const isAtEnd = owner !== undefined && root === owner.base + owner.byteLength;
    if ((owner === undefined || isAtEnd) && other !== undefined && isInside(other, address, byteLength)) {
      if (other.freed === undefined) return other;
      this.#accesses.freed(event, other);
      return undefined;
    }
    if (owner?.freed !== undefined) this.#accesses.freed(event, owner);
    else if (owner?.isOpaque === true && owner.space === "local") return owner;
    else if (address < FIRST_ADDRESS || root < FIRST_ADDRESS) this.#accesses.null(event);
    else if (owner === undefined && this.#memory.isHost(address)) {
      // Libraries of ours give results to the host this way: its memory is the device's here.
      if (isOwnHeader(this.#reports.placeOf(site).file))
        return { base: address, byteLength, space: "host", isOpaque: true };
      this.#accesses.host(event);
    } else this.#outside(event, owner ?? this.#memory.objects.nearest(address));
    return undefined;
  }

  #outside(event: AccessEvent, near: MemoryObject | undefined): void {
    const thread = this.#thread;
    const overflow = thread.get("overflow") - 1;
    if (overflow < 0) {
      this.#accesses.outside(event, near);
      return;
    }
    thread.set("overflow", 0);
    this.#accesses.overflowed(event, near, overflow);
  }

  // Memory that nobody has written to.
  #look(event: AccessEvent, object: MemoryObject): void {
    const { address, byteLength, fact } = event;
    if (fact.how === "copy") return;
    if (fact.how !== "write" && !areWritten(object, address, byteLength)) {
      this.#accesses.unwritten(event, object);
    }
    // Told once.
    markWritten(object, address, byteLength);
  }

  #tellFree(message: string, more: { readonly detail: string; readonly hint: string }): void {
    const who = this.#who;
    const detail = `${this.#reports.shownWho(who)} ${more.detail}`;
    this.#reports.add({ kind: "invalid-free", message, site: this.#visited, who, ...more, detail });
  }
}

/** Where headers of ours are, in any copy of the package: what one copy has compiled, another finds in the cache. */
const OWN_HEADERS = /[\\/]include[\\/]cuts[\\/]cuda[\\/]/;

function isOwnHeader(file: string): boolean {
  return OWN_HEADERS.test(file);
}

function onAccessOf({ watch }: BackendLaunch): CheckedLaunchWatch["onAccess"] {
  return watch?.what === "check" ? watch.onAccess : undefined;
}
