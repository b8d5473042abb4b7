// Replaces thread_local variables in host code. LLVM makes such a variable one that all threads share on this target. After this pass
// each use of one is a call that returns the thread's own variable (include/cuts/program/threads.cpp).

import { call, variable } from "../ir/builder.js";
import { declaration, withDeclarations } from "../ir/declaration.js";
import { calleeOf, type Instruction } from "../ir/instruction.js";
import { type IrFunction, type IrGlobal, type IrModule, mapInstructions, plainName } from "../ir/module.js";
import { globalsOf, mapOperands } from "../ir/operands.js";
import { printInstruction } from "../ir/print.js";
import { i64, ptr, structType, type Type } from "../ir/type.js";
import { globalRef, type GlobalRef, int, int32, literal, local, type Value } from "../ir/value.js";

const THREADS_OWN = "@__cuts_thread_local";
const ADDRESS_OF = "@llvm.threadlocal.address.p0";
/** Size, alignment, the number that a thread knows it by, and the value that it starts with. */
const RECORD = structType([i64, i64, i64, ptr]);
const DEFAULT_ALIGNMENT = 16;

/** Whether a source, or a header of it, has variables of threads. */
export function hasThreadLocals(text: string): boolean {
  return /\b(?:thread_local|__thread|_Thread_local)\b/.test(text);
}

/** Host code in which each thread has its own variables. */
export function separateThreadLocals(module: IrModule): IrModule {
  const variables = module.globals.filter(isThreadLocal);
  if (variables.length === 0) return module;
  const names = new Set(variables.map(({ name }) => name));
  let count = 0;
  const functions = module.functions.map(
    (f): IrFunction =>
      mapInstructions(f, (i) => {
        if (calleeOf(i) === ADDRESS_OF) return ownAddress(i);
        // Where clang initialises and ends a variable it mentions it as if it were any other.
        const own = new Map<string, string>();
        for (const name of globalsOf(i)) {
          if (names.has(name) && !own.has(name)) own.set(name, `%cuts.own.${count++}`);
        }
        if (own.size === 0) return i;
        const calls = Array.from(own, ([name, value]) => call(value, ptr, THREADS_OWN, [recordOf(name)]));
        return [...calls, withOwn(i, own)];
      }),
  );
  const globals = [
    ...module.globals.map((g) =>
      isThreadLocal(g) ? { ...g, specifiers: g.specifiers.filter((word) => !isMark(word)) } : g,
    ),
    ...variables.map(recordVariable),
  ];
  return withDeclarations({ ...module, functions, globals }, [declaration(THREADS_OWN, ptr, [ptr])]);
}

function isThreadLocal({ specifiers }: IrGlobal): boolean {
  return specifiers.some(isMark);
}

/** `thread_local`, also with a model. */
function isMark(word: string): boolean {
  return word === "thread_local" || word.startsWith("thread_local(");
}

/** The address of a variable, as clang asks for it. */
function ownAddress(i: Instruction): Instruction {
  const variable = i.op === "call" ? i.args[0]?.value : undefined;
  if (i.op !== "call" || variable?.kind !== "global") return i;
  return {
    ...i,
    tail: undefined,
    resultAttributes: [],
    callee: globalRef(THREADS_OWN),
    args: [{ value: recordOf(variable.name), attributes: [] }],
  };
}

function withOwn(i: Instruction, own: ReadonlyMap<string, string>): Instruction {
  return mapOperands(i, (value) => {
    if (value.kind === "expression" && value.operands.some((one) => one.kind === "local"))
      throw new Error(
        `internal: a thread-local variable is used in a constant expression: ${printInstruction(i)}`,
      );
    const name = value.kind === "global" ? own.get(value.name) : undefined;
    return name === undefined ? value : local(name, ptr);
  });
}

function recordOf(name: string): GlobalRef {
  return globalRef(`@"__cuts_thread_local.${plainName(name)}"`);
}

const LINKAGES: ReadonlySet<string | undefined> = new Set(
  "external internal linkonce_odr linkonce weak_odr weak common".split(" "),
);

function recordVariable({ name, linkage, type, align = DEFAULT_ALIGNMENT }: IrGlobal): IrGlobal {
  const elements = [sizeOf(type), int(i64, align), int(i64, 0), globalRef(name)];
  return variable({
    name: recordOf(name).name,
    linkage: LINKAGES.has(linkage) ? linkage : undefined,
    type: RECORD,
    value: linkage === "external" ? undefined : { kind: "aggregate", type: RECORD, elements },
  });
}

/** Bytes of a type, as a constant that LLVM works out. */
function sizeOf(source: Type): Value {
  const end: Value = {
    kind: "expression",
    type: ptr,
    op: "getelementptr",
    flags: [],
    source,
    operands: [literal(ptr, "null"), int32(1)],
  };
  return { kind: "expression", type: i64, op: "ptrtoint", flags: [], operands: [end] };
}
