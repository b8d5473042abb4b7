// The programs of test/programs built by nvcc and run on a GPU, as `cuts run` does it where there is one.
import { describe, it } from "vitest";
import { expectSameAsOnGpu } from "../programs/run-programs.js";
import { PROGRAMS } from "../programs/programs.table.js";

const OPTIONS = ["-std=c++17", "--extended-lambda", "-lcublas", "-lcusparse", "-lcurand", "-lcuda"];

describe("CUDA programs on a GPU", () => {
  it.concurrent.each(PROGRAMS.filter(({ onlyOnCpu }) => onlyOnCpu === undefined))(
    "$name",
    { timeout: 300_000 },
    (test) => expectSameAsOnGpu(test, "cuda", OPTIONS),
  );
});
