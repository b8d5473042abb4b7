// Parses the words after `cuts run`: our options, compiler options, sources, and the program's arguments. Everything after `--`
// belongs to the program; without `--`, everything after the last source.

import { extname } from "node:path";

/** The parsed words. */
export interface RunArguments {
  readonly sources: readonly string[];
  /** For the compiler, as nvcc spells them. */
  readonly compileOptions: readonly string[];
  readonly programArgs: readonly string[];
  readonly device: string | undefined;
  readonly timeoutMs: number | undefined;
  /** What is wrong with the words; undefined when nothing is. */
  readonly mistake?: string;
}

/** The arguments of commands that run a program, for their help. */
export const programArguments = [
  {
    name: "source.cu",
    summary: "sources, and before them options of nvcc (-O3 -std=c++17 -DN=4 -Iinclude)",
    required: true,
  },
  { name: "args", summary: "arguments of the program; after --, or after the last source", variadic: true },
] as const;

const SOURCES = new Set([".cu", ".cpp", ".cc", ".cxx", ".c"]);
/** Options of the compiler whose value is the next word. */
const WITH_VALUE = new Set(
  (
    "-I -D -U -L -l -o -include -isystem -arch -gencode -code -Xcompiler -Xptxas -Xlinker -maxrregcount -ccbin -std " +
    "-default-stream --default-stream --compiler-options --ptxas-options --linker-options"
  ).split(" "),
);

/** Parses the words. */
export function readRunArguments(words: readonly string[]): RunArguments {
  const separator = words.indexOf("--");
  const [own, programArgs] =
    separator < 0 ? splitAtProgram(words) : [words.slice(0, separator), words.slice(separator + 1)];
  const sources: string[] = [];
  const compileOptions: string[] = [];
  let device: string | undefined;
  let timeoutMs: number | undefined;
  let mistake: string | undefined;
  for (let i = 0; i < own.length; i++) {
    const word = own[i] ?? "";
    const [, flag = "", attached] = /^(--(?:device|timeout))(?:=(.*))?$/.exec(word) ?? [];
    if (flag !== "") {
      const value = attached ?? own[++i];
      if (value === undefined || value === "") mistake ??= `${flag} needs a value`;
      else if (flag === "--device") device = value;
      else if ((timeoutMs = milliseconds(value)) === undefined)
        mistake ??= `--timeout must be a time such as 10, 10s or 500ms (got ${value})`;
    } else if (isSource(word)) sources.push(word);
    else if (word.startsWith("-")) {
      compileOptions.push(word);
      const value = WITH_VALUE.has(word) ? own[++i] : undefined;
      if (value !== undefined) compileOptions.push(value);
    } else mistake ??= `${word} is neither an option nor a source (*.cu)`;
  }
  if (sources.length === 0) mistake ??= "a source file (*.cu) is missing";
  return {
    sources,
    compileOptions,
    programArgs,
    device,
    timeoutMs,
    ...(mistake === undefined ? {} : { mistake }),
  };
}

/** Whether a word names a source. */
export function isSource(word: string): boolean {
  return !word.startsWith("-") && SOURCES.has(extname(word));
}

// Options before the first source are for the compiler; what is behind the last of the sources that follow each other is
// the program's.
function splitAtProgram(words: readonly string[]): [readonly string[], readonly string[]] {
  let i = 0;
  while (i < words.length && !isSource(words[i] ?? "")) i += takesValue(words[i] ?? "") ? 2 : 1;
  while (i < words.length && isSource(words[i] ?? "")) i++;
  return [words.slice(0, i), words.slice(i)];
}

function takesValue(word: string): boolean {
  return WITH_VALUE.has(word) || word === "--device" || word === "--timeout";
}

/** Seconds, unless it says otherwise. */
function milliseconds(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text);
  if (match === null) return undefined;
  const unit = { ms: 1, s: 1000, m: 60_000 }[match[2] ?? "s"] ?? 1000;
  const value = Number(match[1]) * unit;
  return value > 0 ? value : undefined;
}
