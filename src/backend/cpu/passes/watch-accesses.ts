// Before: code that is to be watched tells nothing. After: a call reports each memory access before it happens, each wait, and each variable of a
// thread that has elements. Each access uses the address that its call returns, so that the watcher can redirect an invalid access to harmless
// memory. A variable whose address nobody takes is a value, not memory, and is left alone.
//
// It must run on clang's first IR, where an index is what the source has and nothing was moved.

import { binary, cast } from "../../../compiler/ir/builder.js";
import { withDeclarations } from "../../../compiler/ir/declaration.js";
import {
  type Argument,
  type Atomic,
  type AtomicRmw,
  type Call,
  calleeOf,
  type CompareExchange,
  type Instruction,
  type Load,
  type Store,
} from "../../../compiler/ir/instruction.js";
import type { Layout } from "../../../compiler/ir/layout.js";
import {
  instructionsOf,
  type IrFunction,
  type IrModule,
  mapInstructions,
} from "../../../compiler/ir/module.js";
import { i32, ptr, type Type } from "../../../compiler/ir/type.js";
import { int32, local, type Value } from "../../../compiler/ir/value.js";
import { BARRIER, BARRIER_REDUCE, GRID_BARRIER, WARP_OP } from "./simt/abi.js";
import { kernelsOf } from "./only-kernels.js";
import { debugOf } from "./source-places.js";
import { WATCH_DECLARATIONS, watchCall } from "./watch-calls.js";
import { FactNumbers, type WatchFact } from "./watch-facts.js";
import { isWatchable, WatchedAddresses } from "./watched-addresses.js";

export interface WatchedModule {
  readonly module: IrModule;
  readonly facts: readonly WatchFact[];
}

/** Puts the calls into all functions of a module, whose facts are numbered from `firstFact` on. */
export function watchAccesses(module: IrModule, firstFact = 0): WatchedModule {
  const facts = new FactNumbers<WatchFact>(firstFact);
  const isKernel = kernelsOf(module);
  const functions = module.functions.map((f) =>
    new FunctionWatch(withoutMarks(f), module.layout, facts, isKernel(f)).watched(),
  );
  return { module: withDeclarations({ ...module, functions }, WATCH_DECLARATIONS), facts: facts.all };
}

/** What the compiler's own checks are marked by would only be in the way of the pass. */
function withoutMarks(f: IrFunction): IrFunction {
  return mapInstructions(f, (i) =>
    i.metadata.some(isMark) ? { ...i, metadata: i.metadata.filter((one) => !isMark(one)) } : i,
  );
}

function isMark({ kind }: { readonly kind: string }): boolean {
  return kind === "nosanitize";
}

type Access = Load | Store | AtomicRmw | CompareExchange;

class FunctionWatch {
  readonly #f: IrFunction;
  readonly #layout: Layout;
  readonly #facts: FactNumbers<WatchFact>;
  readonly #isKernel: boolean;
  readonly #addresses: WatchedAddresses;
  #count = 0;

  constructor(f: IrFunction, layout: Layout, facts: FactNumbers<WatchFact>, isKernel: boolean) {
    this.#f = f;
    this.#layout = layout;
    this.#facts = facts;
    this.#isKernel = isKernel;
    this.#addresses = new WatchedAddresses(f);
  }

