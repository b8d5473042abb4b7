import { expect, it } from "vitest";
import { hasRelaxedSimd } from "./relaxed-simd.js";

it("is there from Node 22 on", () => {
  expect(hasRelaxedSimd()).toBe(Number.parseInt(process.versions.node, 10) >= 22);
});
