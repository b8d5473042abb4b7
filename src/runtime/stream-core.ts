// The order of work on a device, as the runtime sees it: what a Stream shares with the memory, the modules and the
// events that refer to it, and what outlives the Stream itself. An error stops a stream: work on it is dropped until
// somebody awaits it and so gets the error.

import type { Backend, BackendEvent, BackendStream } from "../backend/backend.js";
import { closeLifetime, Lifetime, openLifetime } from "../core/garbage.js";
import type { DeviceCore } from "./device.js";
import { FaultReports } from "./fault-report.js";
import type { Obstacle } from "./gate.js";
import type { ModuleBuild } from "./module-build.js";
import type { Hold, Recording } from "./recording.js";
import { settleInTurn } from "./turn.js";
import { noteSeen, noteUnseen } from "./unseen-errors.js";

const always: SubmitOptions = { always: true };

/** How work is given. */
export interface SubmitOptions {
  /** Something on the host that it must wait for. */
  readonly after?: Obstacle | undefined;
  /** Also on a stopped stream: somebody waits for it, or it gives something back. */
  readonly always?: boolean;
  /** The module whose variables it reads or writes: a graph follows them when they move. */
  readonly build?: ModuleBuild | undefined;
  /** What must stay until it is done; a graph keeps it as long as it lives. */
  readonly holds?: Hold | undefined;
}

export class StreamCore {
  readonly device: DeviceCore;
  readonly backend: Backend;
  readonly backendStream: BackendStream;
  /** What stopped the stream before the backend saw it, until somebody takes it. */
  failure: unknown;
  /** True once no more work may be given to it. */
  isClosed = false;
  /** Set where work is recorded as a graph instead of done. */
  readonly recording: Recording | undefined = undefined;
  /** Where kernels report wrong values. */
  readonly faults = new FaultReports();
  /** The end of a closed stream's work. */
  #end: BackendEvent | undefined;

  constructor(device: DeviceCore, backend: Backend, backendStream: BackendStream) {
    this.device = device;
    this.backend = backend;
    this.backendStream = backendStream;
  }

  /** True when work can go straight to the backend. */
  get isClear(): boolean {
    return this.failure === undefined && this.device.gate.isOpen;
  }

  /** Gives work to the device: now, or when what is before it, and what it must wait for, lets it. */
  submit(run: () => void, options: SubmitOptions = {}): void {
    const { after, always = false, holds } = options;
    if (!this.device.gate.isOpen || after?.isReady() === false) {
      this.device.gate.add({
        stream: this,
        run: holds === undefined ? run : this.#holding(holds, run, always),
        always: always || holds !== undefined,
        obstacle: after,
      });
    } else if (this.failure === undefined || always) run();
  }

  fail(error: unknown): void {
    this.failure ??= error;
    noteUnseen(error, this.device.id);
  }

  /**
   * A promise for something of the backend. It rejects with what stopped the stream, and so lets the stream go on; what
   * `start` throws is not the stream's error.
   */
  observe(start: () => Promise<void>, after?: Obstacle): Promise<void> {
    const due = this.faults.due();
    return new Promise((succeed, fail) => {
      const resolve = (): void => settleInTurn(succeed);
      const reject = (error: unknown): void => settleInTurn(() => fail(error));
      const run = (): void => {
        const failure = this.forgetFailure();
        if (failure !== undefined) reject(failure);
        else {
          try {
            const started = start();
            if (due === undefined) started.then(resolve, reject);
            else {
              const checks = due.map(({ report, launched }) => report.look(launched, this));
              Promise.all([started, ...checks]).then(() => resolve(), reject);
            }
          } catch (error) {
            reject(error);
          }
        }
      };
      this.submit(run, { always: true, after });
    });
  }

  /** The same, blocking. */
  observeSync(act: () => void, after?: Obstacle): void {
    this.device.gate.drainSync();
    const failure = this.forgetFailure();
    if (failure !== undefined) throw failure;
    after?.readySync();
    act();
    for (const { report, launched } of this.faults.due() ?? []) report.lookSync(launched, this);
  }

  /** Settles when all work given so far is done. */
  done(): Promise<void> {
    return this.observe(() => this.backend.synchronize(this.backendStream));
  }

  doneSync(): void {
    this.observeSync(() => this.backend.synchronizeSync(this.backendStream));
  }

  /** Lets work given from now on wait for all work given to `other` so far. Both are streams of one device. */
  waitForStream(other: StreamCore): void {
    if (other === this) return;
    this.faults.hear(other.faults);
    this.submit(() => {
      // What the other stream was to make is not there, so what follows here must not use it.
      if (other.failure !== undefined) this.fail(other.failure);
      const event = other.#end ?? this.backend.record(other.backendStream);
      this.backend.waitFor(event, this.backendStream);
      if (event !== other.#end) event.dispose();
    }, always);
  }

  /** Ends the stream after the work it has; whoever must wait for that work still can. */
  close(): void {
    this.isClosed = true;
    this.submit(() => {
      this.#end = this.backend.record(this.backendStream);
      openLifetime(new StreamEnd(this.#end), this);
      this.faults.own?.free();
      this.backend.destroyStream(this.backendStream);
      this.device.streams.delete(this);
    }, always);
  }

  /** Work that keeps something until it was given to the device, or dropped. */
  #holding(holds: Hold, run: () => void, always: boolean): () => void {
    holds.claim();
    return () => {
      try {
        if (this.failure === undefined || always) run();
      } finally {
        holds.release();
      }
    };
  }

  /** Lets the stream go on, and returns what had stopped it. */
  forgetFailure(): unknown {
    const { failure } = this;
    if (failure === undefined) return undefined;
    this.failure = undefined;
    noteSeen(failure);
    return failure;
  }
}

/** The end of a closed stream's work, which whoever still knows the stream may wait for. */
class StreamEnd extends Lifetime {
  override readonly nativeBytes = 4096;
  readonly #event: BackendEvent;

  constructor(event: BackendEvent) {
    super();
    this.#event = event;
  }

  override ownerIsGone(): void {
    closeLifetime(this);
    this.#event.dispose();
  }
}
