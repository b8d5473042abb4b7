// Inline PTX of a module that the few instructions of passes/inline-ptx.ts do not cover: it is translated to C++ functions, which are compiled and linked
// to the module. Only modules that have such statements pay for it. After this pass a module has no inline assembly but empty statements.
import { compileDeviceIr } from "../../../compiler/clang/device-ir.js";
import { linkIr } from "../../../compiler/clang/link-ir.js";
import { optimiseIr } from "../../../compiler/clang/optimise-ir.js";
import { alloca, call, cast, insertValue, load } from "../../../compiler/ir/builder.js";
import { declaration, withDeclarations } from "../../../compiler/ir/declaration.js";
import type { Call, Instruction } from "../../../compiler/ir/instruction.js";
import {
  type IrFunction,
  type IrModule,
  mapInstructions,
  withPrologue,
} from "../../../compiler/ir/module.js";
import { i64, ptr, type Type, voidType } from "../../../compiler/ir/type.js";
import { literal, local, type Value } from "../../../compiler/ir/value.js";
import { asmOf, plainTemplate } from "../passes/inline-ptx.js";
import { narrowed } from "../passes/narrow-pointers.js";
import { debugOf } from "../passes/source-places.js";
import { watchAccesses } from "../passes/watch-accesses.js";
import type { WatchFact } from "../passes/watch-facts.js";
import type { PtxStatement } from "./translate-ptx.js";
import { translatePtx } from "./translate-ptx.js";

/** A module without inline PTX, or the instruction that is not known and the node of the metadata that tells its place. */
export type LoweredPtxModule =
  | { readonly module: IrModule }
  | { readonly refused: { readonly text: string; readonly place: string | undefined } };

/** A function that does what a statement does. */
interface Helper {
  readonly code: string;
  readonly declaration: IrFunction;
}

/** Compiles the inline PTX of a module. In watched code it is watched too, which adds to `facts`. */
export async function lowerPtx(
  module: IrModule,
  name: string,
  facts: WatchFact[] | undefined,
): Promise<LoweredPtxModule> {
  const helpers = new Helpers();
  let refused: { readonly text: string; readonly place: string | undefined } | undefined;
  let count = 0;
  const functions = module.functions.map((f): IrFunction => {
    const locals: Instruction[] = [];
    const changed = mapInstructions(f, (i) => {
      const statement = i.op === "call" && refused === undefined ? statementOf(i) : undefined;
      if (i.op !== "call" || statement === undefined) return i;
      const helper = helpers.of(statement);
      if (typeof helper === "string") {
        const text = helper.replaceAll(/\s+/g, " ").replaceAll("$", "%").trim();
        refused = { text, place: debugOf(i) };
        return i;
      }
      const made = callOf(i, statement, helper.declaration.name, `%ptx.${count++}`);
      locals.unshift(...made.locals);
      return made.code;
    });
    return { ...changed, blocks: withPrologue(changed.blocks, locals) };
  });
  if (refused !== undefined) return { refused };
  if (helpers.all.length === 0) return { module };
  const source = ['#include "cuts_ptx.h"', ...helpers.all.map(({ code }) => code)].join("\n");
  const compiled = await compileDeviceIr(source, {
    fileName: "inline-ptx.cu",
    debug: "none",
    isOptimised: false,
  });
  const declared = withDeclarations(
    { ...module, functions },
    helpers.all.map((helper) => helper.declaration),
  );
  const code =
    module.layout.pointerBytes === 8
      ? compiled.module
      : narrowed(compiled.module, "the functions for inline PTX");
  const linked = await linkIr([declared, facts === undefined ? code : watched(code, facts)], name);
  return { module: await optimiseIr(linked, name) };
}

const HELPER_PREFIX = "__cuts_ptx_";

/** The functions that statements become: those that are alike share one. */
class Helpers {
  readonly #byStatement = new Map<string, Helper>();

