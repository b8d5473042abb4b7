// What is done later on the event loop, by Node.

// Node's own function, taken once: launches pass through here, and a test may put another one in its place later.
export const inNextTurn: (run: () => void) => void = setImmediate;

export function laterUnheld(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs).unref();
  return () => clearTimeout(timer);
}

export function everyUnheld(run: () => void, periodMs: number): () => void {
  const timer = setInterval(run, periodMs).unref();
  return () => clearInterval(timer);
}
