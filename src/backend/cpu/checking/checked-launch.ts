// A launch that is checked: what its code tells is looked at here. Whether an access is inside its object, of memory that is
// alive, written and aligned (this file); whether another thread is at it too (races.ts); whether all threads come to a
// barrier, and the lanes that a mask names to a warp operation (waits.ts).

import { join } from "node:path";
import { packageFolder } from "../../../core/package-files.js";
import type { CheckKind, CheckReport, MemorySpace } from "../../../core/check-report.js";
import { isTold } from "../../../core/check-reports.js";
import { plural } from "../../../core/text.js";
import type { BackendLaunch } from "../../backend.js";
import { DEADLOCK } from "../machine/control.js";
import type { WatchFact } from "../simt/watch-accesses.js";
import type {
  KernelWatcher,
  WatchedBlock,
  WatchedEnd,
  WatchedLaunch,
  WatchHooks,
} from "../watch/kernel-watcher.js";
import { BlockState, type ThreadState } from "./launch-state.js";
import { firstUnwritten, markWritten, type MemoryObject, ObjectTable, unwritten } from "./memory-object.js";
import { Races } from "./races.js";
import { type Finding, ReportList } from "./report-list.js";
import { wordsAt } from "../../../core/source-words.js";
import { Waits } from "./waits.js";

const FINDS_RACES = isTold("race");
/** Below this there is never anything. */
const FIRST_ADDRESS = 65_536;

/** What the checker knows of the device's memory. */
export interface KnownMemory {
  /** Arrays and memory of the heap, freed ones for a while. */
  readonly objects: ObjectTable;
  /** Where accesses go that must not happen; it reads as zeros. */
  readonly sink: number;
  readonly bytes: () => Uint8Array;
  /** Memory of the host that kernels must not touch. */
  isHost(address: number): boolean;
  /** A block that was allocated and is not among the objects: its exact size is not known. */
  blockAt(address: number): { readonly address: number; readonly byteLength: number } | undefined;
}

type Access = Extract<WatchFact, { is: "access" }>;

export class CheckedLaunch implements KernelWatcher {
  readonly #memory: KnownMemory;
  readonly #done: (reports: readonly CheckReport[]) => void;
  #launch!: WatchedLaunch;
  #onAccess: BackendLaunch["onAccess"];
  #reports!: ReportList;
  #races!: Races;
  #waits!: Waits;
  /** What a site tells, by its number. */
  #facts: readonly WatchFact[] = [];
  /** The object that a site has accessed last. */
  #lastObjects: (MemoryObject | undefined)[] = [];
  /** Variables of the module and of the block that runs. */
  #own = new ObjectTable();
  /** Memory that has variables without a name in it, or that is the machine's own. */
  #opaque: MemoryObject[] = [];
  readonly #locals = new Map<number, MemoryObject[]>();
  readonly #blocks = new Map<number, BlockState>();
  #block!: BlockState;
  #thread!: ThreadState;
  #shared: MemoryObject[] = [];
  /** Where memory of the heap is about to be freed. */
  #visited = 0;

  constructor(memory: KnownMemory, done: (reports: readonly CheckReport[]) => void) {
    this.#memory = memory;
    this.#done = done;
  }

