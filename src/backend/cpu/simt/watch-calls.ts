// Calls that are put into watched code, so that whoever watches is told what a kernel does. Each has as its last argument the
// number of a fact: what is known of the place when it is put in, before any pass of the compiler. Passes move and copy the
// calls with their lines; at the end each gets the number of a site, which is a fact at a line of the source.
//
// Only code that is compiled to be watched has them.

import { sourceStack, type SourceStack } from "./source-places.js";

/** A place of the source where watched code tells something. */
export interface WatchSite extends SourceStack {
  /** Which of the facts the call was put in with. */
  readonly fact: number;
  /** A shuffle whose value is only used under a condition (guarded-shuffles.ts). */
  readonly isGuarded?: true;
}

/** What the names of functions start with that watched code calls. */
const PREFIX = "@__cuts_watch_";

/** Functions that watched code may call; the last parameter of those with a site is its number. */
export const WATCH_FUNCTIONS = {
  /** Address, address of the object, site; the address to use instead. */
  access: { name: "@__cuts_watch_access", declaration: "i32 @__cuts_watch_access(i32, i32, i32)" },
  /** The same for a number of bytes, which comes before the site. */
  range: { name: "@__cuts_watch_range", declaration: "i32 @__cuts_watch_range(i32, i32, i32, i32)" },
  /** A variable of a thread: address, site. */
  local: { name: "@__cuts_watch_local", declaration: "void @__cuts_watch_local(i32, i32)" },
  /** A thread is about to wait, or to pass a fence: operation, mask, argument, site. */
  wait: { name: "@__cuts_watch_wait", declaration: "void @__cuts_watch_wait(i32, i32, i32, i32)" },
  /** A signed integer has overflowed: site. */
  overflow: { name: "@__cuts_watch_overflow", declaration: "void @__cuts_watch_overflow(i32)" },
  /** A thread has come to the end of its kernel: site. */
  exit: { name: "@__cuts_watch_exit", declaration: "void @__cuts_watch_exit(i32)" },
  /** A part of a kernel: how often it runs; site. */
  visit: { name: "@__cuts_watch_visit", declaration: "void @__cuts_watch_visit(i32)" },
} as const;

/** Told when a thread begins or goes on: thread in the block, the three indices of the block, region. Without a site. */
export const WATCH_THREAD = "@__cuts_watch_thread";

/** Names of all of them, as a module imports them. */
export const WATCH_IMPORTS: readonly string[] = [
  ...Object.values(WATCH_FUNCTIONS).map(({ name }) => name.slice(1)),
  WATCH_THREAD.slice(1),
];

/** What every watched module declares. */
export const WATCH_DECLARATIONS: readonly string[] = Object.values(WATCH_FUNCTIONS).map(
  ({ declaration }) => `declare ${declaration}`,
);

const SITE = /^( +.*\bcall .*@__cuts_watch_[a-z]+\(.*)i32 (\d+)\)([^()]*)$/;

/**
 * Numbers the sites of watched code; `shownFile` makes the name that the user knows of one that clang knows, `guarded` are the lines
 * of guarded shuffles.
 */
export function numberSites(
  ir: string,
  shownFile: (file: string) => string,
  guarded: ReadonlySet<number>,
): { readonly ir: string; readonly sites: readonly WatchSite[] } {
  const stackOf = sourceStack(ir, shownFile);
  const numbers = new Map<string, number>();
  const sites: WatchSite[] = [];
  const lines = ir.split("\n").map((line, at) => {
    if (!line.includes(PREFIX) || !line.startsWith(" ")) return line;
    const [, before = "", fact = "", after = ""] = SITE.exec(line) ?? [];
    if (fact === "") return line;
    const stack = stackOf(/!dbg !(\d+)/.exec(after)?.[1]);
    const isGuarded = guarded.has(at);
    const key = `${fact} ${isGuarded} ${stack.place?.line} ${stack.place?.column} ${stack.place?.file} ${stack.functions.join(" ")}`;
    const number =
      numbers.get(key) ??
      sites.push({ fact: Number(fact), ...stack, ...(isGuarded ? { isGuarded } : {}) }) - 1;
    numbers.set(key, number);
    return `${before}i32 ${number})${after}`;
  });
  return { ir: lines.join("\n"), sites };
}
