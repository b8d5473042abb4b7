import { runConformance } from "./conformance.js";

runConformance({
  device: "cpu",
  skip: [
    {
      reason: "the cpu device can run any block and does not read __launch_bounds__",
      tests: ["launches: a kernel's own limit on its block holds"],
    },
  ],
});
