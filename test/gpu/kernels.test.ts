// The kernel library on the GPU: the same sources and oracles as on the cpu device.

import { describe, it } from "vitest";
import { runLibrary } from "../kernels/run-library.js";
import { noGpu } from "./device.js";

if (noGpu === undefined) await runLibrary({ device: "cuda:0", shard: { index: 0, count: 1 } });
else {
  describe("kernel library on cuda:0", () => {
    it.skip(`all cases (${noGpu})`, () => {});
  });
}
