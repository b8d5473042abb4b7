// Native calls that are under way, on this thread and on others. What one of them may still use is let go when all that were
// under way at that moment are over; calls that begin later do not hold it up.

import { processState } from "../core/process-state.js";

const state = processState(() => ({
  nextTicket: 0,
  /** The tickets of the calls, oldest first. */
  underWay: new Set<number>(),
  /** What waits, in the order of the first ticket that it does not wait for. */
  waiting: [] as { readonly ticket: number; readonly act: () => void }[],
}));
/** The tickets of the calls, oldest first. */
/** What waits, in the order of the first ticket that it does not wait for. */

/** A call begins; its ticket is for {@link leaveCall}. */
export function enterCall(): number {
  const ticket = state.nextTicket++;
  state.underWay.add(ticket);
  return ticket;
}

/** A call is over. */
export function leaveCall(ticket: number): void {
  state.underWay.delete(ticket);
  while (state.waiting[0] !== undefined && state.waiting[0].ticket <= oldest()) state.waiting.shift()?.act();
}

/** Does something when the calls that are under way now are over. */
export function afterCalls(act: () => void): void {
  if (state.underWay.size === 0) act();
  else state.waiting.push({ ticket: state.nextTicket, act });
}

/** Does what has waited longest at once; false where nothing waits. For whoever has nothing left to give. */
export function actEarly(): boolean {
  const first = state.waiting.shift();
  first?.act();
  return first !== undefined;
}

function oldest(): number {
  const { value } = state.underWay.values().next();
  return value ?? Number.POSITIVE_INFINITY;
}
