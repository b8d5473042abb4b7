// Keeps threads within their stacks. Locals whose address is taken live on a stack in linear memory, and WebAssembly
// has no guard pages there: a recursion too deep would write over other memory. So functions that are not inlined and
// have locals ask before they use them, and so does whoever takes room of a size known only when it runs (alloca); and no
// function may have more locals than CUDA allows a thread.

import { UnsupportedError } from "../../../core/errors.js";
import { STACK_BYTES, STACK_OVERFLOW } from "./abi.js";
import type { Block, Instruction, IrFunction } from "./ir.js";
import { instruction } from "./ir.js";
import { leadingType, sizeOf } from "./value-type.js";

/** The lowest address the stack may reach: a WebAssembly global, one a worker. */
export const STACK_LIMIT = { name: "@cuts.stack.limit", text: "internal addrspace(1) global i32 undef" };

/** What a thread may have of locals in CUDA. */
const MAX_LOCAL_BYTES = 512 * 1024;
/** The rest is for the locals of the kernel itself. */
const CALL_STACK_BYTES = STACK_BYTES - 2 * MAX_LOCAL_BYTES;

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
  "@llvm.usub.sat.i32": "declare i32 @llvm.usub.sat.i32(i32, i32)",
  [STACK_OVERFLOW]: `declare void ${STACK_OVERFLOW}() noreturn nounwind`,
};

const CLAIM_STACK = "@cuts.claim.stack";

/** The function that those with locals of variable size call before they take them. */
export const CLAIM_STACK_FUNCTION = `define internal void ${CLAIM_STACK}(i64 %bytes) noinline nounwind {
  %stack = call ptr @llvm.stacksave.p0()
  %at = ptrtoint ptr %stack to i32
  %limit = load i32, ptr addrspace(1) ${STACK_LIMIT.name}
  %room = call i32 @llvm.usub.sat.i32(i32 %at, i32 %limit)
  %room.wide = zext i32 %room to i64
  %full = icmp ugt i64 %bytes, %room.wide
  br i1 %full, label %overflow, label %fits
overflow:
  call void ${STACK_OVERFLOW}()
  unreachable
fits:
  ret void
}
`;

/** Whether a function takes room on the stack of a size that is known only when it runs. */
export function hasVariableLocals(f: { readonly blocks: readonly Block[] }): boolean {
  return f.blocks.some((b) => b.instructions.some((i) => i.opcode === "alloca" && !isFixedLocal(i)));
}

/** The function with a claim before each local of variable size. */
export function claimVariableLocals(f: IrFunction, types: ReadonlyMap<string, string>): IrFunction {
  if (!hasVariableLocals(f)) return f;
  const claim = (i: Instruction): Instruction[] => {
    if (i.opcode !== "alloca" || isFixedLocal(i)) return [i];
    const [, type = "", width = "", count = ""] = VARIABLE_LOCAL.exec(i.text) ?? [];
    const wide = width === "i64" ? count : `${i.result}.count`;
    return [
      ...(width === "i64" ? [] : [instruction(wide, `zext ${width} ${count} to i64`, types)]),
      instruction(`${i.result}.bytes`, `mul i64 ${wide}, ${sizeOf(leadingType(type), types)}`, types),
      instruction(undefined, `call void ${CLAIM_STACK}(i64 ${i.result}.bytes)`, types),
      i,
    ];
  };
  const blocks = f.blocks.map(({ label, instructions }) => ({
    label,
    instructions: instructions.flatMap(claim),
  }));
  return { ...f, blocks };
}

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
    instructions: [make(undefined, `call void ${STACK_OVERFLOW}()`), make(undefined, "unreachable")],
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

/** `alloca T, i32 %n`: of a number of them that is only known when it runs. */
const VARIABLE_LOCAL = /^alloca (.+), (i\d+) (%[^,]+)/;

// `alloca T, align n`: of one T.
function isFixedLocal(i: Instruction): boolean {
  return i.opcode === "alloca" && !VARIABLE_LOCAL.test(i.text);
}
