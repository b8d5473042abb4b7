// Tracks native calls that have not returned, on this thread and on others. Something that such a call may still use is released
// when all calls that were running at that moment have returned; later calls do not delay it.

import { processState } from "../core/process-state.js";

const state = processState(() => ({
  nextTicket: 0,
  /** The tickets of running calls, oldest first. */
  underWay: new Set<number>(),
  /** Waiting actions. Each waits for the calls with smaller tickets. */
  waiting: [] as { readonly ticket: number; readonly act: () => void }[],
}));

/** Begins a call and returns a ticket for {@link leaveCall}. */
export function enterCall(): number {
  const ticket = state.nextTicket++;
  state.underWay.add(ticket);
  return ticket;
}

/** Ends a call. */
export function leaveCall(ticket: number): void {
  state.underWay.delete(ticket);
  while (state.waiting[0] !== undefined && state.waiting[0].ticket <= oldest()) state.waiting.shift()?.act();
}

/** Calls `act` when all calls that are running now have returned. */
export function afterCalls(act: () => void): void {
  if (state.underWay.size === 0) act();
  else state.waiting.push({ ticket: state.nextTicket, act });
}

/** Runs the oldest waiting action now, to free resources early; false if none waits. */
export function actEarly(): boolean {
  const first = state.waiting.shift();
  first?.act();
  return first !== undefined;
}

function oldest(): number {
  const { value } = state.underWay.values().next();
  return value ?? Number.POSITIVE_INFINITY;
}
