// Failures that nobody has received when the process ends. They are thrown then, like unhandled rejections: handlers of
// `uncaughtException` get them, and without such a handler they are printed and the exit code is 1.

import { processState } from "../../core/process-state.js";
import { lazy } from "../../core/lazy.js";
import { atExit, failAtExit, showsUncaught, throwAs, whenIdle, writeError } from "../../host/own-process.js";
import { inNextTurn } from "../../host/timers.js";

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
  const turn = (): void => inNextTurn(() => {});
  state.settling.settle().then(turn, turn);
}

/** Listens to the end of the process. A reset of the state leaves the listeners where they are. */
const watch = lazy(() => {
  whenIdle(() => {
    const [first, ...others] = take();
    if (first === undefined) {
      if (!state.isSettled) settleOnce();
      state.isSettled = true;
      return;
    }
    state.isSettled = false;
    if (!showsUncaught()) {
      print([first, ...others]);
      failAtExit();
      return;
    }
    print(others);
    throwAs(THROWN_BY, first.error);
  });
  // process.exit(): what is thrown here would be lost.
  atExit((code) => {
    const isKnown = state.settling.settleNow(code === 0 ? performance.now() + PATIENCE_MS : 0);
    if (code === 0 && !isKnown) writeError(UNKNOWN);
    const left = take();
    if (left.length === 0) return;
    print(left);
    failAtExit();
  });
});

/** What Node shows as the file that threw, above the error. */
const THROWN_BY = "cuts: work on a device failed, and nobody awaited it";

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
    writeError(`Uncaught: work on a device failed, and nobody awaited it\n${error.stack ?? error.message}\n`);
  }
  if (state.more > 0) writeError(`cuts: ${state.more} more failed\n`);
  state.more = 0;
}
