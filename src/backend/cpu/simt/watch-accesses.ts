// Puts calls into a kernel's code that tell of each access to memory before it happens, of each wait, and of each variable of
// a thread that has elements. It must see clang's first IR, in which an index is what the source has and nothing was moved.
// The call gives the address to use instead: whoever watches can lead a wild access where it does no harm.
//
// A variable whose address nobody takes is a value, not memory: it is left alone, and the passes make a register of it.

import type { Layout } from "../../../compiler/ir/layout.js";
import { BARRIER, BARRIER_REDUCE, GRID_BARRIER, KERNEL_ATTRIBUTE, WARP_OP } from "./abi.js";
import { reachCondition } from "./far-addresses.js";
import { matching, splitTop } from "./text-parts.js";
import { layoutOf, leadingType, sizeOf } from "./value-type.js";
import { WATCH_DECLARATIONS, WATCH_FUNCTIONS } from "./watch-calls.js";
import type { VisitFact } from "./watch-visits.js";

/** What is known of a call of watched code when it is put in. */
export type WatchFact =
  | {
      readonly is: "access";
      readonly how: "read" | "write" | "atomic" | "copy";
      readonly bytes: number;
      readonly align: number;
      readonly isVolatile?: boolean;
      /** How an atomic load or store is ordered, as LLVM says it. */
      readonly order?: string;
    }
  | { readonly is: "local"; readonly bytes: number; readonly name: string }
  | { readonly is: "wait"; readonly kind: "barrier" | "reduce" | "grid" | "warp" | "fence" }
  | { readonly is: "overflow" | "exit" }
  | VisitFact;

export interface WatchedIr {
  readonly ir: string;
  readonly facts: readonly WatchFact[];
}

const NAME = String.raw`%(?:"[^"]*"|[-\w$.]+)`;
const ACCESS = new RegExp(`^  (?:${NAME} = )?(load|store|atomicrmw|cmpxchg) `);
const DEFINED = new RegExp(`^  (${NAME}) = (.*)$`);
const MEMORY = /^ {2}(?:tail )?call void @llvm\.(memcpy|memmove|memset)\b/;
const DEBUG = /, !dbg !\d+/;
const ORDERED = /\b(monotonic|acquire|release|acq_rel|seq_cst)\b/;

