// What is done later on the event loop, by Node.

// Itself, not a function that calls it: launches are on their way through here.
export const inNextTurn: (run: () => void) => void = setImmediate;

export function laterUnheld(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs).unref();
  return () => clearTimeout(timer);
}

export function everyUnheld(run: () => void, periodMs: number): () => void {
  const timer = setInterval(run, periodMs).unref();
  return () => clearInterval(timer);
}
