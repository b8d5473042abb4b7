// Errors of work on a device. When work fails, the memory that it would have written is lost: reading it throws the error, and work
// that reads it is skipped and its results are lost too. The stream keeps the failure for whoever waits for the whole stream. An
// error that nobody received is reported when the process ends (unseen-failures.ts).

import { CutsError } from "../../core/errors.js";
import { noteUnseen, type UnseenFailure } from "./unseen-failures.js";
import type { Site } from "./call-site.js";
import { processState } from "../../core/process-state.js";

const state = processState(() => ({ clock: 0 }));

/** The next tick of a logical clock, which orders submissions and waits. */
export function nextMoment(): number {
  return ++state.clock;
}

/** The error of one piece of work. It is reported once, however many results are lost by it. */
export class Failure implements UnseenFailure {
  readonly error: Error;
  /** When the work was submitted. */
  readonly givenAt: number;
  /** The tick at which somebody first received it; infinity until then. */
  seenAt = Number.POSITIVE_INFINITY;

  constructor(error: unknown, givenAt: number, site: Site | undefined) {
    const own = error instanceof Error ? error : new Error(String(error));
    // V8 keeps the objects on a stack alive until the stack is formatted.
    void own.stack;
    this.error = site === undefined ? own : retell(own, [`Launched at ${site.place()}`], site);
    this.givenAt = givenAt;
    if (!isAskedFor(own)) noteUnseen(this);
  }

  /**
   * Whether a wait that began at this tick gets this failure: the work was submitted before, and nobody had received the failure by
   * then.
   */
  concerns(askedAt: number): boolean {
    return this.givenAt < askedAt && askedAt < this.seenAt;
  }

  see(): void {
    if (this.seenAt === Number.POSITIVE_INFINITY) this.seenAt = nextMoment();
  }
}

/** Whether the user caused the error by resetting the device. Such an error is not reported when the process ends. */
function isAskedFor(error: Error): boolean {
  return error instanceof CutsError && error.code === "CUTS_DEVICE_RESET";
}

/** Why memory has no valid contents: the work that writes it failed, or was skipped because of a failure. */
export class LostMemory {
  readonly failure: Failure;
  /** Where the skipped work was submitted. */
  readonly #skippedAt: string | undefined;

  constructor(failure: Failure, skippedAt?: Site) {
    this.failure = failure;
    // As text, because an unformatted stack keeps the objects on it alive.
    this.#skippedAt = skippedAt?.place();
  }

  /** The error for code that reads the memory. This counts as receiving it. */
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
  /** How many are kept at most. */
  static readonly #MOST = 100;
  #failures: Failure[] = [];

  add(failure: Failure): void {
    if (this.#failures.length === StreamFailures.#MOST) {
      this.#failures = this.#failures.filter(({ seenAt }) => seenAt === Number.POSITIVE_INFINITY);
    }
    if (this.#failures.length < StreamFailures.#MOST) this.#failures.push(failure);
  }

  /**
   * The first error for a wait that began at the tick `askedAt`. Its message lists the other errors, and all of them count as
   * received.
   */
  take(askedAt: number): Error | undefined {
    if (this.#failures.length === 0) return undefined;
    const own = this.#failures.filter((failure) => failure.concerns(askedAt));
    for (const failure of own) failure.see();
    return firstOf(own.map(({ error }) => error));
  }

  /** Whether there is such an error; this does not count as receiving it. */
  has(askedAt: number): boolean {
    return this.#failures.some((failure) => failure.concerns(askedAt));
  }
}

/** How the line of a further error begins in the message of the first one. */
const AS_WELL = "Failed as well: ";

/** The first of several errors, with a line in its message for each of the others. */
export function firstOf(errors: readonly Error[]): Error | undefined {
  const [first, ...others] = errors;
  if (first === undefined || others.length === 0) return first;
  const lines = others.flatMap(({ message }) => {
    const [what = "", ...rest] = message.split("\n");
    const place = rest.find((line) => line.startsWith("Launched at "))?.replace("Launched", "launched");
    // An error may list others already.
    const told = rest.filter((line) => line.startsWith(AS_WELL));
    return [`${AS_WELL}${what}${place === undefined ? "" : ` (${place})`}`, ...told];
  });
  return retell(first, lines);
}

/** The error to show to the user when a promise of the backend rejects with `reason`. */
export function userError(reason: unknown): unknown {
  return reason instanceof LostMemory ? reason.tell() : reason;
}

/** A copy of an error with more lines in its message; its stack is that of `site`, where the work was submitted. */
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
