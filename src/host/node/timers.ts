// What is done later on the event loop, by Node.

// A reference to Node's own function, because launches use it and tests may replace the global one.
export const inNextTurn: (run: () => void) => void = setImmediate;

export function laterUnheld(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs).unref();
  return () => clearTimeout(timer);
}

export function everyUnheld(run: () => void, periodMs: number): () => void {
  const timer = setInterval(run, periodMs).unref();
  return () => clearInterval(timer);
}
