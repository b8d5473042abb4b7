// The names of all functions that the CUDA runtime gives to a program: what a linker may leave undefined.

import { COMPILER_TABLES, DRIVER_TABLES, NVRTC_TABLES, RUNTIME_TABLES } from "./signatures.js";

/** Names of all functions: runtime, driver, NVRTC. */
export const CUDA_FUNCTION_NAMES: readonly string[] = [
  RUNTIME_TABLES,
  COMPILER_TABLES,
  DRIVER_TABLES,
  NVRTC_TABLES,
].flatMap((tables) => Object.values(tables).flatMap((table) => Object.keys(table)));
