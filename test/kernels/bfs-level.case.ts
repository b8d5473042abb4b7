import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { entriesOf, randomGraph } from "./sparse.js";

export default {
  name: "bfs-level",
  source: "bfs-level.cu",
  kernels: ["bfs_level"],
  *cases() {
    for (const [nodes, edges, grid, block] of [
      [2, 4, 1, 32],
      [300, 400, 2, 64],
      [1000, 3000, 3, 128],
    ] as const) {
      const graph = randomGraph(new Random(nodes), nodes, edges);
      const levels = new Int32Array(nodes).fill(-1);
      levels[0] = 0;
      const queue = [0];
      for (const node of queue) {
        for (const { column } of entriesOf(graph, node)) {
          if (levels[column] !== -1) continue;
          levels[column] = levels[node]! + 1;
          queue.push(column);
        }
      }
      const depth = Math.max(...levels);
      const start = new Int32Array(nodes).fill(-1);
      start[0] = 0;
      // One launch more than the depth: the last finds nothing. Each frontier has its own size.
      const sizes = Array.from(
        { length: depth + 2 },
        (_, l) => [`size${l}`, Int32Array.of(Number(l === 0))] as const,
      );
      const found = (level: number): number => levels.filter((l) => l === level).length;
      yield {
        label: `nodes=${nodes} edges=${edges} grid=${grid} block=${block}`,
        buffers: {
          offsets: graph.offsets,
          targets: graph.columns,
          levels: start,
          even: new Int32Array(nodes),
          odd: new Int32Array(nodes),
          ...Object.fromEntries(sizes),
        },
        launches: Array.from({ length: depth + 1 }, (_, level) => {
          const [from, to] = level % 2 === 0 ? ["even", "odd"] : ["odd", "even"];
          const args = ["offsets", "targets", "levels", from, `size${level}`, to, `size${level + 1}`, level];
          return { kernel: "bfs_level", grid, block, args };
        }),
        expect: {
          levels: exactly(levels),
          ...Object.fromEntries(sizes.map(([name], level) => [name, exactly([found(level)])])),
        },
        scratch: ["even", "odd"],
      };
    }
  },
} satisfies KernelCase;
