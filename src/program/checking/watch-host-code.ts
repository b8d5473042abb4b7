// Puts into the host code of a program that is checked what tells where it is and what memory it touches. It must see clang's
// first IR, with lines.
//
// Before a call that leaves the user's code the place of it is noted in a variable, so that whoever is called knows the line. Before
// an access through a pointer a table is asked, one byte for each 64 KiB of memory; only where the table has an entry, because the
// CUDA runtime has allocated something there, is it told. So accesses of ordinary memory cost little.

import { PACKAGE_PATH } from "../../compiler/clang/guest-layout.js";
import { matching, splitTop } from "../../backend/cpu/simt/text-parts.js";
import { isUsers, sourceStack } from "../../backend/cpu/simt/source-places.js";
import type { Layout } from "../../compiler/ir/layout.js";
import { layoutOf, leadingType, sizeOf } from "../../backend/cpu/simt/value-type.js";
import { OWN_CODE, type PlaceOfCall, TOUCH_IMPORT, WATCH_EXPORTS, writePlace } from "./host-place.js";

const NAME = String.raw`%(?:"[^"]*"|[-\w$.]+)`;
const GLOBAL = String.raw`@(?:"[^"]*"|[-\w$.]+)`;
const DEFINED = new RegExp(`^  (${NAME}) = (.*)$`);
const ACCESS = new RegExp(`^  (?:${NAME} = )?(load|store|atomicrmw|cmpxchg) `);
const MEMORY = /^ {2}(?:tail )?call void @llvm\.(memcpy|memmove|memset)\b/;
const CALL = new RegExp(String.raw`^  (?:(${NAME}) = )?(?:(?:tail|musttail|notail) )?(call|invoke) (.*)$`);
const CALLEE = new RegExp(String.raw`(${GLOBAL}|${NAME})\(`);
/** Functions of the CUDA runtime and driver; headers have templates of some of them. */
const CUDA_FUNCTION = /^@"?(?:_ZL?\d+)?(?:cuda|cu)[A-Z]/;
const STUB = /__device_stub__/;

/** IR of host code that tells; `textOf` has the text of a line of a file, as clang names it. */
export function watchHostCode(
  ir: string,
  shownFile: (file: string) => string,
  textOf: (file: string, line: number) => string,
): string {
  return new HostWatch(ir, shownFile, textOf).result();
}

class HostWatch {
  readonly #lines: readonly string[];
  readonly #types: Layout;
  readonly #stackOf: ReturnType<typeof sourceStack>;
  readonly #shownFile: (file: string) => string;
  readonly #textOf: (file: string, line: number) => string;
  /** Names of constants by what they hold. */
  readonly #places = new Map<string, string>();
  /** Functions of the user's sources. */
  readonly #users = new Set<string>();

