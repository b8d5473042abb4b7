// The last error, and names and texts of errors.

import type { Implementations } from "../bind-function.js";
import { describeError } from "../error-codes.js";
import type { Runtime } from "../runtime.js";
import type { ERRORS } from "../signatures/execution.js";

export function errorFunctions(rt: Runtime): Implementations<typeof ERRORS> {
  return {
    cudaGetLastError: () => rt.errors.take(),
    cudaPeekAtLastError: () => rt.errors.peek(),
    cudaGetErrorName: (error = 0) => rt.texts.address(describeError(error)[0]),
    cudaGetErrorString: (error = 0) => rt.texts.address(describeError(error)[1]),
  };
}
