// Grids that a kernel launches (dynamic parallelism), and those that they launch. They run in the lane of the first one, until none is
// left. The launches of a grid run before its siblings, so that whatever follows the grid in a stream of device code finds them done.

import type { Lane } from "./machine/lane.js";

/** One grid: a launch, as the workers do it. */
interface Grid {
  begin(lane: Lane): "running" | "full";
  isFinished(): boolean;
  finish(): number;
  takeBack(): void;
  notify(): boolean;
  stopError(): unknown;
  readonly launchesMore: boolean;
  takeLaunches(): readonly Grid[];
}

export class ChildGrids {
  readonly #lane: Lane;
  /** What is to run next comes last. */
  readonly #waiting: Grid[] = [];
  /** What the workers have, oldest first; only the last one may launch more. */
  #running: Grid[] = [];
  #endedMs: number | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** `parent` has finished. */
  constructor(parent: Grid, lane: Lane) {
    this.#lane = lane;
    this.#add(parent);
  }

  get isFinished(): boolean {
    return this.#running.length === 0 && this.#waiting.length === 0;
  }

  /** The grid to wait for. */
  get current(): Grid | undefined {
    return this.#running[0];
  }

  /** Ends what has finished and gives the workers what can begin. */
  advance(): void {
    // What was given may be over at once.
    for (let count = -1; count !== this.#running.length; ) {
      this.#lane.collect();
      this.#settle();
      count = this.#running.length;
      this.#begin();
    }
  }

  /** When the last one was done; undefined when there was none. Throws what has stopped one. */
  finish(): number | undefined {
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#endedMs;
  }

  #settle(): void {
    for (let grid = this.#running[0]; grid?.isFinished() === true; grid = this.#running[0]) {
      this.#running.shift();
      try {
        this.#endedMs = grid.finish();
        if (grid.launchesMore) this.#add(grid);
      } catch (error) {
        this.#fail(error);
      }
    }
  }

  #begin(): void {
    while (this.#running.at(-1)?.launchesMore !== true && !this.#lane.isFull) {
      const grid = this.#waiting.pop();
      if (grid === undefined) return;
      try {
        grid.begin(this.#lane);
      } catch (error) {
        this.#waiting.length = 0;
        // What is under way goes on to its end.
        this.#failure ??= { error };
        return;
      }
      this.#running.push(grid);
    }
  }

  // The lane has taken back what was behind it.
  #fail(error: unknown): void {
    this.#failure ??= { error };
    for (const grid of this.#running) grid.takeBack();
    this.#running = [];
    this.#waiting.length = 0;
  }

  #add(grid: Grid): void {
    try {
      for (const launched of grid.takeLaunches().toReversed()) this.#waiting.push(launched);
    } catch (error) {
      this.#fail(error);
    }
  }
}
