// The objects that the threads of a launch may access: arrays, variables of the module, and those of the block and the thread that
// run. Memory of objects is looked up by address.

import type { WatchedBlock, WatchedLaunch } from "../watch/kernel-watcher.js";
import { isInside, type MemoryObject, ObjectTable, unwritten } from "./memory-object.js";
import type { ShadowMemory } from "./shadow-memory.js";

/** Below this there is never anything. */
export const FIRST_ADDRESS = 65_536;

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

/** Variables with elements of the thread that runs. */
type Locals = () => readonly MemoryObject[];

export class LaunchObjects {
  readonly #memory: KnownMemory;
  readonly #shadow: ShadowMemory;
  readonly #launch: WatchedLaunch;
  /** Variables of the module and of blocks. */
  readonly #own = new ObjectTable();
  /** Memory that has variables without a name in it, or that is the machine's own. */
  readonly #opaque: MemoryObject[];
  readonly #shared: MemoryObject[] = [];

  constructor(memory: KnownMemory, shadow: ShadowMemory, launch: WatchedLaunch) {
    this.#memory = memory;
    this.#shadow = shadow;
    this.#launch = launch;
    const { module, stack } = launch;
    this.#opaque = [
      { base: stack.address, byteLength: stack.byteLength, space: "local", isOpaque: true },
      { base: module.address, byteLength: module.byteLength, space: "constant", isOpaque: true },
    ];
    for (const { name, address, byteLength, isConstant } of module.globals) {
      this.#own.add({ base: address, byteLength, space: isConstant ? "constant" : "global", name });
    }
  }

  /** A block begins in memory that no other one has had. */
  addBlock({ shared, context, contextBytes }: WatchedBlock): void {
    const { kernel, launch } = this.#launch;
    const own = [
      ...(kernel.shared ?? []).map(({ name, offset, byteLength }) => ({
        base: shared + offset,
        byteLength,
        name,
      })),
      {
        base: shared + kernel.staticSharedBytes + (kernel.sharedGapBytes ?? 0),
        byteLength: launch.sharedBytes,
        name: "dynamic",
      },
    ];
    for (const one of own) {
      const object = unwritten(this.#shadow, { ...one, space: "shared" });
      this.#shared.push(object);
      this.#own.add(object);
    }
    this.#opaque.push({ base: context, byteLength: contextBytes, space: "local", isOpaque: true });
  }

  /** A block begins in the memory of the one before it. */
  reuseBlock(): void {
    for (const { written } of this.#shared) written?.bytes.fill(0);
  }

  /** The object that a thread finds at an address. */
  at(address: number, locals: Locals): MemoryObject | undefined {
    let opaque: MemoryObject | undefined;
    for (const object of this.#opaque) if (isInside(object, address, 1)) opaque ??= object;
    // Nothing else is where threads have their own.
    // The end of a variable may be the start of a record that has no name here.
    if (opaque?.space === "local") return locals().find((object) => isInside(object, address, 1)) ?? opaque;
    const own = this.#own.find(address);
    if (own !== undefined && address < own.base + own.byteLength) return own;
    if (own !== undefined || opaque !== undefined) return opaque ?? own;
    const known = this.#memory.objects.find(address);
    if (known !== undefined || address < FIRST_ADDRESS) return known;
    const block = this.#memory.blockAt(address);
    return block && { base: block.address, byteLength: block.byteLength, space: "global" };
  }

  /** The part of opaque memory around an address that has no variables of the thread. */
  gapAt(address: number, locals: Locals, opaque: MemoryObject): MemoryObject {
    let start = opaque.base;
    let end = opaque.base + opaque.byteLength;
    for (const { base, byteLength } of locals()) {
      if (base > address) end = Math.min(end, base);
      else start = Math.max(start, base + byteLength);
    }
    return { ...opaque, base: start, byteLength: end - start };
  }

  release(): void {
    for (const { written } of this.#shared) written?.release();
  }
}
