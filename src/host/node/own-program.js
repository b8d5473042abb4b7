// @ts-check
// The process of a program of ours, by Node. Plain JavaScript, because a thread of it runs unbuilt.

import { endNow, endWithParent } from "./end-with-parent.js";

/** The descriptor on which the program gets its message: four bytes for the length, the lowest first, then the message. */
export const MESSAGE_PIPE = 3;

/**
 * Ends the process when the one that started it is gone, even in the middle of a loop of another thread. When its time is over, whoever
 * started it says so by a byte, and is told `answer` before the process ends.
 * @param {number} parent
 * @param {() => string} answer
 */
export function answerOnPipe(parent, answer) {
  const { Socket } = process.getBuiltinModule("node:net");
  const pipe = new Socket({ fd: MESSAGE_PIPE, readable: true, writable: true });
  pipe.on("close", endNow).on("error", endNow);
  pipe.once("data", () => pipe.end(answer(), endNow));
  endWithParent(parent);
}

/** Ends the process with an exit code; where that is 0, with the one that was set meanwhile. @param {number} code @returns {never} */
export function exitNow(code) {
  process.exit(code === 0 ? (process.exitCode ?? 0) : code);
}
