// How many blocks of a launch fit on a multiprocessor of a GPU at once, and what limits this. Only NVIDIA's compiler knows the
// registers of a thread, so the report tells how many registers a thread may use before they become the limit.

/** The limits of a multiprocessor, by compute capability (CUDA Programming Guide, technical specifications). */
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
/** Registers are allocated to a warp in multiples of this. */
const REGISTER_UNIT = 256;

/** What limits the number of resident blocks. */
export type OccupancyLimit = "warps" | "blocks" | "shared memory";

/** The occupancy of a launch on one GPU architecture. */
export interface Occupancy {
  /** `9.0`. */
  readonly capability: string;
  readonly blocks: number;
  readonly warps: number;
  /** Resident warps as a fraction of the maximum. */
  readonly share: number;
  readonly limit: OccupancyLimit;
  /** The most registers of a thread that do not become the limit. */
  readonly registers: number;
}

/** The occupancy of blocks of a size on each GPU architecture. */
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
