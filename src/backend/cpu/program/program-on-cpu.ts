// What only programs on the cpu device need: loaded when there is one, because most users of the package have none.

export { compileProgram, stopCompilers } from "./compile/compile-program.js";
export { sortOptions } from "./compile/program-options.js";
export { runCpuProcess } from "./process/program-process.js";
