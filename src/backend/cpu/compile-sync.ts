// Compiling while the caller waits, for the methods that end in `Sync`: a child process does what the warm compiler
// does otherwise. It costs a cold start, which is the price of blocking.

import type { Compilation } from "../../compiler/cache.js";
import { childDirectory } from "../../host/tools.js";
import { CompileError, CutsError, type ErrorCode } from "../../core/errors.js";
import { programArguments } from "../../host/assets.js";
import type { CpuCompileOptions } from "./cpu-object.js";

/** What the child is asked to compile. */
export interface ChildRequest {
  readonly source: string;
  readonly options: CpuCompileOptions;
  /** The process that waits. */
  readonly parent: number;
}

/** What the child answers, serialised by node:v8. */
export type ChildReply =
  | { readonly compilation: Compilation }
  | {
      readonly error: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly log: string | undefined;
      };
    };

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Compiles in a process of its own and blocks until it is done. */
export function compileInChild(work: Omit<ChildRequest, "parent">): Compilation {
  const request: ChildRequest = { ...work, parent: process.pid };
  // Modules of Node that are slow to load and seldom needed.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { deserialize } = process.getBuiltinModule("node:v8");
  const { stdout, stderr, error, status, signal } = spawnSync(
    process.execPath,
    programArguments("backend/cpu/compile-main.ts"),
    { cwd: childDirectory(), input: JSON.stringify(request), maxBuffer: MAX_OUTPUT_BYTES },
  );
  if (error ?? status !== 0) {
    const end = error?.message ?? `it ended with ${signal ?? `status ${status}`}`;
    const said = stderr?.toString().trim() ?? "";
    throw new CutsError(
      "CUTS_COMPILER_CRASHED",
      `Cannot compile: the compiler process failed: ${end}${said === "" ? "" : `\n${said}`}`,
      { cause: error },
    );
  }
  const reply = deserialize(stdout) as ChildReply;
  if ("compilation" in reply) return reply.compilation;
  const { code, message, log } = reply.error;
  throw log === undefined ? new CutsError(code, message) : new CompileError(code, message, log);
}
