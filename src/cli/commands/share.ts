// `cuts share`: runs a command, such as a test suite, whose processes share compiler processes instead of each starting its own.

import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { serveCompiler } from "../../compiler/clang/shared/serve-compiler.js";
import { command } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { askToEnd, codeOfSignal, passSignals } from "../pass-signals.js";

/** Each takes about 300 MB: a large machine rather lets requests wait. */
const MOST_COMPILERS = 8;

/** `cuts share` */
export const share = command({
  name: "share",
  summary: "run a command whose processes share one warm compiler",
  description:
    "For test suites: each process that compiles kernels for the cpu device would start a compiler of its own, which takes\n" +
    "seconds and 300 MB. The exit code is that of the command.",
  arguments: [
    { name: "command", summary: "what to run", required: true },
    { name: "args", summary: "its arguments", variadic: true },
  ],
  examples: [{ line: "cuts share vitest run", does: "all test files with one set of compilers" }],
  passThrough: true,
  run: async ({ args, ui }) => {
    const words = args[0] === "--" ? args.slice(1) : args;
    const [program, ...rest] = words;
    if (program === undefined || program.startsWith("-")) {
      const what = program === undefined ? "a command is missing" : `it has no option ${program}`;
      ui.note(`error: Cannot share a compiler: ${what}\nTry: cuts share --help`);
      return exitCodes.notDone;
    }
    const compiler = await serveCompiler(Math.min(availableParallelism(), MOST_COMPILERS));
    try {
      return await runWith(program, rest, { ...process.env, CUTS_COMPILER: compiler.path });
    } catch (error) {
      ui.note(`error: Cannot run ${program}: ${(error as Error).message}`);
      return exitCodes.noProgram;
    } finally {
      await compiler.close();
    }
  },
});

function runWith(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    // On Windows the commands of npm are scripts, which only its shell starts.
    const child = spawn(program, args, { env, stdio: "inherit", shell: process.platform === "win32" });
    const signals = passSignals([child], askToEnd);
    child.on("error", (error) => {
      signals.stop();
      reject(error);
    });
    child.on("close", (code, signal) => {
      signals.stop();
      resolve(code ?? (signal === null ? 1 : codeOfSignal(signal)));
    });
  });
}
