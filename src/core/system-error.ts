// Errors of the operating system, as hosts throw them.

/** An error of the system. */
export interface SystemError extends Error {
  /** "ENOENT", "EACCES"… */
  readonly code: string;
  /** The system call that failed: "open", "rename"… */
  readonly syscall: string;
}

/** The `code` of a system error: "ENOENT", "EACCES"… */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Whether an error came from the operating system. */
export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && "syscall" in error && codeOf(error) !== undefined;
}
