// Before: pointers have 8 bytes. After: a pointer has 8 bytes in memory, in structs and as a parameter, as with nvcc; as a value it has 4, as clang
// for wasm32 expects, so addresses cost no more than there. A pointer that is read from memory, or made of a number, and does not fit into 4 bytes
// becomes an address that nothing has. So does an index of 64 bits that leads further than memory can reach (far-addresses.ts).
//
// It must run on clang's first IR, where an index is what the source has and no pass has made other things of pointers.

import { tripleOf } from "../../../compiler/clang/device-target.js";
import { call as makeCall, cast, icmp, select } from "../../../compiler/ir/builder.js";
import { declaration, withDeclarations } from "../../../compiler/ir/declaration.js";
import {
  type Argument,
  type Call,
  calleeOf,
  type Cast,
  type GetElementPtr,
  type Instruction,
  type Load,
  type Store,
} from "../../../compiler/ir/instruction.js";
import { Layout } from "../../../compiler/ir/layout.js";
import {
  type IrFunction,
  type IrGlobal,
  type IrModule,
  mapInstructions,
} from "../../../compiler/ir/module.js";
import { mapOperands } from "../../../compiler/ir/operands.js";
import { fixedTypes } from "../../../compiler/ir/parse-type.js";
import { i1, i32, i64, ptr } from "../../../compiler/ir/type.js";
import { int, local, mapValue, type Value } from "../../../compiler/ir/value.js";
import { FAR_POINTER, FarGuard } from "./simt/far-addresses.js";
import { isNarrowable, plainVariables } from "./simt/pointer-uses.js";
import { containsPointer, wideConstant, wideType } from "./simt/wide-pointers.js";

/** Says in IR that pointers in memory have 8 bytes where those of the target have 4. */
const WIDE_IN_MEMORY = "cuts.lp64";
const PRINTF = "@__cuts_printf";
/** printf of kernels whose `long` and pointers have 8 bytes. */
const WIDE_PRINTF = "@__cuts_printf_lp64";
const MALLOC = "@__cuts_malloc";
const MINIMUM = "@llvm.umin.i64";
const ADDRESSES = 2 ** 32;

/**
 * A module for 64-bit addresses as one for wasm32 whose pointers have 8 bytes in memory; undefined where it has something that
 * is not translated here. `isExact` has every index lead nowhere that would wrap, also one of 32 bits.
 */
export function narrowPointers(module: IrModule, isExact = false): IrModule | undefined {
  const narrowing = new Narrowing(module.layout, isExact);
  const functions: IrFunction[] = [];
  for (const f of module.functions) {
    const narrow = narrowing.body(f);
    if (narrow === undefined) return undefined;
    functions.push(narrow);
  }
  const types = new Map(Array.from(module.types, ([name, body]) => [name, body && wideType(body)] as const));
  const narrow: IrModule = {
    ...module,
    dataLayout: module.dataLayout
      ?.split("-")
      .map((part) => (part === "p:64:64" ? "p:32:32" : part))
      .join("-"),
    triple: tripleOf("wasm32"),
    types,
    globals: module.globals.map((g) => narrowing.variable(g)),
    functions,
    declarations: module.declarations.map(narrowDeclaration),
    metadata: module.metadata.with(
      module.metadata.nodes,
      new Map(module.metadata.named).set(WIDE_IN_MEMORY, "!{}"),
    ),
    layout: new Layout(types, 4),
  };
  return withDeclarations(narrow, narrowing.declarations);
}

/** Whether pointers have 8 bytes as parameters, whatever they have as values. */
export function hasWideParameters({ metadata }: IrModule): boolean {
  return metadata.named.has(WIDE_IN_MEMORY);
}

/** The same for code of our own, which has nothing that is not translated. */
export function narrowed(module: IrModule, what: string): IrModule {
  const narrow = narrowPointers(module);
  if (narrow === undefined) throw new Error(`internal: ${what} cannot be narrowed to 32-bit addresses`);
  return narrow;
}

