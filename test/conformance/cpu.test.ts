import { runConformance } from "./conformance.js";

runConformance({
  device: "cpu",
  skip: [
    {
      reason: "the cpu device can run any block and does not read __launch_bounds__",
      tests: ["launches: a kernel's own limit on its block holds"],
    },
    {
      reason: "an event of the cpu device takes the error from its stream instead of leaving it there",
      tests: [
        "faults: an event of a failed stream rejects and leaves the error to the stream",
        "faults: an error reaches the stream that uses the result",
      ],
    },
  ],
});
