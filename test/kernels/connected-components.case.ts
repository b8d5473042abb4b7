import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "connected-components",
  source: "connected-components.cu",
  kernels: ["hook", "compress"],
  *cases() {
    for (const [nodes, count, block] of [
      [1, 1, 32],
      [100, 60, 32],
      [500, 450, 128],
      [300, 900, 64],
    ] as const) {
      const random = new Random(nodes);
      const edges = random.integers(2 * count, 0, nodes);
      // Flood from each node that has no label yet, in ascending order: the label is the smallest member.
      const neighbours = Array.from({ length: nodes }, (): number[] => []);
      for (let e = 0; e < count; e++) {
        neighbours[edges[2 * e]!]!.push(edges[2 * e + 1]!);
        neighbours[edges[2 * e + 1]!]!.push(edges[2 * e]!);
      }
      const labels = new Int32Array(nodes).fill(-1);
      const depths = new Int32Array(nodes);
      for (let n = 0; n < nodes; n++) {
        if (labels[n] !== -1) continue;
        labels[n] = n;
        const queue = [n];
        for (const node of queue) {
          for (const next of neighbours[node]!) {
            if (labels[next] !== -1) continue;
            labels[next] = n;
            depths[next] = depths[node]! + 1;
            queue.push(next);
          }
        }
      }
      // In each round the tree of the smallest node takes in all its neighbours, so the depth of the flood suffices.
      const rounds = Math.max(1, ...depths);
      const nodeNumbers = Int32Array.from({ length: nodes }, (_, n) => n);
      const hook = { kernel: "hook", grid: blocksFor(count, block), block };
      const compress = {
        kernel: "compress",
        grid: blocksFor(nodes, block),
        block,
        args: ["parent", "labels", nodes],
      };
      yield {
        label: `nodes=${nodes} edges=${count} block=${block}`,
        buffers: {
          edges,
          labels: nodeNumbers,
          parent: nodeNumbers.slice(),
          changed: new Int32Array(1),
          settled: new Int32Array(1),
        },
        launches: [
          ...Array.from({ length: rounds }, () => [
            { ...hook, args: ["edges", count, "labels", "parent", "changed"] },
            compress,
          ]).flat(),
          // Finds every edge inside one tree: `settled` stays 0.
          { ...hook, args: ["edges", count, "labels", "parent", "settled"] },
        ],
        expect: { labels: exactly(labels), changed: exactly([Number(depths.some((depth) => depth > 0))]) },
        scratch: ["parent"],
      };
    }
  },
} satisfies KernelCase;
