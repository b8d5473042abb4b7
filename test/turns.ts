import { vi } from "vitest";

/** How often the event loop turns until a promise settles. */
export async function turnsUntil(promise: Promise<unknown> | undefined): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  try {
    await promise;
  } finally {
    isOver = true;
  }
  return turns;
}

/**
 * Makes each look at the clock `stepMs` later than the one before it, until it is disposed. What is paced by time pauses after
 * each piece then, on quick machines as on slow ones.
 */
export function steppingClock(stepMs: number): Disposable {
  let atMs = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (atMs += stepMs));
  return { [Symbol.dispose]: () => clock.mockRestore() };
}