  readonly hooks: WatchHooks = {
    access: (address, root, site) => {
      const fact = this.#facts[site] as Access;
      return this.#access(address >>> 0, root >>> 0, fact.bytes, site, fact);
    },
    range: (address, root, byteLength, site) =>
      this.#access(address >>> 0, root >>> 0, byteLength >>> 0, site, this.#facts[site] as Access),
    local: (address, site) => this.#local(address >>> 0, site),
    wait: (operation, mask, argument, site) => {
      const fact = this.#facts[site];
      if (fact?.is !== "wait") return;
      this.#races.settle();
      if (fact.kind === "fence") this.#fence(site);
      else {
        const { kind } = fact;
        this.#waits.arrive(this.#block, this.#thread, { kind, operation, mask, argument, site });
      }
    },
    overflow: (site) => {
      this.#thread.overflow = site;
    },
    exit: () => {
      this.#races.settle();
      this.#thread.hasExited = true;
    },
    visit: (site) => {
      this.#visited = site;
    },
    thread: (thread) => {
      this.#races.settle();
      this.#thread = this.#block.threads[thread] as ThreadState;
      if (this.#thread.waiting !== undefined) this.#waits.leave(this.#block, this.#thread);
    },
  };

  begin(launch: WatchedLaunch): void {
    const { table, name, module, stack } = launch;
    this.#launch = launch;
    this.#onAccess = launch.launch.onAccess;
    this.#facts = table.sites.map(({ fact }) => table.facts[fact] as WatchFact);
    this.#lastObjects = [];
    this.#blocks.clear();
    this.#reports = new ReportList(table, name, launch.launch.grid, launch.launch.block);
    this.#races = new Races(this.#reports, this.#facts, table, this.#memory.bytes, (address) =>
      this.#describe(address),
    );
    this.#waits = new Waits(this.#reports, () => this.#races.meetAll());
    this.#own = new ObjectTable();
    this.#opaque = [
      { base: stack.address, byteLength: stack.byteLength, space: "local", isOpaque: true },
      { base: module.address, byteLength: module.byteLength, space: "constant", isOpaque: true },
    ];
    for (const { name: global, address, byteLength } of module.globals) {
      this.#own.add({ base: address, byteLength, space: "global", name: global });
    }
  }

  beginBlock({ index, shared, sharedBytes, context, contextBytes }: WatchedBlock): void {
    const { launch, kernel } = this.#launch;
    const [x, y, z] = launch.block;
    const known = this.#blocks.get(index);
    if (known !== undefined) {
      this.#block = known;
      return;
    }
    // Blocks that run together all have memory of their own.
    const isTogether = launch.cooperative || kernel.gridSync;
    this.#block = new BlockState(index, x * y * z);
    this.#lastObjects = [];
    if (!isTogether) {
      this.#blocks.clear();
      this.#locals.clear();
      for (const { base } of this.#shared) this.#own.remove(base);
      this.#races.forget(shared, sharedBytes);
    }
    this.#blocks.set(index, this.#block);
    const dynamic = shared + kernel.staticSharedBytes;
    this.#shared = [
      ...(kernel.shared ?? []).map(({ name, offset, byteLength }) =>
        unwritten({ base: shared + offset, byteLength, space: "shared", name }),
      ),
      unwritten({ base: dynamic, byteLength: launch.sharedBytes, space: "shared", name: "dynamic" }),
    ];
    for (const object of this.#shared) this.#own.add(object);
    this.#opaque.push({ base: context, byteLength: contextBytes, space: "local", isOpaque: true });
  }

  end({ status, stop }: WatchedEnd): boolean {
    this.#races.end();
    const isDeadlock = status === DEADLOCK;
    if (isDeadlock) this.#waits.deadlock(this.#block);
    const found = this.#reports.all;
    this.#done(found);
    // What was found explains why it stopped; what was not is an error as without a check.
    return stop === undefined && (status === 0 || (isDeadlock && found.length > 0));
  }

  allocated(address: number, byteLength: number): void {
    this.#memory.objects.add(unwritten({ base: address, byteLength, space: "heap" }));
    this.#races.forget(address, byteLength);
  }

  freed(address: number): boolean {
    if (address === 0) return true;
    const object = this.#memory.objects.at(address);
    if (object === undefined || object.space !== "heap") {
      this.#tell("invalid-free", "free of what is not an allocation", this.#visited, {
        detail: `frees the address 0x${address.toString(16)}, where no allocation of the heap begins`,
        hint: "free what malloc has returned, once",
      });
      return false;
    }
    if (object.freed !== undefined) {
      this.#tell("invalid-free", "second free of the same memory", this.#visited, {
        detail: `frees ${plural(object.byteLength, "byte")} of the heap for the second time`,
        hint: "free each allocation once, by one thread",
      });
      return false;
    }
    const { file, line, column } = this.#reports.placeOf(this.#visited);
    object.freed = `${file}:${line}:${column}`;
    // The memory stays taken, so that whoever uses it is found.
    return false;
  }

  #fence(site: number): void {
    const isBlockWide = this.#launch.table.sites[site]?.functions.some(
      (name) => name === "__threadfence_block",
    );
    const time = this.#races.tick();
    if (isBlockWide === true) this.#thread.blockFence = time;
    else this.#thread.deviceFence = time;
  }

  #local(address: number, site: number): void {
    const fact = this.#facts[site];
    if (fact?.is !== "local") return;
    const list = this.#locals.get(this.#threadKey()) ?? [];
    const { bytes: byteLength, name } = fact;
    const object = unwritten({ base: address, byteLength, space: "local", name });
    this.#locals.set(this.#threadKey(), [...list.filter(({ base }) => base !== address), object]);
    this.#lastObjects = [];
  }

  #threadKey(): number {
    return this.#block.index * 1024 + this.#thread.index;
  }

  #access(address: number, root: number, byteLength: number, site: number, fact: Access): number {
    if (byteLength === 0) return address;
    const last = this.#lastObjects[site];
    const object =
      last !== undefined && isInside(last, address, byteLength) && isInside(last, root, 0)
        ? last
        : this.#find(address, root, byteLength, site, fact);
    if (object === undefined) return this.#memory.sink;
    this.#lastObjects[site] = object.space === "local" ? undefined : object;
    if (object.isOpaque === true) return address;
    const align = fact.how === "atomic" ? fact.bytes : fact.align;
    if (align > 1 && address % align !== 0) {
      this.#misaligned(address, root, byteLength, align, site, fact, object);
      return this.#memory.sink;
    }
    if (object.written !== undefined) this.#look(address, root, byteLength, site, fact, object);
    if (object.space !== "local") {
      if (FINDS_RACES) this.#races.access(this.#block, this.#thread, address, byteLength, site, fact);
      if (this.#onAccess !== undefined && object.space === "global") {
        this.#onAccess(address, byteLength, fact.how === "copy" ? "read" : fact.how);
      }
    }
    return address;
  }

  // The object that an access is in; undefined where it is in none, which is told.
  #find(
    address: number,
    root: number,
    byteLength: number,
    site: number,
    fact: Access,
  ): MemoryObject | undefined {
    const owner = this.#objectAt(root);
    if (owner !== undefined && isInside(owner, address, byteLength) && owner.freed === undefined)
      return owner;
    const other = this.#objectAt(address);
    const isAtEnd = owner !== undefined && root === owner.base + owner.byteLength;
    if ((owner === undefined || isAtEnd) && other !== undefined && isInside(other, address, byteLength)) {
      if (other.freed === undefined) return other;
      this.#freedAccess(address, root, byteLength, site, fact, other);
      return undefined;
    }
    if (owner?.freed !== undefined) this.#freedAccess(address, root, byteLength, site, fact, owner);
    else if (owner?.isOpaque === true && owner.space === "local") return owner;
    else if (address < FIRST_ADDRESS || root < FIRST_ADDRESS)
      this.#nullAccess(address, root, byteLength, site, fact);
    else if (owner === undefined && this.#memory.isHost(address)) {
      // Libraries of ours give results to the host this way: its memory is the device's here.
      if (isOwnHeader(this.#reports.placeOf(site).file))
        return { base: address, byteLength, space: "host", isOpaque: true };
      this.#tellAccess("host-pointer", "host pointer used in a kernel", site, fact, byteLength, {
        detail: `${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(address, root, fact, site)}, which is memory of the host`,
        hint: "allocate it with cudaMalloc or cudaMallocManaged, or pass an array of the device",
        space: "host",
      });
    } else this.#outside(address, root, byteLength, site, fact, owner);
    return undefined;
  }

  #objectAt(address: number): MemoryObject | undefined {
    const own = this.#own.find(address);
    if (own !== undefined && address < own.base + own.byteLength) return own;
    const opaque = this.#opaque.find((object) => isInside(object, address, 1));
    if (opaque?.space === "local") {
      const locals = this.#locals.get(this.#threadKey()) ?? [];
      // The end of a variable may be the start of a record that has no name here.
      return locals.find((object) => isInside(object, address, 1)) ?? opaque;
    }
    if (own !== undefined || opaque !== undefined) return opaque ?? own;
    const known = this.#memory.objects.find(address);
    if (known !== undefined || address < FIRST_ADDRESS) return known;
    const block = this.#memory.blockAt(address);
    return block && { base: block.address, byteLength: block.byteLength, space: "global" };
  }

  #outside(
    address: number,
    root: number,
    byteLength: number,
    site: number,
    fact: Access,
    owner: MemoryObject | undefined,
  ): void {
    const near = owner ?? this.#memory.objects.nearest(address);
    const size = fact.bytes > 0 ? fact.bytes : 1;
    const space = near?.space ?? "global";
    const far =
      near === undefined
        ? "where no array is"
        : address < near.base
          ? `${plural(near.base - address, "byte")} before the start of ${this.#shownObject(near, site)}`
          : `${plural(address - near.base - near.byteLength, "byte")} past the end of ${this.#shownObject(near, site)}`;
    const crosses = near !== undefined && address < near.base + near.byteLength && address >= near.base;
    const where = crosses ? `over the end of ${this.#shownObject(near, site)}` : far;
    const { overflow } = this.#thread;
    const words = this.#words(site);
    const count = near === undefined ? 0 : Math.floor(near.byteLength / size);
    const index = words === undefined || words.index === "" ? "the index" : words.index;
    if (overflow >= 0) {
      this.#thread.overflow = -1;
      this.#tellAccess("index-overflow", "signed overflow in an index", overflow, fact, byteLength, {
        detail: `has an index that overflowed here, and then ${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(address, root, fact, site)}, ${where}`,
        hint: "compute the index as size_t or long long",
        ...this.#objectFields(near, address, root, size, site, space),
      });
      return;
    }
    this.#tellAccess("out-of-bounds", `${space} ${NOUNS[fact.how]} out of bounds`, site, fact, byteLength, {
      detail: `${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(address, root, fact, site)}, ${where}`,
      hint:
        address < (near?.base ?? 0)
          ? `guard the access with if (${index} >= 0)`
          : `guard the access with if (${index} < ${count === 0 ? "n" : count})`,
      ...this.#objectFields(near, address, root, size, site, space),
    });
  }

  #freedAccess(
    address: number,
    root: number,
    byteLength: number,
    site: number,
    fact: Access,
    object: MemoryObject,
  ): void {
    this.#tellAccess(
      "use-after-free",
      `${object.space} ${NOUNS[fact.how]} after free`,
      site,
      fact,
      byteLength,
      {
        detail: `${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(address, root, fact, site)}, in ${this.#shownObject(object, site)}, which was freed${object.freed === undefined ? "" : ` at ${object.freed}`}`,
        hint: "free memory after the last kernel that uses it, and its copies of the pointer, is done",
        ...this.#objectFields(object, address, root, fact.bytes, site, object.space),
      },
    );
  }

  #nullAccess(address: number, root: number, byteLength: number, site: number, fact: Access): void {
    this.#tellAccess("null-pointer", "null pointer used in a kernel", site, fact, byteLength, {
      detail: `${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(address, root, fact, site)} through a null pointer`,
      hint: "check what cudaMalloc has returned, and that the pointer was given to the kernel",
    });
  }

  #misaligned(
    address: number,
    root: number,
    byteLength: number,
    align: number,
    site: number,
    fact: Access,
    object: MemoryObject,
  ): void {
    this.#tellAccess("misaligned", `misaligned ${object.space} ${NOUNS[fact.how]}`, site, fact, byteLength, {
      detail: `${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(address, root, fact, site)}, ${plural(address % align, "byte")} past a multiple of ${align}`,
      hint: `make the address a multiple of ${align} bytes, or use a smaller type`,
      ...this.#objectFields(object, address, root, fact.bytes, site, object.space),
    });
  }

  // Memory that nobody has written to.
  #look(
    address: number,
    root: number,
    byteLength: number,
    site: number,
    fact: Access,
    object: MemoryObject,
  ): void {
    if (fact.how === "write") {
      markWritten(object, address, byteLength);
      return;
    }
    if (fact.how === "copy") return;
    if (firstUnwritten(object, address, byteLength) >= 0) {
      this.#tellAccess(
        "uninitialized-read",
        `${object.space} memory read before it was written`,
        site,
        fact,
        byteLength,
        {
          detail: `${VERBS[fact.how]} ${plural(byteLength, "byte")} at ${this.#shown(address, root, fact, site)}, in ${this.#shownObject(object, site)}, which nobody has written`,
          hint:
            object.space === "global"
              ? "fill the array first: cudaMemset, a copy, or a kernel that writes every element"
              : "write every element before it is read",
          ...this.#objectFields(object, address, root, fact.bytes, site, object.space),
        },
      );
    }
    // Told once.
    markWritten(object, address, byteLength);
  }

  #tellAccess(
    kind: CheckKind,
    message: string,
    site: number,
    fact: Access,
    byteLength: number,
    more: Partial<Finding> & Pick<Finding, "detail" | "hint">,
  ): void {
    const access = fact.how === "copy" ? "read" : fact.how;
    this.#tell(kind, message, site, { access, byteLength, ...more });
  }

  #tell(
    kind: CheckKind,
    message: string,
    site: number,
    more: Partial<Finding> & Pick<Finding, "detail" | "hint">,
  ): void {
    const who = { block: this.#block.index, thread: this.#thread.index };
    const detail = `${this.#reports.shownWho(who)} ${more.detail}`;
    this.#reports.add({ kind, message, site, who, ...more, detail });
  }

  #objectFields(
    object: MemoryObject | undefined,
    address: number,
    root: number,
    size: number,
    site: number,
    space: MemorySpace,
  ): Partial<Finding> {
    const variable = this.#words(site)?.variable;
    return {
      space,
      ...(variable === undefined ? {} : { variable }),
      ...(size > 0 && address !== root ? { index: Math.floor((address - root) / size) } : {}),
      ...(object === undefined
        ? {}
        : {
            allocation: {
              byteLength: object.byteLength,
              ...(object.site === undefined ? {} : { site: object.site }),
              ...(object.freed === undefined ? {} : { freed: object.freed }),
            },
          }),
    };
  }

  #words(site: number): ReturnType<typeof wordsAt> {
    const { text, column } = this.#reports.placeOf(site);
    return wordsAt(text, column);
  }

  /** `out[1000]`, or the address where the source is not known. */
  #shown(address: number, root: number, fact: Access, site: number): string {
    const words = this.#words(site);
    if (words === undefined) return `0x${address.toString(16)}`;
    if (words.index === "" || fact.bytes === 0) return words.variable;
    const index = (address - root) / fact.bytes;
    return Number.isInteger(index) ? `${words.variable}[${index}]` : words.variable;
  }

  #shownObject(object: MemoryObject, site: number): string {
    const made = object.site === undefined ? "" : ` made at ${object.site}`;
    const bytes = `${object.byteLength}-byte`;
    switch (object.space) {
      case "shared":
        return object.name === "dynamic"
          ? `the ${bytes} dynamic shared memory`
          : `the ${bytes} shared variable ${plainName(object.name, this.#words(site)?.variable)}`;
      case "local":
        return `the ${bytes} variable ${object.name ?? ""}`.trimEnd();
      case "heap":
        return `the ${bytes} allocation of the device's heap`;
      default:
        return object.name === undefined
          ? `the ${bytes} allocation${made}`
          : `the ${bytes} variable ${object.name}`;
    }
  }

  #describe(address: number): { space: MemorySpace; byteLength?: number } {
    const object = this.#objectAt(address);
    return object === undefined
      ? { space: "global" }
      : { space: object.space, byteLength: object.byteLength };
  }
}

const VERBS = { read: "reads", write: "writes", atomic: "updates", copy: "reads" } as const;
const NOUNS = { read: "read", write: "write", atomic: "atomic operation", copy: "read" } as const;

function isInside({ base, byteLength }: MemoryObject, address: number, count: number): boolean {
  return address >= base && address + count <= base + byteLength;
}

/** `_ZZ1kE4tile` is `tile`. */
function plainName(symbol: string | undefined, fallback: string | undefined): string {
  if (symbol?.startsWith("_Z") !== true) return symbol ?? fallback ?? "";
  for (let length = 1; length < symbol.length; length++) {
    const digits = String(length);
    if (symbol.slice(-length - digits.length, -length) === digits) return symbol.slice(-length);
  }
  return fallback ?? symbol;
}

/** Where headers of ours are, once it was asked for: bundles that check nothing may be anywhere. */
let ownHeaders: string | undefined;

function isOwnHeader(file: string): boolean {
  ownHeaders ??= join(packageFolder(), "include");
  return file.startsWith(ownHeaders);
}
