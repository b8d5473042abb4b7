// NDArray as a class: instanceof, and classes of users that extend it.

import { describe, expect, it } from "vitest";
import { collectGarbage } from "../../src/host/garbage.js";
import * as cu from "../../src/index.js";

class Image extends cu.NDArray<"uint8"> {
  get width(): number {
    return this.shape[1] ?? 0;
  }
}

describe("NDArray", () => {
  it("is the class of all arrays", () => {
    expect(cu.zeros(3)).toBeInstanceOf(cu.NDArray);
    expect(cu.zeros(3).add(1)).toBeInstanceOf(cu.NDArray);
    expect(cu.NDArray.name).toBe("NDArray");
    expect(cu.isNDArray(cu.zeros(3))).toBe(true);
    expect({} instanceof cu.NDArray).toBe(false);
  });

  it("may be extended: the new array shares the memory of the one it is made of", async () => {
    const pixels = cu.zeros([2, 3], { dtype: "uint8" });
    const image = new Image(pixels);
    expect(image.width).toBe(3);
    pixels.fill(7);
    expect(await image.add(1).tolist()).toEqual([
      [8, 8, 8],
      [8, 8, 8],
    ]);
    pixels.dispose();
    expect((await image.data())[0]).toBe(7);
    image.dispose();
    expect(() => image.add(1)).toThrow(expect.objectContaining({ code: "CUTS_DISPOSED" }));
    expect(() => new Image(image)).toThrow(expect.objectContaining({ code: "CUTS_DISPOSED" }));
    expect(() => new Image([1, 2] as never)).toThrow(expect.objectContaining({ code: "CUTS_OPERAND" }));
  });

  it("lives as long as a view of its memory", async () => {
    const cpu = cu.device("cpu");
    const view = cu.full([1 << 14], 1, { device: cpu }).hostView();
    for (let i = 0; i < 20; i++) {
      await new Promise(setImmediate);
      collectGarbage();
      cu.full([1 << 14], 777, { device: cpu });
      await cpu.synchronize();
    }
    expect(view[100]).toBe(1);
  });
});
