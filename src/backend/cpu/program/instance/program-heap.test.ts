import { describe, expect, it } from "vitest";
import { createCpuBackend } from "../../cpu-backend.js";
import { ProgramHeap } from "./program-heap.js";

describe("ProgramHeap", () => {
  it("grows without gaps while nothing else is allocated, and behind it when something is", () => {
    const device = createCpuBackend();
    const length = 4 * 1024 * 1024;
    const start = device.allocate(length, device.defaultStream).address + length;
    const heap = new ProgramHeap(device, start);
    expect(heap.grow(0)).toBe(start);
    expect(heap.grow(65_536)).toBe(start);
    expect(heap.grow(8 * 1024 * 1024)).toBe(start + 65_536);
    const other = device.allocate(length, device.defaultStream);
    // Refused once, so that the C library no longer takes two answers in a row for one piece of memory.
    expect(heap.grow(2 * 1024 * 1024)).toBe(0);
    const next = heap.grow(2 * 1024 * 1024);
    expect(next).toBeGreaterThan(other.address);
    expect(heap.grow(0)).toBe(next + 2 * 1024 * 1024);
    device.reset();
  });

  it("says when there is no more memory, and does not shrink", () => {
    const device = createCpuBackend();
    const heap = new ProgramHeap(device, 65_536);
    expect(heap.refusedBytes).toBe(0);
    expect(heap.grow(2 ** 33)).toBe(0);
    expect(heap.refusedBytes).toBe(2 ** 33);
    expect(heap.grow(-4096)).toBe(0);
    device.reset();
  });
});
