// A kernel launch on the cpu device that waits for its turn: checks it against the kernel and the device, then gives it to
// the worker pool, or runs it at once where it is brief and nothing is before it.

import type { BackendLaunch } from "../backend.js";
import type { CpuModule } from "./cpu-module.js";
import type { CpuKernel } from "./cpu-object.js";
import type { InlineHost, InlineThread } from "./inline-thread.js";
import { launchBytes, sharedBytesOf, writeLaunch } from "./launch-block.js";
import { checkLaunch, checkResult } from "./launch-errors.js";
import { type Job, type JobTicket, LAUNCH_BYTES } from "./machine/worker-pool.js";
import { contextBytes } from "./simt/region-plan.js";
import type { CpuStream, DeviceWork } from "./work-queue.js";

/** What a launch needs of its device. */
export interface LaunchHost extends InlineHost {
  readonly inline: InlineThread;
  readonly maxSharedBytes: number;
  readonly defaultTimeoutMs: number;
}

export class LaunchCommand implements DeviceWork {
  readonly kind = "device";
  readonly stream: CpuStream;
  readonly #host: LaunchHost;
  readonly #module: CpuModule;
  readonly #kernelName: string;
  readonly #launch: BackendLaunch;
  readonly #parameters: Uint8Array;
  readonly #timeoutMs: number;
  #info: CpuKernel | undefined;
  #ticket: JobTicket | undefined;
  /** Memory of its own, for parameters that are too long for the pool's. */
  #ownMemory = 0;
  #compileError: { readonly error: unknown } | undefined;

  constructor(
    host: LaunchHost,
    module: CpuModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: CpuStream,
  ) {
    this.#host = host;
    this.#module = module;
    this.#kernelName = kernelName;
    this.#launch = launch;
    this.#parameters = parameters;
    this.#timeoutMs = launch.timeoutMs ?? host.defaultTimeoutMs;
    this.stream = stream;
  }

  pending(): Promise<void> | undefined {
    if (this.#compileError || this.#module.isReady()) return undefined;
    return this.#module.ready.catch((error: unknown) => {
      this.#compileError = { error };
    });
  }

  prepareSync(): void {
    this.#module.readySync();
  }

  begin(isIdle: boolean): "done" | "running" | "full" | "busy" {
    if (this.#compileError) throw this.#compileError.error;
    const info = this.#check();
    const { grid, block, cooperative } = this.#launch;
    const blocks = grid[0] * grid[1] * grid[2];
    const threads = block[0] * block[1] * block[2];
    if (
      isIdle &&
      this.#host.inline.run(this.#module, this.#kernelName, info, this.#launch, this.#parameters)
    ) {
      return "done";
    }
    const { pool } = this.#host;
    // Code for one size of blocks is optimised anew: what it keeps for each thread is its own affair.
    const code = this.#module.variantFor(info, block);
    const own = code.kernelInfo(info.symbol) ?? info;
    const job: Job = {
      moduleId: code.id,
      symbol: info.symbol,
      totalBlocks: blocks,
      sharedBytes: sharedBytesOf(info, this.#launch),
      contextBytes: contextBytes(own.contextBytesPerThread, threads),
      cooperative: cooperative || info.gridSync,
      timeoutMs: this.#timeoutMs,
    };
    const answer = pool.accepts(job);
    if (answer !== "yes") return answer;
    const isLong = launchBytes(this.#parameters) > LAUNCH_BYTES;
    this.#ticket = pool.give(job, this.#writeLaunch(isLong ? this.#allocate() : pool.launchAddress()));
    return "running";
  }

  isFinished(): boolean {
    return this.#ticket?.result !== undefined;
  }

  finish(): number {
    const result = this.#ticket?.result;
    if (!result || !this.#info) throw new Error("internal: the launch has not finished");
    this.#release();
    this.#module.noteTime(this.#info, this.#launch.block, result.endedMs - result.beganMs);
    checkResult(this.#kernelName, result, this.#timeoutMs);
    return result.endedMs;
  }

  takeBack(): void {
    this.#ticket = undefined;
    this.#release();
  }

  notify(): boolean {
    return this.#ticket !== undefined && this.#host.pool.notifyAt(this.#ticket);
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

  #allocate(): number {
    this.#ownMemory = this.#host.memory.allocate(launchBytes(this.#parameters));
    return this.#ownMemory;
  }

  #writeLaunch(address: number): number {
    writeLaunch(this.#host.memory, address, this.#launch, this.#parameters);
    return address;
  }

  #release(): void {
    if (this.#ownMemory !== 0) this.#host.memory.free(this.#ownMemory);
    this.#ownMemory = 0;
  }
}
