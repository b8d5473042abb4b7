// Runs error-lines.mjs and says which lines its errors must name.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const program = fileURLToPath(new URL("error-lines.mjs", import.meta.url));
const lines = readFileSync(program, "utf8").split("\n");

/** What is said of the line that ends with a comment: `Launched at …/error-lines.mjs:12`. */
export function named(verb: string, comment: string): RegExp {
  const line = lines.findIndex((text) => text.endsWith(`// ${comment}`)) + 1;
  return new RegExp(`^${verb} at .*error-lines\\.mjs:${line}:\\d+$`, "m");
}

/** The messages of errors of work, by the name of the work; `index` is the URL of CuTS. */
export async function messagesOf(
  index: string,
  names: readonly string[],
  nodeOptions: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const args = [...nodeOptions, program, index, ...names];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Record<string, string>;
}
