// Errors on the GPU that nobody awaits: the tests of the cpu device.

import { describe, it } from "vitest";
import { testUnseen } from "../runtime/unseen-suite.js";
import { noGpu } from "./device.js";

if (noGpu === undefined) testUnseen("cuda:0");
else {
  describe("errors on cuda:0 that nobody awaits", () => {
    it.skip(`all tests (${noGpu})`, () => {});
  });
}
