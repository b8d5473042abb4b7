// What a process does on Ctrl-C and SIGTERM, kept through calls of libraries that change it. NVRTC handles these signals itself
// while it compiles, and puts back what was there by signal(), which forgets that Node's handler is for once only: it raises
// the signal again to end the process, and is called for ever instead, at full load.

import { lazy } from "../core/lazy.js";
import { processState } from "../core/process-state.js";
import { numberAddressOf } from "../ffi/memory.js";
import { openRawLibrary } from "../ffi/raw-library.js";

/** The signals and their numbers, which are the same on all systems. */
const signals = [
  ["SIGINT", 2],
  ["SIGTERM", 15],
] as const;

/** More than struct sigaction takes anywhere. */
const ACTION_BYTES = 256;

/** What was in force for a signal. */
interface Kept {
  readonly signal: NodeJS.Signals;
  readonly number: number;
  readonly action: BigUint64Array;
  /** How many listeners the program had. */
  readonly listeners: number;
}

type Sigaction = (signal: number, to: number, from: number) => unknown;

const sigaction = lazy(
  (): Sigaction => openRawLibrary(null).bind("sigaction", "int32", ["int32", "address", "address"]),
);
/** Calls that are under way, and what was in force before the first of them. */
const state = processState(() => ({ calls: 0, kept: [] as readonly Kept[] }));

/** Runs a call of a library that may change what signals do, and puts it back when the last one under way has ended. */
export function keepingSignals<T>(call: () => T): T {
  begin();
  try {
    return call();
  } finally {
    end();
  }
}

/** The same for a call on another thread. */
export async function keepingSignalsAsync<T>(call: () => Promise<T>): Promise<T> {
  begin();
  try {
    return await call();
  } finally {
    end();
  }
}

function begin(): void {
  if (process.platform === "win32" || state.calls++ > 0) return;
  state.kept = signals.map(([signal, number]) => ({
    signal,
    number,
    action: read(number),
    listeners: process.listenerCount(signal),
  }));
}

function end(): void {
  if (process.platform === "win32" || --state.calls > 0) return;
  for (const one of state.kept) putBack(one);
}

function putBack({ signal, number, action, listeners }: Kept): void {
  const now = read(number);
  if (now.every((word, at) => word === action[at])) return;
  const count = process.listenerCount(signal);
  // The program began or stopped to listen meanwhile: Node sets what that needs.
  if (count > 0 !== listeners > 0) listenAgain(signal);
  // The handler is the first member.
  else if (now[0] === action[0]) write(number, action);
}

/** Has Node set what the listeners of a signal need, which is nothing without any. */
function listenAgain(signal: NodeJS.Signals): void {
  const own = process.rawListeners(signal) as NodeJS.SignalsListener[];
  const none = (): void => {};
  process.on(signal, none);
  process.removeAllListeners(signal);
  for (const listener of own) process.on(signal, listener);
}

function read(number: number): BigUint64Array {
  const action = new BigUint64Array(ACTION_BYTES / 8);
  call(number, 0, numberAddressOf(action));
  return action;
}

function write(number: number, action: BigUint64Array): void {
  call(number, numberAddressOf(action), 0);
}

function call(number: number, to: number, from: number): void {
  sigaction()(number, to, from);
}
