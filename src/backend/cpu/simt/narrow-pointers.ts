// Code with pointers of 8 bytes for a memory with 32-bit addresses. In memory, in structs and as parameters a pointer has 8 bytes,
// as with nvcc; as a value it has 4, so that clang for wasm32 compiles the rest, and addresses cost what they cost there. A
// pointer that is read from memory or made of a number and does not fit into 4 bytes gives an address that nothing has, and so
// does an index of 64 bits that leads further than memory can reach (far-addresses.ts).
//
// It must see clang's first IR: there an index is what the source has, and no pass has made other things of pointers yet.

import type { Layout } from "../../../compiler/ir/layout.js";
import { FarGuard, POISON } from "./far-addresses.js";
import type { IrModule } from "../../../compiler/ir/module.js";
import { LOCAL_NAME } from "./ir.js";
import { matching, splitTop } from "./text-parts.js";
import { containsPointer, wideConstant, wideType } from "./wide-pointers.js";
import { layoutOf, leadingType, sizeOf } from "./value-type.js";

/** Says in IR that pointers in memory have 8 bytes where those of the target have 4. */
const WIDE_IN_MEMORY = "cuts.lp64";
/** printf of kernels whose `long` and pointers have 8 bytes. */
const WIDE_PRINTF = "@__cuts_printf_lp64";
const ADDRESSES = 2 ** 32;

const NAME = String.raw`%(?:"[^"]*"|[-\w$.]+)`;
const ALLOCA = new RegExp(`^  (${NAME}) = alloca (.*)$`);
const LOAD = new RegExp(`^  (${NAME}) = load ((?:atomic |volatile )*)ptr, (ptr .*)$`);
const STORE = /^ {2}store ((?:atomic |volatile )*)(ptr .*)$/;
const ADDRESS = new RegExp(`^  (${NAME}) = getelementptr ((?:[a-z]+ )*)(.*?)((?:, ![\\w.]+ !\\d+)*)$`);
const FROM_NUMBER = new RegExp(`^  (${NAME}) = inttoptr (i\\d+) (\\S+) to ptr\\b`);
const EXTENDED = new RegExp(`^  (${NAME}) = [sz]ext (?:nneg )?i(?:1|8|16|32) `);
const NEGATED = new RegExp(`^  (${NAME}) = sub (?:nuw |nsw )*i64 0, (${NAME})`);
/** Metadata that only loads of pointers can have. */
const OF_POINTERS = /, !(?:nonnull|align|dereferenceable|dereferenceable_or_null) !\d+/g;
/** What is not translated. */
const UNKNOWN =
  /<\d+ x ptr>|\{[^()]*\bptr\b[^()]*\}|\b(?:load|store) (?:atomic |volatile )*ptr addrspace|\b(?:cmpxchg|atomicrmw)\b.*, ptr (?!.*addrspace)|\bva_arg\b|@llvm\.ptrmask\b/;

/**
 * IR of clang's for 64-bit addresses as IR for wasm32 whose pointers have 8 bytes in memory; undefined where it has something that
 * is not translated here. `isExact` has every index lead nowhere that would wrap, also one of 32 bits.
 */
