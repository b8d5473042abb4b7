// The spectrogram, the ray tracer and the game of life, small, against what is known of their results.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { braille, generations } from "../../examples/game-of-life/main.js";
import { render, scene } from "../../examples/ray-tracer/main.js";
import { pictured, spectrogram } from "../../examples/spectrogram/main.js";

describe("spectrogram", () => {
  it("has a tone in its place, in every window, and black elsewhere", async () => {
    // 10 turns in 64 samples, as loud as can be: half of the window's sum.
    const tone = Float32Array.from({ length: 400 }, (_, i) => Math.cos((2 * Math.PI * 10 * i) / 64));
    using samples = cu.array(tone);
    using loudness = spectrogram(samples, 64, 16);
    expect(loudness.shape).toEqual([22, 33]);
    using peaks = cu.argmax(loudness, { axis: 1 });
    expect(await peaks.tolist()).toEqual(Array.from({ length: 22 }, () => 10n));
    // Hann's window of 64 sums to 32; float32.
    expect(await loudness.item(3, 10)).toBeCloseTo(16, 3);
    expect(await loudness.item(3, 20)).toBeCloseTo(0, 3);

    using picture = pictured(loudness);
    expect(picture.shape).toEqual([33, 22, 3]);
    // Tones go upwards: 10 is the 23rd row from the top.
    using row = picture.slice([22, 0]);
    expect(Math.max(...(await row.data()))).toBe(255);
  });
});

describe("ray-tracer", () => {
  it("shows what the middle of each pixel looks at, and the same picture for a seed", async () => {
    const [width, height] = [32, 18];
    const shot = { width, height, samples: 2, seed: 3 };
    const { rgb, hits } = render(scene, shot);
    const seen = await hits.data();
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const along = [
          ((2 * (x + 0.5) - width) / height) * 0.6,
          ((height - 2 * (y + 0.5)) / height) * 0.6 - 0.15,
          1,
        ] as const;
        expect(seen[y * width + x], `${x}, ${y}`).toBe(firstHit(along));
      }
    // All of it is in sight: spheres, floor and sky.
    expect(new Set(seen)).toEqual(new Set([-2, -1, ...scene.keys()]));
    expect(await render(scene, shot).rgb.data()).toEqual(await rgb.data());
    expect(await render(scene, { ...shot, seed: 4 }).rgb.data()).not.toEqual(await rgb.data());
  });
});

/** As the kernel has it, in double precision; no pixel of the test is on an edge. */
function firstHit(along: readonly [number, number, number]): number {
  const length = Math.hypot(...along);
  const [dx, dy, dz] = along.map((one) => one / length) as [number, number, number];
  let [hit, far] = [-2, Infinity];
  if (dy < -1e-4) [hit, far] = [-1, -1.6 / dy];
  for (const [at, sphere] of scene.entries()) {
    const [x, y, z] = [sphere.at[0], sphere.at[1] - 1.6, sphere.at[2] + 5.5];
    const middle = x * dx + y * dy + z * dz;
    const under = middle ** 2 - (x ** 2 + y ** 2 + z ** 2) + sphere.radius ** 2;
    const near = middle - Math.sqrt(Math.max(under, 0));
    if (under >= 0 && near > 1e-3 && near < far) [hit, far] = [at, near];
  }
  return hit;
}

describe("game-of-life", () => {
  it("moves a glider by one cell in four generations, over the edge too", async () => {
    const at = (shift: number): Uint8Array => {
      const cells = new Uint8Array(8 * 8);
      for (const [x, y] of [
        [1, 0],
        [2, 1],
        [0, 2],
        [1, 2],
        [2, 2],
      ] as const)
        cells[((y + shift) % 8) * 8 + ((x + shift) % 8)] = 1;
      return cells;
    };
    using board = cu.array(at(0)).reshape(8, 8);
    expect(await generations(board, 4).data()).toEqual(at(1));
    expect(await generations(board, 4 * 8 + 24).data()).toEqual(at(14));
    expect(await board.data()).toEqual(at(0));
  });

  it("is drawn in Braille, eight cells to a character", () => {
    const cells = Uint8Array.of(1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0);
    expect(braille(cells, 3, 6)).toBe("⠁⠅\n⠈⠀");
  });
});
