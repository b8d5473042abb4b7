// Keeps threads within their stacks. Locals whose address is taken are on a stack in linear memory, and WebAssembly has no guard pages there: a
// recursion too deep would write over other memory. `limitStack` is for functions that are not inlined: after it each one that takes room on the
// stack compares with the limit when it is entered. `claimVariableLocals` is for all code: after it each alloca of variable size asks for room first.
// `refuseLargeLocals` refuses functions with more locals than CUDA allows a thread.

import type { Layout } from "../../../../compiler/ir/layout.js";
import {
  binary,
  branch,
  call,
  cast,
  icmp,
  load,
  store,
  unreachable,
} from "../../../../compiler/ir/builder.js";
import type { Alloca, Argument, Instruction } from "../../../../compiler/ir/instruction.js";
import {
  type Block,
  hasInstruction,
  instructionsOf,
  type IrFunction,
  mapBlocks,
  plainName,
} from "../../../../compiler/ir/module.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { i1, i32, i64, pointerType, ptr, voidType } from "../../../../compiler/ir/type.js";
import { globalRef, int, int32, type Local, local } from "../../../../compiler/ir/value.js";
import { UnsupportedError } from "../../../../core/errors.js";
import { STACK_BYTES, STACK_OVERFLOW } from "./abi.js";

/** The lowest address the stack may reach: a WebAssembly global, one a worker. */
export const STACK_LIMIT = "@cuts.stack.limit";

/** What a thread may have of locals in CUDA. */
const MAX_LOCAL_BYTES = 512 * 1024;
/** The rest is for the locals of the kernel itself. */
const CALL_STACK_BYTES = STACK_BYTES - 2 * MAX_LOCAL_BYTES;

const STACK_SAVE = "@llvm.stacksave.p0";
const STACK = local("%cuts.stack", ptr);
const STACK_AT = local("%cuts.stack.at", i32);
const LIMIT = globalRef(STACK_LIMIT, pointerType(1));

/** Instructions of an entry point that set the limit. */
export const SET_STACK_LIMIT: readonly Instruction[] = [
  call(STACK.name, ptr, STACK_SAVE, []),
  cast(STACK_AT.name, "ptrtoint", STACK, i32),
  binary("%cuts.stack.limit", "sub", STACK_AT, int32(CALL_STACK_BYTES)),
  store(local("%cuts.stack.limit", i32), LIMIT),
];

/** Declarations of what the checks call. */
export const STACK_DECLARATIONS: readonly string[] = [
  "declare ptr @llvm.stacksave.p0()",
  "declare i32 @llvm.usub.sat.i32(i32, i32)",
  `declare void ${STACK_OVERFLOW}() noreturn nounwind`,
];

const CLAIM_STACK = "@cuts.claim.stack";

/** The function that those with locals of variable size call before they take them. */
export const CLAIM_STACK_FUNCTION: IrFunction =
  onlyFunction(`define internal void ${CLAIM_STACK}(i64 %bytes) noinline nounwind {
  %stack = call ptr @llvm.stacksave.p0()
  %at = ptrtoint ptr %stack to i32
  %limit = load i32, ptr addrspace(1) ${STACK_LIMIT}
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
`);

function onlyFunction(text: string): IrFunction {
  const [f] = parseModule(text).functions;
  if (f === undefined) throw new Error("internal: no function to read");
  return f;
}

/** Whether a function takes room on the stack of a size that is known only when it runs. */
export function hasVariableLocals(f: { readonly blocks: readonly Block[] }): boolean {
  return hasInstruction(f, isVariableLocal);
}

/** The blocks with a claim before each local of variable size. */
export function claimVariableLocals(blocks: readonly Block[], layout: Layout): readonly Block[] {
  return mapBlocks(blocks, (i) => {
    if (!isVariableLocal(i)) return i;
    const { count } = i;
    const wide = count.type === i64 ? count : local(`${i.result}.count`, i64);
    const bytes = local(`${i.result}.bytes`, i64);
    return [
      ...(count.type === i64 ? [] : [cast(wide.name, "zext", count, i64)]),
      binary(bytes.name, "mul", wide, int(i64, layout.sizeOf(i.allocated))),
      call(undefined, voidType, CLAIM_STACK, [bytes]),
      i,
    ];
  });
}

/** The function with a check at its start, if it takes room on the stack. */
export function limitStack(f: IrFunction): IrFunction {
  const [first, ...others] = f.blocks;
  if (!first || !takesStack(f)) return f;
  // Locals stay in the first block: anywhere else they would be taken anew each time.
  const guard: Block = {
    label: "%cuts.guard",
    instructions: [
      ...first.instructions.filter(isFixedLocal),
      call(STACK.name, ptr, STACK_SAVE, []),
      cast(STACK_AT.name, "ptrtoint", STACK, i32),
      load("%cuts.stack.limit", i32, LIMIT),
      icmp("%cuts.stack.full", "ult", STACK_AT, local("%cuts.stack.limit", i32)),
      branch(local("%cuts.stack.full", i1), "%cuts.overflow", first.label),
    ],
  };
  const overflow: Block = {
    label: "%cuts.overflow",
    instructions: [call(undefined, voidType, STACK_OVERFLOW, []), unreachable()],
  };
  const rest = { label: first.label, instructions: first.instructions.filter((i) => !isFixedLocal(i)) };
  return { ...f, blocks: [guard, rest, ...others, overflow] };
}

/** Throws UnsupportedError for a function with more locals than a thread may have. */
export function refuseLargeLocals(f: IrFunction, layout: Layout): void {
  let bytes = 0;
  for (const i of instructionsOf(f)) if (isFixedLocal(i)) bytes += layout.sizeOf(i.allocated);
  if (bytes <= MAX_LOCAL_BYTES) return;
  throw new UnsupportedError(
    "CUTS_CPU_LOCAL_MEMORY",
    `Cannot compile ${plainName(f.name)}: a thread has at most ${MAX_LOCAL_BYTES} bytes of local variables, as in CUDA (got ${bytes})\nTry: an array in global memory, or a smaller one.`,
  );
}

function takesStack(f: IrFunction): boolean {
  return hasInstruction(f, (i) => i.op === "alloca" || (i.op === "call" && i.args.some(isByValue)));
}

function isByValue({ attributes }: Argument): boolean {
  return attributes.some((text) => text.startsWith("byval("));
}

/** `alloca T, i32 %n`: of a number of them that is only known when it runs. */
function isVariableLocal(i: Instruction): i is Alloca & { readonly count: Local } {
  return i.op === "alloca" && i.count?.kind === "local";
}

/** `alloca T, align n`: of one T. */
function isFixedLocal(i: Instruction): i is Alloca {
  return i.op === "alloca" && !isVariableLocal(i);
}
