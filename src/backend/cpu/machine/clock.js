// @ts-check
// The clock of the cpu device: the same in all threads, unlike performance.now(), whose zero is each thread's own. Plain
// JavaScript, because workers run it unbuilt.

/** Milliseconds since some moment in the past. */
export function clockMs() {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
