// Whole programs on the cpu device. The code that compiles and runs them is loaded for the first one, because most users of the
// package have none.

import { ArgumentTypeError } from "../../../core/errors.js";
import type { BackendPrograms, ProgramRequest, RunProgram } from "../../port/programs.js";
import type { AskedMemory } from "../asked-memory.js";
import { programMemory } from "./process/program-memory.js";

export const cpuPrograms: BackendPrograms = {
  isWatching: true,
  whyNot: () => null,
  prepare: (_device, request) => {
    const memory = programMemory(request.memory);
    if (memory?.addressBits === 64 && request.watch !== undefined) {
      throw new ArgumentTypeError(
        "CUTS_PROGRAM_OPTIONS",
        "Cannot compile a program: one with more than 4 GiB of memory can be neither checked nor profiled on the cpu device",
      );
    }
    return { tracesApart: false, compile: () => compile(request, memory) };
  },
};

async function compile(
  { sources, options, directory, watch, keepsCompiler, onCompile, onNote }: ProgramRequest,
  memory: AskedMemory | undefined,
): Promise<RunProgram> {
  const { compileProgram, runCpuProcess, sortOptions, stopCompilers } = await import("./program-on-cpu.js");
  const { compile: compileOptions, notes } = sortOptions(options, directory);
  for (const note of notes) onNote?.(note);
  const code = await compileProgram(sources, {
    options: compileOptions,
    directory,
    addressBits: memory?.addressBits ?? 32,
    watch,
    onCompile,
  }).finally(() => {
    if (!keepsCompiler) stopCompilers();
  });
  return (args, run) => runCpuProcess(code, args, run, { watch, memoryBytes: memory?.byteLength });
}
