import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

const SIDE = 16;
const CELLS = SIDE * SIDE;

export default {
  name: "while-not-done",
  source: "while-not-done.cu",
  kernels: ["flood_maze"],
  *cases() {
    for (const [blocks, source, share] of [
      [1, 0, 0],
      [4, 100, 0.3],
      [9, 37, 0.4],
      [2, 255, 1],
    ] as const) {
      const random = new Random(blocks);
      const walls = Uint8Array.from({ length: blocks * CELLS }, () => Number(random.uniform() < share));
      const distances = new Int32Array(blocks * CELLS).fill(-1);
      const rounds = new Int32Array(blocks);
      for (let b = 0; b < blocks; b++) {
        const base = b * CELLS;
        const queue: number[] = walls[base + source] ? [] : [source];
        if (queue.length > 0) distances[base + source] = 0;
        for (const cell of queue) {
          const [x, y] = [cell % SIDE, Math.floor(cell / SIDE)];
          for (const [u, v] of [
            [x - 1, y],
            [x + 1, y],
            [x, y - 1],
            [x, y + 1],
          ] as const) {
            const next = v * SIDE + u;
            if (u < 0 || v < 0 || u >= SIDE || v >= SIDE) continue;
            if (walls[base + next] || distances[base + next] !== -1) continue;
            distances[base + next] = distances[base + cell]! + 1;
            queue.push(next);
          }
        }
        // One round a step, and one that finds nothing.
        rounds[b] = 1 + Math.max(0, ...distances.subarray(base, base + CELLS));
      }
      yield {
        label: `blocks=${blocks} source=${source} share=${share}`,
        buffers: { walls, distances: new Int32Array(distances.length), rounds: new Int32Array(blocks) },
        launches: [
          {
            kernel: "flood_maze",
            grid: blocks,
            block: [SIDE, SIDE],
            args: ["walls", source, "distances", "rounds"],
          },
        ],
        expect: { distances: exactly(distances), rounds: exactly(rounds) },
      };
    }
  },
} satisfies KernelCase;
