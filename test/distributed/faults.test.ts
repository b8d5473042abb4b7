// What becomes of ranks when something goes wrong: errors before anything is sent, and never a wait without an end.

import { expect, it } from "vitest";
import { killOne } from "./kill-ranks.js";
import { rankProgram } from "./rank-program.js";
import { isOpenMpi, noMpi, runRanks } from "./run-ranks.js";

const skip = noMpi !== undefined;
/** Lets ranks go on when another has ended, which is theirs to see; MPICH's mpirun cannot. */
const keepOthers = ["--enable-recovery"];
const why = noMpi === undefined ? "" : ` (${noMpi})`;

it.skipIf(skip)(`wrong calls are errors before anything is sent${why}`, async () => {
  const { code, stdout, stderr } = await runRanks(2, await rankProgram("faults.ts"), { args: ["wrong"] });
  const lines = stdout.trim().split("\n");
  expect(lines.map((line) => line.split(" ")[0])).toEqual([
    "CUTS_DISTRIBUTED_INIT",
    "CUTS_COMMUNICATOR",
    "CUTS_COMMUNICATOR",
    "CUTS_COMMUNICATOR",
    "CUTS_COMMUNICATOR",
    "CUTS_READONLY",
    "CUTS_OPERAND",
    "CUTS_COMMUNICATOR",
    "CUTS_COMMUNICATOR",
    "CUTS_COMMUNICATOR",
    "CUTS_RANKS_DIFFER",
    "CUTS_RANKS_DIFFER",
    "CUTS_RANKS_DIFFER",
    "CUTS_RANKS_DIFFER",
    "nothing",
    "undefined",
    "CUTS_COMMUNICATOR",
    "nothing",
    "nothing",
    "nothing",
    "CUTS_DISPOSED",
  ]);
  expect(lines[13]).toMatch(
    /rank 0: allReduceSync float32\[3\] op sum {3}rank 1: allReduce float32\[4\] op sum/,
  );
  expect(lines[15]).toBe("undefined a mistake in a group");
  expect(lines[16]).toContain("the function of the group threw, so nothing was sent");
  expect(lines[10]).toContain("rank 0: allReduce float32[3] op sum   rank 1: allReduce float32[4] op sum");
  expect(stderr).toBe("");
  expect(code).toBe(0);
});

it.skipIf(skip)(`ranks that wait for each other end, and say who waits in what${why}`, async () => {
  const { code, stderr } = await runRanks(2, await rankProgram("faults.ts"), {
    args: ["deadlock"],
  });
  expect(stderr).toMatch(/CUTS_RANK_LOST/);
  // Whichever is first.
  expect(stderr).toMatch(
    /receive from rank (\d) on rank (\d) has waited for \d+ s \(rank \1 waits in receive from rank \2\)/,
  );
  expect(code).not.toBe(0);
});

it.skipIf(skip)(`those that wait for a rank hear that its program is done${why}`, async () => {
  const { code, stderr } = await runRanks(2, await rankProgram("faults.ts"), { args: ["done"] });
  expect(stderr).toMatch(
    /allReduce on rank 0 has waited for \d+ s \(rank 1 waits in the end of its program\)/,
  );
  expect(code).not.toBe(0);
});

it.skipIf(!isOpenMpi)(`a rank that was killed is named by those that wait for it${why}`, async () => {
  // Else mpirun ends the others before they see it.
  const { stderr } = await runRanks(2, await rankProgram("faults.ts"), {
    args: ["killed"],
    launcher: keepOthers,
  });
  expect(stderr).toMatch(/rank 1 \(process \d+ on .+\) has ended, and allReduce on rank 0 waits for it/);
});

// Blocked in MPI, a rank cannot look by itself: a thread does. As the package is published, and as it is written.
for (const form of ["built", "unbuilt"]) {
  it.skipIf(skip)(`a rank that never comes ends one that blocks (${form})${why}`, async () => {
    const program = form === "built" ? await rankProgram("faults.ts") : "faults.ts";
    const { code, stderr } = await runRanks(2, program, { args: ["absent-sync"] });
    expect(stderr).toMatch(
      /CUTS_RANK_LOST.*allReduceSync on rank 0 has waited for \d+ s \(not come: rank 1 \(process \d+ on .+\)\)/,
    );
    expect(code).toBe(1);
  });
}

it.skipIf(!isOpenMpi)(`a rank that was killed is named by one that blocks${why}`, async () => {
  const { stderr } = await runRanks(2, await rankProgram("faults.ts"), {
    args: ["killed-sync"],
    launcher: keepOthers,
  });
  expect(stderr).toMatch(/rank 1 \(process \d+ on .+\) has ended, and allReduceSync on rank 0 waits for it/);
});

it.skipIf(skip)(`calls that block for longer than the time limit together go on${why}`, async () => {
  const { code, stdout, stderr } = await runRanks(2, await rankProgram("faults.ts"), {
    args: ["sync-loop"],
    // No single call takes so long, on a busy machine either.
    environment: { CUTS_DIST_TIMEOUT: "10" },
  });
  expect(stderr).toBe("");
  expect(stdout).toContain("made many calls");
  expect(code).toBe(0);
});

it.skipIf(skip)(
  `WebAssembly that leaves its memory is an error, also where MPI handles faults${why}`,
  async () => {
    const { code, stdout } = await runRanks(1, await rankProgram("faults.ts"), { args: ["trap"] });
    expect(stdout).toContain("memory access out of bounds");
    expect(code).toBe(0);
  },
);

it.skipIf(skip)(`a rank that fails ends the job${why}`, async () => {
  const { code, stderr } = await runRanks(2, await rankProgram("faults.ts"), { args: ["failing"] });
  expect(stderr).toContain("this rank has a mistake");
  expect(stderr).toContain("rank 1 has failed");
  expect(code).not.toBe(0);
});

it.skipIf(skip)(`a rank that never joins ends the others within the time limit${why}`, async () => {
  const { code, stderr } = await runRanks(2, await rankProgram("faults.ts"), {
    args: ["absent"],
    environment: { CUTS_DIST_TIMEOUT: "2" },
  });
  expect(stderr).toContain("not all of them have joined within 2 s (this is rank 0 of 2)");
  expect(code).not.toBe(0);
});

it.skipIf(skip)(`a worker does not join${why}`, async () => {
  const { stdout } = await runRanks(1, await rankProgram("worker.ts"));
  expect(stdout).toContain(
    "CUTS_DISTRIBUTED_INIT Cannot join other processes: MPI belongs to the main thread",
  );
});

it.skipIf(skip)(`a rank that is killed in the middle of training ends the job${why}`, async () => {
  const seed = Date.now() % 100_000;
  console.log(`seed ${seed}`);
  await killOne(seed, await rankProgram("endless-training.ts"));
});

it.skipIf(skip)(`a rank that is killed at a random point ends the job${why}`, async () => {
  const seed = Date.now() % 100_000;
  console.log(`seed ${seed}`);
  const program = await rankProgram("endless.ts");
  await killOne(seed, program);
  await killOne(seed + 1, program);
});
