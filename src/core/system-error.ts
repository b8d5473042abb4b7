// Errors of the operating system, as hosts throw them.

/** An error of the system. */
export interface SystemError extends Error {
  /** "ENOENT", "EACCES"… */
  readonly code: string;
  /** The call that has failed: "open", "rename"… */
  readonly syscall: string;
}

/** The `code` of a system error: "ENOENT", "EACCES"… */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Whether the system has thrown it. */
export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && "syscall" in error && codeOf(error) !== undefined;
}
