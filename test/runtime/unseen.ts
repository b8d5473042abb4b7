// A program in which two compilations fail and one error is awaited; the test of unseen errors runs it. Its argument says
// how it ends.

import { CompileError } from "../../src/core/errors.js";
import { buffer } from "../../src/array/array.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";
import { registerFake } from "./fake-backend.js";

const fake = registerFake("fake:0", { slowCompiler: true });
const device = "fake:0";
using x = buffer("float32", 1, { device });
for (const [index, message] of ["seen", "unseen"].entries()) {
  // What is lost is there again when it is written: work on it would be skipped else.
  x.fill(0);
  kernel('extern "C" __global__ void k(float* x) {}', { device })({ threads: 1 }, x);
  fake.modules[index]?.fail(new CompileError("CUTS_COMPILE", message, ""));
  if (message === "seen") await x.data().catch(() => {});
  else await new Promise((resolve) => setImmediate(resolve));
}
if (process.argv[2] === "handler") {
  process.on("uncaughtException", (error: Error & { code?: string }) => console.log("caught", error.code));
}
if (process.argv[2] === "exit") process.exit(0);
