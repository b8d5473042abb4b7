// Turns errors of the system about a user's file into errors of CuTS that tell which file, why, and what to try. The system's error
// is the cause.

import { ArgumentTypeError, CutsError } from "../core/errors.js";
import { codeOf, isSystemError } from "../core/system-error.js";
import { formatValue } from "../core/text.js";
import { currentDirectory } from "./environment.js";
import { dirname, pathOfUrl, resolve } from "./paths.js";

/**
 * Runs an action on a file. @throws CutsError `CUTS_FILE_NOT_FOUND`, `CUTS_FILE_SYSTEM` instead of errors of the system; TypeError
 * `CUTS_PATH` if `path` is not a path.
 */
export async function withFileErrors<T>(
  action: "read" | "write",
  path: string | URL,
  act: () => Promise<T>,
): Promise<T> {
  if (typeof path !== "string" && !(path instanceof URL)) throw notAPath(`${action} a file`, path);
  try {
    return await act();
  } catch (error) {
    throw isSystemError(error) ? fileError(action, path, error) : error;
  }
}

/** The error for a value that is not a path; `action` as in "Cannot <action>". */
export function notAPath(action: string, path: unknown): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_PATH",
    `Cannot ${action}: its path must be a string or a file URL (got ${formatValue(path)})`,
  );
}

function fileError(action: "read" | "write", path: string | URL, cause: Error): CutsError {
  const code = codeOf(cause) ?? "unknown";
  const name = path instanceof URL ? pathOfUrl(path) : path;
  const what = `Cannot ${action} ${name}`;
  if (code !== "ENOENT") {
    return new CutsError("CUTS_FILE_SYSTEM", `${what}: the system refuses it (${cause.message})`, { cause });
  }
  const message =
    action === "read"
      ? `${what}: there is no such file\nTry: another path; relative ones begin at ${currentDirectory()}`
      : `${what}: its folder must be there\nTry: await mkdir(${JSON.stringify(dirname(resolve(name)))}, { recursive: true })`;
  return new CutsError("CUTS_FILE_NOT_FOUND", message, { cause });
}
