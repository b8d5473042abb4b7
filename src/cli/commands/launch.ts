// `cuts launch`: runs a program as several ranks on this machine or on several machines, with mpirun if there is one, else as
// processes that find each other by an address (docs/distributed.md). Each output line is prefixed with its rank.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve as resolvePath } from "node:path";
import { findMpirun, type Launcher, mpiCommand, nodeArguments } from "../launch-command.js";
import { command } from "../command.js";
import { eachLine } from "../each-line.js";
import { exitCodes } from "../exit-codes.js";
import { HostLines, withLongLines } from "../host-lines.js";
import { hostsMistake } from "../hosts-file.js";
import { runProcesses } from "../local-processes.js";
import { endAll, passSignals } from "../pass-signals.js";
import { openRankPipes } from "../rank-pipes.js";
import type { Ui } from "../ui.js";
import { readLaunchArguments } from "./launch-arguments.js";

/** How long lines are waited for that mpirun has left behind. */
const LAST_LINES_MS = 1000;

/** `cuts launch` */
export const launch = command({
  name: "launch",
  summary: "run a program of cuts/distributed on several processes",
  description:
    "Starts the program by mpirun where there is one, else as processes of this machine. Lines that they print begin with their\n" +
    "rank. The first that fails ends the others, and its exit code is that of the command.",
  arguments: [
    { name: "program", summary: "a .js or .ts file", required: true },
    { name: "args", summary: "arguments of the program", variadic: true },
  ],
  options: {
    ranks: { short: "n", value: "count", summary: "how many processes; 1 by default" },
    hosts: { value: "file", summary: "the machines, a line each, as mpirun reads them: host slots=2" },
    env: {
      value: "name",
      summary:
        "a variable that other machines get too, beside those of CUTS_, NCCL_ and NODE_; may be repeated",
    },
  },
  examples: [
    { line: "cuts launch -n 4 train.ts", does: "on four processes of this machine" },
    { line: "cuts launch -n 16 --hosts hosts.txt train.js --epochs 3", does: "on several machines" },
  ],
  passThrough: true,
  run: async ({ args, ui }) => {
    const given = readLaunchArguments(args);
    const { ranks, hosts, variables, program, programArgs } = given;
    const mpirun = findMpirun();
    const mistake = given.mistake ?? fileMistake(program, hosts, ranks, mpirun);
    if (mistake !== undefined) {
      ui.note(`error: Cannot launch a program: ${mistake}\nTry: cuts launch --help`);
      return exitCodes.notDone;
    }
    const words = [process.execPath, ...nodeArguments(program), program, ...programArgs];
    if (mpirun !== undefined) {
      const pipes =
        hosts === undefined
          ? openRankPipes(ranks, (rank, name, line) => {
              if (name === "out") ui.print(`[${rank}] ${line}`);
              else ui.note(`[${rank}] ${line}`);
            })
          : undefined;
      const { openMpi } = mpirun;
      const isLong = hosts !== undefined && openMpi !== undefined && openMpi < 5;
      const job = {
        ranks,
        hosts,
        words: isLong ? withLongLines(words) : (pipes?.command(words) ?? words),
        variables,
      };
      try {
        return await runLauncher(mpiCommand(job, openMpi), ui);
      } finally {
        await pipes?.close(LAST_LINES_MS);
      }
    }
    ui.note(
      `note: no mpirun was found: ${ranks} processes of this machine, which exchange arrays of GPUs alone`,
    );
    return runProcesses(ranks, words, ui);
  },
});

/** What is wrong with the files that were named; undefined when nothing is. */
function fileMistake(
  program: string,
  hosts: string | undefined,
  ranks: number,
  mpirun: ReturnType<typeof findMpirun>,
): string | undefined {
  if (!isProgram(program)) return `there is no file ${program}`;
  if (hosts === undefined) return undefined;
  if (mpirun === undefined) return "--hosts needs mpirun (Debian: apt-get install openmpi-bin)";
  if (!existsSync(hosts)) return `there is no file ${hosts}`;
  const mistake = hostsMistake(readFileSync(hosts, "utf8"), ranks, mpirun.openMpi !== undefined);
  return mistake && `${hosts}: ${mistake}`;
}

/** Whether Node finds it: a name may be without its extension. */
function isProgram(program: string): boolean {
  try {
    createRequire(import.meta.url).resolve(resolvePath(program));
    return true;
  } catch {
    return false;
  }
}

/** Runs mpirun; its exit code is that of the first rank that failed. */
function runLauncher({ path, args, environment, tag, killed }: Launcher, ui: Ui): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, {
      env: { ...process.env, ...environment },
      stdio: ["inherit", "pipe", "pipe"],
    });
    const [out, err] = [new HostLines(tag), new HostLines(tag)];
    let signal = 0;
    eachLine(child.stdout, (line) => {
      signal ||= Number(killed?.exec(line)?.[1] ?? 0);
      printAll(out.take(line), (one) => ui.print(one));
    });
    eachLine(child.stderr, (line) => printAll(err.take(line), (one) => ui.note(one)));
    const signals = passSignals([child], endAll);
    // What it has started for a machine that cannot be reached any more may hold its output open.
    child.on("exit", () => {
      for (const stream of [child.stdout, child.stderr]) {
        const quiet = setTimeout(() => stream.destroy(), LAST_LINES_MS).unref();
        stream.on("data", () => void quiet.refresh());
      }
    });
    child.on("error", reject);
    child.on("close", (code) => {
      signals.stop();
      printAll(out.rest(), (one) => ui.print(one));
      printAll(err.rest(), (one) => ui.note(one));
      const own = code !== null && code === signal && signal > 0 ? 128 + signal : code;
      resolve(signals.exitCode ?? own ?? 1);
    });
  });
}

function printAll(lines: readonly string[], print: (line: string) => void): void {
  for (const line of lines) print(line);
}