class Narrowing {
  readonly #layout: Layout;
  readonly #guard = new FarGuard();
  readonly #isExact: boolean;
  /** Variables of the function that are pointers and whose address nobody has: they need not be 8 bytes wide. */
  #plain: ReadonlySet<string> = new Set();
  /** Numbers of 64 bits in the function that are as small as ones of 32. */
  #small = new Set<string>();
  #count = 0;
  #usesMinimum = false;

  constructor(layout: Layout, isExact: boolean) {
    this.#layout = layout;
    this.#isExact = isExact;
  }

  /** What the functions call beside what they called before. */
  get declarations(): readonly IrFunction[] {
    const minimum = this.#usesMinimum ? [declaration(MINIMUM, i64, [i64, i64])] : [];
    return [...this.#guard.declarations, ...minimum];
  }

  /** The function; undefined if one of its instructions is not known. */
  body(f: IrFunction): IrFunction | undefined {
    this.#plain = plainVariables(f);
    this.#small = new Set();
    let isKnown = true;
    const narrow = mapInstructions(f, (i) => {
      const after = this.#instruction(i);
      isKnown &&= isNarrowable(i, after, this.#layout);
      return after;
    });
    return isKnown ? narrow : undefined;
  }

  variable(g: IrGlobal): IrGlobal {
    if (g.name.startsWith("@llvm.")) return g;
    const value = g.value && mapValue(g.value, narrowConstant);
    if (!containsPointer(g.type, this.#layout)) return value === g.value ? g : { ...g, value };
    const wide = value && wideConstant(value, this.#layout);
    return { ...g, type: wide?.type ?? wideType(g.type), value: wide };
  }

  #instruction(given: Instruction): Instruction | readonly Instruction[] {
    this.#noteSmall(given);
    const i = mapOperands(given, narrowConstant);
    switch (i.op) {
      case "load":
        return i.type === ptr ? this.#load(i) : i;
      case "store":
        return i.value.type.kind === "pointer" ? this.#store(i) : i;
      case "alloca":
        return this.#plain.has(i.result ?? "") ? i : { ...i, allocated: wideType(i.allocated) };
      case "getelementptr":
        return this.#address(i);
      case "inttoptr":
        return this.#fromNumber(i);
      case "call":
        return this.#call(i);
      default:
        return i;
    }
  }

  #noteSmall(i: Instruction): void {
    if (i.result === undefined) return;
    if (i.op === "sext" || i.op === "zext") {
      if (i.value.type.kind === "int" && SMALL.has(i.value.type.bits)) this.#small.add(i.result);
    } else if (i.op === "sub" && i.left.kind === "int" && i.left.type === i64 && i.left.value === 0n) {
      if (i.right.kind === "local" && this.#small.has(i.right.name)) this.#small.add(i.result);
    }
  }

  #isPlain(pointer: Value): boolean {
    return pointer.kind === "local" && this.#plain.has(pointer.name);
  }

  #load(load: Load): Load | readonly Instruction[] {
    if (this.#isPlain(load.pointer)) return load;
    const name = this.#fresh();
    const wide = local(name, i64);
    const fits = local(`${name}.fits`, i1);
    const at = local(`${name}.at`, ptr);
    return [
      {
        ...load,
        type: i64,
        result: name,
        metadata: load.metadata.filter(({ kind }) => !OF_POINTERS.has(kind)),
      },
      cast(at.name, "inttoptr", wide, ptr),
      icmp(fits.name, "ult", wide, int(i64, ADDRESSES)),
      select(resultOf(load), fits, at, FAR_POINTER),
    ];
  }

  #store(store: Store): Store | readonly Instruction[] {
    if (this.#isPlain(store.pointer)) return store;
    const name = this.#fresh();
    return [widened(store.value, name), { ...store, value: local(name, i64) }];
  }

  #address(address: GetElementPtr): GetElementPtr | readonly Instruction[] {
    const { source, indices } = address;
    const [first] = indices;
    if (first?.kind === "int" && first.type === i64 && indices.length === 1) {
      const moved = Number(first.value) * this.#layout.sizeOf(source);
      // Of 32 bits that would be a move to and fro, which the optimiser may take the flags to exclude: `x + 2600000000 > x` would be false.
      if (Math.abs(moved) >= 2 ** 31) {
        const far = { ...address, flags: [], source: wideType(source) };
        return Math.abs(moved) < ADDRESSES ? far : { ...far, base: FAR_POINTER, indices: [int(i64, 0)] };
      }
    }
    const wide = { ...address, source: wideType(source) };
    const index = indices.at(-1);
    if (index?.kind !== "local" || index.type !== i64) return wide;
    if (this.#small.has(index.name) && !this.#isExact) return wide;
    const element = indices.length > 1 && source.kind === "array" ? source.element : source;
    const size = this.#layout.sizeOf(element);
    return this.#guard[this.#isExact ? "exact" : "indexed"](wide, { ...index, type: i64 }, size);
  }

  #fromNumber(cast: Cast): readonly Instruction[] {
    const { type } = cast.value;
    if (type.kind !== "int") throw new Error(`internal: an address is made of a ${type.text}`);
    return this.#guard.fromNumber(cast, { ...cast.value, type });
  }

  #call(given: Call): Call | readonly Instruction[] {
    if (calleeOf(given) === MALLOC && given.args[0]?.value.type === i64) return this.#malloc(given);
    const call = calleeOf(given) === PRINTF ? withCallee(given, WIDE_PRINTF) : given;
    return call.variadic === undefined || call.callee.kind !== "global"
      ? call
      : this.#variadic(call, fixedTypes(call.variadic).length);
  }

  // Pointers among variable arguments are as wide as in memory, for they are passed there.
  #variadic(call: Call, fixed: number): readonly Instruction[] {
    const before: Instruction[] = [];
    const args = call.args.map((arg, i): Argument => {
      if (i < fixed || arg.value.type !== ptr) return arg;
      const name = this.#fresh();
      before.push(widened(arg.value, name));
      return { value: local(name, i64), attributes: [] };
    });
    return [...before, { ...call, args }];
  }

