// The implementation of `cuModuleTypes()`: reads a file and describes it.

import { notAPath } from "../../host/file-error.js";
import { readCuFile } from "./cu-file.js";
import { moduleTypes } from "./module-types.js";

/** The declaration file `file.d.cu.ts` of a `.cu` file. */
export interface CuModuleTypes {
  /** The text of the declaration file. */
  readonly text: string;
  /** The names that the module exports, besides its default. */
  readonly names: readonly string[];
  /** Kernels and functions that could not be read, with the reason. */
  readonly unreadable: readonly { readonly name?: string; readonly reason: string }[];
}

/** Reads a file and describes it; see `cuModuleTypes`. */
export function describeModule(path: string): CuModuleTypes {
  if (typeof path !== "string") throw notAPath("describe a module", path);
  const file = readCuFile(path);
  const { kernels, kernelSearch, functions } = file;
  return {
    text: moduleTypes(file),
    names: [...kernels, ...functions.functions].map(({ name }) => name),
    unreadable: [...kernelSearch.unreadable, ...functions.unreadable].map(({ name, error }) => ({
      ...(name === undefined ? {} : { name }),
      reason: error.message,
    })),
  };
}
