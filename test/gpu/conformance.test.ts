// The conformance suite on the GPU.

import { describe, it } from "vitest";
import { runConformance } from "../conformance/conformance.js";
import { noGpu } from "./device.js";

if (noGpu === undefined) {
  runConformance({
    device: "cuda:0",
    skip: [
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
          "faults: an error is seen once, by whoever waits first",
          "faults: work after a failure does not run",
          "faults: an error stays with its stream",
          "faults: an event of a failed stream rejects and leaves the error to the stream",
          "faults: an error reaches the stream that uses the result",
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
