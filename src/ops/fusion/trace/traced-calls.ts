// The calls of a fused function with arguments of one kind. The function runs until two runs in a row did the same; later calls
// replay these operations. Where numbers or outside arrays differed between the runs, each later call first runs the function
// without computing (follow.ts) to find the current ones.

import { CutsError } from "../../../core/errors.js";
import type { NDArray } from "../../../array/ndarray.js";
import { variable } from "../../../host/environment.js";
import { scope } from "../../../runtime/lifetimes/scope.js";
import { warn } from "../../../host/own-process.js";
import type { Difference } from "./compare.js";
import { Diverged } from "./follow.js";
import { Replay } from "./replay.js";

/** Runs after which a function that did something else each time is refused. The first run may set up what later ones find. */
const MOST_RUNS = 3;

/** A function that is traced for more kinds of arguments than this causes a warning. */
const MOST_KINDS = 8;

/** Every call is compared. */
const isDebugging = variable("CUTS_DEBUG") === "1";

/** Calls with arrays of the same shapes and dtypes, and with the same constants. */
export class TracedCalls {
  #replay: Replay | undefined;
  #runs = 0;
  /**
   * What is known about the function: nothing yet; two runs were identical; two runs differed in numbers or arrays of the
   * closure, which each call then looks up; or in what cannot be looked up, and then the function is called as it is.
   */
  #state: "unknown" | "constant" | "changing" | "plain" = "unknown";

  call<R>(run: () => R, arrays: readonly NDArray[]): R {
    if (this.#state === "plain") return scope(run);
    let known = this.#replay;
    if (known?.isOver === true) {
      known = this.#replay = undefined;
      this.#runs = 0;
      this.#state = "unknown";
    }
    if (known !== undefined && this.#state === "changing") return this.#follow(known, run, arrays);
    if (known?.wantsGradient === true) return run();
    if (known?.misses === true) this.#state = "unknown";
    if (known !== undefined && this.#state === "constant" && !isDebugging) return known.run(arrays) as R;
    const { result, made } = Replay.of(run, arrays);
    if (made !== undefined) this.#compare(known, made);
    return result;
  }

  #compare(known: Replay | undefined, made: Replay): void {
    this.#runs++;
    const difference = known?.differenceFrom(made, "nothing");
    if (known !== undefined && difference === undefined) {
      this.#state = "constant";
      made.dispose();
      return;
    }
    const other = difference === undefined ? undefined : known?.differenceFrom(made, "looked up");
    known?.dispose();
    this.#replay = made;
    if (difference === undefined) return;
    if (this.#state === "constant" || (difference.kind === "operations" && this.#runs >= MOST_RUNS))
      throw doesOther(difference);
    if (other === undefined) this.#state = "changing";
    else if (other.kind === "values") this.#callAsItIs(other);
  }

  /** Replays the function with the numbers and outside arrays of this call. */
  #follow<R>(known: Replay, run: () => R, arrays: readonly NDArray[]): R {
    const followed = known.follow(run, arrays);
    if (followed instanceof Diverged) throw doesOther(followed.difference);
    return followed.result as R;
  }

  #callAsItIs({ what }: Difference): void {
    this.#state = "plain";
    this.dispose();
    warn(
      `A fused function is called as it is, because a value from outside of it changes what its operations are: ${what}` +
        "\nTry: pass it as an argument, a number as an array",
    );
  }

  dispose(): void {
    this.#replay?.dispose();
  }
}

function doesOther({ what }: Difference): CutsError {
  return new CutsError(
    "CUTS_FUSE",
    `Cannot fuse a function that does something else at each call: ${what}` +
      "\nTry: two functions, or pass what decides as an argument",
  );
}

/** Warns once if a function is traced again and again because an argument changes. */
export class TraceCounter {
  #kinds = 0;
  #last: readonly string[] = [];

  /** Counts another kind of arguments, each given as text. */
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
