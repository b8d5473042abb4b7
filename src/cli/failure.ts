// How an error is shown on the command line: errors of CuTS as their message, others with their stack, because they are bugs to
// report.

/** The text for an error; `debug` is the value of CUTS_DEBUG. */
export function describeFailure(error: unknown, debug: string | undefined): string {
  if (!(error instanceof Error)) return `error: ${String(error)}`;
  const expected = "code" in error && typeof error.code === "string" && error.code.startsWith("CUTS_");
  if (!expected) return `error: unexpected, please report it\n${error.stack ?? error.message}`;
  const wantsStack = debug !== undefined && debug !== "" && debug !== "0";
  return wantsStack ? `error: ${error.stack ?? error.message}` : `error: ${error.message}`;
}
