// Work that wraps other work: with a callback at its end, or shared by all launches of a graph.

import type { Work } from "../backend.js";

/** Work with somebody who hears of its end. */
export class ObservedWork implements Work {
  readonly #work: Work;
  readonly #ended: (error: unknown) => void;

  /** `work` was kept. `ended` gets undefined when it was done. */
  constructor(work: Work, ended: (error: unknown) => void) {
    this.#work = work;
    this.#ended = ended;
  }

  obstacle(): unknown {
    return this.#work.obstacle();
  }

  done(): void {
    this.#work.done();
    this.#ended(undefined);
  }

  fail(error: unknown): void {
    this.#work.fail(error);
    this.#ended(error);
  }

  keep(): Work {
    return this;
  }
}

/** What the nodes of one launch of a graph share: when one fails, all after it are skipped, and the graph has failed. */
export class GraphWork implements Work {
  readonly #work: Work;
  #failure: { readonly error: unknown } | undefined;

  /** `work` was kept. */
  constructor(work: Work) {
    this.#work = work;
  }

  obstacle(): unknown {
    return this.#failure ? this.#failure.error : this.#work.obstacle();
  }

  done(): void {
    // The graph is done when all its nodes are.
  }

  fail(error: unknown): void {
    if (this.#failure) return;
    this.#failure = { error };
    this.#work.fail(error);
  }

  keep(): Work {
    return this;
  }

  /** All nodes are over. */
  end(): void {
    if (!this.#failure) this.#work.done();
  }
}
