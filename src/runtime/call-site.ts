// Where in the user's program work was given. Taking it down costs a few microseconds, so that is done only for work that
// cannot be done at once; the text is made when an error needs it.

import { userFrame } from "./creation-site.js";

/** The frames of CuTS between a user's call and the place where the site is taken, and the user's own. */
const FRAMES = 16;

export class CallSite {
  readonly stack!: string;

  constructor() {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = FRAMES;
    Error.captureStackTrace(this, CallSite);
    Error.stackTraceLimit = limit;
  }

  /** `file:///home/me/app.ts:12:9`. */
  place(): string {
    return userFrame(this.stack.split("\n")) ?? "an unknown place";
  }

  /** The frames from the user's call on, as a stack shows them. */
  frames(): string {
    const lines = this.stack.split("\n").slice(1);
    const first = lines.findIndex((line) => userFrame([line]) !== undefined);
    return lines.slice(Math.max(0, first)).join("\n");
  }
}
