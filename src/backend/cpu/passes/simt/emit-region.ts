// Makes one region a function of one thread: it loads what is live at its start, runs the blocks, and at each wait
// stores what is live there and returns where to go on. It is always inlined into the thread loops (emit-driver.ts).

import { insertValue, load, ret, store, withMetadata } from "../../../../compiler/ir/builder.js";
import { calleeOf, type Call, type Instruction, type Phi } from "../../../../compiler/ir/instruction.js";
import { type Block, type IrFunction, type Parameter, terminator } from "../../../../compiler/ir/module.js";
import { localsOf, mapOperands } from "../../../../compiler/ir/operands.js";
import { i32, i64, ptr, structType, type Type } from "../../../../compiler/ir/type.js";
import { int32, literal, type Local, local, type Value } from "../../../../compiler/ir/value.js";
import { CONTEXT, EXITED, type MAILBOX, REDUCE_RESULT, WAIT, WARP_RESULT } from "./abi.js";
import { Code } from "../../../../compiler/ir/code.js";
import { functionOf } from "./kernel-functions.js";
import type { Region, RegionPlan, Slot, Wait } from "./region-plan.js";
import { waitCode } from "./region-plan.js";
import { mailbox, slotAddress, slotName, uniformInputs } from "./region-slots.js";
import { computationOf } from "./rematerialise.js";

export interface RegionFunction {
  /** The result type: the next region, then each uniform value the region defines. */
  readonly resultType: Type;
  /** Uniform slots in the order of the result's members. */
  readonly uniformResults: readonly Slot[];
  readonly code: IrFunction;
}

export interface RegionEmission {
  readonly plan: RegionPlan;
  readonly functionName: string;
  /** Parameters shared by all regions of the kernel. */
  readonly parameters: readonly Parameter[];
  readonly attributes: readonly string[];
  /** Metadata of each load and store of the program: the group of accesses that the loops over threads may reorder. */
  readonly accessGroup: string | undefined;
  /** Instructions to run first, such as stores of the coordinates that functions not inlined read. */
  readonly prologue: readonly Instruction[];
}

/** Makes the function of a region. */
export function emitRegion(region: Region, e: RegionEmission): RegionFunction {
  return new RegionEmitter(region, e).emit();
}

class RegionEmitter {
  readonly #region: Region;
  readonly #plan: RegionPlan;
  readonly #e: RegionEmission;
  readonly #code = new Code("%cuts.begin");
  readonly #uniformResults: readonly Slot[];
  readonly #resultType: Type;
  /** What is computed again at the start. */
  readonly #again: ReadonlySet<string>;
  /** Slots that are both live at the start and defined here change their value: they need memory until LLVM promotes it. */
  readonly #cells: ReadonlyMap<string, Local>;
  /** Slots that stay as they are at the start, by the name that they have here. */
  readonly #fixed: ReadonlyMap<string, Local>;
  /** What phis read of cells, by the block at whose end it is loaded. */
  readonly #phiLoads = new Map<string, Map<string, Local>>();
  #numbered = 0;

