// Communicators over MPI: each collective for every dtype and odd counts, on 1 to 4 ranks. Each number of ranks is one job,
// because every process takes seconds to start.

import { expect, it } from "vitest";
import { noMpi, runRanks } from "./run-ranks.js";

for (const ranks of [1, 2, 3, 4]) {
  it.skipIf(noMpi !== undefined)(`collectives on ${ranks} ranks${noMpi ? ` (${noMpi})` : ""}`, async () => {
    const { code, stdout, stderr } = await runRanks(ranks, "collectives.ts");
    expect(stderr).not.toContain("Error");
    expect(stdout).toContain(`checks on ${ranks} ranks`);
    expect(code).toBe(0);
  });
}
