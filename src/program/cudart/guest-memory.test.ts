import { describe, expect, it } from "vitest";
import { GuestMemory } from "./guest-memory.js";

const PAGE = 65_536;

describe("a program's memory", () => {
  it("is seen after it has grown", () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 3, shared: true });
    const guest = new GuestMemory(memory);
    guest.setU32(PAGE - 4, 7);
    expect([guest.has(PAGE - 4, 4), guest.has(PAGE - 4, 8)]).toEqual([true, false]);
    expect(() => guest.u32(PAGE)).toThrow(RangeError);
    memory.grow(1);
    guest.setU64(PAGE, 2 ** 40);
    expect([guest.u32(PAGE - 4), guest.u64(PAGE)]).toEqual([7, 2 ** 40]);
    memory.grow(1);
    guest.copy(2 * PAGE, PAGE, 8);
    expect(guest.u64(2 * PAGE)).toBe(2 ** 40);
    memory.grow(0);
    expect(guest.has(3 * PAGE - 1, 1)).toBe(true);
  });

  it("holds text up to its end, also beyond what was seen before", () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });
    const guest = new GuestMemory(memory);
    expect(guest.setText(100, "grün", 16)).toBe(6);
    expect(guest.setText(200, "abcdef", 4)).toBe(4);
    expect([guest.text(100), guest.text(200)]).toEqual(["grün", "abc"]);
    guest.set(PAGE - 2, Uint8Array.of(97, 98));
    memory.grow(1);
    expect(guest.text(PAGE - 2)).toBe("ab");
  });
});
