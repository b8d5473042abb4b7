// Errors that stopped a stream and that nobody has awaited yet. One that is never asked for is not lost without a word:
// it is written to the standard error when the process ends.

const unseen = new Map<unknown, string>();
let isReporting = false;

/** An error stopped a stream of a device. */
export function noteUnseen(error: unknown, device: string): void {
  unseen.set(error, device);
  if (isReporting) return;
  isReporting = true;
  process.once("exit", () => {
    for (const [one, where] of unseen) process.stderr.write(`${describe(one, where)}\n`);
  });
}

/** Somebody has got the error. */
export function noteSeen(error: unknown): void {
  unseen.delete(error);
}

function describe(error: unknown, device: string): string {
  const text = error instanceof Error ? error.message : String(error);
  return `cuts: work on ${device} failed and was never awaited: ${text}`;
}
