// Checks the launches of one device. In a process that is checked (CUTS_CHECK=1) it also knows every allocation: its exact
// size, where it was made and freed, and which bytes were written. Elsewhere it knows the arrays that a launch is given.

import { tellReports } from "../../check-reports.js";
import { creationSite } from "../../../host/creation-site.js";
import type { BackendLaunch, CheckedLaunchWatch } from "../../backend.js";
import type { LinearMemory } from "../machine/linear-memory.js";
import type { KernelWatcher } from "../watch/kernel-watcher.js";
import { CheckedLaunch } from "./checked-launch.js";
import { FastPath } from "./fast-path.js";
import {
  markAllWritten,
  markWritten,
  type MemoryObject,
  ObjectTable,
  unwritten,
  WrittenBytes,
} from "./memory-object.js";
import { RaceShadow } from "./race-shadow.js";
import { ShadowMemory } from "./shadow-memory.js";

/** Freed memory that is not handed out again yet, so that who uses it is found. */
const QUARANTINE_BYTES = 64 * 2 ** 20;
/** Behind each allocation of a process that is checked: one past its end is nothing else. */
export const CHECKED_GAP_BYTES = 256;
/** Where wild accesses go; copies that are longer are left to the memory's own limits. */
const SINK_BYTES = 2 ** 20;

export class Checker {
  readonly #memory: LinearMemory;
  readonly #objects = new ObjectTable();
  readonly #shadow = new ShadowMemory();
  readonly #tools = {
    shadow: this.#shadow,
    words: new RaceShadow(this.#shadow),
    fast: new FastPath(this.#shadow),
  };
  readonly #quarantine: MemoryObject[] = [];
  #quarantined = 0;
  #sink = 0;
  #place: () => string | undefined = creationSite;
  /** Whether all allocations are known. */
  readonly #knowsAll: boolean;
  /** Memory that is the host's: where it begins and ends. */
  readonly #host: { readonly start: number; readonly end: number }[] = [];

  constructor(memory: LinearMemory, knowsAll: boolean) {
    this.#memory = memory;
    this.#knowsAll = knowsAll;
  }

  /** Who watches a launch. */
  watcher(launch: BackendLaunch): KernelWatcher {
    if (!this.#knowsAll) this.#learn(launch);
    this.#sink ||= this.#memory.allocate(SINK_BYTES);
    this.#memory.view(this.#sink, 64).fill(0);
    const memory = {
      objects: this.#objects,
      sink: this.#sink,
      bytes: () => this.#memory.bytes(),
      isHost: (address: number) => this.#host.some(({ start, end }) => address >= start && address < end),
      blockAt: (address: number) => (this.#knowsAll ? undefined : this.#memory.blockAt(address)),
    };
    return new CheckedLaunch(memory, this.#tools, (reports) =>
      (watchOf(launch)?.onReports ?? tellReports)(reports),
    );
  }

  /** Memory of the host, which kernels must not touch. */
  addHost(address: number, byteLength: number): void {
    this.#objects.remove(address);
    this.#host.push({ start: address, end: address + byteLength });
  }

  /** Memory of the host that kernels may use, until it is taken from them. */
  register(address: number, byteLength: number): void {
    this.#objects.add({ base: address, byteLength, space: "global", site: this.#place() });
  }

  takeBack(address: number): void {
    this.#objects.remove(address);
  }

  /** From now on where something is made is told by this. */
  tellPlaces(place: () => string | undefined): void {
    this.#place = place;
  }

  /** The allocation that an address is in or just behind, freed ones for a while. */
  near(address: number): MemoryObject | undefined {
    const object = this.#objects.nearest(address);
    return object && address < object.base + object.byteLength + CHECKED_GAP_BYTES ? object : undefined;
  }

  /** Nobody has written to an allocation: whoever could do it tells. */
  unwritten(address: number): void {
    const object = this.#objects.at(address);
    if (object === undefined) return;
    object.written?.release();
    object.written = new WrittenBytes(this.#shadow, object.byteLength);
  }

  allocated(address: number, byteLength: number): void {
    const object = { base: address, byteLength, space: "global", site: this.#place() } as const;
    this.#objects.add(unwritten(this.#shadow, object));
  }

  /** Calls `release` when the memory may be handed out again. */
  freed(address: number, release: (address: number) => void): void {
    const object = this.#objects.at(address);
    if (object === undefined) {
      release(address);
      return;
    }
    object.freed = this.#place() ?? "an unknown place";
    this.#quarantine.push(object);
    this.#quarantined += object.byteLength;
    while (this.#quarantined > QUARANTINE_BYTES) {
      const oldest = this.#quarantine.shift() as MemoryObject;
      this.#quarantined -= oldest.byteLength;
      this.#objects.remove(oldest.base);
      release(oldest.base);
    }
  }

  /** The host, or a copy, has written some bytes. */
  written(address: number, byteLength: number): void {
    const object = this.#objects.find(address);
    if (object === undefined) return;
    const isWhole = address <= object.base && address + byteLength >= object.base + object.byteLength;
    if (isWhole) markAllWritten(object);
    else markWritten(object, address, byteLength);
  }

  /** Code runs that tells nothing: it may have written anything. */
  allWritten(): void {
    for (const object of this.#objects.values()) markAllWritten(object);
  }

  // The arrays of a launch, for this launch.
  #learn(launch: BackendLaunch): void {
    for (const object of this.#objects.values()) {
      if (object.space === "global") this.#objects.remove(object.base);
    }
    for (const { address, byteLength } of watchOf(launch)?.arrays ?? []) {
      this.#objects.add({ base: address, byteLength, space: "global" });
    }
  }
}

/** What a launch that is checked asks for; undefined where it asks for nothing of its own. */
function watchOf({ watch }: BackendLaunch): CheckedLaunchWatch | undefined {
  return watch?.what === "check" ? watch : undefined;
}
