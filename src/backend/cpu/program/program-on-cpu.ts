// What compiles programs for the cpu device and runs them, and nothing else needs: loaded late (programs.ts, libraries.ts).

export { compileProgram, stopCompilers } from "./compile/compile-program.js";
export { sortOptions } from "./compile/program-options.js";
export { runCpuProcess } from "./process/program-process.js";