  watched(): IrFunction {
    const lastAlloca = [...instructionsOf(this.#f)].findLast(({ op }) => op === "alloca");
    return mapInstructions(this.#f, (i) => {
      const told = this.#told(i);
      return i === lastAlloca ? [told, this.#locals()].flat() : told;
    });
  }

  #told(i: Instruction): Instruction | readonly Instruction[] {
    switch (i.op) {
      case "load":
      case "store":
      case "atomicrmw":
      case "cmpxchg":
        return this.#access(i);
      case "ret":
        return this.#isKernel && i.value === undefined ? [this.#tell("exit", [], { is: "exit" }, i), i] : i;
      case "fence":
        return [this.#wait("fence", [], i), i];
      case "call":
        return this.#call(i);
      default:
        return i;
    }
  }

  /** Tells of variables with elements; others are accessed whole or not at all. */
  #locals(): readonly Instruction[] {
    const first = [...instructionsOf(this.#f)].find((i) => debugOf(i) !== undefined);
    return [...instructionsOf(this.#f)].flatMap((i) => {
      if (i.op !== "alloca" || i.allocated.kind !== "array" || i.result === undefined) return [];
      const bytes = this.#layout.sizeOf(i.allocated);
      const name = i.result.slice(1).replaceAll('"', "");
      const address = local(i.result.startsWith('%"') ? `%"cuts.local.${name}"` : `%cuts.local.${name}`, i32);
      return [
        cast(address.name, "ptrtoint", local(i.result, i.type), i32),
        this.#tell("local", [address], { is: "local", bytes, name }, first),
      ];
    });
  }

  #access(i: Access): Instruction | readonly Instruction[] {
    if (!this.#isWatched(i.pointer)) return i;
    const type = i.op === "load" ? i.type : i.op === "cmpxchg" ? i.expected.type : i.value.type;
    const bytes = this.#layout.sizeOf(type);
    const align = i.align ?? 1;
    const isWhole = isScalar(type) && !this.#addresses.isMember(i.pointer);
    const order = i.op === "load" || i.op === "store" ? orderOf(i.atomic) : undefined;
    const fact: WatchFact = {
      is: "access",
      how: i.op === "load" ? "read" : i.op === "store" ? "write" : "atomic",
      bytes,
      align: isWhole ? Math.max(align, bytes) : align,
      ...(i.isVolatile ? { isVolatile: true } : {}),
      ...(order === undefined ? {} : { order }),
    };
    const { code, address } = this.#lead("access", i.pointer, [], fact, i);
    return [...code, { ...i, pointer: address }];
  }

  #call(i: Call): Instruction | readonly Instruction[] {
    const callee = calleeOf(i);
    if (callee === undefined) return i;
    if (COPIES.some((name) => callee.startsWith(name))) return this.#copy(i, callee.startsWith(MEMSET));
    if (callee.startsWith("@__ubsan_handle_") && callee.endsWith("_overflow"))
      return this.#tell("overflow", [], { is: "overflow" }, i);
    if (callee === "@__cuts_free") return [this.#tell("visit", [], { is: "visit" }, i), i];
    const kind = WAITS.get(callee);
    if (kind === undefined) return i;
    const args = i.args.map(({ value }) => value);
    // A warp operation has its operation, its mask, a value and what it is done with.
    return [
      this.#wait(kind, kind === "warp" ? [0, 1, 3].flatMap((at) => args[at] ?? []) : args.slice(0, 1), i),
      i,
    ];
  }

  /** What copies or fills memory. */
  #copy(i: Call, isFill: boolean): readonly Instruction[] {
    const count = i.args[2]?.value;
    if (count === undefined) throw new Error("internal: a copy of memory has no size");
    const code: Instruction[] = [];
    const more: Value[] = [];
    if (count.kind !== "int") {
      const size = local(`%cuts.bytes.${this.#count++}`, i32);
      code.push(
        count.type === i32 ? binary(size.name, "add", count, int32(0)) : cast(size.name, "trunc", count, i32),
      );
      more.push(size);
    }
    const bytes = count.kind === "int" ? Number(count.value) : 0;
    const args = i.args.map((argument, index): Argument => {
      const { value, attributes } = argument;
      if (index >= (isFill ? 1 : 2) || !this.#isWatched(value)) return argument;
      const how = index === 0 ? "write" : "copy";
      const fact: WatchFact = { is: "access", how, bytes, align: alignOf(argument) };
      const led = this.#lead(count.kind === "int" ? "access" : "range", value, more, fact, i);
      code.push(...led.code);
      return { value: led.address, attributes };
    });
    return [...code, { ...i, args }];
  }

  #wait(
    kind: Extract<WatchFact, { is: "wait" }>["kind"],
    args: readonly Value[],
    at: Instruction,
  ): Instruction {
    const [operation = int32(0), mask = int32(0), argument = int32(0)] = args;
    return this.#tell("wait", [operation, mask, argument], { is: "wait", kind }, at);
  }

  /** Tells of an access, and gives the address to use instead. */
  #lead(
    kind: "access" | "range",
    pointer: Value,
    more: readonly Value[],
    fact: WatchFact,
    at: Instruction,
  ): { readonly code: readonly Instruction[]; readonly address: Value } {
    const prefix = `%cuts.watch.${this.#count++}`;
    const [address, root, used] = [`${prefix}.at`, `${prefix}.root`, `${prefix}.used`];
    const step = this.#addresses.stepInstruction(pointer);
    const place = step !== undefined && debugOf(step) !== undefined ? step : at;
    return {
      address: local(`${prefix}.ptr`, ptr),
      code: [
        cast(address, "ptrtoint", pointer, i32),
        cast(root, "ptrtoint", this.#addresses.rootOf(pointer), i32),
        this.#tell(kind, [local(address, i32), local(root, i32), ...more], fact, place, used),
        cast(`${prefix}.ptr`, "inttoptr", local(used, i32), ptr),
      ],
    };
  }

  #tell(
    kind: Parameters<typeof watchCall>[0],
    args: readonly Value[],
    fact: WatchFact,
    at: Instruction | undefined,
    result?: string,
  ): Call {
    return watchCall(kind, args, this.#facts.of(fact), at && debugOf(at), result);
  }

  #isWatched(pointer: Value): boolean {
    return isWatchable(pointer) && !this.#addresses.isOwn(pointer);
  }
}

const MEMSET = "@llvm.memset.";
const COPIES: readonly string[] = ["@llvm.memcpy.", "@llvm.memmove.", MEMSET];

const WAITS: ReadonlyMap<string, "barrier" | "reduce" | "grid" | "warp"> = new Map([
  [BARRIER, "barrier"],
  [BARRIER_REDUCE, "reduce"],
  [GRID_BARRIER, "grid"],
  [WARP_OP, "warp"],
]);

const ORDERS: ReadonlySet<string> = new Set(["monotonic", "acquire", "release", "acq_rel", "seq_cst"]);

function orderOf(atomic: Atomic | undefined): string | undefined {
  return atomic !== undefined && ORDERS.has(atomic.ordering) ? atomic.ordering : undefined;
}

/** Whether a type has the size of its alignment on a GPU. */
function isScalar(type: Type): boolean {
  return type.kind === "int" || (type.kind === "float" && SCALARS.has(type.text));
}

const SCALARS: ReadonlySet<string> = new Set(["float", "double", "half"]);

/** The alignment that a call says of an address. */
function alignOf({ attributes }: Argument): number {
  const text = attributes.find((one) => one.startsWith("align "));
  return text === undefined ? 1 : Number(text.slice("align ".length));
}
