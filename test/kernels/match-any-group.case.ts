import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "match-any-group",
  source: "match-any-group.cu",
  kernels: ["match_groups", "match_wide"],
  *cases() {
    for (const [n, block, keyCount] of [
      [1, 32, 1],
      [300, 64, 5],
      [1000, 128, 40],
      [100, 32, 1],
    ] as const) {
      const keys = Uint32Array.from(new Random(n).integers(n, 0, keyCount));
      const histogram = new Uint32Array(keyCount);
      for (const key of keys) histogram[key]!++;
      const warpOf = (i: number): Uint32Array => keys.subarray(i - (i % 32), i - (i % 32) + 32);
      const equalIn = (warp: Uint32Array, key: number): number => warp.filter((k) => k === key).length;
      const sizes = Int32Array.from(keys, (key, i) => equalIn(warpOf(i), key));
      const uniform = Array.from({ length: Math.ceil(n / 32) }, (_, w) => warpOf(32 * w)).filter((warp) =>
        warp.every((k) => k === warp[0]),
      );
      const launch = { grid: blocksFor(n, block), block };
      yield {
        label: `n=${n} block=${block} keys=${keyCount}`,
        buffers: {
          keys,
          // Keys that differ only in their upper halves.
          wideKeys: BigUint64Array.from(keys, (key) => (BigInt(key) << 32n) | 5n),
          histogram: new Uint32Array(keyCount),
          sizes: new Int32Array(n),
          ranks: new Int32Array(n),
          uniform: new Int32Array(1),
          wideSizes: new Int32Array(n),
        },
        launches: [
          { kernel: "match_groups", ...launch, args: ["keys", n, "histogram", "sizes", "ranks", "uniform"] },
          { kernel: "match_wide", ...launch, args: ["wideKeys", n, "wideSizes"] },
        ],
        expect: {
          histogram: exactly(histogram),
          sizes: exactly(sizes),
          wideSizes: exactly(sizes),
          ranks: exactly(Int32Array.from(keys, (key, i) => equalIn(warpOf(i).subarray(0, i % 32), key))),
          uniform: exactly([uniform.length]),
        },
      };
    }
  },
} satisfies KernelCase;
