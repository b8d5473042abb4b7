// CUTS_MEMORY for arrays and kernels: what is checked, and what is said where it would help. What is done with more than 4 GiB is
// in test/wide.

import { afterEach, expect, it, vi } from "vitest";
import * as cu from "../../src/index.js";
import { hasWideMemory } from "../../src/backend/cpu/machine/wide-memory.js";

const GIB = 2 ** 30;

afterEach(() => void vi.unstubAllEnvs());

// The device is opened by the last of these tests: until then it cannot be.
it.each([
  ["much", /^Cannot open the cpu device: CUTS_MEMORY must be a size such as 8G or 8GiB, .* \(got "much"\)$/],
  [
    "17G",
    /^Cannot open the cpu device: CUTS_MEMORY must be .* at least and 16\.0 GiB at most \(got 17\.0 GiB\)$/,
  ],
])("refuses CUTS_MEMORY=%s at the first use of the device", (setting, message) => {
  vi.stubEnv("CUTS_MEMORY", setting);
  expect(() => cu.zeros([3])).toThrow(message);
  expect(() => cu.zeros([3])).toThrow(expect.objectContaining({ code: "CUTS_DEVICE_MEMORY" }));
});

it.skipIf(hasWideMemory())("says that more than 4 GiB need Node 24", () => {
  vi.stubEnv("CUTS_MEMORY", "8G");
  expect(() => cu.zeros([3])).toThrow(
    /^Cannot open the cpu device with 8\.0 GiB of memory: .* which Node has from 24 on \(this is v.*\)\nTry: Node 24 or later, or a GPU\.$/,
  );
});

it("says how to ask for more than 4 GiB where an array does not fit", () => {
  expect(() => cu.empty([5 * GIB], { dtype: "uint8" })).toThrow(
    /^Cannot allocate 5\.0 GiB on the cpu device: its memory ends at 4\.0 GiB .*CUTS_MEMORY=8G in the environment gives more, with Node 24 or later\.$/s,
  );
  expect(() => cu.empty([12 * GIB], { dtype: "uint8" })).toThrow(/CUTS_MEMORY=13G in the environment/);
  // That nothing can give.
  expect(() => cu.empty([20 * GIB], { dtype: "uint8" })).toThrow(/in smaller pieces\.$/);
});
