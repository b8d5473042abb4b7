// Where the values that are kept across waits lie, and what they are called: in a region, and in the driver that runs it.

import { type Parameter, plainName } from "../../../../compiler/ir/module.js";
import { i32, type Type } from "../../../../compiler/ir/type.js";
import { type Local, local } from "../../../../compiler/ir/value.js";
import { MAILBOX, THREAD } from "./abi.js";
import type { Code } from "../../../../compiler/ir/code.js";
import { contextArray } from "./context-array.js";
import type { Region, Slot } from "./region-plan.js";

/** A slot's name without sigil and quotes, fit for use inside other names. */
export function slotName(slot: Slot): string {
  return plainName(slot.name);
}

/** A value that is the same for all threads, as the driver loads it before a region; `prefix` is that of the region's names. */
export function inputOf(prefix: string, slot: Slot): Local {
  return local(`${prefix}.in.${slotName(slot)}`, slot.type);
}

/** Parameters through which a region receives the uniform values live at its start. */
export function uniformInputs(region: Region): readonly Parameter[] {
  return region.liveIn
    .filter((s) => s.uniform)
    .map((s) => ({ name: `%cuts.in.${slotName(s)}`, type: s.type, attributes: [] }));
}

/** Computes where a slot's array begins. */
export function slotArray(code: Code, slot: Slot, what: string, result: string): Local {
  const n = slotName(slot);
  return contextArray(code, slot.offset, {
    base: `%cuts.${what}.base.${n}`,
    array: `%cuts.${what}.array.${n}`,
    result,
  });
}

/** Computes where the thread's own value of a slot is. */
export function slotAddress(code: Code, slot: Slot, what: string): Local {
  const n = slotName(slot);
  const past = slotArray(code, slot, what, `%cuts.${what}.past.${n}`);
  return code.element(`%cuts.${what}.at.${n}`, slot.type, past, local(THREAD, i32));
}

/** Computes where a field of a thread's mailbox is. */
export function mailbox(code: Code, field: keyof typeof MAILBOX, type: Type, result: string): Local {
  const past = contextArray(code, MAILBOX[field], {
    base: `${result}.base`,
    array: `${result}.array`,
    result: `${result}.past`,
  });
  return code.element(result, type, past, local(THREAD, i32));
}
