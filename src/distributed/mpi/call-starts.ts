// Starts the calls of a communicator in the order in which they are made, which all ranks must agree on. If pending work uses an
// array, the call starts after that work; work submitted meanwhile waits for the call.

import { hold, isFree, type Use } from "./array-use.js";
import type { MpiRequest, OnDone } from "./mpi-requests.js";
import type { MpiWorld } from "./mpi-world.js";

export class CallStarts {
  readonly #world: MpiWorld;
  /** The start of the last call that waits for its turn; undefined where none does. */
  #lastStart: Promise<void> | undefined;

  constructor(world: MpiWorld) {
    this.#world = world;
  }

  /** Starts a call, now or after earlier ones, and settles when it is done; returns undefined if it is done at once. */
  run(
    what: string,
    uses: readonly Use[],
    keep: unknown,
    start: (slot: number) => number,
    onDone?: OnDone,
  ): Promise<void> | undefined {
    this.#world.check();
    if (this.#lastStart !== undefined || !uses.every(({ storage }) => isFree(storage))) {
      return this.#runLater(what, uses, keep, start, onDone);
    }
    const request = this.#begin(what, uses, keep, start, onDone);
    return request && this.#finish(request, uses.map(hold));
  }

  #begin(
    what: string,
    uses: readonly Use[],
    keep: unknown,
    start: (slot: number) => number,
    onDone: OnDone | undefined,
  ): MpiRequest | undefined {
    // Gradients look whether an array was changed after it was saved.
    for (const { storage, mode } of uses) if (mode === "write") storage.version++;
    return this.#world.requests.run(what, start, [uses, keep], onDone);
  }

  async #runLater(
    what: string,
    uses: readonly Use[],
    keep: unknown,
    start: (slot: number) => number,
    onDone: OnDone | undefined,
  ): Promise<void> {
    const holds = uses.map(hold);
    let request: MpiRequest | undefined;
    try {
      request = await this.inTurn(async () => {
        await Promise.all(holds.map(({ ready }) => ready));
        this.#world.check();
        return this.#begin(what, uses, keep, start, onDone);
      });
    } catch (error) {
      for (const one of holds) one.release();
      throw error;
    }
    if (request === undefined) for (const one of holds) one.release();
    else await this.#finish(request, holds);
  }

  async #finish(request: MpiRequest, holds: readonly { release(): void }[]): Promise<void> {
    try {
      await this.#world.requests.wait(request);
    } finally {
      for (const one of holds) one.release();
    }
  }

  /** Runs `begin` after all earlier calls have begun, and before later ones begin. */
  async inTurn<T>(begin: () => Promise<T>): Promise<T> {
    const before = this.#lastStart;
    let begun = (): void => {};
    const own = new Promise<void>((resolve) => {
      begun = resolve;
    });
    this.#lastStart = own;
    this.#world.unfinished++;
    try {
      await before;
      return await begin();
    } finally {
      this.#world.unfinished--;
      begun();
      if (this.#lastStart === own) this.#lastStart = undefined;
    }
  }
}
