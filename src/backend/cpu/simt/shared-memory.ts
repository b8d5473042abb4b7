// `__shared__` variables. They come as globals (address-spaces.ts tells which); here they become offsets from a base that each worker has for the block it runs. All `extern __shared__` arrays
// are one address, behind the static ones, as in CUDA.

import type { Block, IrModule } from "./ir.js";
import { GLOBAL_NAME, instruction, textOf } from "./ir.js";
import { plainName, withPrologue } from "../../../compiler/ir/module.js";
import { matching, splitTop } from "./text-parts.js";
import { leadingType } from "./value-type.js";

export interface SharedLayout {
  /** Offset of each static variable, by `@name`. */
  readonly offsets: ReadonlyMap<string, number>;
  /** Names of `extern __shared__` arrays. */
  readonly dynamic: ReadonlySet<string>;
  /** Bytes of all static variables, a multiple of 16. */
  readonly byteLength: number;
  /** How many of them are only there to keep variables apart. */
  readonly gapBytes: number;
  /** The static variables with their sizes. */
  readonly variables: readonly SharedVariable[];
}

export interface SharedVariable {
  readonly name: string;
  readonly offset: number;
  readonly byteLength: number;
}

/** Between variables of code that is watched, so that one past the end of one is not the start of the next. */
const GAP_BYTES = 16;

/** Name of the base address of the block's shared memory in a kernel. */
export const SHARED_BASE = "%cuts.shared";
/** Name of the address where dynamic shared memory starts. */
export const DYNAMIC_BASE = "%cuts.dynamic";

/** Lays out the `__shared__` variables in `used`; each kernel gets its own layout. */
export function layOutShared(module: IrModule, used: ReadonlySet<string>, isApart = false): SharedLayout {
  const offsets = new Map<string, number>();
  const dynamic = new Set<string>();
  const variables: SharedVariable[] = [];
  let end = 0;
  /** Where it would end without gaps. */
  let plainEnd = 0;
  for (const global of module.globals) {
    if (!used.has(global.name)) continue;
    if (global.linkage === "external") {
      dynamic.add(global.name);
      continue;
    }
    const align = global.align ?? module.layout.alignOf(global.type);
    end = Math.ceil(end / align) * align;
    offsets.set(global.name, end);
    const byteLength = module.layout.sizeOf(global.type);
    variables.push({ name: plainName(global.name), offset: end, byteLength });
    end += byteLength + (isApart ? GAP_BYTES : 0);
    plainEnd = Math.ceil(plainEnd / align) * align + byteLength;
  }
  const whole = (bytes: number): number => Math.ceil(bytes / 16) * 16;
  return { offsets, dynamic, byteLength: whole(end), gapBytes: whole(end) - whole(plainEnd), variables };
}

/** Replaces references to shared variables by values computed in the first block. */
export function replaceSharedReferences(blocks: readonly Block[], shared: SharedLayout): readonly Block[] {
  if (shared.offsets.size === 0 && shared.dynamic.size === 0) return blocks;
  const isSharedName = (name: string): boolean => shared.offsets.has(name) || shared.dynamic.has(name);
  const made = new Map<string, string>();
  const prologue: { result: string; text: string }[] = [];
  const make = (key: string, text: string): string => {
    const known = made.get(key);
    if (known) return known;
    const result = `%cuts.sm.${made.size}`;
    made.set(key, result);
    prologue.push({ result, text });
    return result;
  };
  const address = (name: string): string => {
    const offset = shared.offsets.get(name);
    return offset === undefined
      ? DYNAMIC_BASE
      : make(name, `getelementptr inbounds i8, ptr ${SHARED_BASE}, i32 ${offset}`);
  };
  const rewrite = (text: string): string => {
    const expanded = expandConstantExpressions(text, isSharedName, (expression) =>
      make(expression, rewrite(asInstruction(expression))),
    );
    return expanded.replace(GLOBAL_NAME, (name) => (isSharedName(name) ? address(name) : name));
  };
  const out = blocks.map((block) => ({
    label: block.label,
    instructions: block.instructions.map((i) =>
      (textOf(i).match(GLOBAL_NAME) ?? []).some(isSharedName) ? instruction(i.result, rewrite(textOf(i))) : i,
    ),
  }));
  return withPrologue(
    out,
    prologue.map((p) => instruction(p.result, p.text)),
  );
}

// `getelementptr inbounds (T, ptr @x, i32 4)` inside an operand becomes an instruction of its own.
function expandConstantExpressions(
  text: string,
  matters: (name: string) => boolean,
  replace: (expression: string) => string,
): string {
  const head =
    /\b(?:getelementptr|ptrtoint|ptrtoaddr|inttoptr|bitcast|addrspacecast|add|sub|trunc)(?: (?:inbounds|nuw|nsw|nusw))* \(/g;
  let out = "";
  let from = 0;
  for (let match = head.exec(text); match; match = head.exec(text)) {
    const open = match.index + match[0].length - 1;
    const close = matching(text, open);
    const expression = text.slice(match.index, close + 1);
    if ((expression.match(GLOBAL_NAME) ?? []).some(matters)) {
      out += text.slice(from, match.index) + replace(expression);
      from = close + 1;
    }
    head.lastIndex = close + 1;
  }
  return out + text.slice(from);
}

function asInstruction(expression: string): string {
  const open = expression.indexOf("(");
  const inner = expression.slice(open + 1, -1);
  const [left, right] = splitTop(inner);
  // As an instruction, arithmetic has its type once: `add i32 %a, 4`.
  const isArithmetic = /^(add|sub)\b/.test(expression);
  const operands = isArithmetic ? `${left}, ${right?.slice(leadingType(right).length).trim()}` : inner;
  return `${expression.slice(0, open).trim()} ${operands}`;
}
