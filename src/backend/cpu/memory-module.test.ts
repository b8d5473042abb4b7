import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasWideMemory, openMemory } from "./machine/wide-memory.js";
import { MEMORY_FIELDS, memoryModule, PATTERN_BYTES } from "./memory-module.js";

type Kernel = (launch: number, begin: number, end: number, s: number, c: number, r: number) => number;

const LAUNCH = 16;
const FROM = 1024;
const TO = 65_536;

/** Runs all blocks of a range, some at once. */
function run(
  memory: WebAssembly.Memory,
  kernel: Kernel,
  byteLength: number,
  pieceBytes: number,
  atOnce: number,
): Uint8Array {
  const words = new Uint32Array(memory.buffer);
  words[(LAUNCH + MEMORY_FIELDS.to) / 4] = TO;
  words[(LAUNCH + MEMORY_FIELDS.from) / 4] = FROM;
  words[(LAUNCH + MEMORY_FIELDS.byteLength) / 4] = byteLength;
  words[(LAUNCH + MEMORY_FIELDS.pieceBytes) / 4] = pieceBytes;
  new Uint8Array(memory.buffer).fill(255, TO);
  const blocks = Math.ceil(byteLength / pieceBytes);
  for (let b = 0; b < blocks; b += atOnce) {
    expect(kernel(LAUNCH, b, Math.min(blocks, b + atOnce), 0, 0, 0)).toBe(0);
  }
  return new Uint8Array(memory.buffer, TO, byteLength + 64);
}

const widths = hasWideMemory() ? [false, true] : [false];

describe.each(widths)("the module of copies and fills, for a wide memory: %s", (isWide) => {
  const memory = openMemory(2, 2, isWide);
  const { exports } = new WebAssembly.Instance(memoryModule(isWide), { env: { memory } });
  const kernels = exports as unknown as { readonly copy: Kernel; readonly fill: Kernel };
  const sizes = [
    fc.integer({ min: 1, max: 5000 }),
    fc.integer({ min: 1, max: 40 }).map((n) => n * PATTERN_BYTES),
    fc.integer({ min: 1, max: 5 }),
  ] as const;

  it("copies a range in pieces, and nothing beside it", () => {
    const bytes = new Uint8Array(memory.buffer, FROM, 5000).map((_, i) => i % 251);
    new Uint8Array(memory.buffer).set(bytes, FROM);
    fc.assert(
      fc.property(...sizes, (byteLength, piece, atOnce) => {
        const result = run(memory, kernels.copy, byteLength, piece, atOnce);
        expect(Buffer.compare(result.slice(0, byteLength), bytes.slice(0, byteLength))).toBe(0);
        expect(result.subarray(byteLength).every((b) => b === 255)).toBe(true);
      }),
    );
  });

  it("repeats a pattern in pieces, and writes nothing beside it", () => {
    const pattern = Uint8Array.from({ length: PATTERN_BYTES }, (_, i) => i + 1);
    new Uint8Array(memory.buffer).set(pattern, LAUNCH + MEMORY_FIELDS.pattern);
    fc.assert(
      fc.property(...sizes, (byteLength, piece, atOnce) => {
        const result = run(memory, kernels.fill, byteLength, piece, atOnce);
        const expected = Uint8Array.from({ length: byteLength }, (_, i) => (i % PATTERN_BYTES) + 1);
        expect(Buffer.compare(result.slice(0, byteLength), expected)).toBe(0);
        expect(result.subarray(byteLength).every((b) => b === 255)).toBe(true);
      }),
    );
  });
});
