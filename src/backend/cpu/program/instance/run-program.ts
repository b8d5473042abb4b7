// Runs a program's main to its end, be it a return, an exit, an exception that nobody catches or a trap, and says how it
// ended in the words and with the exit code that a shell would give.
import { formatByteSize } from "../../../../core/text.js";
import type { ProgramInstance } from "./instantiate-program.js";
import { ProgramExit } from "../wasi/process-calls.js";

/** How a program ended. */
export interface ProgramEnd {
  readonly exitCode: number;
  /** Why, unless it ended by itself. */
  readonly message?: string;
}

const ABORTED = 134;
const ARITHMETIC = 136;
const SEGMENTATION = 139;
const MAX_FRAMES = 12;

/** Runs main and waits for the device. */
export function runProgram(program: ProgramInstance): ProgramEnd {
  const end = ending(program, () => void callExport(program, "_start"));
  const rest = ending(program, () => program.finish());
  const whole = end.exitCode === 0 && rest.exitCode !== 0 ? rest : end;
  program.ended(whole.exitCode);
  return whole;
}

function ending(program: ProgramInstance, action: () => void): ProgramEnd {
  return runToEnd(program, action) ?? { exitCode: 0 };
}

/** Runs code of a program; undefined when it returns, else how the program ended in it. */
export function runToEnd(program: ProgramInstance, action: () => void): ProgramEnd | undefined {
  try {
    action();
    return undefined;
  } catch (thrown) {
    const error = program.causeOf(thrown);
    if (error instanceof ProgramExit) return { exitCode: error.status };
    if (error instanceof WebAssembly.Exception) return uncaught(program, error);
    flush(program);
    return withMemory(failure(error), program.refusedBytes);
  }
}

// Most programs that use a null pointer got it from malloc.
function withMemory(end: ProgramEnd, refusedBytes: number): ProgramEnd {
  if (end.exitCode !== SEGMENTATION || refusedBytes === 0) return end;
  const full = `Memory was full before: there was no room for ${formatByteSize(refusedBytes)} more, and malloc returned null`;
  return { ...end, message: `${end.message ?? ""}\n${full}` };
}

// What the program printed before it failed says where it was. Its library may be in a bad state by then.
function flush(program: ProgramInstance): void {
  try {
    program.flush();
  } catch {
    // Then the rest is lost, as with any program that crashes.
  }
}

// The program itself knows the exception's type and text: it prints them and aborts.
function uncaught(program: ProgramInstance, error: WebAssembly.Exception): ProgramEnd {
  const tag = program.exports["__cpp_exception"] as unknown as WebAssembly.Tag;
  const address = error.getArg(tag, 0);
  return ending(program, () => void callExport(program, "__cuts_uncaught", address));
}

function callExport(program: ProgramInstance, name: string, ...args: number[]): unknown {
  const target = program.exports[name];
  if (typeof target !== "function") throw new Error(`internal: the program has no function ${name}`);
  return target(...args);
}

function failure(error: unknown): ProgramEnd {
  if (!(error instanceof Error)) return { exitCode: ABORTED, message: String(error) };
  const frames = framesOf(error);
  const where = frames.length === 0 ? "" : `\n${frames.map((name) => `  in ${name}`).join("\n")}`;
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return { exitCode: SEGMENTATION, message: `Segmentation fault: the stack is full${where}` };
  }
  if (!(error instanceof WebAssembly.RuntimeError)) {
    const isOurs = error.message.startsWith("internal:");
    return {
      exitCode: ABORTED,
      message: isOurs ? (error.stack ?? error.message) : `${error.message}${where}`,
    };
  }
  const { message } = error;
  if (/out of bounds|signature|null function|table index/.test(message)) {
    const what = message.startsWith("memory access")
      ? "host code used a null pointer or an address outside memory"
      : message;
    return { exitCode: SEGMENTATION, message: `Segmentation fault: ${what}${where}` };
  }
  if (/divide|remainder/.test(message))
    return { exitCode: ARITHMETIC, message: `Floating point exception: ${message}${where}` };
  if (frames.includes("abort")) return { exitCode: ABORTED, message: "Aborted" };
  return { exitCode: ABORTED, message: `Aborted: ${message}${where}` };
}

// The program's own functions, innermost first: V8 names them from the module's names.
function framesOf(error: Error): readonly string[] {
  const names = (error.stack ?? "")
    .split("\n")
    .flatMap((line) => /^\s+at (?:program\.wasm\.)?(.+?) \(wasm:/.exec(line)?.[1] ?? [])
    .filter(
      (name) =>
        !/^(?:_start|__main_void|__original_main|undefined_weak:.*|signature_mismatch:.*|__cuts_copy|__cuts_fill)$/.test(
          name,
        ),
    );
  return names.slice(0, MAX_FRAMES);
}
