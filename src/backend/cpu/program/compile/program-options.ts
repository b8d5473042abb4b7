// Options of a program as nvcc spells them, sorted: those of the compiler, and those of the linker, which has nothing to do
// on the cpu device. What is left out is told, never dropped in silence.

import { takesNextWord } from "../../../../compiler/clang/options.js";
import { resolve } from "../../../../host/paths.js";

/** Options, sorted. */
export interface ProgramOptionSet {
  /** For the compiler. */
  readonly compile: readonly string[];
  /** What the user should know. */
  readonly notes: readonly string[];
}

/** What `-l` may name: it is built in, or stands for nothing here. */
const LIBRARIES = new Set(
  [
    "cudart cudart_static cuda cudadevrt cublas cublas_static cublasLt cublasLt_static curand curand_static cufft cufft_static",
    "cusolver cusolver_static cusparse cusparse_static culibos nvJitLink nvToolsExt nvtx3 m c stdc++ pthread rt dl gomp",
  ].flatMap((names) => names.split(" ")),
);
/** Options with a value that only concern nvcc's output or the system's linker. */
const WITH_VALUE = new Set([
  ..."-o --output-file -L --library-path -Xlinker --linker-options -ccbin --compiler-bindir -x".split(" "),
  ..."-cudart --cudart -Xnvlink --nvlink-options -odir --output-directory -MF -MT".split(" "),
]);
const WITHOUT_EFFECT =
  /^(?:-o.+|-L.+|-shared|-static|-m64|--machine=64|-pg|-MD|-MMD|-MP|-v|-keep|--keep|-link|-pipe|-march=.*|-mtune=.*|-Wl,.*|-pthread|-f(?:openmp|PIC|pic)|-rdynamic|-lto|-dlto|-cudart=.*)$/;

/** nvcc gives their value to the compiler of the host, which is another one here. */
const FOR_HOST_COMPILER = /^(?:-Xcompiler|--compiler-options)(?:=|$)/;
const NO_OPENMP = "-fopenmp is left out: host code has one thread for `#pragma omp` on the cpu device";

/** Sorts options; relative directories for headers start at `directory`. */
export function sortOptions(options: readonly string[], directory: string): ProgramOptionSet {
  const compile: string[] = [];
  const notes: string[] = [];
  for (let i = 0; i < options.length; i++) {
    const option = options[i] ?? "";
    const library = /^(?:-l|--library=?)(.*)$/.exec(option);
    const include = /^(?:-isystem|-I|--include-path=)(.*)$/.exec(option);
    const forHost = FOR_HOST_COMPILER.test(option) && !option.includes("=") ? options[i + 1] : option;
    if (/(?:^|[=, ])-fopenmp\b/.test(forHost ?? "")) notes.push(NO_OPENMP);
    if (include !== null) {
      const folder = include[1] === "" ? options[++i] : include[1];
      compile.push("-I", ...(folder === undefined ? [] : [resolve(directory, folder)]));
    } else if (library !== null) {
      const name = library[1] === "" ? (options[++i] ?? "") : (library[1] ?? "");
      if (!LIBRARIES.has(name))
        notes.push(`-l${name} is left out: the cpu device links no libraries of the system`);
    } else if (WITH_VALUE.has(option)) i++;
    else if (takesNextWord(option)) compile.push(...options.slice(i, ++i + 1));
    else if (!WITHOUT_EFFECT.test(option)) compile.push(option);
  }
  return { compile, notes };
}
