import { exactly, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

const AXES = [0, 1, 2];

export default {
  name: "kmeans",
  source: "kmeans.cu",
  kernels: ["kmeans_assign", "kmeans_update"],
  *cases() {
    for (const [n, k, grid, block] of [
      [1, 1, 1, 32],
      [500, 4, 2, 64],
      [2000, 10, 4, 128],
    ] as const) {
      const random = new Random(n);
      // Whole coordinates below 2^11: squared distances and sums are exact, so labels and sums are too.
      const points = Float32Array.from(random.integers(3 * n, 0, 1000));
      const centroids = Float32Array.from(random.integers(3 * k, 0, 1000));
      centroids.fill(1e6, 3 * (k - 1)); // the last one is too far away for anybody, unless it is alone
      const labels = new Int32Array(n);
      const sums = new Float32Array(3 * k);
      const counts = new Int32Array(k);
      for (let i = 0; i < n; i++) {
        const distances = Array.from({ length: k }, (_, c) =>
          AXES.reduce((sum, d) => sum + (points[d * n + i]! - centroids[3 * c + d]!) ** 2, 0),
        );
        const nearest = distances.indexOf(Math.min(...distances));
        labels[i] = nearest;
        counts[nearest]!++;
        for (const d of AXES) sums[3 * nearest + d]! += points[d * n + i]!;
      }
      const moved = Float64Array.from(centroids, (old, i) => {
        const count = counts[Math.floor(i / 3)]!;
        return count === 0 ? old : sums[i]! / count;
      });
      yield {
        label: `n=${n} k=${k} grid=${grid} block=${block}`,
        buffers: {
          points,
          centroids,
          labels: new Int32Array(n),
          sums: new Float32Array(3 * k),
          counts: new Int32Array(k),
        },
        launches: [
          {
            kernel: "kmeans_assign",
            grid,
            block,
            shared: 4 * 7 * k,
            args: ["points", n, "centroids", k, "labels", "sums", "counts"],
          },
          {
            kernel: "kmeans_update",
            grid: blocksFor(k, 8),
            block: [8, 3],
            args: ["centroids", "sums", "counts", k],
          },
        ],
        expect: {
          labels: exactly(labels),
          sums: exactly(sums),
          counts: exactly(counts),
          centroids: within(moved, {
            relative: 2 ** -23,
            why: "one division, rounded to nearest or to 1 ulp",
          }),
        },
      };
    }
  },
} satisfies KernelCase;
