// Starts a program on several ranks, over loopback. Tests that need MPI are skipped, with a reason, where there is no mpirun.

import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const version = spawnSync("mpirun", ["--version"], { encoding: "utf8" });
/** Whether mpirun is that of Open MPI. */
export const isOpenMpi = version.status === 0 && version.stdout.includes("Open MPI");

/** Why there are no ranks here; undefined where there are. */
export const noMpi =
  version.status === 0 ? undefined : "skipped: no mpirun on the PATH (Debian: apt install openmpi-bin)";

/** The mpirun of MPICH, as Debian names it beside another; undefined where there is none. */
export const mpichRun = ["mpirun.mpich", "mpiexec.hydra"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);

/** What became of a program. */
export interface RanksResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program is started. */
export interface RunRanksOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Is given what ranks print, as it comes. */
  readonly onOutput?: (text: string) => void;
  /** Options for mpirun. */
  readonly launcher?: readonly string[];
  /** Another mpirun: that of MPICH. */
  readonly mpirun?: string;
}

/** The longest a job may take before it is ended as one that hangs. */
const LIMIT_MS = 400_000;

/** Runs a program beside this file on so many ranks: its TypeScript, or what was built of it (rank-program.ts). */
export function runRanks(
  count: number,
  program: string,
  options: RunRanksOptions = {},
): Promise<RanksResult> {
  const { environment = {}, args = [], launcher: more = [], mpirun = "mpirun" } = options;
  // As root, with more ranks than processors, and with no network but loopback.
  const launcher =
    isOpenMpi && mpirun === "mpirun"
      ? "--allow-run-as-root --oversubscribe --mca btl self,vader,tcp --mca btl_tcp_if_include lo --mca oob_tcp_if_include lo".split(
          " ",
        )
      : [];
  const node = program.endsWith(".ts")
    ? ["--import", "tsx", fileURLToPath(new URL(program, import.meta.url))]
    : [program];
  const words = [...launcher, ...more, "-n", String(count), process.execPath, ...node, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(mpirun, words, {
      env: { ...process.env, CUTS_DEVICE: "cpu", CUTS_DIST_TIMEOUT: "60", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const texts = ["", ""];
    child.stdout.on("data", (data: Buffer) => {
      texts[0] += data.toString();
      options.onOutput?.(data.toString());
    });
    child.stderr.on("data", (data: Buffer) => void (texts[1] += data.toString()));
    const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      const [stdout = "", stderr = ""] = texts;
      resolve({ code, stdout, stderr });
    });
  });
}
