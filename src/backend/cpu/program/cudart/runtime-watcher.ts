// Who watches what a program does with the CUDA runtime. Most programs have nobody.

import type { BackendLaunch } from "../../../backend.js";
import type { Block } from "./address-map.js";
import type { Operation } from "./operation.js";

/** A stream, as it is told. */
export interface WatchedStream {
  readonly id: number;
  readonly flags: number;
  /** The legacy default stream, which waits for all blocking ones, and they for it. */
  readonly isDefault: boolean;
}

export interface RuntimeWatcher {
  /** Whether it is told of all that kernels access: then it tells of pointers that they must not use. */
  readonly seesAccesses: boolean;
  /** A call of the program ends with a status. Arguments are as the implementation has them. */
  called(name: string, args: readonly number[], status: number): void;
  allocated(block: Block): void;
  freed(block: Block): void;
  /** Memory is a graph's, which keeps it until the program ends. */
  keptByGraph(address: number): void;
  /** Does work of a stream. */
  inStream(stream: WatchedStream, type: Operation["type"], run: () => void): void;
  /** That work, or the host where there is none, touches memory. */
  touched(address: number, byteLength: number, isWrite: boolean): void;
  /** A kernel is about to be launched; gives what is launched instead. It runs before this call of the program is over. */
  launched(kernel: string, launch: BackendLaunch): BackendLaunch;
  /** A kernel is not launched, because of what the launch asks for. The call fails. */
  refused(why: string): void;
  /** The host has waited for a stream, or for an event. */
  streamWaited(stream: WatchedStream): void;
  eventWaited(event: number): void;
  /** An event is recorded, by the work that is being done. */
  eventRecorded(event: number): void;
  /** What comes in a stream waits for an event. */
  streamAwaits(stream: WatchedStream, event: number): void;
}

/** Looks at nothing; those who look at little are made of it. */
export class QuietWatcher implements RuntimeWatcher {
  readonly seesAccesses: boolean = false;

  inStream(_stream: WatchedStream, _type: Operation["type"], run: () => void): void {
    run();
  }

  launched(_kernel: string, launch: BackendLaunch): BackendLaunch {
    return launch;
  }

  called(): void {}
  refused(): void {}
  allocated(): void {}
  freed(): void {}
  keptByGraph(): void {}
  touched(): void {}
  streamWaited(): void {}
  eventWaited(): void {}
  eventRecorded(): void {}
  streamAwaits(): void {}
}
