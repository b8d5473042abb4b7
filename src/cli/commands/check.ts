// `cuts check`: compiles a CUDA program and runs it on the cpu with every access of its kernels watched.

import { program } from "../../index.js";
import { command } from "../command.js";
import { readRunArguments } from "./run-arguments.js";

/** `cuts check` */
export const check = command({
  name: "check",
  summary: "run a CUDA program on the cpu and find what is wrong in its kernels",
  description:
    "Watches every access, barrier and warp operation of the kernels: out of bounds, races, freed memory, wrong masks. What is\n" +
    "wrong is told with its line, thread and what to try. The exit code is 0 when there is nothing, else 1 or the program's.",
  arguments: [
    {
      name: "source.cu",
      summary: "sources, and before them options of nvcc (-O3 -std=c++17 -DN=4 -Iinclude)",
      required: true,
    },
    { name: "args", summary: "arguments of the program; after --, or after the last source", variadic: true },
  ],
  options: {
    timeout: { value: "time", summary: "stop the program after this time: 10, 10s, 500ms" },
  },
  examples: [
    { line: "cuts check saxpy.cu", does: "compile it, run it and say what is wrong" },
    { line: "cuts check saxpy.cu 1000 2.5", does: "with arguments for the program" },
  ],
  passThrough: true,
  run: async ({ args, ui }) => {
    const { sources, compileOptions, programArgs, timeoutMs, mistake } = readRunArguments(args);
    if (mistake !== undefined) {
      ui.note(`error: Cannot check a program: ${mistake}\nTry: cuts check --help`);
      return 2;
    }
    const compiled = program(sources, {
      options: compileOptions,
      check: true,
      keepCompiler: false,
      onNote: (note) => ui.note(`note: ${note}`),
    });
    const { exitCode } = await compiled.run(programArgs, {
      stdio: "inherit",
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    return exitCode;
  },
});
