// Native calls that are under way, on this thread and on others. What one of them may still use is let go when all that were
// under way at that moment are over; calls that begin later do not hold it up.

let nextTicket = 0;
/** The tickets of the calls, oldest first. */
const underWay = new Set<number>();
/** What waits, in the order of the first ticket that it does not wait for. */
const waiting: { readonly ticket: number; readonly act: () => void }[] = [];

/** A call begins; its ticket is for {@link leaveCall}. */
export function enterCall(): number {
  const ticket = nextTicket++;
  underWay.add(ticket);
  return ticket;
}

/** A call is over. */
export function leaveCall(ticket: number): void {
  underWay.delete(ticket);
  while (waiting[0] !== undefined && waiting[0].ticket <= oldest()) waiting.shift()?.act();
}

/** Does something when the calls that are under way now are over. */
export function afterCalls(act: () => void): void {
  if (underWay.size === 0) act();
  else waiting.push({ ticket: nextTicket, act });
}

/** Does what has waited longest at once; false where nothing waits. For whoever has nothing left to give. */
export function actEarly(): boolean {
  const first = waiting.shift();
  first?.act();
  return first !== undefined;
}

function oldest(): number {
  const { value } = underWay.values().next();
  return value ?? Number.POSITIVE_INFINITY;
}
