// The calls of a fused function with arguments of one kind: the function is run until two runs in a row did the same, and computed
// again from then on. What changes between runs would otherwise stay silently as it was.

import { CutsError } from "../../../core/errors.js";
import type { NDArray } from "../../../array/ndarray.js";
import { variable } from "../../../host/environment.js";
import { warn } from "../../../host/own-process.js";
import { Replay } from "./replay.js";

/** Runs after which a function that differs each time is not fused. The first run may set up what later ones find. */
const MOST_RUNS = 3;

/** Functions that are run for more kinds of arguments than this are told about. */
const MOST_KINDS = 8;

/** Every call is compared. */
const isDebugging = variable("CUTS_DEBUG") === "1";

/** Calls with arrays of the same shapes and dtypes, and the same constants. */
export class TracedCalls {
  #replay: Replay | undefined;
  #runs = 0;
  #isConfirmed = false;
  /** Whether the function depends on what changes from call to call: it is called as it is. */
  #isPlain = false;

  call<R>(run: () => R, arrays: readonly NDArray[]): R {
    if (this.#isPlain) return run();
    let known = this.#replay;
    if (known?.isOver === true) {
      known = this.#replay = undefined;
      this.#runs = 0;
      this.#isConfirmed = false;
    }
    if (known?.isUnsettled === true) return run();
    if (known !== undefined && this.#isConfirmed && !isDebugging) return known.run(arrays) as R;
    const { result, made } = Replay.of(run, arrays);
    if (made !== undefined) this.#compare(known, made);
    return result;
  }

  #compare(known: Replay | undefined, made: Replay): void {
    this.#runs++;
    const difference = known?.differenceFrom(made);
    if (known !== undefined && difference === undefined) {
      this.#isConfirmed = true;
      made.dispose();
      return;
    }
    known?.dispose();
    this.#replay = made;
    if (difference === undefined || (this.#runs < MOST_RUNS && !this.#isConfirmed)) return;
    if (difference.kind === "operations" || this.#isConfirmed) {
      throw new CutsError(
        "CUTS_FUSE",
        `Cannot fuse a function that does something else at each call: ${difference.what}` +
          "\nTry: two functions, or pass what decides as an argument",
      );
    }
    this.#isPlain = true;
    this.dispose();
    warn(
      `A fused function is called as it is, because a value from outside of it changes with each call: ${difference.what}` +
        "\nTry: pass it as an argument, a number as an array",
    );
  }

  dispose(): void {
    this.#replay?.dispose();
  }
}

/** Tells once where a function is run again and again because an argument changes. */
export class TraceCounter {
  #kinds = 0;
  #last: readonly string[] = [];

  /** Another kind of arguments, each as text. */
  count(args: readonly string[]): void {
    const at = args.findIndex((one, index) => one !== this.#last[index]);
    this.#last = args;
    if (++this.#kinds !== MOST_KINDS + 1) return;
    warn(
      `A fused function is run anew for each of ${this.#kinds} kinds of arguments: argument ${at + 1} is now ${args[at] ?? "left out"}` +
        "\nTry: pass a number that changes as an array, and arrays of few shapes",
    );
  }
}
