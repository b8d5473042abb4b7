import { describe, expect, it } from "vitest";
import { GuestMemory } from "./guest-memory.js";

const PAGE = 65_536;
/** Where the memory of these tests ends at first. */
const END = 2 * PAGE;

describe("a program's memory", () => {
  it("is seen after it has grown", () => {
    const memory = new WebAssembly.Memory({ initial: 2, maximum: 4, shared: true });
    const guest = new GuestMemory(memory);
    guest.setU32(END - 4, 7);
    expect([guest.has(END - 4, 4), guest.has(END - 4, 8)]).toEqual([true, false]);
    expect(() => guest.u32(END)).toThrow(RangeError);
    memory.grow(1);
    guest.setU64(END, 2 ** 40);
    expect([guest.u32(END - 4), guest.u64(END)]).toEqual([7, 2 ** 40]);
    memory.grow(1);
    guest.copy(3 * PAGE, END, 8);
    expect(guest.u64(3 * PAGE)).toBe(2 ** 40);
    memory.grow(0);
    expect(guest.has(4 * PAGE - 1, 1)).toBe(true);
  });

  it("holds text up to its end, also beyond what was seen before", () => {
    const memory = new WebAssembly.Memory({ initial: 2, maximum: 3, shared: true });
    const guest = new GuestMemory(memory);
    expect(guest.setText(PAGE + 100, "grün", 16)).toBe(6);
    expect(guest.setText(PAGE + 200, "abcdef", 4)).toBe(4);
    expect([guest.text(PAGE + 100), guest.text(PAGE + 200)]).toEqual(["grün", "abc"]);
    guest.set(END - 2, Uint8Array.of(97, 98));
    memory.grow(1);
    expect(guest.text(END - 2)).toBe("ab");
  });

  it("is not where null pointers lead", () => {
    const guest = new GuestMemory(new WebAssembly.Memory({ initial: 2, maximum: 2, shared: true }));
    expect([guest.has(0, 4), guest.has(PAGE - 4, 4), guest.has(PAGE, 4)]).toEqual([false, false, true]);
    for (const use of [() => guest.u32(0), () => guest.setU32(8, 1), () => guest.text(0)])
      expect(use).toThrow("cudaErrorInvalidValue");
    expect(() => guest.copy(PAGE, 16, 4)).toThrow("cudaErrorInvalidValue");
    expect(guest.range(0, 0)).toHaveLength(0);
  });
});
