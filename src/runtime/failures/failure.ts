// Errors of work on a device. Work fails alone: what it would have written is lost, whoever reads that gets the error, and
// work that needs it is skipped and loses its own results in turn. A failure is also kept by the stream that the work
// was given to, for whoever waits for the stream as a whole. It is seen once somebody got it; one that nobody has seen
// is told when the process ends (unseen-failures.ts).

import { CutsError } from "../../core/errors.js";
import { noteUnseen, type UnseenFailure } from "./unseen-failures.js";
import type { Site } from "./call-site.js";
import { processState } from "../../core/process-state.js";

const state = processState(() => ({ clock: 0 }));

/** The next moment, to compare what was given or asked when. */
export function nextMoment(): number {
  return ++state.clock;
}

/** An error of a piece of work, told once however many results it took. */
export class Failure implements UnseenFailure {
  readonly error: Error;
  /** When the work was given. */
  readonly givenAt: number;
  /** When somebody first got it. */
  seenAt = Number.POSITIVE_INFINITY;

  constructor(error: unknown, givenAt: number, site: Site | undefined) {
    const own = error instanceof Error ? error : new Error(String(error));
    // A stack that nobody has looked at keeps the objects that were on it.
    void own.stack;
    this.error = site === undefined ? own : retell(own, [`Launched at ${site.place()}`], site);
    this.givenAt = givenAt;
    if (!isAskedFor(own)) noteUnseen(this);
  }

  /** Whether somebody who asks at this moment is the first to know, or asked before somebody else got it. */
  concerns(askedAt: number): boolean {
    return this.givenAt < askedAt && askedAt < this.seenAt;
  }

  see(): void {
    if (this.seenAt === Number.POSITIVE_INFINITY) this.seenAt = nextMoment();
  }
}

/** Whether work ended because somebody reset its device: who awaits it gets the error, nobody else has to know. */
function isAskedFor(error: Error): boolean {
  return error instanceof CutsError && error.code === "CUTS_DEVICE_RESET";
}

/** Why something is not there: work failed, or was skipped because of a failure. */
export class LostMemory {
  readonly failure: Failure;
  /** Where the work was given that was skipped. */
  readonly #skippedAt: string | undefined;

  constructor(failure: Failure, skippedAt?: Site) {
    this.failure = failure;
    // As text, because a stack that nobody has looked at keeps what was on it.
    this.#skippedAt = skippedAt?.place();
  }

  /** The error for whoever reads it, who has seen it by that. */
  tell(): Error {
    const { failure } = this;
    failure.see();
    const place = this.#skippedAt;
    if (place === undefined) return failure.error;
    return retell(failure.error, [
      `Skipped because of it: the work given at ${place}, whose result was read`,
      "Try: an array that was lost can be used again when it is written whole, by fill() or set()",
    ]);
  }
}

/** The failures of the work of one stream. */
export class StreamFailures {
  /** So many are kept: whoever waits gets the first. */
  static readonly #MOST = 100;
  #failures: Failure[] = [];

  add(failure: Failure): void {
    if (this.#failures.length === StreamFailures.#MOST) {
      this.#failures = this.#failures.filter(({ seenAt }) => seenAt === Number.POSITIVE_INFINITY);
    }
    if (this.#failures.length < StreamFailures.#MOST) this.#failures.push(failure);
  }

  /**
   * The first error that concerns whoever asked at a moment for all work given until then. It tells of the others too: all
   * are seen by that.
   */
  take(askedAt: number): Error | undefined {
    if (this.#failures.length === 0) return undefined;
    const own = this.#failures.filter((failure) => failure.concerns(askedAt));
    for (const failure of own) failure.see();
    return firstOf(own.map(({ error }) => error));
  }

  /** The same for somebody who only wants to know whether there is one. */
  has(askedAt: number): boolean {
    return this.#failures.some((failure) => failure.concerns(askedAt));
  }
}

/** How the line of an error begins that is told with another one. */
const AS_WELL = "Failed as well: ";

/** The first of some errors that somebody gets at once, with a line for each of the others. */
export function firstOf(errors: readonly Error[]): Error | undefined {
  const [first, ...others] = errors;
  if (first === undefined || others.length === 0) return first;
  const lines = others.flatMap(({ message }) => {
    const [what = "", ...rest] = message.split("\n");
    const place = rest.find((line) => line.startsWith("Launched at "))?.replace("Launched", "launched");
    // An error may tell of others already.
    const told = rest.filter((line) => line.startsWith(AS_WELL));
    return [`${AS_WELL}${what}${place === undefined ? "" : ` (${place})`}`, ...told];
  });
  return retell(first, lines);
}

/** What a promise of the backend was rejected with, as the user gets it. */
export function userError(reason: unknown): unknown {
  return reason instanceof LostMemory ? reason.tell() : reason;
}

/** The same error with more lines; its stack is that of the place where the work was given. */
export function retell(error: Error, lines: readonly string[], site?: Site): Error {
  const message = [error.message, ...lines].join("\n");
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const told = Reflect.construct(Error, [message], error.constructor) as Error;
  Error.stackTraceLimit = stackTraceLimit;
  const { message: _message, stack: _stack, ...rest } = Object.getOwnPropertyDescriptors(error);
  Object.defineProperties(told, rest);
  const frames = site?.frames() ?? framesOf(error);
  Object.defineProperty(told, "stack", {
    value: `${error.name}: ${message}\n${frames}`,
    configurable: true,
    writable: true,
  });
  return told;
}

function framesOf({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  return at === -1 ? stack : stack.slice(at + message.length + 1);
}
