// `cuts launch --hosts`, as it is used on several machines: two hosts that are this one, by Open MPI's daemons over loopback. What stands in for ssh starts
// a command in another folder and with no variables, as ssh does.

import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { sharedPackage } from "../package/shared-package.js";
import { rankProgram } from "./rank-program.js";
import { isOpenMpi } from "./run-ranks.js";

const folder = mkdtempSync(join(tmpdir(), "cuts-hosts-"));
const path = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  writeFileSync(path("hosts.txt"), "alpha slots=1 # the first\nbeta slots=1\n");
  // Options, the host, and a command line for a shell.
  writeFileSync(
    path("ssh"),
    `#!/bin/sh
while :; do case "$1" in -*) shift;; *) break;; esac; done
echo "$1" >> ${path("asked.txt")}
# Hosts have folders of their own for what passes: both daemons making one at once fails at times ("mkdir: File exists").
mkdir -p ${path("tmp")}/$1 && export TMPDIR=${path("tmp")}/$1
shift
cd / && exec env -i PATH="$PATH" HOME="$HOME" TMPDIR="$TMPDIR" PMIX_MCA_gds=hash /bin/sh -c "$*"
`,
  );
  chmodSync(path("ssh"), 0o755);
});

/** Runs the command, with what stands in for ssh. */
async function launch(
  words: readonly string[],
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const main = join((await sharedPackage()).folder, "dist/cli/main.js");
  const child = spawn(process.execPath, [main, "launch", ...words], {
    cwd: folder,
    env: {
      ...process.env,
      CUTS_DEVICE: "cpu",
      CUTS_DIST_TIMEOUT: "60",
      NO_COLOR: "1",
      OMPI_MCA_plm_rsh_agent: path("ssh"),
      // The daemons of both hosts are on one machine, where they would share a store, which fails at times ("PMIX ERROR").
      PMIX_MCA_gds: "hash",
      OMPI_MCA_oob_tcp_if_include: "lo",
      OMPI_MCA_btl_tcp_if_include: "lo",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (data: Buffer) => void (out += data.toString()));
  child.stderr.on("data", (data: Buffer) => void (err += data.toString()));
  const code = await new Promise<number | null>((resolve) => void child.on("close", resolve));
  return { code, out, err };
}

/** Trains by the example; the lines that ranks print, and the weights that are in the file then. */
async function train(
  words: readonly string[],
  steps: number,
  file: string,
): Promise<{ readonly lines: string[]; readonly weights: Record<string, number[]> }> {
  const program = await rankProgram("../../examples/data-parallel/main.ts");
  const { code, out, err } = await launch([
    ...words,
    program,
    "--steps",
    String(steps),
    "--checkpoint",
    path(file),
  ]);
  expect(code, out + err).toBe(0);
  const weights: Record<string, number[]> = {};
  for (const [name, values] of Object.entries(await cu.loadNpz(path(file))))
    weights[name] = Array.from(await values.data(), Number);
  return { lines: out.trim().split("\n").toSorted(), weights };
}

const two = ["-n", "2", "--hosts", "hosts.txt"];
const why = isOpenMpi ? "" : " (skipped: needs the mpirun of Open MPI)";

it.skipIf(!isOpenMpi)(`two hosts learn what one process does, and go on from a file${why}`, async () => {
  // A test that is tried again begins anew.
  for (const name of ["asked.txt", "together.npz", "restarted.npz", "other.npz"])
    rmSync(path(name), { force: true });
  const alone = await train(["-n", "1"], 10, "alone.npz");
  const together = await train(two, 10, "together.npz");
  expect(readFileSync(path("asked.txt"), "utf8").trim().split("\n").toSorted()).toEqual(["alpha", "beta"]);
  // Lines have their rank before them, and ranks have the same weights.
  const [first = "", second = ""] = together.lines;
  expect(together.lines).toHaveLength(2);
  expect(first).toMatch(/^\[0\] rank 0 of 2: the weights of the last layer sum to -?[\d.]+$/);
  expect(second).toBe(first.replace("[0] rank 0", "[1] rank 1"));
  for (const [name, values] of Object.entries(alone.weights)) {
    const others = together.weights[name] ?? [];
    expect(others).toHaveLength(values.length);
    // Sums of float32 in another order differ in the last bits, which some steps add up.
    for (const [i, value] of values.entries())
      expect(Math.abs(value - (others[i] as number))).toBeLessThan(1e-5);
  }

  // Ended after 7 steps, it has kept the weights of the fifth.
  expect((await train(two, 7, "restarted.npz")).weights["step"]).toEqual([5]);
  expect(await train(two, 10, "restarted.npz")).toEqual(together);

  // It does go on from the file: where others are in it, with those.
  const quarters = { w1: cu.full([3, 16], 0.25), b1: cu.full([16], 0.25), w2: cu.full([16, 1], 0.25) };
  await cu.saveNpz(path("other.npz"), { ...quarters, step: cu.array([10]) });
  const { lines } = await train(two, 10, "other.npz");
  expect(lines).toEqual(
    [0, 1].map((rank) => `[${rank}] rank ${rank} of 2: the weights of the last layer sum to 4`),
  );
});

it.skipIf(!isOpenMpi)(`what ranks on two hosts print arrives whole${why}`, async () => {
  const count = 20_000;
  // Many short lines at once, a long one, parts of lines, and no end at the end.
  writeFileSync(
    path("prints.mjs"),
    `process.stdout.write("short\\n".repeat(${count}) + "x".repeat(30_000) + " long\\n\\npart, ");
     setTimeout(() => { process.stdout.write("rest"); }, 50);`,
  );
  const { code, out, err } = await launch([...two, path("prints.mjs")]);
  // Open MPI warns of a race of its own, when the process that it starts on a host is quicker than its setpgid().
  const said = err.replace(/^.*plm:rsh: Warning: setpgid\(.*\n/gm, "");
  expect({ code, said }).toEqual({ code: 0, said: "" });
  const lines = out.split("\n").slice(0, -1);
  for (const rank of [0, 1]) {
    const own = lines.filter((line) => line.startsWith(`[${rank}] `)).map((line) => line.slice(4));
    expect(own.slice(0, -3)).toEqual(Array.from({ length: count }, () => "short"));
    expect(own.slice(-3)).toEqual([`${"x".repeat(30_000)} long`, "", "part, rest"]);
  }
  expect(lines).toHaveLength(2 * (count + 3));
});
