// Conway's game of life in the terminal, eight cells to a character, on a board without edges.

import { setTimeout } from "node:timers/promises";
import * as cu from "cuts";
import { program } from "../shared/program.js";

const next = cu.kernel(`
  extern "C" __global__ void next(const unsigned char* cells, unsigned char* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int neighbours = 0;
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
        if (dx != 0 || dy != 0) neighbours += cells[(y + dy + height) % height * width + (x + dx + width) % width];
    out[y * width + x] = neighbours == 3 || (neighbours == 2 && cells[y * width + x]);
  }`);

/** The board after so many generations; `cells` has rows of 0 and 1, and stays as it is. */
export function generations(cells: cu.NDArray<"uint8">, count: number): cu.NDArray<"uint8"> {
  const [height = 0, width = 0] = cells.shape;
  let [now, other] = [cells.copy(), cu.emptyLike(cells)];
  for (let generation = 0; generation < count; generation++) {
    next({ threads: [width, height] }, now, other, width, height);
    [now, other] = [other, now];
  }
  other.dispose();
  return now;
}

/** A board as text in Braille: two cells across and four down make a character. */
export function braille(cells: Uint8Array, width: number, height: number): string {
  // The bits of the dots of a character, row by row.
  const bits = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];
  const lines: string[] = [];
  for (let top = 0; top < height; top += 4) {
    let line = "";
    for (let left = 0; left < width; left += 2) {
      const dots = bits.filter((_, k) => {
        const [x, y] = [left + (k % 2), top + Math.floor(k / 2)];
        return x < width && y < height && cells[y * width + x] === 1;
      });
      line += String.fromCodePoint(0x2800 + dots.reduce((sum, bit) => sum + bit, 0));
    }
    lines.push(line);
  }
  return lines.join("\n");
}

await program(
  import.meta.url,
  {
    width: [160, "cells across"],
    height: [96, "cells down"],
    generations: [200, "how long it lives"],
    delay: [40, "milliseconds for each, in a terminal"],
    seed: [1, "where the first cells come from"],
  },
  async ({ width, height, generations: count, delay, seed }) => {
    let cells = cu.random.generator(seed).bernoulli(0.3, [height, width]).astype("uint8");
    if (process.stdout.isTTY) {
      for (let generation = 0; generation < count; generation++) {
        process.stdout.write(`\u001B[H\u001B[2J${braille(await cells.data(), width, height)}\n`);
        const before = cells;
        cells = generations(before, 1);
        before.dispose();
        await setTimeout(delay);
      }
    } else {
      cells = generations(cells, count);
      console.log(braille(await cells.data(), width, height));
    }
    const alive = await cells.sum().item();
    console.log(`${alive} cells are alive after ${count} generations on ${cu.device().id}`);
  },
);
