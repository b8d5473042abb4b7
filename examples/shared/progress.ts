// A progress bar for a terminal; where nobody watches, nothing.

/** Shows how many of `total` steps are done, with a word on the last one; ends its line with the last step. */
export function progress(name: string, total: number): (done: number, note?: string) => void {
  const width = 30;
  return (done, note = "") => {
    if (!process.stdout.isTTY) return;
    const full = Math.round((done / total) * width);
    const bar = "█".repeat(full) + "░".repeat(width - full);
    process.stdout.write(`\r\u001B[2K${name} ${bar} ${done}/${total} ${note}${done >= total ? "\n" : ""}`);
  };
}
