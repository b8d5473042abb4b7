// The counts of one source line, summed over warp instructions.

import type { ProfileCounts } from "../../../core/kernel-profile.js";

/** Bytes of a piece of global memory that is moved as a whole. */
const SECTOR_BYTES = 32;
const BANKS = 32;
const WARP = 32;

/** What the lanes of a warp access by one instruction: addresses in the order of lanes, those that take part. */
export interface WarpAccess {
  readonly addresses: readonly number[];
  /** The lane of each. */
  readonly lanes: readonly number[];
  readonly bytes: number;
}

export class LineCounts {
  #warpInstructions = 0;
  #laneInstructions = 0;
  readonly #global = { requests: 0, sectors: 0, idealSectors: 0, bytes: 0 };
  readonly #shared = { requests: 0, wavefronts: 0, conflicts: 0 };
  readonly #atomics = { operations: 0, collisions: 0 };

  addInstructions(count: number, lanes: number): void {
    this.#warpInstructions += count;
    this.#laneInstructions += count * lanes;
  }

  addGlobal({ addresses, bytes }: WarpAccess): void {
    const sectors = new Set<number>();
    let asked = 0;
    let end = 0;
    for (const address of addresses.toSorted((a, b) => a - b)) {
      const first = Math.floor(address / SECTOR_BYTES);
      const last = Math.floor((address + bytes - 1) / SECTOR_BYTES);
      for (let sector = first; sector <= last; sector++) sectors.add(sector);
      asked += Math.max(0, address + bytes - Math.max(address, end));
      end = Math.max(end, address + bytes);
    }
    this.#global.requests++;
    this.#global.sectors += sectors.size;
    this.#global.idealSectors += Math.ceil(asked / SECTOR_BYTES);
    this.#global.bytes += asked;
  }

  // Words of 4 bytes, in 32 banks: a warp with 8 bytes a lane goes in halves, with 16 in quarters. One word that several lanes
  // want is read once.
  addShared({ addresses, lanes, bytes }: WarpAccess): void {
    const phases = bytes <= 4 ? 1 : Math.min(4, bytes / 4);
    const perPhase = WARP / phases;
    const words = Array.from({ length: phases }, () =>
      Array.from({ length: BANKS }, () => new Set<number>()),
    );
    addresses.forEach((address, at) => {
      const phase = Math.floor((lanes[at] as number) / perPhase);
      const last = Math.floor((address + bytes - 1) / 4);
      for (let word = Math.floor(address / 4); word <= last; word++) words[phase]?.[word % BANKS]?.add(word);
    });
    const wavefronts = words.map((banks) => Math.max(...banks.map(({ size }) => size)));
    const used = wavefronts.filter((count) => count > 0);
    this.#shared.requests++;
    this.#shared.wavefronts += used.reduce((sum, one) => sum + one, 0);
    this.#shared.conflicts += used.reduce((sum, one) => sum + one - 1, 0);
  }

  addAtomic({ addresses }: WarpAccess): void {
    this.#atomics.operations += addresses.length;
    this.#atomics.collisions += addresses.length - new Set(addresses).size;
  }

  counts(): ProfileCounts {
    return {
      instructions: this.#warpInstructions,
      lanes: this.#warpInstructions === 0 ? 0 : this.#laneInstructions / this.#warpInstructions,
      global: { ...this.#global },
      shared: { ...this.#shared },
      atomics: { ...this.#atomics },
    };
  }
}
