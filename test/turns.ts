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
