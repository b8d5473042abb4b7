// Gathers, sets, searches, joins and sums on the GPU: the tests of the cpu device.

import { describe, it } from "vitest";
import { testOracles } from "../array/oracles-suite.js";
import { noGpu } from "./device.js";

if (noGpu === undefined) testOracles("cuda:0");
else {
  describe("oracles on cuda:0", () => {
    it.skip(`all tests (${noGpu})`, () => {});
  });
}
