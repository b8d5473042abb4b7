// The functions of fused kernels that are kept in the repository are those of the operations that are there now.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { mathDigest, mathNames } from "../../../src/backend/cpu/fused/math.gen.js";
import { mathSource } from "../../../tools/fusion-math.js";

it("are compiled from the operations as they are (npm run generate)", () => {
  const { source, names } = mathSource();
  expect(mathNames.split(" ")).toEqual([...names]);
  expect(mathDigest).toBe(createHash("sha256").update(source).digest("hex").slice(0, 16));
});
