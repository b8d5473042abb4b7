// Runs whole programs on a GPU: nvcc compiles them, and a file that is linked into them records the times of their work
// (gpu-trace.ts).

import { chromeTrace, type TracedWork } from "../../../core/chrome-trace.js";
import { findNvcc } from "../../../compiler/nvcc.js";
import { makeTemporaryFolder, remove, writeFile } from "../../../host/files.js";
import { join } from "../../../host/paths.js";
import type { BackendPrograms, ProgramRequest, RunProgram } from "../../port/programs.js";

export const cudaPrograms: BackendPrograms = {
  isWatching: false,
  whyNot: (device) =>
    findNvcc() === undefined ? `there is a GPU (${device}) and no nvcc to compile for it` : null,
  prepare: (device, request) => ({
    tracesApart: true,
    compile: (isTraced) => compile(device, request, isTraced || request.watch === "profile"),
  }),
};

async function compile(
  device: string,
  { sources, options, directory, onCompile }: ProgramRequest,
  isTimed: boolean,
): Promise<RunProgram> {
  // Loaded at the first program, because most users of the package run none.
  const { buildWithNvcc, runFromFile } = await import("./nvcc-program.js");
  const { readTracedWork, traceLinkOptions, traceSource, TRACE_VARIABLE } = await import("./gpu-trace.js");
  const executable = isTimed
    ? await buildWithNvcc(
        [...sources, traceSource()],
        [...options, ...traceLinkOptions()],
        directory,
        onCompile,
      )
    : await buildWithNvcc(sources, options, directory, onCompile);
  const visible = device.replace("cuda:", "");
  return async (args, run) => {
    const environment = {
      ...run.environment,
      ...(visible === "0" ? {} : { CUDA_VISIBLE_DEVICES: visible }),
    };
    if (!isTimed) return runFromFile(executable, args, { ...run, environment });
    const folder = makeTemporaryFolder("cuts-observe-");
    try {
      const file = join(folder, "work.json");
      const end = await runFromFile(executable, args, {
        ...run,
        environment: { ...environment, [TRACE_VARIABLE]: file },
      });
      const work = readTracedWork(file);
      if (run.trace === undefined) return { ...end, work };
      if (!end.isTimedOut) writeFile(run.trace, traceOf(device, work));
      return end;
    } finally {
      remove(folder);
    }
  };
}

function traceOf(device: string, work: readonly TracedWork[]): string {
  const devices = 1 + Math.max(0, ...work.map((one) => one.device ?? 0));
  // A program that is to run on one GPU sees it as its first.
  const names = Array.from({ length: devices }, (_, at) => (at === 0 ? device : `cuda:${at}`));
  return chromeTrace(names, work);
}
