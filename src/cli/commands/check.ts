// `cuts check`: compiles a CUDA program and runs it on the cpu device, where every memory access of its kernels is checked.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkKinds, type CheckReport, program } from "../../index.js";
import { command } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { toJson, toSarif } from "./check-files.js";
import { takeOwn } from "./own-options.js";
import { programArguments, readRunArguments } from "./run-arguments.js";
import { timedOut } from "./timed-out.js";

/** `cuts check` */
export const check = command({
  name: "check",
  summary: "run a CUDA program on the cpu and find what is wrong in its kernels",
  description:
    "Watches every access, barrier and warp operation of the kernels: out of bounds, races, freed memory, wrong masks. What is\n" +
    "wrong is told with its line, thread and what to try. The exit code is 0 when there is nothing, else 1 or the program's; 2 when\n" +
    "it cannot be compiled or an option is wrong, 124 after --timeout.",
  arguments: programArguments,
  options: {
    only: { value: "kinds", summary: "tell only these: race,out-of-bounds" },
    json: { value: "file", summary: "write the reports to a file as JSON" },
    sarif: { value: "file", summary: "write the reports to a file as SARIF, which code hosts show" },
    timeout: { value: "time", summary: "stop the program after this time: 10, 10s, 500ms" },
  },
  examples: [
    { line: "cuts check saxpy.cu", does: "compile it, run it and say what is wrong" },
    { line: "cuts check saxpy.cu 1000 2.5", does: "with arguments for the program" },
    { line: "cuts check --only race --sarif races.sarif saxpy.cu", does: "only races, for a code host" },
  ],
  passThrough: true,
  run: async ({ args, ui }) => {
    const own = takeOwn(args, ["only", "json", "sarif"]);
    const { only, json, sarif } = own.values;
    const read = readRunArguments(own.words);
    const { sources, compileOptions, programArgs, timeoutMs } = read;
    const mistake = own.mistake ?? strangerIn(only) ?? read.mistake;
    if (mistake !== undefined) {
      ui.note(`error: Cannot check a program: ${mistake}\nTry: cuts check --help`);
      return exitCodes.notDone;
    }
    const folder = mkdtempSync(join(tmpdir(), "cuts-check-"));
    try {
      const compiled = program(sources, {
        options: compileOptions,
        check: true,
        keepCompiler: false,
        onNote: (note) => ui.note(`note: ${note}`),
      });
      const file = join(folder, "reports.json");
      const { exitCode } = await compiled.run(programArgs, {
        stdio: "inherit",
        env: { ...process.env, CUTS_CHECK_ONLY: only, CUTS_CHECK_REPORTS: file },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      const reports = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as CheckReport[]) : [];
      if (json !== undefined) writeFileSync(json, toJson(reports));
      if (sarif !== undefined) writeFileSync(sarif, toSarif(reports));
      return exitCode;
    } catch (error) {
      return timedOut(error, ui);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** A kind that there is not. */
function strangerIn(only: string | undefined): string | undefined {
  const stranger = only?.split(",").find((kind) => !checkKinds.some((known) => known === kind));
  return stranger && `--only has no kind ${stranger} (there are ${checkKinds.join(", ")})`;
}
