// Failures that nobody has received when the process ends. They are thrown then, like unhandled rejections: handlers of
// `uncaughtException` get them, and without such a handler they are printed and the exit code is 1.

import { processState } from "../../core/process-state.js";
import { lazy } from "../../core/lazy.js";

/** A failure, as far as it matters whether somebody has seen it. */
export interface UnseenFailure {
  readonly error: Error;
  /** When somebody first got it; infinite until then. */
  readonly seenAt: number;
  see(): void;
}

/** How many are kept: a loop that fails a million times must not fill the memory. */
const MOST = 100;

const state = processState(() => ({
  unseen: new Set<UnseenFailure>(),
  /** How many came after the set was full. */
  more: 0,
  /** How work is settled when the process ends. */
  settling: { settle: () => Promise.resolve(), settleNow: () => true } as Settling,
  isSettled: false,
}));

/** Work has failed. */
export function noteUnseen(failure: UnseenFailure): void {
  watch();
  if (state.unseen.size === MOST) forgetSeen();
  if (state.unseen.size < MOST) state.unseen.add(failure);
  else state.more++;
}

/** Shows failures that are not known yet. */
export interface Settling {
  /** Done once when nothing else is left to do. */
  settle(): Promise<unknown>;
  /**
   * Done by `process.exit()`, where nothing can be awaited. It waits for work under way until `deadlineMs` of
   * `performance.now()`, and returns whether all is over.
   */
  settleNow(deadlineMs: number): boolean;
}

/** Has work settled when the process ends. */
export function beforeTheEnd(work: Settling): void {
  state.settling = work;
  watch();
}

/**
 * How long `process.exit(0)` waits for work under way: it says that all is well, and nobody knows that yet. An end with
 * another code waits for nothing.
 */
const PATIENCE_MS = 10_000;

const UNKNOWN =
  "cuts: process.exit(0) was called while work on a device was under way; what became of it is not known\n" +
  "Try: await device.synchronize() before it\n";

/** Settles work; the event loop turns once more then, so that what is shown is thrown while the process lives. */
function settleOnce(): void {
  const turn = (): void => void setImmediate(() => {});
  state.settling.settle().then(turn, turn);
}

/** Deno ends with the code 1, but does not print what a listener of "beforeExit" throws. */
const showsThrown = process.versions["deno"] === undefined;

/** Listens to the end of the process. A reset of the state leaves the listeners where they are. */
const watch = lazy(() => {
  process.on("beforeExit", () => {
    const [first, ...others] = take();
    if (first === undefined) {
      if (!state.isSettled) settleOnce();
      state.isSettled = true;
      return;
    }
    state.isSettled = false;
    if (!showsThrown && process.listenerCount("uncaughtException") === 0) {
      print([first, ...others]);
      process.exitCode = 1;
      return;
    }
    print(others);
    throwPlainly(first.error);
  });
  // process.exit(): what is thrown here would be lost.
  process.on("exit", (code) => {
    const isKnown = state.settling.settleNow(code === 0 ? performance.now() + PATIENCE_MS : 0);
    if (code === 0 && !isKnown) process.stderr.write(UNKNOWN);
    const left = take();
    if (left.length === 0) return;
    print(left);
    if (process.exitCode === undefined || process.exitCode === 0) process.exitCode = 1;
  });
});

/** What Node shows as the file that threw, above the error. */
const THROWN_BY = "cuts: work on a device failed, and nobody awaited it";

// Node shows the line that throws before the error: of a minified file that is a page of nothing to the reader.
function throwPlainly(error: Error): never {
  let thrower: ((error: Error) => never) | undefined;
  try {
    const { compileFunction } = process.getBuiltinModule("node:vm");
    thrower = compileFunction("throw error;", ["error"], { filename: THROWN_BY }) as typeof thrower;
  } catch {
    // Not everything that runs programs for Node compiles like it.
  }
  thrower?.(error);
  throw error;
}

function forgetSeen(): void {
  state.unseen = new Set([...state.unseen].filter((failure) => failure.seenAt === Number.POSITIVE_INFINITY));
}

function take(): readonly UnseenFailure[] {
  forgetSeen();
  const all = [...state.unseen];
  for (const failure of all) failure.see();
  state.unseen = new Set();
  return all;
}

function print(failures: readonly UnseenFailure[]): void {
  for (const { error } of failures) {
    process.stderr.write(
      `Uncaught: work on a device failed, and nobody awaited it\n${error.stack ?? error.message}\n`,
    );
  }
  if (state.more > 0) process.stderr.write(`cuts: ${state.more} more failed\n`);
  state.more = 0;
}
