import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "heat-explicit",
  source: "heat-explicit.cu",
  kernels: ["heat_step"],
  *cases() {
    for (const [width, height, steps, grid, block] of [
      [1, 1, 1, [1, 1], [1, 1]],
      [30, 17, 8, [1, 1], [8, 8]],
      [50, 40, 5, [3, 2], [16, 4]],
    ] as const) {
      const random = new Random(width);
      const conductivity = random.floats(width * height, 0.1, 1);
      const start = random.floats(width * height, 0, 100);
      const dt = Math.fround(0.2);
      let field = Float64Array.from(start);
      for (let s = 0; s < steps; s++) {
        field = field.map((here, i, all) => {
          const [x, y] = [i % width, Math.floor(i / width)];
          const around = [
            [x > 0, i - 1],
            [x < width - 1, i + 1],
            [y > 0, i - width],
            [y < height - 1, i + width],
          ] as const;
          const flux = around
            .filter(([exists]) => exists)
            .reduce((sum, [, j]) => sum + 0.5 * (conductivity[i]! + conductivity[j]!) * (all[j]! - here), 0);
          return here + dt * flux;
        });
      }
      const [result, other] = steps % 2 === 0 ? ["a", "b"] : ["b", "a"];
      yield {
        label: `${width}x${height} steps=${steps} grid=${grid.join("x")} block=${block.join("x")}`,
        buffers: { a: start, b: new Float32Array(start.length), conductivity },
        launches: Array.from({ length: steps }, (_, s) => ({
          kernel: "heat_step",
          grid,
          block,
          args: [s % 2 === 0 ? "a" : "b", "conductivity", s % 2 === 0 ? "b" : "a", width, height, dt],
        })),
        expect: {
          [result]: within(field, {
            absolute: 2e-4,
            why: "8 roundings of values below 200 a step; steps average",
          }),
        },
        scratch: [other],
      };
    }
  },
} satisfies KernelCase;
