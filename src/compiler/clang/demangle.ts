// Names of C++ functions in words.
import type { Clang } from "./clang.js";
import { requireNoCrash } from "./step-result.js";

/** The functions that these symbols stand for, with the types of their parameters: `scale(float*, int)`. */
export async function demangle(symbols: readonly string[], clang: Clang): Promise<readonly string[]> {
  const { steps } = await clang.run({ steps: [{ tool: "c++filt", args: symbols }] });
  return requireNoCrash("names of kernels", steps[0]).stdout.trimEnd().split("\n");
}