/** Puts the calls into all functions of a module, whose facts are numbered from `firstFact` on. */
export function watchAccesses(ir: string, firstFact = 0): WatchedIr {
  const named = new Map(
    Array.from(
      ir.matchAll(/^(%(?:"[^"]*"|[-\w$.]+)) = type (.*)$/gm),
      ([, name = "", body = ""]) => [name, body] as const,
    ),
  );
  const types = layoutOf(named, ir.includes('target triple = "wasm64') ? 8 : 4);
  const kernelGroups = new Set(
    Array.from(ir.matchAll(/^attributes (#\d+) = \{(.*)\}$/gm), ([, name = "", text = ""]) =>
      text.includes(KERNEL_ATTRIBUTE) ? name : "",
    ),
  );
  const facts = new Facts(firstFact);
  // What the compiler's own checks are marked by would only be in the way of the pass.
  const lines = ir.replace(/, !nosanitize !\d+/g, "").split("\n");
  const out: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    out.push(line);
    if (!line.startsWith("define ")) continue;
    const end = lines.indexOf("}", i);
    const isKernel = (line.match(/#\d+/g) ?? []).some((group) => kernelGroups.has(group));
    out.push(...new FunctionWatch(line, lines.slice(i + 1, end), types, facts, isKernel).lines(), "}");
    i = end;
  }
  return { ir: [...out, ...WATCH_DECLARATIONS, ""].join("\n"), facts: facts.all };
}

class Facts {
  readonly all: WatchFact[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #first: number;

  constructor(first: number) {
    this.#first = first;
  }

  number(fact: WatchFact): number {
    const key = JSON.stringify(fact);
    const number = this.#numbers.get(key) ?? this.#first + this.all.push(fact) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}

class FunctionWatch {
  readonly #body: readonly string[];
  readonly #types: Layout;
  readonly #facts: Facts;
  readonly #isKernel: boolean;
  readonly #definitions = new Map<string, string>();
  /** Variables of the function, and records that it has by value. */
  readonly #own = new Set<string>();
  #count = 0;

  constructor(head: string, body: readonly string[], types: Layout, facts: Facts, isKernel: boolean) {
    this.#body = body;
    this.#types = types;
    this.#facts = facts;
    this.#isKernel = isKernel;
    for (const match of head.matchAll(new RegExp(`(?:byval|sret)\\([^)]*\\)[^,]*?(${NAME})[,)]`, "g")))
      this.#own.add(match[1] as string);
    for (const line of body) {
      const [, name, text] = DEFINED.exec(line) ?? [];
      if (name === undefined || text === undefined) continue;
      this.#definitions.set(name, text);
      // What has elements is told of.
      if (text.startsWith("alloca ") && !text.startsWith("alloca [")) this.#own.add(name);
    }
  }

  lines(): string[] {
    const lastAlloca = this.#body.findLastIndex((line) => / = alloca /.test(line));
    return this.#body.flatMap((line, at) => {
      const lines = this.#line(line);
      return at === lastAlloca ? [...lines, ...this.#locals()] : lines;
    });
  }

  #line(line: string): string[] {
    if (ACCESS.test(line)) return this.#access(line);
    if (MEMORY.test(line)) return this.#memory(line);
    if (this.#isKernel && /^ {2}ret void/.test(line))
      return [this.#call("exit", [], { is: "exit" }, line), line];
    if (/^ {2}fence /.test(line)) {
      return [this.#call("wait", ["i32 0", "i32 0", "i32 0"], { is: "wait", kind: "fence" }, line), line];
    }
    const overflowed = /^ {2}call void @__ubsan_handle_[a-z]+_overflow\(/.test(line);
    if (overflowed) return [this.#call("overflow", [], { is: "overflow" }, line)];
    if (/ @__cuts_free\(/.test(line)) return [this.#call("visit", [], { is: "visit" }, line), line];
    return this.#wait(line);
  }

  // Variables with elements; others are accessed whole or not at all.
  #locals(): string[] {
    return this.#body.flatMap((line) => {
      const [, name = "", text = ""] = /^ {2}(%\S+) = alloca (.*)$/.exec(line) ?? [];
      if (!text.startsWith("[")) return [];
      const bytes = sizeOf(leadingType(text), this.#types);
      const plain = name.slice(1).replaceAll('"', "");
      const address = `%cuts.local.${plain}`;
      return [
        `  ${address} = ptrtoint ptr ${name} to i32`,
        this.#call("local", [`i32 ${address}`], { is: "local", bytes, name: plain }, this.#firstLine()),
      ];
    });
  }

  #firstLine(): string {
    return this.#body.find((line) => DEBUG.test(line)) ?? "";
  }

  #access(line: string): string[] {
    const [start = "", opcode = ""] = ACCESS.exec(line) ?? [];
    const from = start.length;
    const text = line.slice(from).replace(/^(?:(?:atomic|volatile|weak) )*/, "");
    const parts = splitTop(text.replace(/, !.*$/, ""));
    const isFirst = opcode === "atomicrmw" || opcode === "cmpxchg";
    const place = (isFirst ? parts[0] : parts[1]) ?? "";
    const pointer = pointerIn(place.slice(Math.max(0, place.indexOf("ptr "))));
    if (pointer === undefined || this.#isPlain(pointer)) return [line];
    const type = leadingType((opcode === "load" || opcode === "store" ? parts[0] : parts[1]) ?? "");
    const order = ORDERED.exec(text.replace(/"[^"]*"/g, ""))?.[1];
    const how = isFirst ? "atomic" : opcode === "load" ? "read" : "write";
    const bytes = sizeOf(type, this.#types);
    const align = Number(/, align (\d+)/.exec(text)?.[1] ?? 1);
    const fact: WatchFact = {
      is: "access",
      how,
      bytes,
      align:
        this.#isMember(pointer) || !/^(?:i\d+|float|double|half)$/.test(type)
          ? align
          : Math.max(align, bytes),
      ...(/ volatile /.test(line.slice(0, line.length - text.length + 1)) ? { isVolatile: true } : {}),
      ...(order === undefined || isFirst ? {} : { order }),
    };
    const { lines, result } = this.#watched("access", pointer, [], fact, line);
    return [...lines, replaceFrom(line, from, `ptr ${pointer}`, `ptr ${result}`)];
  }

  #memory(line: string): string[] {
    const open = line.indexOf("(");
    const args = splitTop(line.slice(open + 1, matching(line, open)));
    const count = (args[2] ?? "").trim();
    const bytes = /^i(?:32|64) (\d+)$/.exec(count)?.[1];
    const before: string[] = [];
    let size: string | undefined;
    if (bytes === undefined) {
      size = `%cuts.bytes.${this.#count++}`;
      const [type, value] = count.split(" ");
      before.push(type === "i32" ? `  ${size} = add i32 ${value}, 0` : `  ${size} = trunc ${count} to i32`);
    }
    let changed = line;
    const isSet = line.includes("@llvm.memset");
    args.slice(0, isSet ? 1 : 2).forEach((argument, index) => {
      const pointer = pointerIn(argument.replace(/^ptr (?:(?:noundef|nonnull|align \d+) )*/, "ptr "));
      if (pointer === undefined || this.#isPlain(pointer)) return;
      const fact: WatchFact = {
        is: "access",
        how: index === 0 ? "write" : "copy",
        bytes: Number(bytes ?? 0),
        align: Number(/\balign (\d+)/.exec(argument)?.[1] ?? 1),
      };
      const kind = size === undefined ? "access" : "range";
      const more = size === undefined ? [] : [`i32 ${size}`];
      const { lines, result } = this.#watched(kind, pointer, more, fact, line);
      before.push(...lines);
      changed = changed.replace(argument, () => argument.replace(pointer, () => result));
    });
    return [...before, changed];
  }

  #wait(line: string): string[] {
    const callee = /\bcall .*?(@[-\w$.]+)\(/.exec(line)?.[1] ?? "";
    const kind = WAITS.get(callee);
    if (kind === undefined) return [line];
    const open = line.indexOf(`${callee}(`) + callee.length;
    const args = splitTop(line.slice(open + 1, matching(line, open))).map((text) => text.split(" ").at(-1));
    const told = kind === "warp" ? [args[0], args[1], args[3]] : [args[0] ?? "0", "0", "0"];
    const call = this.#call(
      "wait",
      told.map((value) => `i32 ${value}`),
      { is: "wait", kind },
      line,
    );
    return [call, line];
  }

  #watched(
    kind: "access" | "range",
    pointer: string,
    more: readonly string[],
    fact: WatchFact,
    line: string,
  ): { lines: string[]; result: string } {
    const n = this.#count++;
    const [at, root, used, result] = ["at", "root", "used", "ptr"].map((what) => `%cuts.watch.${n}.${what}`);
    const defined = this.#definitions.get(this.#beforeGuard(pointer)) ?? "";
    const place = defined.startsWith("getelementptr ") && DEBUG.test(defined) ? defined : line;
    return {
      result: result as string,
      lines: [
        `  ${at} = ptrtoint ptr ${pointer} to i32`,
        `  ${root} = ptrtoint ptr ${this.#rootOf(pointer)} to i32`,
        this.#call(kind, [`i32 ${at}`, `i32 ${root}`, ...more], fact, place, used),
        `  ${result} = inttoptr i32 ${used} to ptr`,
      ],
    };
  }

  #call(
    kind: keyof typeof WATCH_FUNCTIONS,
    args: readonly string[],
    fact: WatchFact,
    place: string,
    result?: string,
  ): string {
    const { name, declaration } = WATCH_FUNCTIONS[kind];
    const type = declaration.startsWith("void") ? "void" : "i32";
    const number = this.#facts.number(fact);
    const assigned = result === undefined ? "" : `${result} = `;
    // Two calls that the optimiser makes one have no place.
    return `  ${assigned}call ${type} ${name}(${[...args, `i32 ${number}`].join(", ")}) nomerge${DEBUG.exec(place)?.[0] ?? ""}`;
  }

  /** The object that an address was worked out from, as far as this function tells. */
  #rootOf(pointer: string): string {
    const text = this.#definitions.get(this.#beforeGuard(pointer)) ?? pointer;
    const base = gepBase(text);
    return base === undefined ? pointer : this.#rootOf(base);
  }

  /** An address before it was asked whether it can be reached (far-addresses.ts). */
  #beforeGuard(pointer: string): string {
    const text = this.#definitions.get(pointer) ?? "";
    if (reachCondition(text) === undefined) return pointer;
    return /, ptr (%\S+), ptr /.exec(text)?.[1] ?? pointer;
  }

  /** Whether an address is that of a member of a record, which may be packed. */
  #isMember(pointer: string): boolean {
    const text = this.#definitions.get(this.#beforeGuard(pointer)) ?? pointer;
    return /^getelementptr (?:[a-z]+ )*\(?(?:%|<?\{)/.test(text);
  }

  /** Whether an address is that of a variable of the function, or of a member of one. */
  #isPlain(pointer: string): boolean {
    if (this.#own.has(pointer)) return true;
    const text = this.#definitions.get(pointer) ?? "";
    const isMember =
      /^getelementptr (?:[a-z]+ )*(?:%|\{)/.test(text) && /, i(?:32|64) 0(?:, i32 \d+)*(?:, !|$)/.test(text);
    const base = isMember ? gepBase(text) : undefined;
    return base !== undefined && this.#isPlain(base);
  }
}

const WAITS: ReadonlyMap<string, "barrier" | "reduce" | "grid" | "warp"> = new Map([
  [BARRIER, "barrier"],
  [BARRIER_REDUCE, "reduce"],
  [GRID_BARRIER, "grid"],
  [WARP_OP, "warp"],
]);

/** The operand of `ptr operand …`; undefined for an address in a space of its own. */
function pointerIn(text: string): string | undefined {
  if (!text.startsWith("ptr ") || text.startsWith("ptr addrspace(")) return undefined;
  const operand = text.slice(4);
  const name = /^[%@](?:"[^"]*"|[-\w$.]+)/.exec(operand)?.[0];
  if (name !== undefined) return name;
  const open = operand.indexOf("(");
  return open < 0 ? undefined : operand.slice(0, matching(operand, open) + 1);
}

/** What a `getelementptr`, an instruction or a constant, starts from. */
function gepBase(text: string): string | undefined {
  const head = /^getelementptr (?:[a-z]+ )*(\()?/.exec(text);
  if (head === null) return undefined;
  const inner = head[1] === undefined ? text.slice(head[0].length) : text.slice(head[0].length, -1);
  const second = splitTop(inner.replace(/, !.*$/, ""))[1] ?? "";
  return pointerIn(second);
}

function replaceFrom(line: string, from: number, what: string, by: string): string {
  const at = line.lastIndexOf(what);
  return at < from ? line : line.slice(0, at) + by + line.slice(at + what.length);
}
