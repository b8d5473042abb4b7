// A process that starts other processes which would not end by themselves. It is ended from outside, or by a word on its
// standard input; what is left of the others then is for left-behind.ts to see. The argument says what to start.

import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { compileInChild } from "../../src/backend/cpu/compile-sync.js";
import { Clang } from "../../src/compiler/clang/clang.js";
import type { ProgramStart } from "../../src/host/shapes.js";
import { runTool, runToolSync } from "../../src/host/tools.js";
import { runFromFile } from "../../src/backend/cuda/program/nvcc-program.js";
import { program } from "../../src/program/program.js";

/** Takes hours: each level doubles the work of the one before. */
const ENDLESS =
  "template <int N, int M> struct F { static const int v = F<N - 1, 2 * M>::v + F<N - 1, 2 * M + 1>::v; };" +
  "template <int M> struct F<0, M> { static const int v = 1; }; const int x = F<40, 0>::v;";
const CLANG_ARGS = ["-cc1", "-x", "c++", "-ftemplate-depth=100000", "-fsyntax-only", "/a.cpp"];
const LOOP = fileURLToPath(new URL("../program-runner/fixtures/modes.cu", import.meta.url));
/** A program that starts another one, as compilers do. */
const NESTED = ["-c", "sleep 1000; true"];
const LIMIT_MS = 600_000;

const setup: ProgramStart = {
  directory: process.cwd(),
  environment: { ...process.env } as Record<string, string>,
  timeoutMs: LIMIT_MS,
  signal: undefined,
  stdin: "",
  output: "collect",
};

/** Each starts a process and waits for it. */
const starters: Readonly<Record<string, () => unknown>> = {
  compiler: () =>
    new Clang({ timeoutMs: LIMIT_MS }).run({
      steps: [{ tool: "clang", args: CLANG_ARGS }],
      files: { "/a.cpp": ENDLESS },
    }),
  "blocking compiler": () => compileInChild({ source: `${ENDLESS}\n__global__ void k() {}`, options: {} }),
  "program on the cpu": () => program(LOOP, { device: "cpu" }).run(["loop"]),
  "program for a GPU": () => runFromFile(Buffer.from("#!/bin/sh\nexec sleep 1000\n"), ["program"], setup),
  tool: () => runTool("/bin/sh", NESTED),
  "blocking tool": () => runToolSync("/bin/sh", NESTED),
};

const enders: Readonly<Record<string, () => void>> = {
  exit: () => process.exit(),
  crash: () => process.abort(),
  throw: () => {
    throw new Error("on purpose");
  },
};

// In a thread it is victim-thread.mjs that ends it.
if (isMainThread) process.stdin.once("data", (word) => enders[String(word).trim()]?.());
process.stdout.write("begin\n");
void starters[process.argv[2] ?? ""]?.();
