// Communicators over MPI: each collective for every dtype and odd counts, on 1 to 4 ranks. Each number of ranks is one job,
// because every process takes seconds to start.

import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";
import { rankProgram } from "./rank-program.js";
import { noMpi, runRanks } from "./run-ranks.js";

for (const ranks of [1, 2, 3, 4]) {
  it.skipIf(noMpi !== undefined)(`collectives on ${ranks} ranks${noMpi ? ` (${noMpi})` : ""}`, async () => {
    const { code, stdout, stderr } = await runRanks(ranks, await rankProgram("collectives.ts"));
    expect(stderr).not.toContain("Error");
    expect(stdout).toContain(`checks on ${ranks} ranks`);
    expect(code).toBe(0);
  });
}

it.skipIf(noMpi !== undefined)(
  `cuts launch runs a program on ranks${noMpi ? ` (${noMpi})` : ""}`,
  async () => {
    const lines = { out: [] as string[], err: [] as string[] };
    const collect = (list: string[]): { write: (text: string) => void } => ({
      write: (text) => void list.push(text),
    });
    const program = fileURLToPath(new URL("hello.ts", import.meta.url));
    const io = { out: collect(lines.out), err: collect(lines.err), environment: {} };
    // Rank 1 ends with 3.
    const code = await runCli(["launch", "-n", "2", program, "3"], io);
    expect(lines.out.sort().join("")).toContain("[0] hello from 0 of 2\n[1] hello from 1 of 2\n");
    expect(code).toBe(3);
  },
);
