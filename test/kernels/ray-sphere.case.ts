import { exactly, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { packStruct } from "./number-formats.js";
import { blocksFor } from "./shapes.js";

type Vector = readonly [number, number, number];

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scaled = (s: number, v: Vector): Vector => [s * v[0], s * v[1], s * v[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (v: Vector): Vector => scaled(1 / Math.hypot(...v), v);

/** Placed so that no ray grazes an outline or an intersection closer than float32 can tell. */
const scene: readonly { centre: Vector; radius: number }[] = [
  { centre: [0, 0, 10], radius: 3 },
  { centre: [2.25, 1.5, 7], radius: 1 },
  { centre: [-3, -1, 12], radius: 2.5 },
  { centre: [0.5, -0.25, -4], radius: 1 },
];

export default {
  name: "ray-sphere",
  source: "ray-sphere.cu",
  kernels: ["trace"],
  *cases() {
    for (const [width, height, count, block] of [
      [1, 1, 1, [1, 1]],
      [48, 37, 4, [16, 8]],
      [30, 30, 0, [8, 8]],
      [21, 50, 3, [32, 2]],
    ] as const) {
      const focal = width;
      const position: Vector = [0, 0, -1];
      const light: Vector = [5, -6, 0];
      const pixels = Array.from({ length: width * height }, (_, i) => {
        const [px, py] = [i % width, Math.floor(i / width)];
        const direction = unit([px + 0.5 - width / 2, py + 0.5 - height / 2, focal]);
        let best = { sphere: -1, distance: Math.fround(1e30), shade: 0 };
        scene.slice(0, count).forEach(({ centre, radius }, sphere) => {
          const toCentre = minus(centre, position);
          const along = dot(toCentre, direction);
          const miss2 = dot(toCentre, toCentre) - along ** 2;
          const distance = along - Math.sqrt(radius ** 2 - miss2);
          if (!(distance > 0 && distance < best.distance)) return;
          const point = minus(scaled(distance, direction), scaled(-1, position));
          const normal = scaled(1 / radius, minus(point, centre));
          best = { sphere, distance, shade: Math.max(0, dot(normal, unit(minus(light, point)))) };
        });
        return best;
      });
      const f32 = (v: number) => ["f32", v] as const;
      const camera = packStruct(...position.map(f32), f32(focal), ["i32", width], ["i32", height]);
      const spheres = scene.flatMap(({ centre, radius }) => [...centre, radius]);
      yield {
        label: `${width}x${height} spheres=${count} block=${block.join("x")}`,
        buffers: {
          nearest: new Int32Array(width * height),
          distances: new Float32Array(width * height),
          shades: new Float32Array(width * height),
        },
        globals: { spheres: new Uint8Array(Float32Array.of(...spheres, ...new Float32Array(4 * 12)).buffer) },
        launches: [
          {
            kernel: "trace",
            grid: [blocksFor(width, block[0]), blocksFor(height, block[1])],
            block,
            args: [camera, count, packStruct(...light.map(f32)), "nearest", "distances", "shades"],
          },
        ],
        expect: {
          nearest: exactly(pixels.map(({ sphere }) => sphere)),
          distances: within(
            pixels.map(({ distance }) => distance),
            { relative: 1e-6, absolute: 1e-3, why: "b² - c cancels for rays that graze an outline" },
          ),
          shades: within(
            pixels.map(({ shade }) => shade),
            { absolute: 1e-3, why: "follows the distance" },
          ),
        },
      };
    }
  },
} satisfies KernelCase;
