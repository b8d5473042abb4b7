// The current process, in Node.

export const processId: number = process.pid;

export function userId(): number | undefined {
  return process.getuid?.();
}

export function writeOutput(contents: string | Uint8Array): void {
  process.stdout.write(contents);
}

export function writeError(text: string): void {
  process.stderr.write(text);
}

export function warn(message: string, code?: string): void {
  process.emitWarning(message, { type: "CutsWarning", ...(code !== undefined && { code }) });
}

export function atExit(run: (code: number) => void): void {
  process.on("exit", run);
}

export function whenIdle(run: () => void): void {
  process.on("beforeExit", run);
}

export function failAtExit(): void {
  if (process.exitCode === undefined || process.exitCode === 0) process.exitCode = 1;
}

/**
 * False on Deno without an "uncaughtException" listener: it exits with code 1, but does not print errors that a "beforeExit"
 * listener throws.
 */
export function showsUncaught(): boolean {
  return process.versions["deno"] === undefined || process.listenerCount("uncaughtException") > 0;
}

// Node prints the throwing line before the error, which is long and useless for a minified file.
export function throwAs(name: string, error: Error): never {
  let thrower: ((error: Error) => never) | undefined;
  try {
    const { compileFunction } = process.getBuiltinModule("node:vm");
    thrower = compileFunction("throw error;", ["error"], { filename: name }) as typeof thrower;
  } catch {
    // Other runtimes that run Node programs may not support this.
  }
  thrower?.(error);
  throw error;
}
