// Long work of the main thread in pieces, between which the event loop runs. One piece of work is under way at a time. Work that must
// wait for it to end runs its remaining pieces.

/** How the work queue calls it: false when there is more to do after a turn of the event loop. */
type Step = (timeMs: number, isBlocking: boolean) => boolean;

interface Piece {
  readonly steps: Iterator<void, void>;
  end: { readonly error: unknown } | "done" | undefined;
}

export class WatchedTurns {
  #running: Piece | undefined;

  /** Work to be done in steps, begun when its turn comes. What it throws is thrown by the last step. */
  inSteps(begin: () => Iterator<void, void>): Step {
    let own: Piece | undefined;
    return (_timeMs, isBlocking) => {
      // The stream of the other one may have given it up.
      if (this.#running !== undefined && this.#running !== own) this.#advance(this.#running, isBlocking);
      if (this.#running !== undefined && this.#running !== own) return false;
      own ??= this.#running = { steps: begin(), end: undefined };
      this.#advance(own, isBlocking);
      if (own.end === undefined) return false;
      if (own.end !== "done") throw own.end.error;
      return true;
    };
  }

  /** A step of what is not over yet, or all. */
  #advance(piece: Piece, isToEnd: boolean): void {
    if (piece.end !== undefined) return;
    try {
      for (;;) {
        if (piece.steps.next().done === true) piece.end = "done";
        if (!isToEnd || piece.end !== undefined) break;
      }
    } catch (error) {
      piece.end = { error };
    }
    if (piece.end !== undefined) this.#running = undefined;
  }
}
