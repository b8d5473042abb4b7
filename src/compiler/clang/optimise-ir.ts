// LLVM IR to optimised LLVM IR, with the same rules as device-ir.ts: everything inlined that can be, nothing
// vectorised. For IR that was changed between clang's steps.
import type { Clang } from "./clang.js";
import { clang as sharedClang } from "./clang.js";
import { DEVICE_TARGET } from "./device-target.js";
import { compiledFile } from "./step-result.js";

const ARGS =
  // Where variables are assigned would be one more kind of metadata on instructions, as in device-ir.ts.
  `-cc1 -triple ${DEVICE_TARGET} -x ir -O2 -disable-free -fexperimental-assignment-tracking=disabled ` +
  "-mllvm -inline-threshold=100000 -emit-llvm -o /out.ll /in.ll";

/**
 * Optimises LLVM IR text.
 *
 * @throws CompileError `CUTS_COMPILE` for IR that clang refuses.
 */
export async function optimiseIr(ir: string, name: string, clang: Clang = sharedClang()): Promise<string> {
  const result = await clang.run({
    steps: [{ tool: "clang", args: ARGS.split(" ") }],
    files: { "/in.ll": ir },
    outputs: ["/out.ll"],
  });
  return Buffer.from(compiledFile(name, result, "/out.ll")).toString();
}
