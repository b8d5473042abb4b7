// What the system says when a user's file cannot be read or written, as an error of CuTS: which file, why, what to try. The
// system's own error is its cause.

import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CutsError } from "./errors.js";
import { codeOf } from "./replace-file.js";

/** Does something with a file. @throws CutsError `CUTS_FILE_NOT_FOUND`, `CUTS_FILE_SYSTEM` in place of errors of the system. */
export async function withFileErrors<T>(
  action: "read" | "write",
  path: string | URL,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw isSystemError(error) ? fileError(action, path, error) : error;
  }
}

function fileError(action: "read" | "write", path: string | URL, cause: Error): CutsError {
  const code = codeOf(cause) ?? "unknown";
  const name = path instanceof URL ? fileURLToPath(path) : path;
  const what = `Cannot ${action} ${name}`;
  if (code !== "ENOENT") {
    return new CutsError("CUTS_FILE_SYSTEM", `${what}: the system refuses it (${cause.message})`, { cause });
  }
  const message =
    action === "read"
      ? `${what}: there is no such file\nTry: another path; relative ones begin at ${process.cwd()}`
      : `${what}: its folder must be there\nTry: await mkdir(${JSON.stringify(dirname(resolve(name)))}, { recursive: true })`;
  return new CutsError("CUTS_FILE_NOT_FOUND", message, { cause });
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && codeOf(error) !== undefined;
}
