// Compiles while the caller blocks, for methods that end in `Sync`. A child process is started for it, which takes longer than the warm
// compiler of asynchronous calls.

import type { Compilation } from "../../compiler/cache.js";
import { CompileError, CutsError, type ErrorCode } from "../../core/errors.js";
import { runWorkerSync } from "../../host/helpers.js";
import { processId } from "../../host/own-process.js";
import { fromBytes } from "../../host/serialization.js";
import type { CpuCompileOptions } from "./cpu-object.js";

/** What the child is asked to compile. */
export interface ChildRequest {
  readonly source: string;
  readonly options: CpuCompileOptions;
  /** The process that waits. */
  readonly parent: number;
}

/** What the child answers, as bytes (host/serialization.ts). */
export type ChildReply =
  | { readonly compilation: Compilation }
  | {
      readonly error: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly log: string | undefined;
      };
    };

/** Compiles in a process of its own and blocks until it is done. */
export function compileInChild(work: Omit<ChildRequest, "parent">): Compilation {
  const request: ChildRequest = { ...work, parent: processId };
  const { output, said, failure, cause } = runWorkerSync(
    "backend/cpu/compile-main.ts",
    JSON.stringify(request),
  );
  if (failure !== undefined) {
    throw new CutsError(
      "CUTS_COMPILER_CRASHED",
      `Cannot compile: the compiler process failed: ${failure}${said === "" ? "" : `\n${said}`}`,
      { cause },
    );
  }
  const reply = fromBytes(output) as ChildReply;
  if ("compilation" in reply) return reply.compilation;
  const { code, message, log } = reply.error;
  throw log === undefined ? new CutsError(code, message) : new CompileError(code, message, log);
}
