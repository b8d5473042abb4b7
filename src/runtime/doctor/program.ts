// Programs on this machine: finding one on the PATH as a shell would, and running it without blocking the event loop.

import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { Inspection } from "./report.js";

/** Where a program is, or where it is not. */
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

/** What a program said. */
export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end.
 * @throws Error with the exit code, or that it ran too long, and the last lines of what it wrote.
 */
export function runProgram(
  path: string,
  args: readonly string[],
  inspection: Inspection,
  cwd?: string,
): Promise<ProgramOutput> {
  const { environment, timeoutMs } = inspection;
  return new Promise((fulfil, reject) => {
    execFile(
      path,
      [...args],
      {
        env: { ...environment },
        timeout: timeoutMs,
        killSignal: "SIGKILL",
        windowsHide: true,
        cwd,
        maxBuffer: 2 ** 24,
      },
      (error, stdout, stderr) => {
        if (error === null) {
          fulfil({ stdout, stderr });
          return;
        }
        const reason = error.killed
          ? `took longer than ${timeoutMs / 1000} s`
          : `ended with ${error.code ?? error.signal}`;
        const said = lastLines(stderr.trim() === "" ? stdout : stderr);
        reject(new Error(`${path} ${reason}${said === "" ? "" : `: ${said}`}`));
      },
    );
  });
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
