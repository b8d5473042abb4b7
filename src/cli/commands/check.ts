// `cuts check`: compiles a CUDA program and runs it on the cpu with every access of its kernels watched.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkKinds, type CheckReport, program } from "../../index.js";
import { command } from "../command.js";
import { toJson, toSarif } from "./check-files.js";
import { isSource, programArguments, readRunArguments } from "./run-arguments.js";

/** `cuts check` */
export const check = command({
  name: "check",
  summary: "run a CUDA program on the cpu and find what is wrong in its kernels",
  description:
    "Watches every access, barrier and warp operation of the kernels: out of bounds, races, freed memory, wrong masks. What is\n" +
    "wrong is told with its line, thread and what to try. The exit code is 0 when there is nothing, else 1 or the program's.",
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
    const { words, only, json, sarif, mistake: wrong } = takeOwn(args);
    const { sources, compileOptions, programArgs, timeoutMs, mistake = wrong } = readRunArguments(words);
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
    const folder = mkdtempSync(join(tmpdir(), "cuts-check-"));
    try {
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
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

interface OwnOptions {
  /** All others. */
  readonly words: readonly string[];
  readonly only?: string;
  readonly json?: string;
  readonly sarif?: string;
  readonly mistake?: string;
}

/** The options of this command, which stand before the sources. */
function takeOwn(args: readonly string[]): OwnOptions {
  const words: string[] = [];
  const own: Record<string, string> = {};
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    const [, name, attached] = /^--(only|json|sarif)(?:=(.*))?$/.exec(word) ?? [];
    // What follows a source or -- is the program's.
    if (name === undefined && (word === "--" || isSource(word)))
      return { ...checked(own), words: [...words, ...args.slice(i)] };
    if (name === undefined) words.push(word);
    else own[name] = attached ?? args[++i] ?? "";
  }
  return { ...checked(own), words };
}

function checked(own: Readonly<Record<string, string>>): Omit<OwnOptions, "words"> {
  const empty = Object.keys(own).find((name) => own[name] === "");
  if (empty !== undefined) return { mistake: `--${empty} needs a value` };
  const stranger = own["only"]?.split(",").find((kind) => !checkKinds.some((known) => known === kind));
  if (stranger === undefined) return own;
  return { mistake: `--only has no kind ${stranger} (there are ${checkKinds.join(", ")})` };
}
