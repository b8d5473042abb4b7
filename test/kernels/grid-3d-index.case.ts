import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { packStruct } from "./number-formats.js";
import { blocksFor, volume } from "./shapes.js";

export default {
  name: "grid-3d-index",
  source: "grid-3d-index.cu",
  kernels: ["index_volume"],
  *cases() {
    const rows = [
      { size: [1, 1, 1], block: [1, 1, 1] },
      { size: [5, 7, 3], block: [4, 2, 2] },
      { size: [33, 17, 9], block: [32, 4, 2] },
      { size: [10, 10, 40], block: [1, 3, 64] },
      { size: [50, 1, 2], block: [16, 16, 1] },
    ] as const;
    for (const { size, block } of rows) {
      const [nx, ny, nz] = size;
      const grid = [blocksFor(nx, block[0]), blocksFor(ny, block[1]), blocksFor(nz, block[2])] as const;
      const cells = Uint32Array.from({ length: nx * ny * nz }, (_, i) => {
        const x = i % nx;
        const y = Math.floor(i / nx) % ny;
        const z = Math.floor(i / (nx * ny));
        return x | (y << 10) | (z << 20);
      });
      yield {
        label: `size=${size.join("x")} block=${block.join("x")}`,
        buffers: { volume: new Uint32Array(cells.length), seen: new Uint32Array(volume(grid)) },
        launches: [
          {
            kernel: "index_volume",
            grid,
            block,
            args: ["volume", packStruct(["i32", nx], ["i32", ny], ["i32", nz]), "seen"],
          },
        ],
        expect: {
          volume: exactly(cells),
          seen: exactly(new Uint32Array(volume(grid)).fill(volume(block))),
        },
      };
    }
  },
} satisfies KernelCase;
