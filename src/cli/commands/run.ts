// `cuts run`: compiles a CUDA program and runs it, on the GPU where there is one, else on the cpu.

import { program } from "../../index.js";
import { command } from "../command.js";
import { programArguments, readRunArguments } from "./run-arguments.js";

const TIMED_OUT = 124;
/** Below this nobody wonders what takes so long. */
const QUIET_MS = 1000;

/** `cuts run` */
export const run = command({
  name: "run",
  summary: "compile and run a CUDA program",
  description:
    "Takes sources with main() and <<<>>> launches, and options as nvcc spells them. It runs on the GPU where there is one and\n" +
    "nvcc to compile for it, else on the cpu, which needs neither. Its exit code is the program's; 124 after --timeout.",
  arguments: programArguments,
  options: {
    device: { value: "device", summary: "cpu, cuda or cuda:1" },
    timeout: { value: "time", summary: "stop the program after this time: 10, 10s, 500ms" },
  },
  examples: [
    { line: "cuts run saxpy.cu", does: "compile it and run it" },
    { line: "cuts run saxpy.cu 1000 2.5", does: "with arguments for the program" },
    {
      line: "cuts run main.cu kernels.cu -Iinclude -- input.txt",
      does: "several sources, options, arguments",
    },
    { line: "cuts run --device cpu --timeout 10s prog.cu", does: "on the cpu, for ten seconds at most" },
  ],
  passThrough: true,
  run: async ({ args, ui }) => {
    const { sources, compileOptions, programArgs, device, timeoutMs, mistake } = readRunArguments(args);
    if (mistake !== undefined) {
      ui.note(`error: Cannot run a program: ${mistake}\nTry: cuts run --help`);
      return 2;
    }
    let stopProgress = (): void => {};
    const compiled = program(sources, {
      options: compileOptions,
      ...(device === undefined ? {} : { device }),
      keepCompiler: false,
      onNote: (note) => ui.note(`note: ${note}`),
      onCompile: () => {
        stopProgress = afterAWhile(() => ui.spin(`Compiling ${sources.join(", ")}`));
      },
    });
    await compiled.ready.finally(() => stopProgress());
    try {
      const { exitCode } = await compiled.run(programArgs, {
        stdio: "inherit",
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      return exitCode;
    } catch (error) {
      if ((error as { code?: unknown }).code !== "CUTS_PROGRAM_TIMEOUT") throw error;
      ui.note(`error: ${(error as Error).message}`);
      return TIMED_OUT;
    }
  },
});

// Shows something when it takes long; what is returned ends it, shown or not.
function afterAWhile(show: () => () => void): () => void {
  let hide = (): void => {};
  const timer = setTimeout(() => {
    hide = show();
  }, QUIET_MS);
  return () => {
    clearTimeout(timer);
    hide();
  };
}
