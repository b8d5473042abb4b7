// The architecture to compile for (that of the GPU, or the user's -arch), and the options for NVRTC. Users write options as nvcc
// spells them, and some of those mean nothing to NVRTC.

import { resolve } from "../../../host/paths.js";

/** Options for NVRTC, and the values that other code needs from them. */
export interface CompilerOptions {
  readonly options: readonly string[];
  /** Absolute folders of `-I`, in order. */
  readonly includeFolders: readonly string[];
  /** From -arch, as written: `sm_80`, `compute_90a`. */
  readonly architecture: string | undefined;
}

/** Options for nvcc's host compilation, which NVRTC rejects. */
const HOST_ONLY =
  /^--?(O[0-3]|expt-relaxed-constexpr|expt-extended-lambda|extended-lambda|allow-unsupported-compiler)$/;
const HOST_ONLY_WITH_VALUE =
  /^--?(Xcompiler|compiler-options|code|gpu-code|gencode|generate-code|threads|t)(=.*)?$/s;

/** Reads a user's options; relative folders start at `directory`. */
export function readCompilerOptions(given: readonly string[], directory: string): CompilerOptions {
  const options: string[] = [];
  const includeFolders: string[] = [];
  let architecture: string | undefined;
  let hasStandard = false;
  const queue = [...given];
  for (let option = queue.shift(); option !== undefined; option = queue.shift()) {
    const value = (attached: string | undefined): string =>
      attached !== undefined && attached !== "" ? attached : (queue.shift() ?? "");
    const include = /^(?:-I|--include-path)=?(.*)$/s.exec(option);
    const macro = /^(-D|-U|--define-macro|--undefine-macro)=?(.*)$/s.exec(option);
    const arch = /^--?(?:arch|gpu-architecture)(?:=(.*))?$/s.exec(option);
    if (include !== null) includeFolders.push(resolve(directory, value(include[1])));
    else if (macro !== null)
      options.push(`${macro[1]?.includes("U") || macro[1]?.includes("un") ? "-U" : "-D"}${value(macro[2])}`);
    else if (arch !== null) architecture = value(arch[1]);
    else if (HOST_ONLY_WITH_VALUE.test(option)) {
      if (!option.includes("=")) queue.shift();
    } else if (!HOST_ONLY.test(option)) {
      hasStandard ||= /^--?std(=|$)/.test(option);
      options.push(option);
    }
  }
  if (!hasStandard) options.unshift("-std=c++17");
  return {
    options: [...options, ...includeFolders.map((folder) => `-I${folder}`)],
    includeFolders,
    architecture,
  };
}

/** The target for NVRTC: machine code of the GPU's architecture, or PTX if the GPU is newer than the compiler. */
export function chooseArchitecture(gpu: number, supported: readonly number[]): string {
  if (supported.length === 0 || supported.includes(gpu)) return `sm_${gpu}`;
  const older = supported.filter((one) => one < gpu);
  return `compute_${Math.max(...(older.length > 0 ? older : supported))}`;
}
