// Instructions of LLVM IR as plain data: one shape for each kind that passes look into, and `raw` for the few that they do not. An instruction
// is never changed; a pass makes another one.

import type { PointerType, Type } from "./type.js";
import type { Value } from "./value.js";

export type Instruction =
  | Load
  | Store
  | GetElementPtr
  | Phi
  | Call
  | Invoke
  | Jump
  | Branch
  | Switch
  | Return
  | Unreachable
  | Compare
  | Binary
  | Negate
  | Cast
  | Select
  | Alloca
  | AtomicRmw
  | CompareExchange
  | Fence
  | ExtractValue
  | InsertValue
  | ExtractElement
  | InsertElement
  | Shuffle
  | Freeze
  | Raw;

/** Metadata of an instruction, such as `!tbaa !7`. */
export interface Attachment {
  readonly kind: string;
  /** `!7`, or a whole node such as `!DILocation(…)`. */
  readonly node: string;
}

interface Common {
  /** The name of the result; undefined where there is none. */
  readonly result: string | undefined;
  readonly metadata: readonly Attachment[];
}

export type Flags = readonly string[];

/** How an atomic access is ordered, as LLVM spells it. */
export interface Atomic {
  readonly ordering: string;
  /** `syncscope("…")`, where the source has one. */
  readonly scope: string | undefined;
}

export interface Load extends Common {
  readonly op: "load";
  readonly type: Type;
  readonly pointer: Value;
  readonly isVolatile: boolean;
  readonly atomic: Atomic | undefined;
  readonly align: number | undefined;
}
export interface Store extends Common {
  readonly op: "store";
  readonly value: Value;
  readonly pointer: Value;
  readonly isVolatile: boolean;
  readonly atomic: Atomic | undefined;
  readonly align: number | undefined;
}
export interface GetElementPtr extends Common {
  readonly op: "getelementptr";
  readonly flags: Flags;
  /** What the first index counts. */
  readonly source: Type;
  readonly base: Value;
  readonly indices: readonly Value[];
}
export interface Incoming {
  readonly value: Value;
  /** The block that control comes from. */
  readonly from: string;
}
export interface Phi extends Common {
  readonly op: "phi";
  readonly flags: Flags;
  readonly type: Type;
  readonly incoming: readonly Incoming[];
}
export interface Argument {
  readonly value: Value;
  /** Such as `noundef` and `byval(%struct.S)`. */
  readonly attributes: readonly string[];
}
export interface Call extends Common {
  readonly op: "call";
  readonly tail: "tail" | "musttail" | "notail" | undefined;
  /** Of floating-point results. */
  readonly flags: Flags;
  readonly convention: string | undefined;
  readonly resultAttributes: readonly string[];
  readonly type: Type;
  /** The types of the parameters with an ellipsis, where the function takes any number of arguments: `(ptr, ...)`. */
  readonly variadic: string | undefined;
  readonly callee: Value;
  readonly args: readonly Argument[];
  /** Attributes of the call: words and groups such as `#3`. */
  readonly attributes: readonly string[];
  readonly bundles: readonly Bundle[];
}
/** Operands of a call that say more about it, such as the handler that it is in: `[ "funclet"(token %1) ]`. */
export interface Bundle {
  readonly tag: string;
  readonly values: readonly Value[];
}
/** A call that may throw; it ends its block. */
export interface Invoke extends Omit<Call, "op" | "tail" | "flags"> {
  readonly op: "invoke";
  /** Where control goes when the function returns. */
  readonly to: string;
  /** Where control goes when it throws. */
  readonly unwind: string;
}
export interface Jump extends Common {
  readonly op: "jump";
  readonly to: string;
}
export interface Branch extends Common {
  readonly op: "branch";
  readonly condition: Value;
  readonly ifTrue: string;
  readonly ifFalse: string;
}
export interface Case {
  readonly value: Value;
  readonly to: string;
}
export interface Switch extends Common {
  readonly op: "switch";
  readonly value: Value;
  readonly otherwise: string;
  readonly cases: readonly Case[];
}
export interface Return extends Common {
  readonly op: "ret";
  readonly value: Value | undefined;
}
export interface Unreachable extends Common {
  readonly op: "unreachable";
}
export interface Compare extends Common {
  readonly op: "icmp" | "fcmp";
  readonly flags: Flags;
  readonly predicate: string;
  readonly left: Value;
  readonly right: Value;
}
export interface Binary extends Common {
  readonly op: BinaryOp;
  readonly flags: Flags;
  readonly left: Value;
  readonly right: Value;
}
export interface Negate extends Common {
  readonly op: "fneg";
  readonly flags: Flags;
  readonly value: Value;
}
export interface Cast extends Common {
  readonly op: CastOp;
  readonly flags: Flags;
  readonly value: Value;
  readonly type: Type;
}
export interface Select extends Common {
  readonly op: "select";
  readonly flags: Flags;
  readonly condition: Value;
  readonly ifTrue: Value;
  readonly ifFalse: Value;
}
export interface Alloca extends Common {
  readonly op: "alloca";
  /** What there is room for; the result is its address. */
  readonly allocated: Type;
  /** How many of them; one where it is left out. */
  readonly count: Value | undefined;
  readonly align: number | undefined;
  readonly type: PointerType;
}
export interface AtomicRmw extends Common {
  readonly op: "atomicrmw";
  readonly operation: string;
  readonly isVolatile: boolean;
  readonly pointer: Value;
  readonly value: Value;
  readonly atomic: Atomic;
  readonly align: number | undefined;
}
export interface CompareExchange extends Common {
  readonly op: "cmpxchg";
  readonly isWeak: boolean;
  readonly isVolatile: boolean;
  readonly pointer: Value;
  readonly expected: Value;
  readonly replacement: Value;
  readonly atomic: Atomic;
  readonly failureOrdering: string;
  readonly align: number | undefined;
}
export interface Fence extends Common {
  readonly op: "fence";
  readonly atomic: Atomic;
}
export interface ExtractValue extends Common {
  readonly op: "extractvalue";
  readonly aggregate: Value;
  readonly path: readonly number[];
}
export interface InsertValue extends Common {
  readonly op: "insertvalue";
  readonly aggregate: Value;
  readonly value: Value;
  readonly path: readonly number[];
}
export interface ExtractElement extends Common {
  readonly op: "extractelement";
  readonly vector: Value;
  readonly index: Value;
}
export interface InsertElement extends Common {
  readonly op: "insertelement";
  readonly vector: Value;
  readonly value: Value;
  readonly index: Value;
}
export interface Shuffle extends Common {
  readonly op: "shufflevector";
  readonly left: Value;
  readonly right: Value;
  readonly mask: Value;
}
export interface Freeze extends Common {
  readonly op: "freeze";
  readonly value: Value;
}
/** An instruction that no pass looks into: its text, with the local values and blocks that it mentions. */
export interface Raw extends Common {
  readonly op: "raw";
  readonly opcode: string;
  /** Text, local values by their names, and blocks by their labels. Their types are not known. */
  readonly parts: readonly (string | RawName)[];
}
export interface RawName {
  readonly kind: "local" | "block";
  readonly name: string;
}

