import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "game-of-life",
  source: "game-of-life.cu",
  kernels: ["life_step"],
  *cases() {
    for (const [width, height, generations] of [
      [16, 8, 1],
      [50, 37, 10],
      [33, 20, 7],
      [3, 3, 2],
    ] as const) {
      let cells = new Random(width).bytes(width * height).map((b) => Number(b < 90));
      const start = cells;
      const grid = [blocksFor(width, 16), blocksFor(height, 8)] as const;
      const launches = Array.from({ length: generations }, (_, g) => {
        const [from, to] = g % 2 === 0 ? ["a", "b"] : ["b", "a"];
        return { kernel: "life_step", grid, block: [16, 8] as const, args: [from, to, width, height] };
      });
      for (let g = 0; g < generations; g++) {
        cells = cells.map((alive, cell, all) => {
          const [x, y] = [cell % width, Math.floor(cell / width)];
          let neighbours = -alive;
          for (const dy of [-1, 0, 1]) {
            for (const dx of [-1, 0, 1]) {
              neighbours += all[((y + dy + height) % height) * width + ((x + dx + width) % width)]!;
            }
          }
          return Number(neighbours === 3 || (alive === 1 && neighbours === 2));
        });
      }
      const [result, other] = generations % 2 === 0 ? ["a", "b"] : ["b", "a"];
      yield {
        label: `${width}x${height} generations=${generations}`,
        buffers: { a: start, b: new Uint8Array(start.length) },
        launches,
        expect: { [result]: exactly(cells) },
        scratch: [other],
      };
    }
  },
} satisfies KernelCase;
