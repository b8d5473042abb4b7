import { runConformance } from "./conformance.js";

runConformance({
  device: "cpu",
  skip: [
    {
      reason: "the memory of the cpu device is that of one process",
      tests: [
        "sharing: an array is shared with another process, both ways",
        "sharing: a handle that means nothing is an error",
      ],
    },
  ],
});