export type BinaryOp = (typeof BINARY_OPS)[number];
export const BINARY_OPS = [
  ...([
    "add",
    "sub",
    "mul",
    "udiv",
    "sdiv",
    "urem",
    "srem",
    "shl",
    "lshr",
    "ashr",
    "and",
    "or",
    "xor",
  ] as const),
  ...(["fadd", "fsub", "fmul", "fdiv", "frem"] as const),
] as const;

export type CastOp = (typeof CAST_OPS)[number];
export const CAST_OPS = [
  ...(["trunc", "zext", "sext", "fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp"] as const),
  ...(["ptrtoint", "ptrtoaddr", "inttoptr", "bitcast", "addrspacecast"] as const),
] as const;

const binaryOps: ReadonlySet<string> = new Set(BINARY_OPS);
const castOps: ReadonlySet<string> = new Set(CAST_OPS);

export function isBinary(i: Instruction): i is Binary {
  return binaryOps.has(i.op);
}

/** Whether an instruction adds; LLVM writes a sum whose parts have no bit in common as an `or`. */
export function isSum(i: Instruction): i is Binary {
  return i.op === "add" || (i.op === "or" && i.flags.includes("disjoint"));
}

export function isCast(i: Instruction): i is Cast {
  return castOps.has(i.op);
}

/** The intrinsic that an instruction calls, without its types: `smax` for `@llvm.smax.i32`; undefined for all other instructions. */
export function intrinsicOf(i: Instruction): string | undefined {
  const callee = calleeOf(i);
  return callee?.startsWith("@llvm.") === true ? callee.split(".")[1] : undefined;
}

/** Whether an access of memory is atomic or volatile. */
export function isOrdered(i: Load | Store): boolean {
  return i.isVolatile || i.atomic !== undefined;
}

/** The function that an instruction calls by its name; undefined for all other instructions. */
export function calleeOf(i: Instruction): string | undefined {
  return (i.op === "call" || i.op === "invoke") && i.callee.kind === "global" ? i.callee.name : undefined;
}
