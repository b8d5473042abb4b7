// The clock that all threads share. Plain JavaScript, because threads run it unbuilt.

export { clockMs, clockNanoseconds } from "./node/clock.js";
