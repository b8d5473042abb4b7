// The DLPack structs that other libraries hold, and how CuTS learns that one was released. The deleter is a system function that
// changes the first word of the struct, on whatever thread calls it, so no JavaScript runs and nobody waits. The structs are
// polled whenever one is made or read, and by a timer that does not keep the process alive.

import { lazy } from "../../core/lazy.js";
import { markers } from "../../ffi/foreign-objects.js";
import { callback } from "../../ffi/dlopen.js";
import { addressOf } from "../../ffi/memory.js";
import { everyUnheld } from "../../host/timers.js";
import { type StructForm, versionedForm } from "./format.js";

/** How often the structs that are out are looked at while nothing else does. */
const LOOK_MS = 50;

/** A struct that another library holds. */
interface OutStruct {
  readonly words: Uint32Array;
  /** The initial value of the first word. */
  readonly first: number;
  readonly release: () => void;
}

const out = new Map<bigint, OutStruct>();
/** Those of holders that hand them out again. */
const lasting = new Map<bigint, OutStruct>();
let stopTimer: (() => void) | undefined;

/** The address of the deleter, which other libraries call when they are done with a struct. */
export function deleterAddress(form: StructForm): bigint {
  const known = markers();
  if (known === undefined) return callbackAddress();
  return form === versionedForm ? known.countUp : known.unlock;
}

/** The deleter for systems without a suitable function: it runs on the JavaScript thread, and its callers wait for it. */
const callbackAddress = lazy(
  () =>
    callback("void(void* self)", (self: unknown) => {
      const struct = out.get(self as bigint) ?? lasting.get(self as bigint);
      if (struct !== undefined) struct.words[0] = struct.first + 1;
    }).pointer,
);

/** Writes a struct for another library; `release` is called once, after its deleter was called. */
export function putOut(
  form: StructForm,
  axes: number,
  write: (view: DataView, base: bigint) => void,
  release: () => void,
): bigint {
  const { pointer, ...struct } = makeStruct(form, axes, write);
  watchOut(pointer, { ...struct, release });
  return pointer;
}

/** A struct that is handed out again each time its deleter was called; its holder resets the first word. */
export interface LastingStruct {
  readonly pointer: bigint;
  /** The holder does not hand it out any more. */
  letGo(): void;
}

/**
 * Writes a struct that is handed out repeatedly; `release` is called once, after `letGo()` and when no library uses the struct.
 */
export function putOutLasting(
  form: StructForm,
  axes: number,
  write: (view: DataView, base: bigint) => void,
  release: () => void,
): LastingStruct {
  const { pointer, ...rest } = makeStruct(form, axes, write);
  const struct = { ...rest, release };
  lasting.set(pointer, struct);
  return {
    pointer,
    letGo: () => {
      lasting.delete(pointer);
      if (struct.words[0] === struct.first) watchOut(pointer, struct);
      else release();
    },
  };
}

function makeStruct(form: StructForm, axes: number, write: (view: DataView, base: bigint) => void) {
  const memory = new ArrayBuffer(form.byteLength + 16 * axes);
  const view = new DataView(memory);
  const words = new Uint32Array(memory, 0, 2);
  const pointer = addressOf(memory);
  write(view, pointer);
  view.setBigUint64(form.deleter, deleterAddress(form), true);
  return { pointer, words, first: words[0] as number };
}

function watchOut(pointer: bigint, struct: OutStruct): void {
  lookAtOut();
  out.set(pointer, struct);
  stopTimer ??= everyUnheld(lookAtOut, LOOK_MS);
}

/** Releases the structs whose deleter was called. */
export function lookAtOut(): void {
  if (out.size === 0) return;
  for (const [pointer, { words, first, release }] of out) {
    if (words[0] === first) continue;
    out.delete(pointer);
    release();
  }
  if (out.size === 0) {
    stopTimer?.();
    stopTimer = undefined;
  }
}

/** The number of structs that other libraries hold now. */
export function countOut(): number {
  lookAtOut();
  return out.size;
}
