// The process of a program of ours that host/processes.ts has started. Plain JavaScript, because a thread of it runs unbuilt.

export { answerOnPipe, exitNow, MESSAGE_PIPE } from "./node/own-program.js";
