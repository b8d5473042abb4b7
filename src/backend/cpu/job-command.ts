// Work of a stream that the workers do as a job: a launch, or a large copy or fill.

import type { Work } from "../backend.js";
import { type Job, type JobResult, type JobTicket, LAUNCH_BYTES, type Lane } from "./machine/lane.js";
import type { DeviceLaunch } from "./machine/device-launches.js";
import type { LinearMemory } from "./machine/linear-memory.js";
import type { DeviceWork } from "./commands.js";

export abstract class JobCommand implements DeviceWork {
  readonly kind = "device";
  readonly work: Work;
  readonly #memory: LinearMemory;
  #ticket: JobTicket | undefined;
  #lane: Lane | undefined;
  /** Memory of its own, for parameters that are too long for the lane's. */
  #ownMemory = 0;
  #stopError: unknown;

  constructor(memory: LinearMemory, work: Work) {
    this.#memory = memory;
    this.work = work;
  }

  abstract runNow(): boolean;
  protected abstract job(): Job;
  /** Bytes of the launch structure, and who writes it. */
  protected abstract get launchBytes(): number;
  protected abstract writeLaunch(address: number): void;
  /** Throws what the job has failed with. */
  protected abstract check(result: JobResult): void;

  begin(lane: Lane): "running" | "full" {
    if (lane.isFull) return "full";
    const job = this.job();
    const address = this.launchBytes > LAUNCH_BYTES ? this.#allocate() : lane.launchAddress();
    this.writeLaunch(address);
    try {
      this.#ticket = lane.give(job, address);
    } catch (error) {
      this.#release();
      throw error;
    }
    this.#lane = lane;
    return "running";
  }

  isFinished(): boolean {
    return this.#ticket?.result !== undefined;
  }

  stopError(): unknown {
    const failure = this.#ticket?.stopping;
    if (failure === undefined) return undefined;
    this.#stopError ??= this.#errorOf({ status: 0, failure, beganMs: 0, endedMs: 0 });
    return this.#stopError;
  }

  /** What the kernel of a job that has finished has launched. */
  protected get launched(): readonly DeviceLaunch[] {
    return this.#ticket?.launches ?? [];
  }

  /** The lane that it was given to. */
  protected get lane(): Lane | undefined {
    return this.#lane;
  }

  protected get result(): JobResult {
    const result = this.#ticket?.result;
    if (!result) throw new Error("internal: the job has not finished");
    return result;
  }

  finish(): number {
    const { result } = this;
    this.#release();
    // Whoever has blocked may know the error already.
    if (this.#stopError !== undefined) throw this.#stopError;
    this.check(result);
    return result.endedMs;
  }

  takeBack(): void {
    this.#ticket = undefined;
    this.#release();
  }

  notify(): boolean {
    return this.#ticket !== undefined && (this.#lane?.notifyAt(this.#ticket) ?? false);
  }

  #errorOf(result: JobResult): unknown {
    try {
      this.check(result);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #allocate(): number {
    this.#ownMemory = this.#memory.allocate(this.launchBytes);
    return this.#ownMemory;
  }

  #release(): void {
    if (this.#ownMemory !== 0) this.#memory.free(this.#ownMemory);
    this.#ownMemory = 0;
  }
}
