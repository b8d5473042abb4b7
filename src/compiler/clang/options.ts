// Converts compile options of NVRTC and nvcc to clang's. Options that make sense only for a GPU or for nvcc's own stages have no effect.
// An unknown option is an error that names it.
import { ArgumentTypeError } from "../../core/errors.js";
import { suggest } from "../../core/text.js";
import { resolve } from "../../host/paths.js";
import { RELAXED_SIMD } from "./relaxed-simd.js";

/** Options sorted by what they act on. */
export interface DeviceOptions {
  /** `c++17` and the like. */
  readonly standard: string;
  /** `#define` and `#undef` lines, in order. */
  readonly macros: string;
  /** Absolute host directories for `#include`, in order. */
  readonly includeDirs: readonly string[];
  /** Files to include before the source, as written. */
  readonly forcedIncludes: readonly string[];
  /** Further arguments of `clang -cc1`. */
  readonly args: readonly string[];
  /** Whether code is relocatable (`-rdc=true`): then kernels may launch kernels. */
  readonly isRelocatable: boolean;
}

const STANDARDS = ["c++11", "c++14", "c++17", "c++20", "c++23"];

/** GPU targets, register budgets, debug sections and nvcc's own stages: nothing to do for the cpu. */
const WITHOUT_EFFECT = new Set(
  (
    "-arch -gpu-architecture -code -gpu-code -gencode -generate-code -maxrregcount -lineinfo -generate-line-info -G " +
    "-device-debug -g -debug -dlto -dlink-time-opt -Xptxas -ptxas-options " +
    "-Xcompiler -compiler-options -Xcicc -extra-device-vectorization -dopt -opt-info -Ofast-compile -O -O0 -O1 -O2 -O3 " +
    "-optimize -restrict -default-device -device-as-default-execution-space -expt-relaxed-constexpr " +
    "-expt-extended-lambda -extended-lambda -builtin-move-forward -builtin-initializer-list -disable-warnings-in-headers " +
    "-prec-sqrt -prec-div -ftz -split-compile -threads -t -allow-unsupported-compiler -minimal -no-cache -pch -time"
  ).split(" "),
);

/** Options of those above that take their value from the next argument when it is not attached by `=`. */
const WITH_VALUE = new Set(
  (
    "-arch -gpu-architecture -code -gpu-code -gencode -generate-code -maxrregcount -Xptxas " +
    "-ptxas-options -Xcompiler -compiler-options -Xcicc -optimize -prec-sqrt -prec-div -ftz -split-compile -threads -t -dopt"
  ).split(" "),
);

/** Options with an effect that always have a value. */
const VALUE_FLAGS = new Set(["-std", "-D", "-U", "-I", "-include", "-rdc", "-fmad", "-default-stream"]);

const FLAGS = [
  "-std",
  "-D",
  "-I",
  "-U",
  "-include",
  "-w",
  "-use_fast_math",
  "-fmad",
  "-default-stream",
  "-rdc",
  "-dc",
  ...WITHOUT_EFFECT,
];

/**
 * Reads compile options; relative include directories start at `directory`.
 *
 * @throws TypeError `CUTS_COMPILE_OPTION` for an option that is unknown, incomplete or has a value it cannot have.
 */
export function readOptions(options: readonly string[], directory: string): DeviceOptions {
  let standard = "c++17";
  let macros = "";
  const includeDirs: string[] = [];
  const forcedIncludes: string[] = [];
  // C++17 has taken out `register`; nvcc warns.
  const args: string[] = ["-Wno-error=register"];
  let isRelocatable = false;
  const queue = [...options];
  for (let option = queue.shift(); option !== undefined; option = queue.shift()) {
    const { flag, attached } = splitOption(option);
    const value = (): string => {
      const text = attached ?? queue.shift();
      if (text === undefined || text === "") throw badOption(option, `${flag} needs a value`);
      return text;
    };
    if (flag === "-std") standard = readStandard(option, value());
    else if (flag === "-D") macros += defineLine(value());
    else if (flag === "-U") macros += `#undef ${value()}\n`;
    else if (flag === "-I") includeDirs.push(resolve(directory, value()));
    else if (flag === "-include") forcedIncludes.push(value());
    else if (flag === "-rdc") isRelocatable = readSwitch(option, value());
    else if (flag === "-dc") isRelocatable = true;
    else if (flag === "-dw") isRelocatable = false;
    else if (flag === "-w") args.push("-w");
    else if (flag === RELAXED_SIMD) macros += "#define __wasm_relaxed_simd__ 1\n";
    else if (flag === "-fmad") args.push(`-ffp-contract=${value() === "false" ? "off" : "fast"}`);
    else if (flag === "-default-stream") macros += perThreadStream(option, value());
    else if (flag === "-use_fast_math") args.push("-freciprocal-math", "-fno-signed-zeros");
    else if (/^-(?:W|f|ftemplate-depth)[a-z]/.test(flag) && !WITHOUT_EFFECT.has(flag)) args.push(option);
    else if (!WITHOUT_EFFECT.has(flag)) throw unknownOption(option, flag);
    else if (WITH_VALUE.has(flag)) value();
  }
  return { standard, macros, includeDirs, forcedIncludes, args, isRelocatable };
}

