// Inline PTX of a module that the few instructions of simt/inline-ptx.ts do not cover: it is translated to C++ functions, which are compiled and linked
// to the module. Only modules that have such statements pay for it.
import { compileDeviceIr } from "../../../compiler/clang/device-ir.js";
import { targetOfIr } from "../../../compiler/clang/device-target.js";
import { linkIr } from "../../../compiler/clang/link-ir.js";
import { optimiseIr } from "../../../compiler/clang/optimise-ir.js";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { narrowed } from "../simt/narrow-pointers.js";
import { matching, splitTop } from "../simt/text-parts.js";
import { leadingType } from "../simt/value-type.js";
import { watchAccesses, type WatchFact } from "../simt/watch-accesses.js";
import type { PtxStatement } from "./translate-ptx.js";
import { translatePtx } from "./translate-ptx.js";

/** A module without inline PTX, or the instruction that is not known and the number of the metadata that tells its place. */
export type LoweredPtxModule =
  | { readonly ir: string }
  | { readonly refused: { readonly text: string; readonly place: string | undefined } };

interface AsmCall {
  readonly result: string | undefined;
  readonly resultType: string;
  readonly statement: PtxStatement;
  readonly arguments: readonly { readonly type: string; readonly value: string }[];
  /** Metadata and attributes behind the call that stay. */
  readonly place: string;
}

/** Compiles the inline PTX of a module printed by clang. In watched code it is watched too, which adds to `facts`. */
export async function lowerPtx(
  ir: string,
  name: string,
  facts: WatchFact[] | undefined,
): Promise<LoweredPtxModule> {
  const functions = new Map<
    string,
    { readonly name: string; readonly code: string; readonly head: string }
  >();
  const out: string[] = [];
  /** Where locals of the function go that is read. */
  let entry = 0;
  let count = 0;
  const lines = ir.split("\n");
  for (const [number, line] of lines.entries()) {
    const call = / asm /.test(line) ? readCall(line) : undefined;
    out.push(line);
    if (line.startsWith("define ")) entry = out.length;
    // The label of the first block comes right behind.
    if (out.length === entry + 1 && /^(?:[-\w$.]+|"[^"]*"):/.test(line)) entry = out.length;
    if (call === undefined) continue;
    const key = JSON.stringify(call.statement);
    let known = functions.get(key);
    if (known === undefined) {
      const made = `__cuts_ptx_${functions.size}`;
      const translated = translatePtx(call.statement, made);
      if ("refused" in translated) {
        const text = translated.refused.replaceAll(/\s+/g, " ").replaceAll("$", "%").trim();
        return { refused: { text, place: /!dbg !(\d+)/.exec(line)?.[1] } };
      }
      known = { name: made, code: translated.code, head: declarationOf(made, call.statement) };
      functions.set(key, known);
    }
    out.pop();
    const { locals, code } = callCode(call, known.name, `%ptx.${number}.${count++}`);
    out.push(...code);
    out.splice(entry, 0, ...locals);
  }
  if (functions.size === 0) return { ir };
  const source = ['#include "cuts_ptx.h"', ...[...functions.values()].map(({ code }) => code)].join("\n");
  const helpers = await compileDeviceIr(source, {
    fileName: "inline-ptx.cu",
    debug: "none",
    isOptimised: false,
  });
  const declared = [...out, ...[...functions.values()].map(({ head }) => head), ""].join("\n");
  const code =
    targetOfIr(ir) === "wasm64"
      ? helpers.ir
      : printModule(narrowed(parseModule(helpers.ir), "the functions for inline PTX"));
  const linked = [declared, facts === undefined ? code : watched(code, facts)];
  return { ir: await optimiseIr(await linkIr(linked, name), name) };
}

// What these functions do is done where they are called: they have no lines, so that inlining gives their code the line of the
// statement.
function watched(code: string, facts: WatchFact[]): string {
  const { ir, facts: own } = watchAccesses(code, facts.length);
  facts.push(...own);
  return ir.replace(/^(define .*@__cuts_ptx_\d+\(.*\)) /gm, "$1 alwaysinline ");
}

function declarationOf(name: string, { outputs, inputs }: PtxStatement): string {
  const types = [...outputs.map(() => "ptr"), ...inputs.map(({ type }) => passedAs(type))];
  return `declare void @${name}(${types.join(", ")}) convergent nounwind`;
}

const passedAs = (type: string): string => (type === "ptr" ? "i64" : type);

function callCode(
  { result, resultType, statement, arguments: values, place }: AsmCall,
  name: string,
  prefix: string,
): { readonly locals: readonly string[]; readonly code: readonly string[] } {
  const code: string[] = [];
  const locals = statement.outputs.map((type, n) => `  ${prefix}.o${n} = alloca ${type}, align 8`);
  const passed = values.map(({ type, value }, n) => {
    if (type !== "ptr") return `${type} ${value}`;
    code.push(`  ${prefix}.p${n} = ptrtoint ptr ${value} to i64`);
    return `i64 ${prefix}.p${n}`;
  });
  const addresses = locals.map((_, n) => `ptr ${prefix}.o${n}`);
  code.push(`  call void @${name}(${[...addresses, ...passed].join(", ")})${place}`);
  if (result === undefined) return { locals, code };
  if (!resultType.startsWith("{")) {
    code.push(`  ${result} = load ${resultType}, ptr ${prefix}.o0`);
    return { locals, code };
  }
  let whole = "poison";
  for (const [n, type] of statement.outputs.entries()) {
    const next = n === statement.outputs.length - 1 ? result : `${prefix}.w${n}`;
    code.push(
      `  ${prefix}.v${n} = load ${type}, ptr ${prefix}.o${n}`,
      `  ${next} = insertvalue ${resultType} ${whole}, ${type} ${prefix}.v${n}, ${n}`,
    );
    whole = next;
  }
  return { locals, code };
}

const ATTRIBUTES =
  /^(?:noundef|nonnull|signext|zeroext|returned|nocapture|captures\([^)]*\)|align \d+|dereferenceable(?:_or_null)?\(\d+\)|range\([^)]*\)) /;

