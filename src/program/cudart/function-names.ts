// The names of all functions that the CUDA runtime gives to a program: what a linker may leave undefined.

import { COMPILER_TABLES, DRIVER_TABLES, RUNTIME_TABLES } from "./signatures.js";

/** Names of all functions, runtime and driver. */
export const CUDA_FUNCTION_NAMES: readonly string[] = [
  RUNTIME_TABLES,
  COMPILER_TABLES,
  DRIVER_TABLES,
].flatMap((tables) => Object.values(tables).flatMap((table) => Object.keys(table)));
