import { describe, expect, it } from "vitest";
import { bufferTo, readAnywhere } from "./grown-memory.js";

const PAGE = 65_536;

/** A memory as a thread sees it that has not been told of its growth yet: `grow(0)` tells. */
function lateMemory(pages: number): WebAssembly.Memory {
  const real = new WebAssembly.Memory({ initial: pages, maximum: 16 });
  const known = { buffer: new ArrayBuffer(PAGE), asked: 0 };
  return {
    get buffer() {
      return known.asked > 0 ? real.buffer : known.buffer;
    },
    grow: () => {
      known.asked++;
      return pages;
    },
  };
}

describe("memory that another thread has grown", () => {
  it("is asked for where an address is beyond what is known", () => {
    expect(bufferTo(lateMemory(3), PAGE).byteLength).toBe(PAGE);
    expect(bufferTo(lateMemory(3), PAGE + 4).byteLength).toBe(3 * PAGE);
  });

  it("is read to its end, and what is outside of it stays an error", () => {
    const at = (address: number) => (view: DataView) => view.getInt32(address);
    expect(readAnywhere(lateMemory(3), at(2 * PAGE))).toBe(0);
    expect(() => readAnywhere(lateMemory(3), at(3 * PAGE))).toThrow(RangeError);
    expect(() => readAnywhere(lateMemory(1), at(PAGE))).toThrow(RangeError);
  });
});