export function narrowPointers(ir: string, isExact = false): string | undefined {
  const types = new Map(
    Array.from(
      ir.matchAll(/^(%(?:"[^"]*"|[-\w$.]+)) = type (.*)$/gm),
      ([, name = "", body = ""]) => [name, body] as const,
    ),
  );
  const narrowing = new Narrowing(types, isExact);
  const lines = ir.split("\n");
  const out: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (!line.startsWith("define ")) {
      out.push(narrowing.outside(line));
      continue;
    }
    const end = lines.indexOf("}", i);
    const body = narrowing.body(lines.slice(i + 1, end));
    if (body === undefined) return undefined;
    out.push(line, ...body, "}");
    i = end;
  }
  return [...out, ...narrowing.declarations(ir), `!${WIDE_IN_MEMORY} = !{}`, ""].join("\n");
}

/** Whether pointers have 8 bytes as parameters, whatever they have as values. */
export function hasWideParameters({ metadata }: IrModule): boolean {
  return metadata.named.has(WIDE_IN_MEMORY);
}

/** The same for code of our own, which has nothing of that. */
export function narrowed(ir: string, what: string): string {
  const narrow = narrowPointers(ir);
  if (narrow === undefined) throw new Error(`internal: ${what} cannot be narrowed to 32-bit addresses`);
  return narrow;
}

class Narrowing {
  readonly #types: ReadonlyMap<string, string>;
  readonly #layout: Layout;
  readonly #guard: FarGuard;
  readonly #isExact: boolean;
  /** Variables of the function that are pointers and whose address nobody has: they need not be 8 bytes wide. */
  #plain: ReadonlySet<string> = new Set();
  /** Numbers of 64 bits in the function that are as small as ones of 32. */
  #small = new Set<string>();
  #count = 0;
  #usesMinimum = false;

  constructor(types: ReadonlyMap<string, string>, isExact: boolean) {
    this.#types = types;
    this.#layout = layoutOf(types, 8);
    this.#isExact = isExact;
    this.#guard = new FarGuard();
  }

  /** A line that is in no function. */
  outside(line: string): string {
    if (line.startsWith("target datalayout")) return line.replace("-p:64:64-", "-p:32:32-");
    if (line.startsWith("target triple")) return line.replace("wasm64", "wasm32");
    if (line.startsWith("%")) return wideType(line);
    if (line.startsWith("declare ") && line.includes(" @__cuts_malloc("))
      return line.replace("@__cuts_malloc(i64", "@__cuts_malloc(i32");
    if (line.startsWith("@") && !line.startsWith("@llvm.")) return this.#global(line);
    return renamed(line);
  }

  /** What the functions use beside what was there. */
  declarations(ir: string): string[] {
    const minimum = "declare i64 @llvm.umin.i64(i64, i64)";
    return [
      ...this.#guard.declarations(ir),
      ...(this.#usesMinimum && !ir.includes("@llvm.umin.i64(i64,") ? [minimum] : []),
    ];
  }

  /** The lines of a function; undefined if one of them is not known. */
  body(lines: readonly string[]): string[] | undefined {
    this.#plain = plainVariables(lines);
    this.#small = new Set();
    const out: string[] = [];
    for (const line of lines) {
      if (!/^ {2}[%a-z]/.test(line)) {
        out.push(line);
        continue;
      }
      const narrow = this.#instruction(renamed(line));
      if (narrow.some((text) => UNKNOWN.test(text)) || this.#isAggregate(line)) return undefined;
      out.push(...narrow);
    }
    return out;
  }

  #global(text: string): string {
    const line = narrowConstants(text);
    const [, head = "", rest = ""] =
      /^(@(?:"[^"]*"|[-\w$.]+) = .*?\b(?:global|constant) )(.*)$/.exec(line) ?? [];
    const type = leadingType(rest);
    if (!containsPointer(type, this.#types)) return line;
    const [value = "", ...attributes] = splitTop(rest.slice(type.length));
    const wide =
      value === "" ? { type: wideType(type), value } : wideConstant(type, value, this.#types, this.#layout);
    return `${head}${[`${wide.type} ${wide.value}`.trim(), ...attributes].join(", ")}`;
  }

  #instruction(line: string): string[] {
    const small = EXTENDED.exec(line)?.[1];
    if (small !== undefined) this.#small.add(small);
    const [, negated, positive] = NEGATED.exec(line) ?? [];
    if (negated !== undefined && this.#small.has(positive as string)) this.#small.add(negated);
    const constants = narrowConstants(line);
    const load = LOAD.exec(constants);
    if (load) return this.#load(constants, load as unknown as [string, string, string, string]);
    const store = STORE.exec(constants);
    if (store) return this.#store(constants, store as unknown as [string, string, string]);
    const alloca = ALLOCA.exec(constants);
    if (alloca) {
      const [, name = "", rest = ""] = alloca;
      const type = leadingType(rest);
      return this.#plain.has(name)
        ? [constants]
        : [`  ${name} = alloca ${wideType(type)}${rest.slice(type.length)}`];
    }
    const address = ADDRESS.exec(constants);
    if (address) return this.#address(address as unknown as [string, string, string, string, string]);
    const [, pointer, type, value] = FROM_NUMBER.exec(constants) ?? [];
    if (pointer !== undefined && type !== undefined && value !== undefined)
      return this.#guard.fromNumber(constants, pointer, { type, value });
    if (constants.includes(" call ") || constants.startsWith("  call ")) return this.#call(constants);
    return [constants];
  }

  #load(line: string, [, name, how, rest]: readonly [string, string, string, string]): string[] {
    const [from = ""] = splitTop(rest);
    if (this.#plain.has(from.slice("ptr ".length))) return [line];
    const wide = this.#fresh();
    return [
      `  ${wide} = load ${how}i64, ${rest.replace(OF_POINTERS, "")}`,
      `  ${wide}.at = inttoptr i64 ${wide} to ptr`,
      `  ${wide}.fits = icmp ult i64 ${wide}, ${ADDRESSES}`,
      `  ${name} = select i1 ${wide}.fits, ptr ${wide}.at, ptr ${POISON}`,
    ];
  }

  #store(line: string, [, how, rest]: readonly [string, string, string]): string[] {
    const [value = "", to = "", ...more] = splitTop(rest);
    if (this.#plain.has(to.slice("ptr ".length))) return [line];
    const wide = this.#fresh();
    return [
      `  ${wide} = ptrtoint ${value} to i64`,
      `  store ${how}${[`i64 ${wide}`, to, ...more].join(", ")}`,
    ];
  }

  #address([, name, flags, text, metadata]: readonly [string, string, string, string, string]): string[] {
    const [type = "", ...rest] = splitTop(text);
    const constant = /^i64 (-?\d+)$/.exec(rest[1] ?? "")?.[1];
    if (constant !== undefined && rest.length === 2) {
      const moved = Number(constant) * sizeOf(type, this.#layout);
      // Of 32 bits that would be a move to and fro, which the optimiser may take the flags to exclude: `x + 2600000000 > x` would be false.
      if (Math.abs(moved) >= 2 ** 31) {
        const to = Math.abs(moved) < ADDRESSES ? `${rest[0]}, i64 ${constant}` : `ptr ${POISON}, i64 0`;
        return [`  ${name} = getelementptr ${wideType(type)}, ${to}${metadata}`];
      }
    }
    const line = `  ${name} = getelementptr ${flags}${[wideType(type), ...rest].join(", ")}${metadata}`;
    const index = new RegExp(`^i64 (${NAME})$`).exec(rest.at(-1) ?? "")?.[1];
    if (index === undefined || (this.#small.has(index) && !this.#isExact)) return [line];
    const element = rest.length === 2 ? type : type.replace(/^\[\d+ x (.*)\]$/, "$1");
    const size = sizeOf(element, this.#layout);
    const whole = { type: "i64", value: index };
    return this.#guard[this.#isExact ? "exact" : "indexed"](line, name, whole, size);
  }

  // Pointers among variable arguments are as wide as in memory, for they are passed there.
  #call(line: string): string[] {
    if (line.includes("@__cuts_malloc(i64")) return this.#malloc(line);
    const signature = /\(([^()]*), \.\.\.\) @/.exec(line);
    if (!signature) return [line];
    const open = line.indexOf("(", signature.index + signature[0].length);
    const close = matching(line, open);
    const fixed = splitTop(signature[1] as string).length;
    const before: string[] = [];
    const values = splitTop(line.slice(open + 1, close)).map((value, i) => {
      if (i < fixed || leadingType(value) !== "ptr") return value;
      const wide = this.#fresh();
      before.push(
        `  ${wide} = ptrtoint ptr ${value.replace(/^ptr (?:noundef |nonnull |align \d+ |dereferenceable\(\d+\) )*/, "")} to i64`,
      );
      return `i64 ${wide}`;
    });
    return [...before, `${line.slice(0, open + 1)}${values.join(", ")}${line.slice(close)}`];
  }

  // The host's heap takes a size of 32 bits; there is never as much as the largest.
  #malloc(line: string): string[] {
    this.#usesMinimum = true;
    const wide = this.#fresh();
    const size = /@__cuts_malloc\(i64 (?:noundef )?([^)]*)\)/.exec(line)?.[1];
    return [
      `  ${wide}.wide = call i64 @llvm.umin.i64(i64 ${size}, i64 ${ADDRESSES - 1})`,
      `  ${wide} = trunc i64 ${wide}.wide to i32`,
      line.replace(/@__cuts_malloc\(i64 [^)]*\)/, `@__cuts_malloc(i32 ${wide})`),
    ];
  }

  // A struct as a value has pointers as values.
  #isAggregate(line: string): boolean {
    const [, text] = /^ {2}%\S+ = (?:insertvalue|extractvalue) (.*)$/.exec(line) ?? [];
    return text !== undefined && containsPointer(leadingType(text), this.#types);
  }

  #fresh(): string {
    return `%wide.${this.#count++}`;
  }
}

function plainVariables(lines: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of lines) {
    const [, name, type] = ALLOCA.exec(line) ?? [];
    if (name !== undefined && /^ptr(?:, align \d+)?$/.test(type as string)) found.add(name);
  }
  if (found.size === 0) return found;
  for (const line of lines) {
    if (ALLOCA.test(line) || /@llvm\.(?:lifetime|va_start|va_end|va_copy)\b|#dbg_/.test(line)) continue;
    const isLoad = LOAD.test(line);
    const isStore = STORE.test(line);
    const names = line.match(LOCAL_NAME) ?? [];
    for (const [i, name] of names.entries()) {
      // What is loaded comes after the result; where something is stored, after what is stored.
      const isPlace = isLoad ? i === 1 : isStore && i === names.length - 1 && line.includes(`, ptr ${name},`);
      if (!isPlace) found.delete(name);
    }
  }
  return found;
}

// Types and numbers in constant expressions.
function narrowConstants(line: string): string {
  if (!line.includes("(")) return line;
  let out = line;
  const found = [...line.matchAll(/\bgetelementptr (?:[a-z]+(?:\([^)]*\))? )*\(/g)];
  // From the end, so that the places before stay where they are.
  for (const { index, 0: head } of found.toReversed()) {
    const from = index + head.length;
    const type = leadingType(line.slice(from));
    out = out.slice(0, from) + wideType(type) + out.slice(from + type.length);
  }
  return out.replace(/\binttoptr \(i64 (-?\d+) to ptr\)/g, (text, value: string) =>
    BigInt.asUintN(64, BigInt(value)) < BigInt(ADDRESSES) ? text : POISON,
  );
}

function renamed(line: string): string {
  return line.includes("@__cuts_printf") ? line.replace("@__cuts_printf(", `${WIDE_PRINTF}(`) : line;
}
