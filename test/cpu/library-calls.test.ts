// Calls that the compiler invents in device code: all of them link, and give what the source says.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withDevice } from "../../src/runtime/devices/devices.js";
import { type Module, module } from "../../src/runtime/modules/module.js";

const source: string = readFileSync(new URL("library-calls.cu", import.meta.url), "utf8");
const wide = 16n << 70n;
/** The functions of the C library are within 3 units in the last place. */
const RELATIVE = 3 * 2 ** -52;

const EXPECTED: Readonly<Record<string, readonly number[]>> = {
  fill_bytes: [7],
  fill_words: [0x01020304, 1.5],
  copy_bytes: [9],
  move_bytes: [3],
  length_of_bytes: [16],
  length_of_words: [16],
  compare_members: [0, 1],
  strings: [3, -1, 0, 0],
  powers: [2.25, 6.25, Math.sqrt(1.5), 2 ** 1.5, 10 ** 1.5, 1.5 ** 16, 65_536, 1.5 * 65_536],
  angles: [Math.sin(1.5) + Math.cos(1.5), Math.sin(1.5), Math.cos(1.5), Math.fround(Math.sin(2.5))],
  rounding: [2 + 2 + 1 + 1 + 2 + 2, 8, 1.5 + 2 + 0.5 - 0.5, 0.75 + 1 + 0.5 + 1],
  wide_integers: [
    Number(wide / 1_000_003n),
    Number(wide % 1_000_003n),
    Number((wide / 7n) >> 16n),
    // 2 ** 148 does not fit.
    0,
    1.5e30,
    1,
  ],
  long_doubles: [1.625, 3.25 + 3 + 1],
  abstract_class: [18],
  aligned_new: [0],
  variable_arguments: [19],
  room_of_any_size: [15],
};

describe("calls that the compiler invents", () => {
  let kernels: Module;
  beforeAll(async () => {
    kernels = withDevice("cpu", () => module(source));
    await kernels.ready();
  });
  afterAll(() => kernels.dispose());

  it("are all in the table", () => {
    const names = [...source.matchAll(/__global__ void (\w+)/g)].map(([, name]) => name);
    expect(names).toEqual(Object.keys(EXPECTED));
  });

  it.each(Object.entries(EXPECTED))("%s", async (name, expected) => {
    const out = new Float64Array(expected.length);
    await kernels.kernel(name).run({ grid: 1, block: 1 }, out, new Int8Array(4096), 16, 1.5, 2.5);
    expected.forEach((value, i) => {
      const error = Math.abs((out[i] as number) - value);
      expect(error, `${name}[${i}] is ${out[i]}, not ${value}`).toBeLessThanOrEqual(
        RELATIVE * Math.abs(value),
      );
    });
  });
});
