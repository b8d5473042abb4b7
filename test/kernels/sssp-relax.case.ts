import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "sssp-relax",
  source: "sssp-relax.cu",
  kernels: ["relax_edges"],
  *cases() {
    for (const [nodes, count, block] of [
      [2, 1, 32],
      [50, 200, 64],
      [300, 1500, 128],
    ] as const) {
      const random = new Random(nodes);
      const edges = Array.from({ length: count }, () => ({
        from: random.integer(0, nodes),
        to: random.integer(0, nodes),
        weight: random.integer(1, 100),
      }));
      // Sweep in order until nothing improves, noting the number of edges on the path found.
      const distance = new Float64Array(nodes).fill(Infinity);
      distance[0] = 0;
      const hops = new Int32Array(nodes);
      for (let changed = true; changed; ) {
        changed = false;
        for (const { from, to, weight } of edges) {
          if (distance[from]! + weight >= distance[to]!) continue;
          distance[to] = distance[from]! + weight;
          hops[to] = hops[from]! + 1;
          changed = true;
        }
      }
      // After k launches every shortest path of k edges is known, however the threads interleave; one more finds nothing.
      const launches = Math.max(...hops, 1);
      const args = ["edges", count, "distance"];
      const launch = { kernel: "relax_edges", grid: blocksFor(count, block), block };
      yield {
        label: `nodes=${nodes} edges=${count} block=${block}`,
        buffers: {
          edges: Int32Array.from(edges.flatMap(({ from, to, weight }) => [from, to, weight])),
          distance: Uint32Array.from({ length: nodes }, (_, n) => (n === 0 ? 0 : 0xffffffff)),
          changed: new Int32Array(1),
          settled: new Int32Array(1),
        },
        launches: [
          ...Array.from({ length: launches }, () => ({ ...launch, args: [...args, "changed"] })),
          { ...launch, args: [...args, "settled"] },
        ],
        expect: {
          distance: exactly(distance.map((d) => (d === Infinity ? 0xffffffff : d))),
          changed: exactly([Number(distance.some((d) => d > 0 && d < Infinity))]),
        },
      };
    }
  },
} satisfies KernelCase;
