// Puts into the host code of a program that is checked what tells where it is and what memory it touches. It must see clang's
// first IR, with lines.
//
// After this pass the place of each call that leaves the user's code is in a variable before it, so that the called function knows the line.
// Before an access through a pointer a table is asked, one byte for each 64 KiB of memory; only where the table has an entry, because the
// CUDA runtime has allocated something there, is it told (host-touch.ts). So accesses of ordinary memory cost little.

import { isUsers, debugOf, stackReader } from "../../passes/source-places.js";
import { PACKAGE_PATH } from "../../../../compiler/clang/guest-layout.js";
import { call, store } from "../../../../compiler/ir/builder.js";
import { withDeclarations } from "../../../../compiler/ir/declaration.js";
import { calleeOf, type Call, type Instruction, type Invoke } from "../../../../compiler/ir/instruction.js";
import {
  instructionsOf,
  type IrFunction,
  type IrGlobal,
  type IrModule,
  mapInstructions,
  plainName,
} from "../../../../compiler/ir/module.js";
import { i32, i64, ptr, type Type, voidType } from "../../../../compiler/ir/type.js";
import { globalRef, int, int32, type Value } from "../../../../compiler/ir/value.js";
import { OWN_CODE, type PlaceOfCall, writePlace } from "./host-place.js";
import { HERE, HOST_TOUCH, hostVariables, placeConstant, TOUCH, touchFunction } from "./host-touch.js";
import { ResultUses } from "./result-uses.js";

/** Functions of the CUDA runtime and driver; headers have templates of some of them. */
const CUDA_FUNCTION = /^(?:_ZL?\d+)?(?:cuda|cu)[A-Z]/;
const STUB = "__device_stub__";
const UNKNOWN = int32(0);

/** Host code that tells; `textOf` has the text of a line of a file, as clang names it. */
export function watchHostCode(
  module: IrModule,
  shownFile: (file: string) => string,
  textOf: (file: string, line: number) => string,
): IrModule {
  return new HostWatch(module, shownFile, textOf).watched();
}

class HostWatch {
  readonly #module: IrModule;
  readonly #stackOf: ReturnType<typeof stackReader>;
  readonly #shownFile: (file: string) => string;
  readonly #textOf: (file: string, line: number) => string;
  /** Constants by what they hold. */
  readonly #places = new Map<string, IrGlobal>();
  /** Functions of the user's sources. */
  readonly #users: ReadonlySet<string>;

