import { runConformance } from "./conformance.js";

runConformance({
  device: "cpu",
  skip: [
    {
      reason: "the cpu device can run any block and does not read __launch_bounds__",
      tests: ["launches: a kernel's own limit on its block holds"],
    },
    {
      reason: "the memory of the cpu device is that of one process",
      tests: [
        "sharing: a buffer is shared with another process, both ways",
        "sharing: a handle that means nothing is an error",
      ],
    },
  ],
});
