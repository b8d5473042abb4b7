// Arrays in parts: see sharded.ts.

import { expect, it } from "vitest";
import { rankProgram } from "./rank-program.js";
import { noMpi, runRanks } from "./run-ranks.js";

it.skipIf(noMpi !== undefined)(
  `arrays in parts are computed as whole ones${noMpi ? ` (${noMpi})` : ""}`,
  async () => {
    const { code, stdout, stderr } = await runRanks(3, await rankProgram("sharded.ts"));
    expect(stderr).not.toContain("Error");
    expect(stdout).toContain("sharded over 3 ranks");
    expect(code).toBe(0);
  },
);
