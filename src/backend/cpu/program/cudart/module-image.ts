// What NVRTC gives a program for PTX or machine code, and what cuModuleLoadData takes: the source and all that it is compiled with, as
// text. It can be kept in a file and loaded by another program; what was compiled comes from the cache.

import type { SourceOptions } from "../../../backend.js";

/** What a module is compiled from. */
export interface ModuleSource {
  readonly source: string;
  readonly options: SourceOptions;
}

const MARK = "// CUDA C++ for the cpu device of CuTS; not PTX\n";

/** The text that stands for compiled code. */
export function writeImage(module: ModuleSource): string {
  return MARK + JSON.stringify(module);
}

/** What {@link writeImage} was given; undefined for any other text. */
export function readImage(text: string): ModuleSource | undefined {
  return text.startsWith(MARK) ? (JSON.parse(text.slice(MARK.length)) as ModuleSource) : undefined;
}
