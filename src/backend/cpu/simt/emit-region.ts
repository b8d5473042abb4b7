// Prints one region as a function of one thread: loads what is live at its start, runs the blocks, and at each wait
// stores what is live there and returns where to go on. It is always inlined into the thread loops (emit-driver.ts).

import type { Layout } from "../../../compiler/ir/layout.js";
import {
  CONTEXT,
  CONTEXT_HEADER_BYTES,
  EXITED,
  MAILBOX,
  PADDED,
  REDUCE_RESULT,
  THREAD,
  WAIT,
  WARP_RESULT,
} from "./abi.js";
import type { Block, Instruction } from "./ir.js";
import { calleeOf, incoming, LOCAL_NAME, localsOf, opcodeOf, textOf } from "./ir.js";
import { splitTop } from "./text-parts.js";
import type { Region, RegionPlan, Slot, Wait } from "./region-plan.js";
import { waitCode } from "./region-plan.js";
import { computationOf } from "./rematerialise.js";

export interface RegionFunction {
  /** The result type: the next region, then each uniform value the region defines. */
  readonly resultType: string;
  /** Uniform slots in the order of the result's members. */
  readonly uniformResults: readonly Slot[];
  /** The line that opens the function. */
  readonly head: string;
  readonly body: readonly string[];
}

export interface RegionEmission {
  readonly plan: RegionPlan;
  readonly functionName: string;
  /** Parameter list shared by all regions of the kernel. */
  readonly signature: string;
  readonly attributes: string;
  /** Metadata attached to each load and store, or "". */
  readonly accessGroup: string;
  /** Instructions to run first, such as stores of the coordinates that functions not inlined read. */
  readonly prologue: readonly string[];
  readonly types: Layout;
}

