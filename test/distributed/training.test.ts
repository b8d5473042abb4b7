// Data parallel training, by the example: see training.ts.

import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { noMpi, runRanks } from "./run-ranks.js";

it.skipIf(noMpi !== undefined)(
  `two ranks learn what one process does${noMpi ? ` (${noMpi})` : ""}`,
  async () => {
    const checkpoint = join(tmpdir(), `cuts-training-${process.pid}.npz`);
    const { code, stdout, stderr } = await runRanks(2, "training.ts", { args: [checkpoint] });
    expect(stderr).not.toContain("Error");
    expect(stdout).toContain("trained on 2 ranks");
    expect(code).toBe(0);
  },
);