  get all(): readonly Helper[] {
    return [...this.#byStatement.values()];
  }

  /** The function of a statement, or the text of what is not known in it. */
  of(statement: PtxStatement): Helper | string {
    const key = JSON.stringify(statement);
    const known = this.#byStatement.get(key);
    if (known !== undefined) return known;
    const name = `${HELPER_PREFIX}${this.#byStatement.size}`;
    const translated = translatePtx(statement, name);
    if ("refused" in translated) return translated.refused;
    const made = { code: translated.code, declaration: declarationOf(`@${name}`, statement) };
    this.#byStatement.set(key, made);
    return made;
  }
}

// What these functions do is done where they are called: they have no lines, so that inlining gives their code the line of the
// statement.
function watched(code: IrModule, facts: WatchFact[]): IrModule {
  const { module, facts: own } = watchAccesses(code, facts.length);
  facts.push(...own);
  const functions = module.functions.map((f) =>
    f.name.startsWith(`@${HELPER_PREFIX}`) ? { ...f, attributes: ["alwaysinline", ...f.attributes] } : f,
  );
  return { ...module, functions };
}

function declarationOf(name: string, { outputs, inputs }: PtxStatement): IrFunction {
  const types = [...outputs.map(() => ptr), ...inputs.map(({ type }) => passedAs(type))];
  return declaration(name, voidType, types, ["convergent", "nounwind"]);
}

/** Registers of addresses have 64 bits. */
function passedAs(type: Type): Type {
  return type === ptr ? i64 : type;
}

/** The call of the function that a statement became: it writes its results to locals. */
function callOf(
  { type, args, result, metadata }: Call,
  { outputs }: PtxStatement,
  helper: string,
  prefix: string,
): { readonly locals: readonly Instruction[]; readonly code: readonly Instruction[] } {
  const addresses = outputs.map((_, n) => local(`${prefix}.o${n}`, ptr));
  const locals = outputs.map((output, n) => alloca(`${prefix}.o${n}`, output, 8));
  const code: Instruction[] = [];
  const passed = args.map(({ value }, n): Value => {
    if (value.type !== ptr) return value;
    code.push(cast(`${prefix}.p${n}`, "ptrtoint", value, i64));
    return local(`${prefix}.p${n}`, i64);
  });
  const called = call(undefined, voidType, helper, [...addresses, ...passed]);
  code.push({ ...called, metadata: metadata.filter(({ kind }) => kind === "dbg") });
  if (result === undefined) return { locals, code };
  const [first] = addresses;
  if (type.kind !== "struct") {
    if (first !== undefined) code.push(load(result, type, first));
    return { locals, code };
  }
  let whole: Value = literal(type, "poison");
  for (const [n, output] of outputs.entries()) {
    const next = n === outputs.length - 1 ? result : `${prefix}.w${n}`;
    const value = local(`${prefix}.v${n}`, output);
    code.push(load(value.name, output, local(`${prefix}.o${n}`, ptr)), insertValue(next, whole, value, [n]));
    whole = local(next, type);
  }
  return { locals, code };
}

/** The statement that a call is; undefined for all other calls. An empty statement only keeps the compiler from moving code. */
function statementOf(i: Call): PtxStatement | undefined {
  const asm = asmOf(i);
  if (asm === undefined) return undefined;
  const text = plainTemplate(asm.template).replaceAll("$$", "$");
  if (text.trim() === "") return undefined;
  const constraints = asm.constraints.split(",").filter((one) => one !== "" && !one.startsWith("~"));
  const inputs = constraints.filter((one) => !one.startsWith("="));
  return {
    text,
    outputs: i.type === voidType ? [] : i.type.kind === "struct" ? i.type.members : [i.type],
    inputs: inputs.map((letter, n) => ({
      type: i.args[n]?.value.type ?? voidType,
      starts: /^\d+$/.test(letter) ? Number(letter) : undefined,
    })),
  };
}
