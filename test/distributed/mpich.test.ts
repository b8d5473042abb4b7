// MPICH beside the MPI that other tests use: Debian has both, and sends by UCX in it.

import { expect, it } from "vitest";
import { rankProgram } from "./rank-program.js";
import { mpichRun, runRanks } from "./run-ranks.js";

const skip = mpichRun === undefined;
const why = skip ? " (skipped: no mpirun of MPICH; Debian: apt install mpich)" : "";
const mpirun = mpichRun ?? "";

it.skipIf(skip)(`all collectives on 3 ranks${why}`, async () => {
  const { code, stdout, stderr } = await runRanks(3, await rankProgram("collectives.ts"), { mpirun });
  expect(stderr).not.toContain("Error");
  expect(stdout).toContain("checks on 3 ranks");
  expect(code).toBe(0);
});

// UCX moves the end of the heap up and down to see whether it notices. Up fails where there is less than two pages of room.
it.skipIf(skip).each([0, 1, 2])(`starts where the heap has %i pages to grow${why}`, async (pages) => {
  const program = await rankProgram("full-heap.ts");
  const { code, stdout, stderr } = await runRanks(2, program, { mpirun, args: [String(pages)] });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "kept n\n", stderr: "" });
});
