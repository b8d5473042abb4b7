// Gradients that become means over ranks while the backward pass runs: see overlap.ts.

import { expect, it } from "vitest";
import { rankProgram } from "./rank-program.js";
import { noMpi, runRanks } from "./run-ranks.js";

it.skipIf(noMpi !== undefined)(
  `reductions begin before the backward pass ends${noMpi ? ` (${noMpi})` : ""}`,
  async () => {
    const { code, stdout, stderr } = await runRanks(2, await rankProgram("overlap.ts"));
    expect(stderr).not.toContain("Error");
    expect(stdout).toContain("overlapped on 2 ranks");
    expect(code).toBe(0);
  },
);