  constructor(region: Region, e: RegionEmission) {
    this.#region = region;
    this.#plan = e.plan;
    this.#e = e;
    this.#uniformResults = [...e.plan.slots.values()].filter((s) => s.uniform && region.defined.has(s.name));
    const types = this.#uniformResults.map((s) => s.type);
    this.#resultType = types.length === 0 ? i32 : structType([i32, ...types]);
    const changes = (s: Slot): boolean => region.defined.has(s.name);
    this.#cells = new Map(
      region.liveIn.filter(changes).map((s) => [s.name, local(`%cuts.${slotName(s)}.cell`, ptr)]),
    );
    this.#fixed = new Map(region.liveIn.filter((s) => !changes(s)).map((s) => [s.name, startValue(s)]));
    const recomputed = computationOf(region.recomputed, e.plan.pure);
    this.#again = new Set(recomputed.map((i) => i.result as string));
    this.#begin(recomputed);
  }

  emit(): RegionFunction {
    const phis = this.#phis();
    for (const block of this.#region.blocks) this.#block(block, phis);
    const { functionName: name, attributes } = this.#e;
    const parameters = [...this.#e.parameters, ...uniformInputs(this.#region)];
    return {
      resultType: this.#resultType,
      uniformResults: this.#uniformResults,
      code: functionOf({
        name,
        type: this.#resultType,
        parameters,
        attributes,
        linkage: "internal",
        blocks: this.#code.blocks,
      }),
    };
  }

  #begin(recomputed: readonly Instruction[]): void {
    const code = this.#code;
    code.push(...this.#e.prologue);
    for (const slot of this.#region.liveIn) {
      const source = startValue(slot);
      const cell = this.#cells.get(slot.name);
      if (cell) code.alloca(cell.name, slot.type);
      if (!slot.uniform) {
        const at = slotAddress(code, slot, "load");
        code.push(this.#grouped(load(source.name, slot.type, at)));
      }
      if (cell) code.store(source, cell);
    }
    code.push(...recomputed);
    code.jump(this.#region.entry);
  }

  // A phi reads at the end of its predecessor, so loads for it go there; what they are called is known beforehand. A switch
  // can lead to a block by several labels; a phi's entries for one predecessor must be the same value, so a name is loaded once.
  #phis(): ReadonlyMap<Instruction, Phi> {
    const labels = new Set(this.#region.blocks.map((b) => b.label));
    const phis = new Map<Instruction, Phi>();
    for (const i of this.#region.blocks.flatMap((b) => b.instructions)) {
      if (i.op !== "phi") continue;
      const incoming = i.incoming
        .filter(({ from }) => labels.has(from))
        .map(({ value, from }) => ({ value: this.#phiValue(value, from), from }));
      phis.set(i, { ...i, incoming });
    }
    return phis;
  }

  #phiValue(value: Value, from: string): Value {
    if (value.kind !== "local") return value;
    if (!this.#cells.has(value.name)) return this.#fixed.get(value.name) ?? value;
    const ofBlock = this.#phiLoads.get(from) ?? new Map<string, Local>();
    this.#phiLoads.set(from, ofBlock);
    const loaded = ofBlock.get(value.name) ?? local(this.#fresh("phi"), value.type);
    ofBlock.set(value.name, loaded);
    return loaded;
  }

  #block(block: Block, phis: ReadonlyMap<Instruction, Phi>): void {
    const code = this.#code;
    code.block(block.label);
    // What phis leave in cells is stored behind all of them.
    const stores: Instruction[] = [];
    let isInPhis = true;
    for (const i of block.instructions) {
      if (i.op !== "phi" && isInPhis) {
        isInPhis = false;
        code.push(...stores);
      }
      if (i.result !== undefined && this.#again.has(i.result)) continue;
      if (i === terminator(block)) {
        for (const [name, loaded] of this.#phiLoads.get(block.label) ?? []) {
          code.load(loaded.name, loaded.type, this.#cells.get(name) as Local);
        }
      }
      if (i.op === "call" && calleeOf(i) === WAIT) {
        this.#wait(block, i);
        return;
      }
      if (i.op === "ret") this.#return(EXITED, () => undefined);
      else if (i.op === "phi") code.push(phis.get(i) as Phi);
      else this.#plain(i, block);
      const cell = i.result === undefined ? undefined : this.#cells.get(i.result);
      if (i.result === undefined || cell === undefined) continue;
      const kept = store(local(i.result, this.#slot(i.result).type), cell);
      if (i.op === "phi") stores.push(kept);
      else code.push(kept);
    }
  }

  #plain(i: Instruction, block: Block): void {
    const callee = calleeOf(i);
    if (callee === WARP_RESULT) this.#warpResult(i.result as string, block);
    else if (callee === REDUCE_RESULT) this.#code.load(i.result as string, i32, local(CONTEXT, ptr));
    else {
      const own = this.#reload(i);
      this.#code.push(own.op === "load" || own.op === "store" ? this.#grouped(own) : own);
    }
  }

  #warpResult(name: string, block: Block): void {
    const shuffle = [...this.#plan.waits.values()].find((w) => w.sync.to === block.label)?.shuffle;
    const { field, type } = shuffle ?? { field: "value", type: i64 };
    const loaded = type === i64 ? name : `${name}.narrow`;
    const at = mailbox(this.#code, field, type, `${name}.box`);
    this.#code.push(this.#grouped(load(loaded, type, at)));
    if (type !== i64) this.#code.cast(name, "zext", local(loaded, type), i64);
  }

  /** An instruction with the values that slots have here. */
  #reload<I extends Instruction>(i: I): I {
    const now = new Map<string, Local>();
    for (const name of new Set(localsOf(i))) {
      const cell = this.#cells.get(name);
      if (cell) now.set(name, this.#code.load(this.#fresh("use"), this.#slot(name).type, cell));
    }
    return mapOperands(i, (value) =>
      value.kind === "local" ? (now.get(value.name) ?? this.#fixed.get(value.name) ?? value) : value,
    );
  }

  #wait(block: Block, wait: Call): void {
    const code = this.#code;
    const there = this.#plan.waits.get(block.label) as Wait;
    const { sync, region: id, live, shuffle } = there;
    const values = this.#reload(wait).args.map(({ value }) => value);
    const send = (field: keyof typeof MAILBOX, value: Value | undefined): void => {
      if (value === undefined) throw new Error(`internal: a wait lacks its ${field}`);
      const at = mailbox(code, field, value.type, this.#fresh(`box${id}`));
      code.push(this.#grouped(store(value, at)));
    };
    const [first, second, third, fourth] = values;
    if (shuffle) {
      const value = third as Value;
      const isNarrow = shuffle.type !== value.type;
      send(shuffle.field, isNarrow ? code.cast(this.#fresh("narrow"), "trunc", value, shuffle.type) : value);
    } else if (sync.kind === "warp") {
      send("op", first);
      send("mask", second);
      send("argument", fourth);
      send("value", third);
    } else if (sync.kind === "reduce") {
      send("op", first);
      send("argument", second);
    }
    for (const name of live) {
      const slot = this.#plan.slots.get(name);
      if (!slot || slot.uniform || !this.#region.defined.has(name)) continue;
      const value = this.#current(slot);
      code.push(this.#grouped(store(value, slotAddress(code, slot, `save${id}`))));
    }
    // A thread that yields leaves nothing for all threads.
    const isKept = (slot: Slot): boolean => sync.kind !== "yield" && live.has(slot.name);
    this.#return(waitCode(this.#plan, there), (slot) => (isKept(slot) ? this.#current(slot) : undefined));
  }

  // The value of a slot at this point: read from its cell if it changes here.
  #current(slot: Slot): Local {
    const cell = this.#cells.get(slot.name);
    if (cell) return this.#code.load(this.#fresh("use"), slot.type, cell);
    const same = local(slot.name, slot.type);
    return this.#again.has(slot.name) ? same : (this.#fixed.get(slot.name) ?? same);
  }

  #return(code: number, valueOf: (slot: Slot) => Value | undefined): void {
    if (this.#uniformResults.length === 0) {
      this.#code.push(ret(int32(code)));
      return;
    }
    let result: Value = literal(this.#resultType, "poison");
    const inserts: Instruction[] = [];
    const insert = (value: Value, index: number): void => {
      const next = local(this.#fresh("result"), this.#resultType);
      inserts.push(insertValue(next.name, result, value, [index]));
      result = next;
    };
    insert(int32(code), 0);
    for (const [index, slot] of this.#uniformResults.entries()) {
      const value = valueOf(slot);
      if (value !== undefined) insert(value, index + 1);
    }
    this.#code.push(...inserts, ret(result));
  }

  #slot(name: string): Slot {
    return this.#plan.slots.get(name) as Slot;
  }

  #fresh(what: string): string {
    return `%cuts.${what}.${this.#numbered++}`;
  }

  #grouped<I extends Instruction>(i: I): I {
    return this.#e.accessGroup === undefined ? i : withMetadata(i, "llvm.access.group", this.#e.accessGroup);
  }
}

/** What a slot's value at the start of a region is called. */
function startValue(slot: Slot): Local {
  return local(`%cuts.${slot.uniform ? "in" : "load"}.${slotName(slot)}`, slot.type);
}