/** Prints a region. */
export function emitRegion(region: Region, e: RegionEmission): RegionFunction {
  const { plan } = e;
  const uniformResults = [...plan.slots.values()].filter((s) => s.uniform && region.defined.has(s.name));
  const resultType =
    uniformResults.length === 0 ? "i32" : `{ ${["i32", ...uniformResults.map((s) => s.type)].join(", ")} }`;
  const recomputed = computationOf(region.recomputed, plan.pure);
  const again = new Set(recomputed.map((i) => i.result as string));
  // A slot that is both live at the start and defined here changes its value: it needs memory until LLVM promotes it.
  const changing = new Map(
    region.liveIn.filter((s) => region.defined.has(s.name)).map((s) => [s.name, `${s.name.slice(1)}.cell`]),
  );
  const cell = (name: string): string | undefined => {
    const plain = changing.get(name);
    return plain && `%cuts.${plain.replaceAll('"', "")}`;
  };
  const out: string[] = ["cuts.begin:", ...e.prologue];
  for (const slot of region.liveIn) {
    const source = slot.uniform ? `%cuts.in.${plainName(slot)}` : `%cuts.load.${plainName(slot)}`;
    const address = cell(slot.name);
    if (address) out.push(`  ${address} = alloca ${slot.type}`);
    if (!slot.uniform) out.push(...slotAddress(slot, "load"), loadLine(source, slot, e.accessGroup));
    if (address) out.push(`  store ${slot.type} ${source}, ptr ${address}`);
  }
  const fixed = new Map(
    region.liveIn
      .filter((s) => !changing.has(s.name))
      .map((s) => [s.name, s.uniform ? `%cuts.in.${plainName(s)}` : `%cuts.load.${plainName(s)}`]),
  );
  const substitute = (text: string): string => text.replace(LOCAL_NAME, (name) => fixed.get(name) ?? name);
  for (const i of recomputed) out.push(line(i.result, textOf(i)));
  out.push(`  br label ${region.entry}`);
  const labels = new Set(region.blocks.map((b) => b.label));
  let loads = 0;
  const reload = (text: string, names: readonly string[]): string => {
    let replaced = substitute(text);
    for (const name of new Set(names)) {
      const address = cell(name);
      if (!address) continue;
      const slot = plan.slots.get(name) as Slot;
      const fresh = `%cuts.use.${loads++}`;
      out.push(`  ${fresh} = load ${slot.type}, ptr ${address}`);
      replaced = replaced.replace(LOCAL_NAME, (n) => (n === name ? fresh : n));
    }
    return replaced;
  };
  // A phi reads at the end of its predecessor, so loads for it go there; what they are called is known beforehand. A switch
  // can lead to a block by several labels; a phi's entries for one predecessor must be the same value, so a name is loaded once.
  const phiLoads = new Map<string, Map<string, string>>();
  const phiValue = (value: string, label: string): string =>
    substitute(value).replace(LOCAL_NAME, (name) => {
      if (!cell(name)) return name;
      const ofLabel = phiLoads.get(label) ?? new Map<string, string>();
      phiLoads.set(label, ofLabel);
      const fresh = ofLabel.get(name) ?? `%cuts.phi.${loads++}`;
      ofLabel.set(name, fresh);
      return fresh;
    });
  const phis = new Map<Instruction, string>();
  for (const block of region.blocks) {
    for (const i of block.instructions) {
      if (opcodeOf(i) !== "phi") continue;
      const pairs = incoming(i).filter(({ label }) => labels.has(label));
      const head = textOf(i).slice(0, textOf(i).indexOf("["));
      const tail = /\](, !.*)?$/.exec(textOf(i))?.[1] ?? "";
      phis.set(
        i,
        `${head}${pairs.map((p) => `[ ${phiValue(p.value, p.label)}, ${p.label} ]`).join(", ")}${tail}`,
      );
    }
  }
  for (const block of region.blocks) {
    out.push(`${block.label.slice(1)}:`);
    const stores: string[] = [];
    let inPhis = true;
    for (const i of block.instructions) {
      if (opcodeOf(i) !== "phi" && inPhis) {
        inPhis = false;
        out.push(...stores);
      }
      if (i.result && again.has(i.result)) continue;
      const last = i === block.instructions.at(-1);
      if (last) {
        for (const [name, fresh] of phiLoads.get(block.label) ?? []) {
          out.push(`  ${fresh} = load ${(plan.slots.get(name) as Slot).type}, ptr ${cell(name)}`);
        }
      }
      if (opcodeOf(i) === "phi") out.push(line(i.result, phis.get(i) as string));
      else if (calleeOf(i) === WAIT) {
        emitWait(block, i);
        break;
      } else if (opcodeOf(i) === "ret") out.push(...returnLines(EXITED, () => undefined));
      else emitPlain(i, block);
      const address = i.result && cell(i.result);
      if (!address) continue;
      const store = `  store ${(plan.slots.get(i.result) as Slot).type} ${i.result}, ptr ${address}`;
      if (opcodeOf(i) === "phi") stores.push(store);
      else out.push(store);
    }
  }
  return {
    resultType,
    uniformResults,
    head: `define internal ${resultType} ${e.functionName}(${[e.signature, ...uniformInputs(region)].join(", ")}) ${e.attributes} {`,
    body: out,
  };

  function emitPlain(i: Instruction, block: Block): void {
    const callee = calleeOf(i);
    if (callee === WARP_RESULT) {
      const shuffle = [...plan.waits.values()].find((w) => w.sync.to === block.label)?.shuffle;
      const { field, type } = shuffle ?? ({ field: "value", type: "i64" } as const);
      const name = i.result as string;
      const loaded = type === "i64" ? name : `${name}.narrow`;
      out.push(...mailbox(field, type, `${name}.box`));
      out.push(`  ${loaded} = load ${type}, ptr ${name}.box${e.accessGroup}`);
      if (type !== "i64") out.push(`  ${name} = zext i32 ${loaded} to i64`);
    } else if (callee === REDUCE_RESULT) {
      out.push(`  ${i.result} = load i32, ptr ${CONTEXT}`);
    } else out.push(line(i.result, withGroup(reload(textOf(i), localsOf(i)), opcodeOf(i))));
  }

  function withGroup(text: string, opcode: string): string {
    return e.accessGroup !== "" && (opcode === "load" || opcode === "store")
      ? `${text}${e.accessGroup}`
      : text;
  }

  function emitWait(block: Block, wait: Instruction): void {
    const there = plan.waits.get(block.label) as Wait;
    const { sync, region: id, live, shuffle } = there;
    const open = textOf(wait).indexOf("(");
    const values = splitTop(reload(textOf(wait), localsOf(wait)).slice(open + 1, -1)).map((v) =>
      v.replace(/^i\d+ /, ""),
    );
    if (shuffle?.type === "i32") {
      const narrow = `%cuts.narrow.${loads++}`;
      out.push(`  ${narrow} = trunc i64 ${values[2]} to i32`, ...store(shuffle.field, "i32", narrow, id));
    } else if (shuffle) {
      out.push(...store(shuffle.field, "i64", values[2] as string, id));
    } else if (sync.kind === "warp") {
      const [op, mask, value, argument] = values as [string, string, string, string];
      out.push(
        ...store("op", "i32", op, id),
        ...store("mask", "i32", mask, id),
        ...store("argument", "i32", argument, id),
        ...store("value", "i64", value, id),
      );
    } else if (sync.kind === "reduce") {
      const [op, predicate] = values as [string, string];
      out.push(...store("op", "i32", op, id), ...store("argument", "i32", predicate, id));
    }
    for (const name of live) {
      const slot = plan.slots.get(name);
      if (!slot || slot.uniform || !region.defined.has(name)) continue;
      const value = current(slot);
      out.push(...slotAddress(slot, `save${id}`));
      out.push(`  store ${slot.type} ${value}, ptr %cuts.save${id}.at.${plainName(slot)}${e.accessGroup}`);
    }
    // At a turn nothing is left for all threads.
    const isKept = (slot: Slot): boolean => sync.kind !== "turn" && live.has(slot.name);
    out.push(...returnLines(waitCode(plan, there), (slot) => (isKept(slot) ? current(slot) : undefined)));
  }

  // The value of a slot at this point: read from its cell if it changes here.
  function current(slot: Slot): string {
    const address = cell(slot.name);
    if (!address) return again.has(slot.name) ? slot.name : (fixed.get(slot.name) ?? slot.name);
    const fresh = `%cuts.use.${loads++}`;
    out.push(`  ${fresh} = load ${slot.type}, ptr ${address}`);
    return fresh;
  }

  function returnLines(code: number, valueOf: (slot: Slot) => string | undefined): string[] {
    if (uniformResults.length === 0) return [`  ret i32 ${code}`];
    let previous = "poison";
    const lines: string[] = [];
    const push = (type: string, value: string, index: number): void => {
      const fresh = `%cuts.result.${loads++}`;
      lines.push(`  ${fresh} = insertvalue ${resultType} ${previous}, ${type} ${value}, ${index}`);
      previous = fresh;
    };
    push("i32", String(code), 0);
    uniformResults.forEach((slot, index) => {
      const value = valueOf(slot);
      if (value !== undefined) push(slot.type, value, index + 1);
    });
    return [...lines, `  ret ${resultType} ${previous}`];
  }

  function store(field: keyof typeof MAILBOX, type: string, value: string, id: number): string[] {
    const at = `%cuts.box${id}.${loads++}`;
    return [...mailbox(field, type, at), `  store ${type} ${value}, ptr ${at}${e.accessGroup}`];
  }
}

