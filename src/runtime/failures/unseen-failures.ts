// Failures that nobody has received when the process ends. They are thrown then, like unhandled rejections: handlers of
// `uncaughtException` get them, and without such a handler they are printed and the exit code is 1.

import { processState } from "../../core/process-state.js";
import { lazy } from "../../core/lazy.js";
import { atExit, failAtExit, showsUncaught, throwAs, whenIdle, writeError } from "../../host/own-process.js";
import { inNextTurn } from "../../host/timers.js";

/** A failure that is reported at the end of the process unless somebody receives it. */
export interface UnseenFailure {
  readonly error: Error;
  /** When somebody first received it; infinity until then. */
  readonly seenAt: number;
  see(): void;
}

/** The most failures that are kept, because a loop that fails a million times must not fill the memory. */
const MOST = 100;

const state = processState(() => ({
  unseen: new Set<UnseenFailure>(),
  /** The number of failures that came after the set was full. */
  more: 0,
  /** How to finish pending work when the process ends. */
  settling: { settle: () => Promise.resolve(), settleNow: () => true } as Settling,
  isSettled: false,
}));

/** Records that work has failed. */
export function noteUnseen(failure: UnseenFailure): void {
  watch();
  if (state.unseen.size === MOST) forgetSeen();
  if (state.unseen.size < MOST) state.unseen.add(failure);
  else state.more++;
}

/** Finishes pending work, so that all failures are known. */
export interface Settling {
  /** Called once, when the event loop has nothing left to do. */
  settle(): Promise<unknown>;
  /**
   * Called in `process.exit()`, where nothing can be awaited. Blocks for pending work until `performance.now()` reaches
   * `deadlineMs`, and returns whether all work is over.
   */
  settleNow(deadlineMs: number): boolean;
}

/** Registers work to be finished when the process ends. */
export function beforeTheEnd(work: Settling): void {
  state.settling = work;
  watch();
}

/**
 * How long `process.exit(0)` waits for pending work, whose failure would make the exit code wrong. Other exit codes do not wait.
 */
const PATIENCE_MS = 10_000;

const UNKNOWN =
  "cuts: process.exit(0) was called while work on a device was under way; what became of it is not known\n" +
  "Try: await device.synchronize() before it\n";

/** Finishes pending work, then runs one more turn of the event loop, so that failures are thrown while the process still runs. */
function settleOnce(): void {
  const turn = (): void => inNextTurn(() => {});
  state.settling.settle().then(turn, turn);
}

/** Listens for the end of the process. A reset of the state keeps the listeners. */
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

/** What Node prints above the error in place of a file name. */
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
