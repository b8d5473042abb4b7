// Finds programs on the PATH as a shell would, and runs them without blocking the event loop.

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { runTool } from "../host/tools.js";
import type { Inspection } from "./report.js";

/** The path of a program, or the places where it was not found. */
export type ProgramSearch =
  | { readonly path: string }
  | { readonly path: undefined; readonly tried: readonly string[] };

/** Looks for the first of `names` in the folders of the PATH, then in `folders`. An absolute name is taken as it is. */
export async function findProgram(
  names: readonly string[],
  inspection: Inspection,
  folders: readonly string[] = [],
): Promise<ProgramSearch> {
  const { environment, platform } = inspection;
  const onPath = (environment["PATH"] ?? environment["Path"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "");
  const extensions = platform === "win32" ? (environment["PATHEXT"] ?? ".EXE;.CMD").split(";") : [""];
  const places = names.flatMap((name) =>
    isAbsolute(name) ? [name] : [...onPath, ...folders].map((folder) => join(folder, name)),
  );
  const tried = [...new Set(places)].flatMap((place) => extensions.map((extension) => place + extension));
  for (const path of tried) {
    if (await isProgram(path, platform)) return { path };
  }
  return { path: undefined, tried };
}

/** The output of a program. */
export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end.
 * @throws Error with the exit code or the time limit, and the last lines of its output.
 */
export async function runProgram(
  path: string,
  args: readonly string[],
  { environment, timeoutMs }: Inspection,
  cwd?: string,
): Promise<ProgramOutput> {
  const end = await runTool(path, args, { cwd, env: environment, timeoutMs }).catch((cause: unknown) => {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`${path} ended with ${code}`, { cause });
  });
  const { status, isTimedOut, stdout, stderr } = end;
  if (status === 0) return { stdout, stderr };
  const reason = isTimedOut ? `took longer than ${timeoutMs / 1000} s` : `ended with ${status}`;
  const said = lastLines(stderr.trim() === "" ? stdout : stderr);
  throw new Error(`${path} ${reason}${said === "" ? "" : `: ${said}`}`);
}

async function isProgram(path: string, platform: NodeJS.Platform): Promise<boolean> {
  try {
    await access(path, platform === "win32" ? constants.F_OK : constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

function lastLines(text: string): string {
  return text.trim().split("\n").slice(-6).join("\n");
}