/** Parameters through which a region receives the uniform values live at its start. */
export function uniformInputs(region: Region): string[] {
  return region.liveIn.filter((s) => s.uniform).map((s) => `${s.type} %cuts.in.${plainName(s)}`);
}

/** A slot's name without sigil and quotes, fit for use inside other names. */
export function plainName(slot: Slot): string {
  return slot.name.slice(1).replaceAll('"', "");
}

/** Computes where a slot's array begins. */
export function slotArray(slot: Slot, what: string, result: string): string[] {
  const n = plainName(slot);
  return [
    `  %cuts.${what}.base.${n} = mul nuw nsw i32 ${PADDED}, ${slot.offset}`,
    `  %cuts.${what}.array.${n} = getelementptr inbounds i8, ptr ${CONTEXT}, i32 %cuts.${what}.base.${n}`,
    `  ${result} = getelementptr inbounds i8, ptr %cuts.${what}.array.${n}, i32 ${CONTEXT_HEADER_BYTES}`,
  ];
}

function slotAddress(slot: Slot, what: string): string[] {
  const n = plainName(slot);
  return [
    ...slotArray(slot, what, `%cuts.${what}.past.${n}`),
    `  %cuts.${what}.at.${n} = getelementptr inbounds ${slot.type}, ptr %cuts.${what}.past.${n}, i32 ${THREAD}`,
  ];
}

function loadLine(result: string, slot: Slot, group: string): string {
  return `  ${result} = load ${slot.type}, ptr %cuts.load.at.${plainName(slot)}${group}`;
}

function mailbox(field: keyof typeof MAILBOX, type: string, result: string): string[] {
  return [
    `  ${result}.base = mul nuw nsw i32 ${PADDED}, ${MAILBOX[field]}`,
    `  ${result}.array = getelementptr inbounds i8, ptr ${CONTEXT}, i32 ${result}.base`,
    `  ${result}.past = getelementptr inbounds i8, ptr ${result}.array, i32 ${CONTEXT_HEADER_BYTES}`,
    `  ${result} = getelementptr inbounds ${type}, ptr ${result}.past, i32 ${THREAD}`,
  ];
}

function line(result: string | undefined, text: string): string {
  return result ? `  ${result} = ${text}` : `  ${text}`;
}
