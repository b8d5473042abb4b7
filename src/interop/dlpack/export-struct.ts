// The structs that others get, and how it is known that they are done with one. The deleter is a function of the system that
// changes the first word of the struct (the version, or the lower half of an address), on whatever thread it is called: no JavaScript runs, so nobody waits for it. The
// structs that are out are looked at whenever one is made or read, and by a timer that keeps no process alive.

import { lazy } from "../../core/lazy.js";
import { markers } from "../../ffi/foreign-objects.js";
import { callback } from "../../ffi/dlopen.js";
import { addressOf } from "../../ffi/memory.js";
import { type StructForm, versionedForm } from "./format.js";

/** How often the structs that are out are looked at while nothing else does. */
const LOOK_MS = 50;

/** A struct that others hold. */
interface OutStruct {
  readonly words: Uint32Array;
  /** What the first word was. */
  readonly first: number;
  readonly release: () => void;
}

const out = new Map<bigint, OutStruct>();
let timer: NodeJS.Timeout | undefined;

/** The address of the function that others call with a struct that they are done with. */
export function deleterAddress(form: StructForm): bigint {
  const known = markers();
  if (known === undefined) return callbackAddress();
  return form === versionedForm ? known.countUp : known.unlock;
}

/** Where the system has no such function: it runs on the thread of JavaScript, and others wait for it. */
const callbackAddress = lazy(
  () =>
    callback("void(void* self)", (self: unknown) => {
      const struct = out.get(self as bigint);
      if (struct !== undefined) struct.words[0] = struct.first + 1;
    }).pointer,
);

/** Writes a struct for others; `release` is called once, when its deleter was. */
export function putOut(
  form: StructForm,
  axes: number,
  write: (view: DataView, base: bigint) => void,
  release: () => void,
): bigint {
  lookAtOut();
  const memory = new ArrayBuffer(form.byteLength + 16 * axes);
  const view = new DataView(memory);
  const words = new Uint32Array(memory, 0, 2);
  const pointer = addressOf(memory);
  write(view, pointer);
  view.setBigUint64(form.deleter, deleterAddress(form), true);
  out.set(pointer, { words, first: words[0] as number, release });
  timer ??= setInterval(lookAtOut, LOOK_MS).unref();
  return pointer;
}

/** Gives back what others are done with. */
export function lookAtOut(): void {
  if (out.size === 0) return;
  for (const [pointer, { words, first, release }] of out) {
    if (words[0] === first) continue;
    out.delete(pointer);
    release();
  }
  if (out.size === 0 && timer !== undefined) {
    clearInterval(timer);
    timer = undefined;
  }
}

/** How many structs others hold now. */
export function countOut(): number {
  lookAtOut();
  return out.size;
}
