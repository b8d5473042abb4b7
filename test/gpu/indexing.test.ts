// Indexing on the GPU: the tests of the cpu device.

import { describe, it } from "vitest";
import { testIndexing } from "../array/indexing-suite.js";
import { noGpu } from "./device.js";

if (noGpu === undefined) testIndexing("cuda:0");
else {
  describe("indexing on cuda:0", () => {
    it.skip(`all tests (${noGpu})`, () => {});
  });
}
