// How many blocks of a launch fit on a multiprocessor of a GPU at once, and what limits it. How many registers a thread takes is
// known to NVIDIA's compiler only: what is told is how many it may take before they are the limit.

/** What a multiprocessor has, by compute capability (CUDA Programming Guide, technical specifications). */
const PROCESSORS = [
  { capability: "7.5", warps: 32, blocks: 16, sharedKb: 64, reservedKb: 0 },
  { capability: "8.0", warps: 64, blocks: 32, sharedKb: 164, reservedKb: 1 },
  { capability: "8.6", warps: 48, blocks: 16, sharedKb: 100, reservedKb: 1 },
  { capability: "8.9", warps: 48, blocks: 24, sharedKb: 100, reservedKb: 1 },
  { capability: "9.0", warps: 64, blocks: 32, sharedKb: 228, reservedKb: 1 },
  { capability: "10.0", warps: 64, blocks: 32, sharedKb: 228, reservedKb: 1 },
  { capability: "12.0", warps: 48, blocks: 24, sharedKb: 100, reservedKb: 1 },
] as const;

const REGISTERS = 65_536;
const MOST_REGISTERS = 255;
/** A warp gets registers in such portions. */
const REGISTER_UNIT = 256;

/** What keeps more blocks from being there at once. */
export type OccupancyLimit = "warps" | "blocks" | "shared memory";

/** Blocks of a launch on a multiprocessor of one kind of GPU. */
export interface Occupancy {
  /** `9.0`. */
  readonly capability: string;
  readonly blocks: number;
  readonly warps: number;
  /** Warps of all that it could have. */
  readonly share: number;
  readonly limit: OccupancyLimit;
  /** Up to so many registers of a thread are not the limit. */
  readonly registers: number;
}

/** The occupancy of blocks of a size on each kind of GPU. */
export function occupancies(threadsPerBlock: number, sharedBytes: number): readonly Occupancy[] {
  const warpsPerBlock = Math.ceil(threadsPerBlock / 32);
  return PROCESSORS.map(({ capability, warps, blocks, sharedKb, reservedKb }) => {
    const bytes = sharedBytes + 1024 * reservedKb;
    const byLimit: readonly [OccupancyLimit, number][] = [
      ["warps", Math.floor(warps / warpsPerBlock)],
      ["blocks", blocks],
      ["shared memory", bytes === 0 ? blocks : Math.floor((sharedKb * 1024) / bytes)],
    ];
    const [limit, count] = byLimit.reduce((least, one) => (one[1] < least[1] ? one : least));
    const held = count * warpsPerBlock;
    const perWarp = held === 0 ? REGISTERS : Math.floor(REGISTERS / held / REGISTER_UNIT) * REGISTER_UNIT;
    return {
      capability,
      blocks: count,
      warps: held,
      share: held / warps,
      limit,
      registers: Math.min(MOST_REGISTERS, Math.floor(perWarp / 32)),
    };
  });
}
