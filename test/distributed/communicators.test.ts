// Several communicators at once, on 2 and 3 ranks: see communicators.ts.

import { expect, it } from "vitest";
import { rankProgram } from "./rank-program.js";
import { noMpi, runRanks } from "./run-ranks.js";

it.skipIf(noMpi !== undefined).each([2, 3])(
  `calls of several communicators do not wait for each other for ever, on %i ranks${noMpi ? ` (${noMpi})` : ""}`,
  async (ranks) => {
    const { code, stdout, stderr } = await runRanks(ranks, await rankProgram("communicators.ts"));
    expect(stderr).not.toContain("Error");
    expect(stdout).toContain(`met on ${ranks} ranks`);
    expect(code).toBe(0);
  },
);
