// Where in the user's program work was submitted, for error messages. Capturing a site costs a few microseconds, so it is done only
// for work that cannot run at once. The text is formatted when an error needs it.

import { userFrame } from "../../host/creation-site.js";

/** A place in the user's program, named in errors of the work that was submitted there. */
export interface Site {
  /** `file:///home/me/app.ts:12:9`. */
  place(): string;
  /** The stack frames from the user's call outwards, formatted as in a stack trace. */
  frames(): string;
}

/** How many stack frames are captured: those of CuTS below the user's call, and some of the user's. */
export const SITE_FRAMES = 16;

/** The cheapest site. It keeps the objects on the stack alive until it is formatted, so use it only for work that ends soon. */
export class CallSite implements Site {
  readonly stack!: string;

  constructor() {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = SITE_FRAMES;
    Error.captureStackTrace(this, CallSite);
    Error.stackTraceLimit = limit;
  }

  place(): string {
    return userFrame(this.stack.split("\n")) ?? UNKNOWN_PLACE;
  }

  frames(): string {
    const lines = this.stack.split("\n").slice(1);
    const first = lines.findIndex((line) => userFrame([line]) !== undefined);
    return lines.slice(Math.max(0, first)).join("\n");
  }
}

/** What messages say if no frame is the user's. */
export const UNKNOWN_PLACE = "an unknown place";
