// Keeps threads within their stacks. Locals whose address is taken live on a stack in linear memory, and WebAssembly
// has no guard pages there: a recursion too deep would write over other memory. So functions that are not inlined and
// have locals ask before they use them; and no function may have more locals than CUDA allows a thread.

import { UnsupportedError } from "../../../core/errors.js";
import type { Block, Instruction, IrFunction } from "./ir.js";
import { instruction } from "./ir.js";
import { leadingType, sizeOf } from "./value-type.js";

/** The lowest address the stack may reach: a WebAssembly global, one a worker. */
export const STACK_LIMIT = { name: "@cuts.stack.limit", text: "internal addrspace(1) global i32 undef" };

/** What a thread may have of locals in CUDA. */
const MAX_LOCAL_BYTES = 512 * 1024;
/** Of the 8 MiB of a worker; the rest is for the locals of the kernel itself. */
const CALL_STACK_BYTES = 7 * 1024 * 1024;

/** Lines of an entry point that set the limit. */
export const SET_STACK_LIMIT: readonly string[] = [
  "  %cuts.stack = call ptr @llvm.stacksave.p0()",
  "  %cuts.stack.at = ptrtoint ptr %cuts.stack to i32",
  `  %cuts.stack.limit = sub i32 %cuts.stack.at, ${CALL_STACK_BYTES}`,
  `  store i32 %cuts.stack.limit, ptr addrspace(1) ${STACK_LIMIT.name}`,
];

/** Declarations of what the checks call. */
export const STACK_DECLARATIONS: Readonly<Record<string, string>> = {
  "@llvm.stacksave.p0": "declare ptr @llvm.stacksave.p0()",
  "@llvm.trap": "declare void @llvm.trap()",
};

/** The function with a check at its start, if it takes room on the stack. */
export function limitStack(f: IrFunction, types: ReadonlyMap<string, string>): IrFunction {
  const [first, ...others] = f.blocks;
  if (!first || !takesStack(f)) return f;
  const make = (result: string | undefined, text: string): Instruction => instruction(result, text, types);
  // Locals stay in the first block: anywhere else they would be taken anew each time.
  const guard: Block = {
    label: "%cuts.guard",
    instructions: [
      ...first.instructions.filter(isFixedLocal),
      make("%cuts.stack", "call ptr @llvm.stacksave.p0()"),
      make("%cuts.stack.at", "ptrtoint ptr %cuts.stack to i32"),
      make("%cuts.stack.limit", `load i32, ptr addrspace(1) ${STACK_LIMIT.name}`),
      make("%cuts.stack.full", "icmp ult i32 %cuts.stack.at, %cuts.stack.limit"),
      make(undefined, `br i1 %cuts.stack.full, label %cuts.overflow, label ${first.label}`),
    ],
  };
  const overflow: Block = {
    label: "%cuts.overflow",
    instructions: [make(undefined, "call void @llvm.trap()"), make(undefined, "unreachable")],
  };
  const rest = { label: first.label, instructions: first.instructions.filter((i) => !isFixedLocal(i)) };
  return { ...f, blocks: [guard, rest, ...others, overflow] };
}

/** Throws UnsupportedError for a function with more locals than a thread may have. */
export function refuseLargeLocals(f: IrFunction, types: ReadonlyMap<string, string>): void {
  const bytes = f.blocks
    .flatMap((b) => b.instructions.filter(isFixedLocal))
    .reduce((sum, i) => sum + sizeOf(leadingType(i.text.slice("alloca ".length)), types), 0);
  if (bytes <= MAX_LOCAL_BYTES) return;
  throw new UnsupportedError(
    "CUTS_CPU_LOCAL_MEMORY",
    `Cannot compile ${f.name.replace(/^@"?|"$/g, "")}: a thread has at most ${MAX_LOCAL_BYTES} bytes of local variables, as in CUDA (got ${bytes})\nTry: an array in global memory, or a smaller one.`,
  );
}

function takesStack(f: IrFunction): boolean {
  return f.blocks.some((b) =>
    b.instructions.some((i) => i.opcode === "alloca" || (i.opcode === "call" && i.text.includes("byval("))),
  );
}

// `alloca T, align n`: of one T, not of a number of them that is only known when it runs.
function isFixedLocal(i: Instruction): boolean {
  if (i.opcode !== "alloca") return false;
  const type = leadingType(i.text.slice("alloca ".length));
  return !/^, i\d+ /.test(i.text.slice("alloca ".length + type.length));
}
