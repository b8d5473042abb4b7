// A kernel launch as work of a stream of the cpu device. It is checked against the kernel and the device and given to the workers. A
// brief launch runs on the main thread instead if all earlier work is done.

import type { BackendLaunch, Work } from "../backend.js";
import { unwatched } from "../work.js";
import { ChildGrids } from "./child-grids.js";
import type { CpuModule } from "./cpu-module.js";
import type { CpuKernel } from "./cpu-object.js";
import { type InlineHost, type InlineThread, isGuarded } from "./inline-thread.js";
import { JobCommand } from "./job-command.js";
import { launchBytes, sharedBytesOf, writeLaunch } from "./launch-block.js";
import { checkLaunch, checkResult } from "./launch-errors.js";
import type { Job, JobResult } from "./machine/lane.js";
import { contextBytes } from "./passes/simt/region-plan.js";
import { runsTogether } from "./together.js";

/** What a launch needs of its device. */
export interface LaunchHost extends InlineHost {
  readonly inline: InlineThread;
  readonly maxSharedBytes: number;
  readonly defaultTimeoutMs: number;
}

export class LaunchCommand extends JobCommand {
  readonly #host: LaunchHost;
  readonly #module: CpuModule;
  readonly #kernelName: string;
  readonly #launch: BackendLaunch;
  readonly #parameters: Uint8Array;
  readonly #timeoutMs: number;
  /** In which order its blocks run (machine/block-order.js); 0 for none. */
  readonly #order: number;
  #info: CpuKernel | undefined;
  /** The module that was run. */
  #code: CpuModule | undefined;
  /** What it has launched, once its own blocks are done. */
  #children: ChildGrids | undefined;

  constructor(
    host: LaunchHost,
    module: CpuModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    work: Work,
    order = 0,
  ) {
    super(host.memory, work);
    this.#order = order;
    this.#host = host;
    this.#module = module;
    this.#kernelName = kernelName;
    this.#launch = launch;
    this.#parameters = parameters;
    this.#timeoutMs = launch.timeoutMs ?? host.defaultTimeoutMs;
  }

  runNow(): boolean {
    if (this.#order !== 0) return false;
    const { inline } = this.#host;
    return inline.run(this.#module, this.#kernelName, this.#check(), this.#launch, this.#parameters);
  }

  get launchesMore(): boolean {
    return this.#info?.launches === true;
  }

  advance(): void {
    if (!this.launchesMore || !super.isFinished() || this.lane === undefined) return;
    this.#children ??= new ChildGrids(this, this.lane);
    this.#children.advance();
  }

  override isFinished(): boolean {
    return super.isFinished() && this.#children?.isFinished !== false;
  }

  override stopError(): unknown {
    return this.#children?.current?.stopError() ?? super.stopError();
  }

  override notify(): boolean {
    return this.#children?.current?.notify() ?? super.notify();
  }

  /** The grids that its blocks have launched, in the order to run them; it has finished. */
  takeLaunches(): LaunchCommand[] {
    const { status, failure } = this.result;
    if (status !== 0 || failure !== undefined) return [];
    const before = this.launched.filter(({ isTail }) => !isTail);
    const after = this.launched.filter(({ isTail }) => isTail);
    return [...before, ...after].map((one) => {
      const launch = {
        grid: one.grid,
        block: one.block,
        sharedBytes: one.sharedBytes,
        cooperative: false,
        cluster: undefined,
        timeoutMs: this.#timeoutMs,
        work: undefined,
        watch: undefined,
      };
      const name = this.#module.kernelByNumber(one.kernel);
      return new LaunchCommand(
        this.#host,
        this.#module,
        name,
        launch,
        one.parameters,
        unwatched,
        this.#order,
      );
    });
  }

  protected job(): Job {
    const info = this.#check();
    const { grid, block } = this.#launch;
    // Code for one size of blocks is optimised anew: what it keeps for each thread is its own affair.
    const code = this.#module.variantFor(info, block);
    this.#code = code;
    const own = code.kernelInfo(info.symbol) ?? info;
    return {
      moduleId: code.id,
      symbol: info.symbol,
      totalBlocks: grid[0] * grid[1] * grid[2],
      sharedBytes: sharedBytesOf(info, this.#launch),
      contextBytes: contextBytes(own.contextBytesPerThread, block[0] * block[1] * block[2]),
      cooperative: runsTogether(own, this.#launch),
      isGuarded: isGuarded(this.#launch),
      timeoutMs: this.#timeoutMs,
      order: this.#order,
    };
  }

  protected get launchBytes(): number {
    return launchBytes(this.#parameters);
  }

  protected writeLaunch(address: number): void {
    writeLaunch(this.#host.memory, address, this.#launch, this.#parameters);
  }

  protected check(result: JobResult): void {
    if (result.failure || result.status !== 0) this.#host.constants.restore();
    checkResult(this.#kernelName, result, this.#timeoutMs, (place) =>
      (this.#code ?? this.#module).describePlace(place, this.#kernelName, this.#launch),
    );
  }

  override finish(): number {
    const { beganMs, endedMs } = this.result;
    if (this.#info) this.#module.noteTime(this.#info, this.#launch.block, endedMs - beganMs);
    const ownEndMs = super.finish();
    return this.#children?.finish() ?? ownEndMs;
  }

  // Asked for each time it is tried, but looked at once.
  #check(): CpuKernel {
    if (this.#info) return this.#info;
    const info = this.#module.kernelInfo(this.#kernelName);
    if (!info) throw new Error(`internal: no kernel ${this.#kernelName}`);
    checkLaunch(this.#kernelName, info, this.#launch, this.#host.maxSharedBytes);
    this.#info = info;
    return info;
  }
}
