// The machine code of built-in kernels for GPUs: made from the sources as they are now, whole, and small.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  CUDA_FOLDER,
  shippedCode,
  shippedIndex,
  type ShippedUnit,
  unitKey,
} from "../../src/backend/cuda/compile/shipped-kernels.js";
import { packageFolder } from "../../src/host/assets.js";
import { cudaUnits } from "../../tools/cuda-kernels/units.js";

const index = shippedIndex();

describe("the kernels that ship for GPUs", () => {
  it("are those of the sources: else run `npm run generate:cuda-kernels` where nvcc is", () => {
    const units = cudaUnits();
    const stale = units.filter(({ group, key }) => index[group]?.key !== key).map(({ group }) => group);
    expect(stale).toEqual([]);
    expect(Object.keys(index).toSorted()).toEqual(units.map(({ group }) => group).toSorted());
  });

  it("have code for every kernel on every family of GPUs", () => {
    for (const architecture of [75, 80, 86, 89, 90, 100, 103, 120]) {
      for (const [group, unit] of Object.entries(index)) {
        const code = shippedCode(unit, architecture);
        const text = Buffer.from(code ?? []).toString("latin1");
        expect(text.slice(0, 4), `${group} sm_${architecture}`).toBe("\x7fELF");
        const missing = unit.kernels.filter((kernel) => !text.includes(`.text.${kernel}\0`));
        expect(missing, `${group} sm_${architecture}`).toEqual([]);
      }
    }
  });

  it("are compiled by the machine for GPUs of other families", () => {
    const unit = index["copy"] as ShippedUnit;
    for (const architecture of [70, 72, 130]) expect(shippedCode(unit, architecture)).toBeUndefined();
  });

  it("count for one source and its options only", () => {
    expect(unitKey("a", [])).not.toBe(unitKey("b", []));
    expect(unitKey("a", ["-DA"])).not.toBe(unitKey("a", []));
  });

  it("say so where a file is damaged", () => {
    const damaged: ShippedUnit = { kernels: ["k"], key: "", at: { 90: [2 ** 31, 10] } };
    expect(() => shippedCode(damaged, 90)).toThrow(
      /Cannot read the compiled kernels .*sm_90\.bin: it ends after/,
    );
    const wrong: ShippedUnit = { kernels: ["k"], key: "", at: { 90: [1, 10] } };
    expect(() => shippedCode(wrong, 90)).toThrow(/install the package again/);
  });

  it("take less than 5 MB of the package", () => {
    const folder = join(packageFolder(), CUDA_FOLDER);
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5e6);
  });
});
