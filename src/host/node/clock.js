// @ts-check
// The clock of all threads, by Node: the same in all of them, unlike performance.now(), whose zero is each thread's own. Plain
// JavaScript, because threads run it unbuilt.

/** Milliseconds since some moment in the past. */
export function clockMs() {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

/** Nanoseconds since that moment. */
export function clockNanoseconds() {
  return process.hrtime.bigint();
}
