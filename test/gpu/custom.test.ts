// Functions of users on the GPU: the same results as on the cpu device, and messages with the user's line.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { noGpu } from "./device.js";

const both = ["cpu", "cuda:0"] as const;

describe.skipIf(noGpu !== undefined)(
  `functions of users on cuda:0${noGpu === undefined ? "" : ` (${noGpu})`}`,
  () => {
    it("element by element: letters, views, several outputs, raw arrays", async () => {
      const difference = cu.elementwise("T x, T y -> T z, bool w", "z = (x - y) * (x - y); w = x < y");
      const shifted = cu.elementwise("raw T x, int32 by -> T y", "y = x[(i + by) % n]");
      const found = await Promise.all(
        both.map(async (device) => {
          const results: unknown[] = [];
          for (const dtype of ["float16", "bfloat16", "float32", "float64", "int64"] as const) {
            const x = cu.arange(60, { dtype, device }).reshape(5, 12);
            const [z, w] = difference(x.slice(["::-1", "1:9:2"]), x.slice([":", "0:4"]));
            results.push(
              await z.tolist(),
              await w.tolist(),
              await shifted(x.T, 7, { shape: [12, 5] }).tolist(),
            );
          }
          return results;
        }),
      );
      expect(found[1]).toEqual(found[0]);
    });

    it("reductions: rows, columns, all, cut rows", async () => {
      const largest = cu.reduction("T x -> T y", "x", "a > b ? a : b", "y = a", "-1000000");
      const dot = cu.reduction("int32 x, int32 y -> int64 z", "(long long)x * y", "a + b", "z = a", 0);
      const found = await Promise.all(
        both.map(async (device) => {
          const x = cu.arange(300_000, { dtype: "int32", device }).reshape(3, 100, 1000);
          const f = x.astype("float32");
          const results: unknown[] = [];
          for (const axis of [undefined, 0, 1, 2, [0, 2]]) {
            results.push(await largest(f, { axis }).tolist());
            results.push(await dot(x, x, { axis, keepdims: true }).tolist());
          }
          return results;
        }),
      );
      expect(found[1]).toEqual(found[0]);
    });

    it("show the user's line where they do not compile", async () => {
      const broken = cu.elementwise("float x -> float y", "float t = x * 2;\ny = t + oops;", {
        name: "broken",
      });
      const message = await broken(cu.ones(3, { device: "cuda:0" }))
        .data()
        .then(
          () => "",
          (reason: unknown) => (reason as Error).message,
        );
      expect(message).toMatch(/broken\(2\)/);
      expect(message).toContain("y = t + oops;");
    });
  },
);
