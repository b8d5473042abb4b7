// Launches of watched code: which checker or profiler watches each, and the thread that runs them. In a process that is checked as a
// whole the checker exists from the start, because it must know every allocation.

import { isCheckedProcess } from "../check-reports.js";
import type { BackendLaunch } from "../backend.js";
import { Checker } from "./checking/checker.js";
import type { CpuModule } from "./cpu-module.js";
import type { LaunchHost } from "./cpu-launch.js";
import { checkLaunch } from "./launch-errors.js";
import type { LinearMemory } from "./machine/linear-memory.js";
import { Profiler } from "./watch/profiler.js";
import { WatchedThread } from "./watch/watched-thread.js";
import { WatchedTurns } from "./watch/watched-turns.js";

export class WatchedLaunches {
  readonly #memory: LinearMemory;
  #checker: Checker | undefined;
  #thread: WatchedThread | undefined;
  readonly #turns = new WatchedTurns();

  constructor(memory: LinearMemory) {
    this.#memory = memory;
    if (isCheckedProcess) this.#checker = new Checker(memory, true);
  }

  /** What checks launches, once there is one to check, or from the start. */
  get checker(): Checker | undefined {
    return this.#checker;
  }

  /**
   * A launch as the work queue does it: in pieces, with turns of the event loop between them. In a process that is checked as a whole it is done
   * at once, because the host's own accesses are told apart by what was launched before them.
   */
  inSteps(
    host: LaunchHost,
    module: CpuModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
  ): (timeMs: number, isBlocking: boolean) => boolean {
    const step = this.#turns.inSteps(() => this.#run(host, module, kernelName, launch, parameters));
    return (timeMs, isBlocking) => step(timeMs, isBlocking || isCheckedProcess);
  }

  #run(
    host: LaunchHost,
    module: CpuModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
  ): Generator<void, void> {
    const info = module.kernelInfo(kernelName);
    if (info === undefined) throw new Error(`internal: no kernel ${kernelName}`);
    checkLaunch(kernelName, info, launch, host.maxSharedBytes);
    this.#thread ??= new WatchedThread(host);
    const watcher =
      launch.watch?.what === "profile"
        ? new Profiler(launch.watch.onProfile)
        : this.#checkerOf().watcher(launch);
    const limitMs = launch.timeoutMs ?? host.defaultTimeoutMs;
    return this.#thread.run(module, kernelName, info, launch, parameters, watcher, limitMs);
  }

  #checkerOf(): Checker {
    return (this.#checker ??= new Checker(this.#memory, false));
  }
}
