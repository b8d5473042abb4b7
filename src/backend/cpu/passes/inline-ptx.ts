// Before: device code may have inline PTX. After: the few instructions that programs use most are IR, and the module declares what that IR calls.
// Empty inline assembly, which only keeps the compiler from moving code, stays. The first statement that is none of these is handed back to the
// caller, which translates it (ptx/lower-ptx.ts) or says where it stands.

import { binary, call, fence } from "../../../compiler/ir/builder.js";
import { declaration, withDeclarations } from "../../../compiler/ir/declaration.js";
import { type Binary, type Call, calleeOf, type Instruction } from "../../../compiler/ir/instruction.js";
import { type IrFunction, type IrModule, mapInstructions } from "../../../compiler/ir/module.js";
import { i1, i32, voidType } from "../../../compiler/ir/type.js";
import { int, int32, local, type InlineAsm, type Value } from "../../../compiler/ir/value.js";
import { ownTable } from "../../../core/own-table.js";
import { BARRIER } from "./simt/abi.js";
import { debugOf } from "./source-places.js";

/** A module without the inline PTX that is known. */
export interface LoweredPtx {
  readonly module: IrModule;
  /** The first instruction that is not known, and the node of its metadata for the place (`!dbg`), if it has one. */
  readonly refused: { readonly text: string; readonly place: string | undefined } | undefined;
}

/** Replaces the inline PTX of a module. */
export function lowerInlinePtx(module: IrModule): LoweredPtx {
  let refused: LoweredPtx["refused"];
  let count = 0;
  const called = new Set<string>();
  const functions = module.functions.map((f) =>
    mapInstructions(f, (i) => {
      const statement = asmOf(i);
      if (statement === undefined) return i;
      const ptx = readable(statement.template);
      if (ptx === "") return i;
      const lowered = lowerInstruction(ptx, statement.constraints, i, `%ptx.${count++}`);
      if (lowered === undefined) {
        refused ??= { text: ptx.replaceAll("$", "%"), place: debugOf(i) };
        return i;
      }
      for (const one of lowered) called.add(calleeOf(one) ?? "");
      return lowered.map((one) => ({ ...one, metadata: i.metadata.filter(({ kind }) => kind === "dbg") }));
    }),
  );
  if (called.size === 0) return { module, refused };
  const declarations = [...called].filter((name) => name !== "").map(declarationOf);
  return { module: withDeclarations({ ...module, functions }, declarations), refused };
}

/** What an instruction of inline assembly says; undefined for all other instructions. */
export function asmOf(i: Instruction): InlineAsm | undefined {
  return i.op === "call" && i.callee.kind === "asm" ? i.callee : undefined;
}

/** The text of an instruction with single spaces and without what ends it; `$0` is its first operand. */
function readable(template: string): string {
  return plainTemplate(template)
    .replace(/\s+/g, " ")
    .replace(/[\s;]+$/, "")
    .trim();
}