function readCall(line: string): AsmCall | undefined {
  const match =
    /^ +(?:(%\S+) = )?(?:tail |notail |musttail )?call (.*?) ?asm (?:sideeffect |alignstack |inteldialect |unwind )*"((?:[^"\\]|\\.)*)", "([^"]*)"\(/.exec(
      line,
    );
  if (!match) return undefined;
  const [whole, result, head = "", escaped = "", constraints = ""] = match;
  const text = escaped
    .replaceAll(/\\([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("$$", "$");
  // An empty statement only keeps the compiler from moving code.
  if (text.trim() === "") return undefined;
  const open = whole.length - 1;
  const close = matching(line, open);
  const values = splitTop(line.slice(open + 1, close)).map((argument) => {
    const type = leadingType(argument);
    let value = argument.slice(type.length).trim();
    while (ATTRIBUTES.test(value)) value = value.replace(ATTRIBUTES, "");
    return { type, value };
  });
  const letters = splitTop(constraints).filter((one) => !one.startsWith("~"));
  const inputs = letters.filter((one) => !one.startsWith("="));
  const resultType = /(\{.*\}|\w+)$/.exec(head.trim())?.[1] ?? "void";
  return {
    result,
    resultType,
    arguments: values,
    place: /, !dbg !\d+/.exec(line)?.[0] ?? "",
    statement: {
      text,
      outputs:
        resultType === "void"
          ? []
          : resultType.startsWith("{")
            ? splitTop(resultType.slice(1, -1)).map((type) => type.trim())
            : [resultType],
      inputs: inputs.map((letter, n) => ({
        type: values[n]?.type ?? "",
        starts: /^\d+$/.test(letter) ? Number(letter) : undefined,
      })),
    },
  };
}