  // The host's heap takes a size of 32 bits; there is never as much as the largest.
  #malloc(call: Call): readonly Instruction[] {
    this.#usesMinimum = true;
    const name = this.#fresh();
    const [size, ...others] = call.args;
    const least = local(`${name}.wide`, i64);
    const sizes = [(size as Argument).value, int(i64, ADDRESSES - 1)];
    return [
      makeCall(least.name, i64, MINIMUM, sizes),
      cast(name, "trunc", least, i32),
      { ...call, args: [{ value: local(name, i32), attributes: [] }, ...others] },
    ];
  }

  #fresh(): string {
    return `%wide.${this.#count++}`;
  }
}

const SMALL: ReadonlySet<number> = new Set([1, 8, 16, 32]);

/** Metadata that only loads of pointers can have. */
const OF_POINTERS: ReadonlySet<string> = new Set([
  "nonnull",
  "align",
  "dereferenceable",
  "dereferenceable_or_null",
]);

/** A pointer as it is in memory. */
function widened(pointer: Value, result: string): Instruction {
  return cast(result, "ptrtoint", pointer, i64);
}

function resultOf(i: Instruction): string {
  if (i.result === undefined) throw new Error(`internal: ${i.op} has no result`);
  return i.result;
}

function withCallee(call: Call, name: string): Call {
  return { ...call, callee: { kind: "global", name, type: call.callee.type } };
}

/** Types and numbers in a constant. */
function narrowConstant(value: Value): Value {
  if (value.kind !== "expression") return value;
  if (value.op === "getelementptr" && value.source !== undefined)
    return { ...value, source: wideType(value.source) };
  const [number] = value.operands;
  const isFar =
    value.op === "inttoptr" &&
    number?.kind === "int" &&
    BigInt.asUintN(64, number.value) >= BigInt(ADDRESSES);
  return isFar ? FAR_POINTER : value;
}

function narrowDeclaration(f: IrFunction): IrFunction {
  if (f.name === PRINTF) return { ...f, name: WIDE_PRINTF };
  if (f.name !== MALLOC) return f;
  return {
    ...f,
    parameters: f.parameters.map((one) => ({ ...one, type: one.type === i64 ? i32 : one.type })),
  };
}