/** A template as the source has it. */
export function plainTemplate(template: string): string {
  return template.replace(/\\([0-9A-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const FENCE = /^(?:membar\.(?:cta|gl|sys)|fence\.(?:sc|acq_rel)\.(?:cta|cluster|gpu|sys))$/;
const WAIT = /^(?:bar|barrier)\.sync(?:\.aligned)? 0$/;
const READ_REGISTER = /^mov\.[usb]32 \$0, %([\w.]+)$/;
const COMPUTE = /^(\w+\.[ub]32) \$0, \$1$/;

const WAITING = { attributes: ["convergent", "nounwind"] } as const;

function lowerInstruction(
  ptx: string,
  constraints: string,
  i: Instruction,
  temporary: string,
): readonly Instruction[] | undefined {
  const inputs = constraints
    .split(",")
    .filter((one) => one !== "~{memory}")
    .join(",");
  if (inputs === "" && FENCE.test(ptx)) return [fence("seq_cst")];
  if (inputs === "" && WAIT.test(ptx)) return [call(undefined, voidType, BARRIER, [], WAITING)];
  if (i.op !== "call" || i.type !== i32 || i.result === undefined) return undefined;
  const register = READ_REGISTER.exec(ptx)?.[1];
  if (register !== undefined && inputs === "=r") return readRegister(register, i.result, temporary);
  const compute = COMPUTE.exec(ptx)?.[1];
  const [operand, ...others] = i.args.map(({ value }) => value);
  if (compute === undefined || operand?.type !== i32 || others.length > 0 || inputs !== "=r,r")
    return undefined;
  return COMPUTATIONS[compute]?.(i.result, operand, temporary);
}

type Computation = (result: string, operand: Value, temporary: string) => readonly Instruction[];

const COMPUTATIONS = ownTable<Computation>({
  // The place of the highest bit; -1 without one.
  "bfind.u32": (r, x, t) => [leadingZeros(t, x), binary(r, "sub", int32(31), local(t, i32))],
  "clz.b32": (r, x) => [leadingZeros(r, x)],
  "popc.b32": (r, x) => [call(r, i32, "@llvm.ctpop.i32", [x])],
  "brev.b32": (r, x) => [call(r, i32, "@llvm.bitreverse.i32", [x])],
});

function leadingZeros(result: string, operand: Value): Call {
  return call(result, i32, "@llvm.ctlz.i32", [operand, int(i1, 0)]);
}

const COORDINATE_REGISTERS = ownTable<string>({
  tid: "tid",
  ntid: "bdim",
  ctaid: "bid",
  nctaid: "gdim",
});

/** The bits of a lane mask, from the bit of the lane itself. */
const LANE_MASKS = ownTable<(result: string, bit: Value, temporary: string) => readonly Instruction[]>({
  lanemask_eq: (r, bit) => [binary(r, "add", bit, int32(0))],
  lanemask_lt: (r, bit) => [binary(r, "sub", bit, int32(1))],
  lanemask_ge: (r, bit) => [binary(r, "sub", int32(0), bit)],
  lanemask_le: (r, bit, t) => [
    binary(`${t}.low`, "sub", bit, int32(1)),
    binary(r, "or", local(`${t}.low`, i32), bit),
  ],
  lanemask_gt: (r, bit, t) => [
    binary(`${t}.high`, "sub", int32(0), bit),
    binary(r, "xor", local(`${t}.high`, i32), bit),
  ],
});

function readRegister(register: string, result: string, t: string): readonly Instruction[] | undefined {
  const [, name = "", axis] = /^(\w+)\.([xyz])$/.exec(register) ?? [];
  const coordinate = COORDINATE_REGISTERS[name];
  if (coordinate !== undefined) return [call(result, i32, `@__cuts_${coordinate}_${axis}`, [])];
  if (register === "smid") return [binary(result, "add", int32(0), int32(0))];
  const rank = local(`${t}.rank`, i32);
  if (register === "laneid") return [...rankOf(t), binary(result, "and", rank, int32(31))];
  if (register === "warpid") return [...rankOf(t), binary(result, "lshr", rank, int32(5))];
  const mask = LANE_MASKS[register];
  if (mask === undefined) return undefined;
  const [lane, bit] = [`${t}.lane`, `${t}.bit`].map((own) => local(own, i32)) as [Value, Value];
  return [
    ...rankOf(t),
    binary(`${t}.lane`, "and", rank, int32(31)),
    binary(`${t}.bit`, "shl", int32(1), lane),
    ...mask(result, bit, t),
  ];
}

/** The thread's number in its block, x fastest, as `rank`. */
function rankOf(t: string): readonly Instruction[] {
  const own = (name: string): Value => local(`${t}.${name}`, i32);
  const combine = (result: string, op: Binary["op"], left: string, right: string): Binary =>
    binary(`${t}.${result}`, op, own(left), own(right));
  return [
    ...["tid_x", "tid_y", "tid_z", "bdim_x", "bdim_y"].map((name) =>
      call(`${t}.${name}`, i32, `@__cuts_${name}`, []),
    ),
    combine("planes", "mul", "tid_z", "bdim_y"),
    combine("rows", "add", "planes", "tid_y"),
    combine("before", "mul", "rows", "bdim_x"),
    combine("rank", "add", "before", "tid_x"),
  ];
}

function declarationOf(name: string): IrFunction {
  if (name === BARRIER) return declaration(name, voidType, [], WAITING.attributes);
  if (name === "@llvm.ctlz.i32") return declaration(name, i32, [i32, i1]);
  return name.startsWith("@llvm.")
    ? declaration(name, i32, [i32])
    : declaration(name, i32, [], ["nounwind", "memory(none)"]);
}