/** Whether an option, as it is written, takes the next word for its value. */
export function takesNextWord(option: string): boolean {
  const { flag, attached } = splitOption(option);
  return attached === undefined && (VALUE_FLAGS.has(flag) || WITH_VALUE.has(flag));
}

// `--std=c++17`, `-DN=4`, `-D N=4`, `--define-macro=N=4`: one name each, and the value if it is attached.
function splitOption(option: string): { flag: string; attached: string | undefined } {
  const single = option.startsWith("--") ? option.slice(1) : option;
  const short = /^-([DIU])=?(.+)$/s.exec(single);
  if (short !== null && !single.startsWith("-Ofast")) return { flag: `-${short[1]}`, attached: short[2] };
  const equals = single.indexOf("=");
  const name = equals < 0 ? single : single.slice(0, equals);
  return { flag: LONG_NAMES.get(name) ?? name, attached: equals < 0 ? undefined : single.slice(equals + 1) };
}

const LONG_NAMES = new Map([
  ["-define-macro", "-D"],
  ["-undefine-macro", "-U"],
  ["-include-path", "-I"],
  ["-pre-include", "-include"],
  ["-disable-warnings", "-w"],
  ["-relocatable-device-code", "-rdc"],
  ["-device-c", "-dc"],
  ["-device-w", "-dw"],
]);

function readSwitch(option: string, value: string): boolean {
  if (value !== "true" && value !== "false") throw badOption(option, "its value must be true or false");
  return value === "true";
}

// The legacy stream waits for more than a stream of the thread does: every order that it gives is one that either may have.
function perThreadStream(option: string, value: string): string {
  if (!["legacy", "null", "per-thread"].includes(value))
    throw badOption(option, "its value must be legacy, null or per-thread");
  return value === "per-thread" ? "#define CUDA_API_PER_THREAD_DEFAULT_STREAM 1\n" : "";
}

/** Arguments of `clang -cc1` for relocatable code, in every pass over a source and its precompiled headers alike. */
export function relocatableArgs({ isRelocatable }: DeviceOptions): readonly string[] {
  return isRelocatable ? ["-fgpu-rdc", "-D__CUDACC_RDC__=1"] : [];
}

function readStandard(option: string, value: string): string {
  const standard = value.toLowerCase().replace("gnu++", "c++");
  if (!STANDARDS.includes(standard))
    throw badOption(option, `the standard must be one of ${STANDARDS.join(", ")}`);
  return standard;
}

function defineLine(definition: string): string {
  const equals = definition.indexOf("=");
  if (equals < 0) return `#define ${definition} 1\n`;
  return `#define ${definition.slice(0, equals)} ${definition.slice(equals + 1).replaceAll("\n", "\\\n")}\n`;
}

function badOption(option: string, rule: string): ArgumentTypeError {
  return new ArgumentTypeError("CUTS_COMPILE_OPTION", `Cannot use the compile option ${option}: ${rule}`);
}

function unknownOption(option: string, flag: string): ArgumentTypeError {
  const near = suggest(flag, FLAGS);
  const hint = near === undefined ? "" : `\nTry: ${near}`;
  return new ArgumentTypeError(
    "CUTS_COMPILE_OPTION",
    `Cannot use the compile option ${option}: it is not one that NVRTC, nvcc or CuTS knows${hint}`,
  );
}
