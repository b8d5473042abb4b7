// The conformance suite on the GPU.

import { describe, it } from "vitest";
import { runConformance } from "../conformance/conformance.js";
import { progressTest } from "../conformance/progress.js";
import { progressSources } from "../conformance/progress-cases.js";
import { noGpu } from "./device.js";

if (noGpu === undefined) {
  runConformance({
    device: "cuda:0",
    skip: [
      {
        reason:
          "a loop without end would hang the device; progress.test.ts has them in processes of their own",
        tests: progressSources().map(({ cases }) => `progress: ${progressTest(cases)}`),
      },
      {
        reason: "a GPU cannot stop a kernel that runs; a loop without end would hang the device",
        tests: [
          "faults: a kernel that does not end is stopped",
          "faults: a kernel that does not end is stopped when blocked for",
        ],
      },
      {
        reason: "the driver prints a failed assertion to stderr and tells the host only that there was one",
        tests: ["faults: a failed assertion names the kernel and the condition"],
      },
      {
        reason:
          "CUDA lets no process go on with a device after a fault; faults.test.ts has them in processes of their own",
        tests: [
          "faults: a trap names the kernel",
          "faults: an address outside all memory names the kernel",
          "faults: an error is seen once by those who wait for everything",
          "faults: whoever reads what a kernel was to write gets its error, until it is written anew",
          "faults: work of others goes on after a failure",
          "faults: two calls of run() at once have an outcome each",
          "faults: what is computed from what was lost is lost, and says where it was skipped",
          "faults: an error stays with its stream",
          "faults: an event after a failure rejects, and so do those who asked before",
          "faults: an error reaches the stream that uses the result",
          "faults: a graph fails as a whole, and can be launched again",
          "faults: a variable that a failed kernel may have written is lost until it is set",
          "faults: run() rejects with what stopped the kernel",
        ],
      },
    ],
  });
} else {
  describe("the device cuda:0", () => {
    it.skip(`the conformance suite (${noGpu})`, () => {});
  });
}
