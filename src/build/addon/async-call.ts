// A call of an async function of an addon. It runs on another thread after the pending work on its arrays. Work that is submitted
// later to a device that the call uses waits for it in that device's submission queue, so nothing blocks. If the main thread
// blocks for the device (dataSync), it waits for the call too, and meanwhile runs what the call needs from the main thread.

import { AsyncResource } from "node:async_hooks";
import type { NDArray } from "../../array/ndarray.js";
import type { DeviceCore, StreamCore } from "../../runtime/order/stream-core.js";
import { currentStream } from "../../runtime/devices/devices.js";
import type { Obstacle } from "../../runtime/order/submission-queue.js";
import type { Storage } from "../../runtime/memory/storage.js";
import type { Connection, Job } from "./connection.js";
import type { AddonPlace } from "./addon-place.js";
import { isHost } from "./native-place.js";

export class AsyncCall {
  /** The arrays of its tensors, by slot; C++ reads them here. */
  readonly arrays: NDArray[] = [];
  readonly promise: Promise<unknown>;
  readonly #connection: Connection;
  readonly #place: AddonPlace;
  readonly #context = new AsyncResource("CutsAddonCall");
  readonly #storages: Storage[] = [];
  readonly #written: NDArray[] = [];
  /** The stream of each device it uses. */
  readonly #streams = new Map<DeviceCore, StreamCore>();
  /** The streams whose work on the cpu must be over. */
  readonly #hostStreams = new Set<StreamCore>();
  #job: Job | undefined;
  #state: "waiting" | "running" | "over" = "waiting";
  #resolve: (value: unknown) => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  constructor(connection: Connection, place: AddonPlace) {
    this.#connection = connection;
    this.#place = place;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Adds one of its arrays, which is kept until the call ends. */
  uses(array: NDArray, mode: "read" | "write"): number {
    const { storage } = array;
    const stream = this.streamOf(storage.device);
    const awaited = this.#place.useLater(array, mode, stream);
    if (awaited !== undefined) this.#hostStreams.add(awaited);
    if (mode === "write") this.#written.push(array);
    this.#storages.push(storage.retain());
    return this.arrays.push(array) - 1;
  }

  /** The stream that was current when it was called. */
  streamOf(device: DeviceCore | undefined): StreamCore {
    return this.run(() => {
      const stream = (device && this.#streams.get(device)) ?? currentStream(device);
      this.#streams.set(stream.device, stream);
      return stream;
    });
  }

  /** Does something in the context of the call. */
  run<T>(body: () => T): T {
    return this.#context.runInAsyncScope(body);
  }

  /** Schedules the job. */
  begin(job: Job): void {
    this.#job = job;
    const turns = [...this.#streams.values()].flatMap((stream) => this.#turnsOn(stream));
    const settled = this.promise.then(
      () => {},
      () => {},
    );
    const end: Obstacle = {
      isReady: () => this.#state === "over",
      ready: settled,
      readySync: () => this.#waitSync(),
    };
    for (const { device } of this.#streams.values())
      device.queue.add({ obstacle: end, run: nothing, drop: nothing });
    Promise.all(turns).then(
      () => this.#checkArrays() && this.#start(),
      (error: unknown) => this.#cancel(error),
    );
  }

  /** Rejects the call, because it could not be prepared. */
  refuse(error: unknown): Promise<unknown> {
    this.#end();
    this.#reject(error);
    return this.promise;
  }

  /** Called by C++ when the job has ended. */
  settle(isFailure: boolean, value: unknown): void {
    this.#end();
    if (isFailure) this.#reject(value);
    else this.#resolve(value);
  }

  #turnsOn(stream: StreamCore): Promise<void>[] {
    if (!isHost(stream.device)) return [stream.observe(() => Promise.resolve())];
    return [...this.#hostStreams].map((one) => one.observe(() => one.backend.synchronize(one.backendStream)));
  }

  /** What an array was to hold may not be there. */
  #checkArrays(): boolean {
    const lost = this.#storages.find(({ lost: reason }) => reason !== undefined);
    if (lost?.lost !== undefined) this.#cancel(lost.lost.tell());
    return lost === undefined;
  }

  #start(): void {
    if (this.#state !== "waiting" || this.#job === undefined) return;
    this.#state = "running";
    const job = this.#job;
    try {
      this.#inOrder(() => this.#connection.start(job));
    } catch (error) {
      this.settle(true, error);
    }
  }

  /** In the order of the stream that was current when it was called. */
  #inOrder(body: () => void): void {
    this.#place.inOrder(
      (device) => this.streamOf(device),
      () => {
        for (const array of this.#written) this.#place.begins(array);
        body();
      },
    );
  }

  #cancel(error: unknown): void {
    if (this.#state !== "waiting" || this.#job === undefined) return;
    this.#connection.cancel(this.#job);
    this.settle(true, error);
  }

  #waitSync(): void {
    if (this.#state === "over" || this.#job === undefined) return;
    try {
      if (this.#state === "waiting") {
        for (const one of this.#hostStreams) one.backend.synchronizeSync(one.backendStream);
        if (!this.#checkArrays()) return;
      }
    } catch (error) {
      this.#cancel(error);
      return;
    }
    if (this.#state === "waiting") this.#state = "running";
    const job = this.#job;
    this.#inOrder(() => this.#connection.wait(job));
    this.#state = "over";
  }

  #end(): void {
    this.#state = "over";
    for (const storage of this.#storages.splice(0)) storage.release();
  }
}

function nothing(): void {}
