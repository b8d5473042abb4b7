// Where in the user's program work was submitted, for error messages. Capturing a site costs a few microseconds, so it is done
// only for work that cannot run at once. The text is made when an error needs it.

import { userFrame } from "../../host/creation-site.js";

/** A place in the user's program, for the error of what was given there. */
export interface Site {
  /** `file:///home/me/app.ts:12:9`. */
  place(): string;
  /** The frames from the user's call on, as a stack shows them. */
  frames(): string;
}

/** The frames of CuTS between a user's call and the place where the site is taken, and the user's own. */
export const SITE_FRAMES = 16;

/** The cheapest site. It keeps the objects on the stack until it is asked, so that it is for what is over soon. */
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

/** What messages say where no frame is the user's. */
export const UNKNOWN_PLACE = "an unknown place";
