// Stops a function within its thread. Plain JavaScript, because threads run it unbuilt.

export { TimeIsOver, timeLimit } from "./node/time-limit.js";
