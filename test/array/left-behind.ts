// What is left behind by a piece of code: handles that were opened after a mark and are open still. A count would not do, as
// what earlier tests dropped may be collected at any time.

import { zeros } from "../../src/array/array.js";
import { liveHandles } from "../../src/runtime/lifetimes/handle.js";

let marks = 0;

/** Begins to watch; the function that is returned tells what was opened since and is open still. */
export function watchHandles(): () => readonly string[] {
  marks++;
  const mark = zeros([0, 1, 0, marks]);
  const text = `float32[0, 1, 0, ${marks}]`;
  return () => {
    const all = liveHandles().map((handle) => handle.text);
    const at = all.findIndex((one) => one.startsWith(text));
    // The mark is used here, so that it lives until now.
    if (at < 0 || mark.isDisposed) throw new Error("the mark is gone");
    return all.slice(at + 1);
  };
}
