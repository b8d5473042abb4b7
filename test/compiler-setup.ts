// One compiler for all test files and what they start: each would warm up one of its own, for seconds. Tests about the
// compiler's processes take the variable away.

import { availableParallelism } from "node:os";
import { serveCompiler } from "../src/compiler/clang/shared/serve-compiler.js";

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // There are several projects in a run.
  if (process.env["CUTS_COMPILER"] !== undefined) return undefined;
  const compiler = await serveCompiler(Math.max(2, availableParallelism()));
  process.env["CUTS_COMPILER"] = compiler.path;
  return async () => {
    delete process.env["CUTS_COMPILER"];
    await compiler.close();
  };
}
