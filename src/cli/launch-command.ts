// The command line of mpirun, which differs between MPI implementations, and the format of the lines that it prints.

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A command that starts all ranks. */
export interface Launcher {
  readonly path: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** What is before the lines that a rank printed, with the rank as its group; with Open MPI 4 in the middle of others' lines, too. */
  readonly tag: RegExp;
  /** What it says itself of a rank that a signal ended, with the number as its group, where it ends with that number as its code. */
  readonly killed?: RegExp;
}

/** What is to be started. */
interface Job {
  readonly ranks: number;
  readonly hosts: string | undefined;
  /** The command of one rank. */
  readonly words: readonly string[];
  /** Names of variables that ranks on other machines have too. */
  readonly variables: readonly string[];
}

/** What a program of ours is told by variables: ranks on other machines must hear it too. */
const OURS = /^(CUTS|NCCL|NODE)_/;

/** The installed mpirun, with its version if it is Open MPI's; undefined if there is none. */
export function findMpirun(): { readonly openMpi: number | undefined } | undefined {
  const { status, stdout } = spawnSync("mpirun", ["--version"], { encoding: "utf8" });
  if (status !== 0) return undefined;
  const version = Number(/Open MPI\)? v?(\d+)/.exec(stdout)?.[1]);
  return { openMpi: Number.isNaN(version) ? undefined : version };
}

/** The mpirun command with its options. */
export function mpiCommand(
  { ranks, hosts, words, variables }: Job,
  openMpi: number | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Launcher {
  if (openMpi === undefined) {
    // It gives ranks the whole environment.
    const where = hosts === undefined ? [] : ["-f", hosts];
    const args = ["-prepend-rank", ...where, "-n", String(ranks), ...words];
    return {
      path: "mpirun",
      args,
      environment: {},
      tag: /^\[(\d+)\] /,
      killed: /^YOUR APPLICATION TERMINATED WITH THE EXIT STRING: .*\(signal (\d+)\)$/,
    };
  }
  const crowded = openMpi >= 5 ? ["--map-by", ":OVERSUBSCRIBE"] : ["--oversubscribe"];
  const where = hosts === undefined ? (ranks > availableParallelism() ? crowded : []) : ["--hostfile", hosts];
  const named = Object.keys(environment).filter((name) => OURS.test(name) && environment[name] !== "");
  const passed = hosts === undefined ? [] : [...new Set([...named, ...variables])];
  return {
    path: "mpirun",
    args: [
      "--tag-output",
      ...where,
      ...passed.flatMap((name) => ["-x", name]),
      "-n",
      String(ranks),
      ...words,
    ],
    // It does not run as root unless told twice. Containers often have nobody else.
    environment: { OMPI_ALLOW_RUN_AS_ROOT: "1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: "1" },
    tag: openMpi >= 5 ? /^\[[^\]]*,(\d+)\]<std(?:out|err)>: ?/ : /\[\d+,(\d+)\]<std(?:out|err)>:/,
  };
}

/** Node's options for a program; a program in TypeScript needs tsx if Node cannot run it directly. */
export function nodeArguments(program: string, version: string = process.versions.node): readonly string[] {
  if (!/\.[cm]?ts$/.test(program)) return [];
  try {
    const tsx = createRequire(join(process.cwd(), "package.json")).resolve("tsx");
    return ["--import", pathToFileURL(tsx).href];
  } catch {
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major > 22 || (major === 22 && minor >= 18)) return [];
    throw new Error(
      `Cannot launch ${program}: Node ${version} runs no TypeScript by itself\nTry: npm install tsx, or Node 22.18`,
    );
  }
}