  constructor(
    module: IrModule,
    shownFile: (file: string) => string,
    textOf: (file: string, line: number) => string,
  ) {
    this.#module = module;
    this.#shownFile = shownFile;
    this.#textOf = textOf;
    this.#stackOf = stackReader(module.metadata, (file) => file);
    this.#users = new Set(
      module.functions.flatMap((f) => (!isStub(f.name) && isUsers(this.#fileOf(f)) ? [f.name] : [])),
    );
  }

  watched(): IrModule {
    const functions = this.#module.functions.map((f) => this.#function(f));
    return withDeclarations(
      {
        ...this.#module,
        globals: [...this.#module.globals, ...this.#places.values(), ...hostVariables()],
        functions: [...functions, touchFunction()],
      },
      [HOST_TOUCH],
    );
  }

  #function(f: IrFunction): IrFunction {
    const file = this.#fileOf(f);
    // What clang has made by itself registers code, and is nobody's.
    if (file === "" || isStub(f.name)) return f;
    const variables = new Variables(f);
    const uses = new ResultUses(f);
    const isUser = isUsers(file);
    const other = int32(file.startsWith(`${PACKAGE_PATH}/`) ? 0 : OWN_CODE);
    return mapInstructions(f, (i) => {
      const place = (): Value => (isUser ? this.#place(debugOf(i), "plain") : other);
      const accesses = accessesOf(i, this.#module).filter(({ pointer }) => !variables.isPlain(pointer));
      const touches = accesses.map(({ pointer, bytes, isWrite }) =>
        call(undefined, voidType, TOUCH, [pointer, bytes, int32(isWrite ? 1 : 0), place()]),
      );
      if (touches.length > 0) return [...touches, i];
      return isUser && (i.op === "call" || i.op === "invoke") ? this.#call(i, uses) : i;
    });
  }

  #call(i: Call | Invoke, uses: ResultUses): Instruction | readonly Instruction[] {
    const callee = calleeOf(i) ?? "";
    if (i.callee.kind === "asm" || callee.startsWith("@llvm.") || this.#users.has(callee)) return i;
    const isCuda = CUDA_FUNCTION.test(plainName(callee));
    const isIgnored = isStub(callee) || (isCuda && !uses.isUsed(i.result));
    const how: PlaceOfCall = isIgnored ? "ignored" : isCuda ? "cuda" : "other";
    const place = this.#place(debugOf(i), how);
    return place === UNKNOWN ? i : [store(place, HERE, { align: 4 }), i];
  }

  /** The address of a text that tells a place; 0 where it is not known. */
  #place(debug: string | undefined, how: PlaceOfCall): Value {
    const { place } = this.#stackOf(debug);
    if (place === undefined || place.line === 0) return UNKNOWN;
    const { line, column } = place;
    const text = this.#textOf(place.file, line);
    const written = writePlace({ file: this.#shownFile(place.file), line, column, text, how });
    const constant = this.#places.get(written) ?? placeConstant(this.#places.size, written);
    this.#places.set(written, constant);
    const address = globalRef(constant.name);
    return { kind: "expression", type: i32, op: "ptrtoint", flags: [], operands: [address] };
  }

  #fileOf(f: IrFunction): string {
    return this.#stackOf(debugOf(f)).place?.file ?? "";
  }
}

function isStub(name: string): boolean {
  return name.includes(STUB);
}

interface HostAccess {
  readonly pointer: Value;
  readonly bytes: Value;
  readonly isWrite: boolean;
}

const FILL = "@llvm.memset.";
const COPIES: readonly string[] = ["@llvm.memcpy.", "@llvm.memmove.", FILL];

/** The memory that an instruction reads and writes. */
function accessesOf(i: Instruction, { layout }: IrModule): readonly HostAccess[] {
  const one = (pointer: Value, type: Type): readonly HostAccess[] => [
    { pointer, bytes: int(i64, layout.sizeOf(type)), isWrite: i.op !== "load" },
  ];
  switch (i.op) {
    case "load":
      return one(i.pointer, i.type);
    case "store":
    case "atomicrmw":
      return one(i.pointer, i.value.type);
    case "cmpxchg":
      return one(i.pointer, i.expected.type);
    case "call": {
      const callee = calleeOf(i) ?? "";
      if (!COPIES.some((name) => callee.startsWith(name))) return [];
      const [to, from, bytes] = i.args.map(({ value }) => value);
      if (to === undefined || from === undefined || bytes === undefined)
        throw new Error("internal: a copy of memory has no size");
      const written = { pointer: to, bytes, isWrite: true };
      return callee.startsWith(FILL) ? [written] : [written, { pointer: from, bytes, isWrite: false }];
    }
    default:
      return [];
  }
}

/** Knows which addresses of a function are those of its variables, or of variables of the program. */
class Variables {
  readonly #definitions = new Map<string, Instruction>();

  constructor(f: IrFunction) {
    for (const i of instructionsOf(f)) if (i.result !== undefined) this.#definitions.set(i.result, i);
  }

  isPlain(pointer: Value): boolean {
    if (pointer.kind !== "local" || pointer.type !== ptr) return true;
    const definition = this.#definitions.get(pointer.name);
    if (definition?.op === "alloca") return true;
    return definition?.op === "getelementptr" && this.isPlain(definition.base);
  }
}
