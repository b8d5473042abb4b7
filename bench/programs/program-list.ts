// The programs that a bench of other people's programs measures: none of them is in this repository, so a folder tells them.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** A program of the list `programs.json`. */
export interface ListedProgram {
  readonly name: string;
  /** Where its sources are, from the list's folder on. */
  readonly folder: string;
  readonly sources: readonly string[];
  /** As nvcc spells them; relative paths start in its folder. */
  readonly options: readonly string[];
  readonly arguments: readonly string[];
  /**
   * A C++ source that runs the same kernels as plain loops over blocks and threads, where there is one: from the list's folder
   * on. Beside it are the headers that stand for CUDA's.
   */
  readonly loops?: string;
}

/** The programs of a folder, with absolute paths. */
export function listedPrograms(folder: string): readonly ListedProgram[] {
  const list = JSON.parse(readFileSync(join(folder, "programs.json"), "utf8")) as readonly ListedProgram[];
  return list.map((program) => ({
    ...program,
    folder: resolve(folder, program.folder),
    ...(program.loops === undefined ? {} : { loops: resolve(folder, program.loops) }),
  }));
}