  constructor(
    ir: string,
    shownFile: (file: string) => string,
    textOf: (file: string, line: number) => string,
  ) {
    this.#lines = ir.split("\n");
    this.#shownFile = shownFile;
    this.#textOf = textOf;
    const named = new Map(
      Array.from(
        ir.matchAll(/^(%(?:"[^"]*"|[-\w$.]+)) = type (.*)$/gm),
        ([, name = "", body = ""]) => [name, body] as const,
      ),
    );
    this.#types = layoutOf(named, 8);
    this.#stackOf = sourceStack(ir, (file) => file);
  }

  result(): string {
    for (const line of this.#lines) {
      if (!line.startsWith("define ") || STUB.test(line)) continue;
      const name = CALLEE.exec(line)?.[1];
      if (name !== undefined && isUsers(this.#fileOf(line))) this.#users.add(name);
    }
    const out: string[] = [];
    for (let i = 0; i < this.#lines.length; i++) {
      const line = this.#lines[i] as string;
      out.push(line);
      if (!line.startsWith("define ")) continue;
      const end = this.#lines.indexOf("}", i);
      out.push(...this.#function(line, this.#lines.slice(i + 1, end)), "}");
      i = end;
    }
    return [...out, ...this.#declarations(), ""].join("\n");
  }

  #function(head: string, body: readonly string[]): readonly string[] {
    const file = this.#fileOf(head);
    // What clang has made by itself registers code, and is nobody's.
    if (file === "" || STUB.test(head)) return body;
    const definitions = new Map(
      body.flatMap((line) => {
        const [, name, text] = DEFINED.exec(line) ?? [];
        return name === undefined || text === undefined ? [] : [[name, text] as const];
      }),
    );
    const isUser = isUsers(file);
    const isLibrary = file.startsWith(`${PACKAGE_PATH}/`);
    const text = body.join("\n");
    return body.flatMap((line, at) => {
      const place = (): string =>
        isUser ? this.#place(debugOf(line, body[at + 1]), "plain") : `${isLibrary ? 0 : OWN_CODE}`;
      if (ACCESS.test(line)) return [...this.#access(line, definitions, place), line];
      if (MEMORY.test(line)) return [...this.#memory(line, definitions, place), line];
      if (isUser) return [...this.#call(line, body[at + 1], text), line];
      return [line];
    });
  }

  #access(line: string, definitions: ReadonlyMap<string, string>, place: () => string): string[] {
    const [start = "", opcode = ""] = ACCESS.exec(line) ?? [];
    const from = start.length;
    const parts = splitTop(
      line
        .slice(from)
        .replace(/^(?:(?:atomic|volatile|weak) )*/, "")
        .replace(/, !.*$/, ""),
    );
    const isFirst = opcode === "atomicrmw" || opcode === "cmpxchg";
    const pointer = /\bptr (\S+)$/.exec((isFirst ? parts[0] : parts[1]) ?? "")?.[1];
    if (pointer === undefined || isPlain(pointer, definitions)) return [];
    const type = leadingType((opcode === "load" || opcode === "store" ? parts[0] : parts[1]) ?? "");
    const bytes = sizeOf(type, this.#types);
    return [this.#touch(pointer, String(bytes), opcode !== "load", place())];
  }

  #memory(line: string, definitions: ReadonlyMap<string, string>, place: () => string): string[] {
    const open = line.indexOf("(");
    const args = splitTop(line.slice(open + 1, matching(line, open)));
    const bytes = (args[2] ?? "").trim().split(" ").at(-1) ?? "0";
    const isSet = line.includes("@llvm.memset");
    return args.slice(0, isSet ? 1 : 2).flatMap((argument, index) => {
      const pointer = argument.trim().split(" ").at(-1) ?? "";
      return isPlain(pointer, definitions) ? [] : [this.#touch(pointer, bytes, index === 0, place())];
    });
  }

  #call(line: string, next: string | undefined, body: string): string[] {
    const [, result, kind, rest = ""] = CALL.exec(line) ?? [];
    if (kind === undefined || rest.startsWith("void asm") || rest.includes(" asm ")) return [];
    const callee = CALLEE.exec(rest)?.[1] ?? "";
    if (callee.startsWith("@llvm.") || this.#users.has(callee)) return [];
    const isCuda = CUDA_FUNCTION.test(callee);
    const isIgnored = STUB.test(callee) || (isCuda && !isUsed(result, body));
    const how: PlaceOfCall = isIgnored ? "ignored" : isCuda ? "cuda" : "other";
    const place = this.#place(debugOf(line, next), how);
    return place === "0" ? [] : [`  store i32 ${place}, ptr @${WATCH_EXPORTS.here}, align 4`];
  }

  #touch(pointer: string, bytes: string, isWrite: boolean, place: string): string {
    return `  call void @__cuts_touch(ptr ${pointer}, i64 ${bytes}, i32 ${isWrite ? 1 : 0}, i32 ${place})`;
  }

  /** The address of a text that tells a place; 0 where it is not known. */
  #place(debug: string | undefined, how: PlaceOfCall): string {
    const { place } = this.#stackOf(debug);
    if (place === undefined || place.line === 0) return "0";
    const { line, column } = place;
    const text = this.#textOf(place.file, line);
    const written = writePlace({ file: this.#shownFile(place.file), line, column, text, how });
    const name = this.#places.get(written) ?? `@__cuts_place.${this.#places.size}`;
    this.#places.set(written, name);
    return `ptrtoint (ptr ${name} to i32)`;
  }

  #fileOf(head: string): string {
    const subprogram = / !dbg !(\d+)/.exec(head)?.[1];
    return this.#stackOf(subprogram).place?.file ?? "";
  }

  #declarations(): string[] {
    const { here, pages } = WATCH_EXPORTS;
    return [
      ...Array.from(this.#places, ([text, name]) => {
        const bytes = Buffer.from(`${text}\0`);
        const escaped = Array.from(bytes, (byte) => `\\${byte.toString(16).padStart(2, "0")}`).join("");
        return `${name} = private unnamed_addr constant [${bytes.length} x i8] c"${escaped}", align 1`;
      }),
      `@${here} = linkonce_odr global i32 0, align 4`,
      `@${pages} = linkonce_odr global [65536 x i8] zeroinitializer, align 1`,
      `declare void @__cuts_host_touch(i32, i32, i32, i32) #cuts`.replace(
        "#cuts",
        `"wasm-import-module"="cuts" "wasm-import-name"="${TOUCH_IMPORT}"`,
      ),
      "define internal void @__cuts_touch(ptr %p, i64 %bytes, i32 %how, i32 %place) alwaysinline {",
      "  %address = ptrtoint ptr %p to i64",
      "  %page = lshr i64 %address, 16",
      "  %known = icmp ult i64 %page, 65536",
      "  br i1 %known, label %look, label %done",
      "look:",
      `  %entry = getelementptr inbounds i8, ptr @${pages}, i64 %page`,
      "  %mark = load i8, ptr %entry, align 1",
      "  %isPlain = icmp eq i8 %mark, 0",
      "  br i1 %isPlain, label %done, label %tell",
      "tell:",
      "  %at = trunc i64 %address to i32",
      "  %count = trunc i64 %bytes to i32",
      "  call void @__cuts_host_touch(i32 %at, i32 %count, i32 %how, i32 %place)",
      "  br label %done",
      "done:",
      "  ret void",
      "}",
    ];
  }
}

/** The number of the place of an instruction; that of an invoke ends on the next line. */
function debugOf(line: string, next: string | undefined): string | undefined {
  return (/!dbg !(\d+)/.exec(line) ??
    (/^ +to label /.test(next ?? "") ? /!dbg !(\d+)/.exec(next ?? "") : null))?.[1];
}

/** Whether somebody looks at a result: a variable that nobody reads does not count. */
function isUsed(result: string | undefined, body: string): boolean {
  if (result === undefined) return false;
  const name = result.replace(/[.$]/g, "\\$&");
  const uses = body
    .split("\n")
    .filter((line) => new RegExp(`${name}(?![-\\w$.])`).test(line) && !line.startsWith(`  ${result} = `));
  return uses.some((line) => {
    const variable = new RegExp(`^  store \\S+ ${name}, ptr (${NAME})`).exec(line)?.[1];
    return (
      variable === undefined ||
      new RegExp(
        `(?:load|call|invoke|getelementptr) .*${variable.replace(/[.$]/g, "\\$&")}(?![-\\w$.])`,
      ).test(body.replaceAll(/^.*@llvm\.lifetime\..*$/gm, ""))
    );
  });
}

/** Whether an address is that of a variable of the function or of the program. */
function isPlain(pointer: string, definitions: ReadonlyMap<string, string>): boolean {
  if (!pointer.startsWith("%")) return true;
  const text = definitions.get(pointer) ?? "";
  if (text.startsWith("alloca ")) return true;
  const base = /^getelementptr (?:[a-z]+ )*[^,]*, ptr (\S+?),/.exec(text)?.[1];
  return base !== undefined && isPlain(base, definitions);
}
