// Launches kernels on a cpu device. A launch that is brief and has nothing before it runs inside the call; any other is a command of
// its stream. Watched code runs on the main thread in steps. An order of blocks that was asked for needs code of its own, with
// variables of its own, which are copied there before the launch and back after it.

import type { BackendLaunch, BackendStream, Work } from "../backend.js";
import { unwatched } from "../work.js";
import type { CpuGraphs } from "./cpu-graphs.js";
import { LaunchCommand, type LaunchHost } from "./cpu-launch.js";
import type { CpuModule } from "./cpu-module.js";
import type { DeviceCopies } from "./device-copies.js";
import { checkLaunch } from "./launch-errors.js";
import { ASCENDING } from "./machine/block-order.js";
import type { ProcessAddress } from "./process-address.js";
import type { WatchedLaunches } from "./watched-launches.js";

/** What launches need of their device. */
export interface LauncherHost extends LaunchHost {
  readonly graphs: CpuGraphs;
  readonly copies: DeviceCopies;
  readonly watched: WatchedLaunches;
  readonly process: ProcessAddress;
}

export class Launcher {
  readonly #host: LauncherHost;
  /** In which order blocks of launches and their warps run (machine/block-order.js); 0 for none. */
  #order = 0;

  constructor(host: LauncherHost) {
    this.#host = host;
  }

  /** Launches from now on run in an order drawn from `seed`; undefined: as usual. */
  reorder(seed: number | undefined): void {
    this.#order = seed === undefined ? 0 : seed + ASCENDING;
  }

  launch(
    module: CpuModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: BackendStream,
    work: Work,
  ): void {
    const host = this.#host;
    const { graphs, pool, watched } = host;
    // Null writes of code outside the device are taken off the count before this kernel's.
    if (host.process.isShared && pool.isIdle) pool.guard.nullWrites();
    host.constants.giveTo(parameters);
    if (module.watched !== undefined) {
      graphs.addLaunch(stream, work, parameters.slice(), (kept, packed) => ({
        kind: "host",
        work: kept,
        effect: "memory",
        run: watched.inSteps(host, module, kernelName, launch, packed),
      }));
      return;
    }
    watched.checker?.allWritten();
    if (this.#order !== 0) {
      this.#launchOrdered(module, kernelName, launch, parameters, stream, work);
      return;
    }
    if (graphs.isIdle(stream) && this.#runNow(module, kernelName, launch, parameters, work)) return;
    this.#add(module, kernelName, launch, parameters, stream, work);
  }

  #add(
    module: CpuModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: BackendStream,
    work: Work,
  ): void {
    const order = this.#order;
    this.#host.graphs.addLaunch(
      stream,
      work,
      parameters.slice(),
      (kept, packed) => new LaunchCommand(this.#host, module, kernelName, launch, packed, kept, order),
    );
  }

  #launchOrdered(
    module: CpuModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: BackendStream,
    work: Work,
  ): void {
    const ordered = module.ordered();
    this.#copyGlobals(module, ordered, stream);
    this.#add(ordered, kernelName, launch, parameters, stream, work);
    this.#copyGlobals(ordered, module, stream);
  }

  #copyGlobals(from: CpuModule, to: CpuModule, stream: BackendStream): void {
    if (from === to) return;
    for (const { name, address, byteLength } of from.place().globals) {
      const other = to.global(name);
      if (other !== undefined) this.#host.copies.copy(other.address, address, byteLength, stream, unwatched);
    }
  }

  // No command, and no copy of the parameters. False where it is not brief.
  #runNow(
    module: CpuModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    work: Work,
  ): boolean {
    let error = work.obstacle();
    if (error === undefined) {
      try {
        const info = module.kernelInfo(kernelName);
        if (info === undefined) return false;
        checkLaunch(kernelName, info, launch, this.#host.maxSharedBytes);
        if (!this.#host.inline.run(module, kernelName, info, launch, parameters)) return false;
      } catch (thrown) {
        error = thrown;
      }
    }
    if (error === undefined) work.done();
    else work.fail(error);
    return true;
  }
}
