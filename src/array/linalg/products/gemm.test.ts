import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tileFor } from "./gemm.js";

const limits = { maxRows: 128, maxColumns: 128, columns: 8 };

describe("tiles of a product", () => {
  it("are as large as they may be where there are enough for all workers", () => {
    expect(tileFor(1024, 1024, 2, limits)).toEqual({ rows: 128, columns: 128 });
  });

  it("are cut for workers that would have nothing to do", () => {
    expect(tileFor(64, 64, 2, limits)).toEqual({ rows: 32, columns: 64 });
    expect(tileFor(64, 64, 1, limits)).toEqual({ rows: 64, columns: 64 });
    expect(tileFor(8, 512, 4, limits)).toEqual({ rows: 8, columns: 128 });
    expect(tileFor(1024, 1024, 8, { maxRows: 256, maxColumns: 256, columns: 8 })).toEqual({
      rows: 128,
      columns: 208,
    });
    // Nine tiles of 128 x 128 would keep one of two workers waiting at the end.
    expect(tileFor(384, 384, 2, limits)).toEqual({ rows: 96, columns: 128 });
  });

  it("fit into the memory of a block, and are whole panels", () => {
    const size = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(size, size, fc.integer({ min: 1, max: 64 }), (m, n, workers) => {
        const { rows, columns } = tileFor(m, n, workers, limits);
        expect(rows % 8).toBe(0);
        expect(columns % 8).toBe(0);
        expect(rows).toBeGreaterThan(0);
        expect(columns).toBeGreaterThan(0);
        expect(rows).toBeLessThanOrEqual(128);
        expect(columns).toBeLessThanOrEqual(128);
      }),
    );
  });
});
