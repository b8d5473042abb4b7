// `cuts run`: compiles a CUDA program and runs it, on the GPU if there is one, else on the cpu device.

import { writeFileSync } from "node:fs";
import { program } from "../../index.js";
import { profileHtml } from "../../core/profile-html.js";
import { workTimesText } from "../../program/work-times.js";
import { command } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { takeOwn } from "./own-options.js";
import { programArguments, readRunArguments } from "./run-arguments.js";
import { timedOut } from "./timed-out.js";

/** Below this nobody wonders what takes so long. */
const QUIET_MS = 1000;

/** `cuts run` */
export const run = command({
  name: "run",
  summary: "compile and run a CUDA program",
  description:
    "Takes sources with main() and <<<>>> launches, and options as nvcc spells them. It runs on the GPU where there is one and\n" +
    "nvcc to compile for it, else on the cpu, which needs neither. Its exit code is the program's; 2 if it does not compile,\n" +
    "124 after --timeout.",
  arguments: programArguments,
  options: {
    device: { value: "device", summary: "cpu, cuda or cuda:1" },
    timeout: { value: "time", summary: "stop the program after this time: 10, 10s, 500ms" },
    profile: {
      summary: "count what kernels do, line by line, on the cpu; with --device cuda: how long they take",
    },
    html: { value: "file", summary: "the profile as a page" },
    memory: {
      value: "size",
      summary: "memory on the cpu: 8G, up to 16G; more than 4G needs Node 24 or later",
    },
    trace: { value: "file", summary: "write when kernels and copies ran, for Perfetto" },
  },
  examples: [
    { line: "cuts run saxpy.cu", does: "compile it and run it" },
    { line: "cuts run saxpy.cu 1000 2.5", does: "with arguments for the program" },
    {
      line: "cuts run main.cu kernels.cu -Iinclude -- input.txt",
      does: "several sources, options, arguments",
    },
    { line: "cuts run --profile --html profile.html saxpy.cu", does: "and show why its kernels are slow" },
    {
      line: "cuts run --profile --device cuda saxpy.cu",
      does: "and tell how long kernels and copies took on a GPU",
    },
    { line: "cuts run --device cpu --timeout 10s prog.cu", does: "on the cpu, for ten seconds at most" },
  ],
  passThrough: true,
  run: async ({ args, ui }) => {
    const own = takeOwn(args, ["html", "trace", "memory"], ["profile"]);
    const { html, trace, memory } = own.values;
    const isProfiled = own.values.profile !== undefined || html !== undefined;
    const read = readRunArguments(own.words);
    const { sources, compileOptions, programArgs, timeoutMs, device } = read;
    const mistake = own.mistake ?? contradiction(isProfiled, html, trace, device) ?? read.mistake;
    if (mistake !== undefined) {
      ui.note(`error: Cannot run a program: ${mistake}\nTry: cuts run --help`);
      return exitCodes.notDone;
    }
    let stopProgress = (): void => {};
    const compiled = program(sources, {
      options: compileOptions,
      ...(device === undefined ? {} : { device }),
      ...(memory === undefined ? {} : { memory }),
      ...(isProfiled ? { profile: true } : {}),
      keepCompiler: false,
      onNote: (note) => ui.note(`note: ${note}`),
      onCompile: () => {
        stopProgress = afterAWhile(() => ui.spin(`Compiling ${sources.join(", ")}`));
      },
    });
    await compiled.ready.finally(() => stopProgress());
    try {
      const {
        exitCode,
        profiles = [],
        times = [],
      } = await compiled.run(programArgs, {
        stdio: "inherit",
        ...(trace === undefined ? {} : { trace }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      if (html !== undefined) writeFileSync(html, profileHtml(...profiles));
      else if (isProfiled) for (const profile of profiles) ui.note(`\n${String(profile)}`);
      if (times.length > 0) ui.note(`\n${workTimesText(times)}`);
      if (isProfiled && profiles.length + times.length === 0)
        ui.note("note: the program has launched no kernel");
      return exitCode;
    } catch (error) {
      return timedOut(error, ui);
    }
  },
});

function contradiction(
  isProfiled: boolean,
  html: string | undefined,
  trace: string | undefined,
  device: string | undefined,
): string | undefined {
  if (isProfiled && trace !== undefined)
    return "--profile and --trace exclude each other: counting takes time";
  if (html === undefined || device === undefined || device === "cpu") return undefined;
  return `--html is for what is counted on the cpu device (got --device ${device})`;
}

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
