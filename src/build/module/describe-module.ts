// What `cuModuleTypes()` says of a file.

import type { CuModuleTypes } from "../module.js";
import { readCuFile } from "./cu-file.js";
import { moduleTypes } from "./module-types.js";

/** Reads a file and describes it; see `cuModuleTypes`. */
export function describeModule(path: string): CuModuleTypes {
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
