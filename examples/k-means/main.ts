// k-means: points find their groups, and the groups their middles, with a plot of what was found.

import { writeFileSync } from "node:fs";
import * as cu from "cuts";
import { colours, plot, type Point } from "../shared/plot.js";
import { program } from "../shared/program.js";

// One thread for each point. The sums of a block are gathered in shared memory, so that few threads meet in global memory.
const assign = cu.kernel(`
  extern "C" __global__ void assign(const float2* points, const float2* middles, int* groups, float* sums, int count, int k) {
    extern __shared__ float own[]; // x, y and how many, for each group
    for (int i = threadIdx.x; i < 3 * k; i += blockDim.x) own[i] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
      int nearest = 0;
      float least = 3e38f;
      for (int group = 0; group < k; group++) {
        float dx = points[i].x - middles[group].x, dy = points[i].y - middles[group].y;
        float far = dx * dx + dy * dy;
        if (far < least) { least = far; nearest = group; }
      }
      groups[i] = nearest;
      atomicAdd(&own[3 * nearest], points[i].x);
      atomicAdd(&own[3 * nearest + 1], points[i].y);
      atomicAdd(&own[3 * nearest + 2], 1.0f);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 3 * k; i += blockDim.x)
      if (own[i] != 0) atomicAdd(&sums[i], own[i]);
  }`);

/** What was found. */
export interface Groups {
  /** Rows of x and y. */
  readonly middles: Float32Array;
  /** The group of each point. */
  readonly groups: Int32Array;
  readonly rounds: number;
}

/** Finds `k` groups among rows of x and y; ends when no middle moves any more. */
export async function kMeans(points: Float32Array, k: number, mostRounds = 100): Promise<Groups> {
  const count = points.length / 2;
  let middles: Float32Array = spread(points, k);
  using places = cu.array(points);
  using groups = cu.empty([count], { dtype: "int32" });
  using sums = cu.empty([3 * k]);
  for (let rounds = 1; ; rounds++) {
    using current = cu.array(middles);
    sums.fill(0);
    assign(
      { grid: Math.ceil(count / 256), block: 256, shared: 12 * k },
      places,
      current,
      groups,
      sums,
      count,
      k,
    );
    const totals = await sums.data();
    const next = Float32Array.from(middles, (old, i) => {
      const [group, axis] = [Math.floor(i / 2), i % 2];
      const size = totals[3 * group + 2] ?? 0;
      // A middle that nobody is near stays where it is.
      return size === 0 ? old : (totals[3 * group + axis] ?? 0) / size;
    });
    const isDone = next.every((value, i) => Math.abs(value - (middles[i] ?? 0)) < 1e-5);
    middles = next;
    if (isDone || rounds === mostRounds) return { middles, groups: await groups.data(), rounds };
  }
}

/** Middles to begin with: the first point, then always the one that is farthest from all that were taken. */
function spread(points: Float32Array, k: number): Float32Array {
  const far = new Float32Array(points.length / 2).fill(Infinity);
  const taken = [0];
  while (taken.length < k) {
    const last = taken.at(-1) ?? 0;
    let next = 0;
    for (let i = 0; i < far.length; i++) {
      const dx = (points[2 * i] ?? 0) - (points[2 * last] ?? 0);
      const dy = (points[2 * i + 1] ?? 0) - (points[2 * last + 1] ?? 0);
      far[i] = Math.min(far[i] ?? 0, dx * dx + dy * dy);
      if ((far[i] ?? 0) > (far[next] ?? 0)) next = i;
    }
    taken.push(next);
  }
  return Float32Array.from(taken.flatMap((i) => [points[2 * i] ?? 0, points[2 * i + 1] ?? 0]));
}

/** Points in so many heaps, drawn from a seed. */
export function heaps(count: number, k: number, seed: number): Float32Array {
  const numbers = cu.random.generator(seed);
  using drawn = numbers.normal([count, 2], { std: 0.35 });
  const points = drawn.dataSync();
  // Around a circle, so that heaps are apart.
  for (let i = 0; i < points.length; i++) {
    const angle = ((Math.floor(i / 2) % k) / k) * 2 * Math.PI;
    points[i]! += 2 * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  }
  return points;
}

await program(
  import.meta.url,
  {
    points: [1200, "how many"],
    groups: [5, "how many"],
    seed: [1, "where the points come from"],
    out: ["k-means.svg", "the plot"],
  },
  async ({ points: count, groups: k, seed, out }) => {
    const points = heaps(count, k, seed);
    const { middles, groups, rounds } = await kMeans(points, k);
    const at = (rows: Float32Array, i: number): Point => [rows[2 * i] ?? 0, rows[2 * i + 1] ?? 0];
    const clouds = Array.from({ length: k }, (_, group) => ({
      kind: "dots" as const,
      points: Array.from(groups.keys(), (i) => at(points, i)).filter((_, i) => groups[i] === group),
      colour: colours[group % colours.length] as string,
    }));
    const found = Array.from({ length: k }, (_, group) => at(middles, group));
    const title = `${count} points in ${k} groups, found in ${rounds} rounds`;
    writeFileSync(out, plot([...clouds, { kind: "dots", points: found, colour: "#000" }], { title }));
    for (const [x, y] of found) console.log(`a group around (${x.toFixed(3)}, ${y.toFixed(3)})`);
    console.log(`${title} on ${cu.device().id}; see ${out}`);
  },
);
