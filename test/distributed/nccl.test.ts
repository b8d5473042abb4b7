// Communicators over NCCL, without MPI and without a GPU: several processes with fake GPUs find each other by an address, a file,
// or the variables of torchrun. On real GPUs: test/gpu/distributed.test.ts.

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { noCompiler } from "../native/compile.js";
import { rankProgram } from "./rank-program.js";
import { fakeGpus, freeAddress, freePort, runProcesses } from "./run-processes.js";

const skip = noCompiler !== undefined;
const why = noCompiler === undefined ? "" : ` (skipped: ${noCompiler})`;
const fakes = skip ? {} : fakeGpus();

const places = (size: number, rendezvous: string): Record<string, string>[] =>
  Array.from({ length: size }, (_, rank) => ({
    ...fakes,
    CUTS_RANK: String(rank),
    CUTS_WORLD_SIZE: String(size),
    CUTS_RENDEZVOUS: rendezvous,
  }));

const expectWell = (results: Awaited<ReturnType<typeof runProcesses>>): void => {
  for (const [rank, { code, stdout, stderr }] of results.entries()) {
    expect(stderr).toBe("");
    expect(stdout).toContain(`rank ${rank} of ${results.length} is well`);
    expect(code).toBe(0);
  }
};

it.skipIf(skip)(
  `collectives on three ranks that meet by a file, which is gone afterwards${why}`,
  async () => {
    const file = join(tmpdir(), `cuts-rendezvous-${process.pid}`);
    expectWell(await runProcesses(await rankProgram("nccl-ranks.ts"), places(3, file)));
    expect(existsSync(file)).toBe(false);
  },
);

it.skipIf(skip)(`ranks that torchrun starts${why}`, async () => {
  const [port, id] = [await freePort(), randomUUID()];
  const environments = [0, 1].map((rank) => ({
    ...fakes,
    RANK: String(rank),
    WORLD_SIZE: "2",
    LOCAL_RANK: String(rank),
    MASTER_ADDR: "127.0.0.1",
    // Its own store is there.
    MASTER_PORT: String(port - 1),
    TORCHELASTIC_RUN_ID: id,
  }));
  expectWell(await runProcesses(await rankProgram("nccl-ranks.ts"), environments));
});

it.skipIf(skip)(`a rank that ends is named by those that wait for it${why}`, async () => {
  const environments = places(2, await freeAddress()).map((one) => ({
    ...one,
    FAKE_MODE: "lost",
  }));
  const results = await runProcesses(await rankProgram("nccl-ranks.ts"), environments);
  expect(results[0]?.stderr).toMatch(/CUTS_RANK_LOST/);
  expect(results[0]?.stderr).toMatch(/rank 1 \(process \d+ on .+\) has ended/);
  expect(results[0]?.code).not.toBe(0);
  expect(results[1]?.code).toBe(3);
});

it.skipIf(skip)(`a rank that never comes is named, too${why}`, async () => {
  const environments = places(2, await freeAddress()).map((one) => ({
    ...one,
    CUTS_DIST_TIMEOUT: "2",
    FAKE_MODE: "absent",
  }));
  const [first] = await runProcesses(await rankProgram("nccl-ranks.ts"), environments);
  expect(first?.stderr).toContain("rank 1 has not come within 2 s");
  expect(first?.code).not.toBe(0);
});

it.skipIf(skip)(`ranks that share a GPU have no NCCL, and hear why${why}`, async () => {
  const environments = places(2, await freeAddress()).map((one) => ({ ...one, FAKE_GPUS: "1" }));
  const [first] = await runProcesses(await rankProgram("nccl-ranks.ts"), environments);
  expect(first?.stderr).toContain("ranks 0 and 1 share a GPU, and NCCL needs one for each rank");
});

it.skipIf(skip)(`a call that does not end is aborted, and what it was to write is lost${why}`, async () => {
  // Two jobs of one rank, which look for nobody.
  const environments = ["stuck", "broken"].flatMap((mode) =>
    places(1, "127.0.0.1:1").map((one) => ({ ...one, FAKE_MODE: mode })),
  );
  const [stuck, broken] = (await runProcesses(await rankProgram("nccl-ranks.ts"), environments)).map(
    ({ stdout }) => stdout.trim().split("\n"),
  );
  const late = "Cannot go on with the other ranks: allReduce on rank 0 has waited for 1 s on its GPU";
  const gone =
    "Cannot go on with the other ranks: allReduce failed on rank 0: remote process exited or there was a network error";
  expect(stuck).toEqual([late, late, late, "true"]);
  expect(broken).toEqual([gone, gone, gone, "true"]);
});
