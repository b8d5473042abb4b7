// The calls in watched code that report to the watcher what a kernel does. The last argument of each is the number of a fact: what is known of the
// place when the call is put in, before any pass of the compiler. Later passes move and copy the calls together with their lines; in the end the
// argument becomes the number of a site (watch-sites.ts). Only code that is compiled to be watched has such calls.

import { call } from "../../../compiler/ir/builder.js";
import { declaration } from "../../../compiler/ir/declaration.js";
import type { Call } from "../../../compiler/ir/instruction.js";
import type { IrFunction } from "../../../compiler/ir/module.js";
import { i32, voidType } from "../../../compiler/ir/type.js";
import { int32, type Value } from "../../../compiler/ir/value.js";

/** What the names of functions start with that watched code calls. */
export const WATCH_PREFIX = "@__cuts_watch_";

/** Functions that watched code may call. They take numbers of 32 bits; the last one is that of the site. */
export const WATCH_FUNCTIONS = {
  /** Address, address of the object, site; the address to use instead. */
  access: { name: "@__cuts_watch_access", parameters: 3, type: i32 },
  /** The same for a number of bytes, which comes before the site. */
  range: { name: "@__cuts_watch_range", parameters: 4, type: i32 },
  /** A variable of a thread: address, site. */
  local: { name: "@__cuts_watch_local", parameters: 2, type: voidType },
  /** A thread is about to wait, or to pass a fence: operation, mask, argument, site. */
  wait: { name: "@__cuts_watch_wait", parameters: 4, type: voidType },
  /** A signed integer has overflowed: site. */
  overflow: { name: "@__cuts_watch_overflow", parameters: 1, type: voidType },
  /** A thread has come to the end of its kernel: site. */
  exit: { name: "@__cuts_watch_exit", parameters: 1, type: voidType },
  /** A part of a kernel: how often it runs; site. */
  visit: { name: "@__cuts_watch_visit", parameters: 1, type: voidType },
} as const;

/** Told when a thread begins or goes on: thread in the block, the three indices of the block, region. Without a site. */
export const WATCH_THREAD = "@__cuts_watch_thread";

/** Names of all of them, as a module imports them. */
export const WATCH_IMPORTS: readonly string[] = [
  ...Object.values(WATCH_FUNCTIONS).map(({ name }) => name.slice(1)),
  WATCH_THREAD.slice(1),
];

/** What every watched module declares. */
export const WATCH_DECLARATIONS: readonly IrFunction[] = Object.values(WATCH_FUNCTIONS).map(
  ({ name, parameters, type }) =>
    declaration(
      name,
      type,
      Array.from({ length: parameters }, () => i32),
    ),
);

/** A call that tells a fact; it stands where the node `debug` says. */
export function watchCall(
  kind: keyof typeof WATCH_FUNCTIONS,
  args: readonly Value[],
  fact: number,
  debug: string | undefined,
  result?: string,
): Call {
  const { name, type } = WATCH_FUNCTIONS[kind];
  // Two calls that the optimiser makes one have no place.
  const made = call(result, type, name, [...args, int32(fact)], { attributes: ["nomerge"] });
  return debug === undefined ? made : { ...made, metadata: [{ kind: "dbg", node: debug }] };
}
