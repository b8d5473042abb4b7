// `cuts launch` as its own process, by mpirun and without: what ranks print arrives whole, and however it ends, no rank goes on.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sharedPackage } from "../package/shared-package.js";
import { noMpi } from "./run-ranks.js";

const LINES = 20_000;
const programs = {
  // Whole lines, parts of lines, characters in parts, many short lines at once, a long one, and no end at the end.
  "prints.mjs": `
    import { writeSync } from "node:fs";
    for (const byte of Buffer.from("€ by bytes\\n")) writeSync(1, Buffer.from([byte]));
    writeSync(1, "part, ");
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.stdout.write("rest\\n" + "short\\n".repeat(${LINES}) + "x".repeat(300_000) + " long\\n");
    process.stderr.write("no end");`,
  // One fails; the others take no notice of being asked to end.
  "fails.mjs": `
    const rank = Number(process.env.OMPI_COMM_WORLD_RANK ?? process.env.PMI_RANK ?? process.env.CUTS_RANK);
    process.on("SIGTERM", () => {});
    console.log("pid", process.pid);
    if (rank === 1) setTimeout(() => {
      if (process.argv[2] === "signal") process.kill(process.pid, "SIGKILL");
      else process.exit(7);
    }, 2000);
    setInterval(() => {}, 1000);`,
  "waits.mjs": `
    console.log("pid", process.pid);
    setInterval(() => {}, 1000);`,
};
const folder = mkdtempSync(join(tmpdir(), "cuts-launched-"));
let main = "";

beforeAll(async () => {
  main = join((await sharedPackage()).folder, "dist/cli/main.js");
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);
  // A PATH without mpirun.
  mkdirSync(join(folder, "bin"));
  symlinkSync(process.execPath, join(folder, "bin/node"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Launched {
  readonly code: number | null;
  readonly out: readonly string[];
  readonly err: string;
}

/** Runs it on two ranks; a signal is sent when both have said who they are. */
function launch(by: string, words: readonly string[], signal?: NodeJS.Signals): Promise<Launched> {
  const env = by === "mpirun" ? process.env : { ...process.env, PATH: join(folder, "bin") };
  const child = spawn(process.execPath, [main, "launch", "-n", "2", ...words], { cwd: folder, env });
  let [out, err] = ["", ""];
  let isTold = false;
  child.stdout.on("data", (data: Buffer) => {
    out += data.toString("latin1");
    if (signal === undefined || isTold || out.split("pid").length < 3) return;
    isTold = true;
    child.kill(signal);
  });
  child.stderr.on("data", (data: Buffer) => void (err += data.toString()));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const lines = Buffer.from(out, "latin1").toString().split("\n");
      resolve({ code, out: lines.slice(0, -1), err });
    });
  });
}

/** Settles when the ranks that have said who they are have ended, which whoever started them may see a moment later. */
async function haveEnded(out: readonly string[]): Promise<void> {
  const pids = out.flatMap((line) => /pid (\d+)/.exec(line)?.[1] ?? []).map(Number);
  expect(pids).toHaveLength(2);
  for (const pid of pids)
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), { timeout: 60_000 });
}

describe.skipIf(process.platform === "win32")("cuts launch", () => {
  for (const by of ["mpirun", "processes"]) {
    describe.skipIf(by === "mpirun" && noMpi !== undefined)(`by ${by}`, () => {
      it("gives all that ranks print, in whole lines", async () => {
        const { code, out, err } = await launch(by, ["prints.mjs"]);
        for (const rank of [0, 1]) {
          const own = out.filter((line) => line.startsWith(`[${rank}] `)).map((line) => line.slice(4));
          expect(own.slice(0, 2)).toEqual(["€ by bytes", "part, rest"]);
          expect(own.slice(2, -1)).toEqual(Array.from({ length: LINES }, () => "short"));
          expect(own.at(-1)).toBe(`${"x".repeat(300_000)} long`);
          expect(err).toContain(`[${rank}] no end\n`);
        }
        expect(out).toHaveLength(2 * (LINES + 3));
        expect(code).toBe(0);
      });

      it("ends all with the first that fails, also those that do not want to, with its code", async () => {
        const { code, out } = await launch(by, ["fails.mjs"]);
        expect(code).toBe(7);
        await haveEnded(out);
      });

      it("has the code of a shell where a signal ended a rank", async () => {
        const { code, out } = await launch(by, ["fails.mjs", "signal"]);
        expect(code).toBe(137);
        await haveEnded(out);
      });

      it.each([
        ["SIGTERM", 143],
        ["SIGINT", 130],
      ] as const)("ends all ranks when it gets %s", async (signal, expected) => {
        const { code, out } = await launch(by, ["waits.mjs"], signal);
        expect(code).toBe(expected);
        await haveEnded(out);
      });
    });
  }
});
