// An NCCL communicator: how the ranks create it, how calls are submitted to a stream, and how their end is watched. It never
// blocks longer than the time limit. A call that cannot end, because another rank has ended, is aborted and becomes an error.

import type { BackendEvent } from "../../backend/backend.js";
import { numberAddressOf } from "../../ffi/memory.js";
import { check } from "../../native/check.js";
import type { RawNccl } from "../../native/nccl.js";
import type { RawHandle } from "../../native/raw-call.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";
import type { Control } from "../control.js";

type Handle = RawHandle<"ncclComm_t">;

/** Submits a call of NCCL to a stream and returns its status. */
export type NcclCall = (api: RawNccl, comm: Handle, stream: RawHandle<"cudaStream_t">) => number;

const IN_PROGRESS = 7;
const ID_BYTES = 128;
/** How often calls that are under way are looked at. */
const LOOK_MS = 200;
/** How long a call may take before other ranks are checked. */
const PATIENCE_MS = 1000;

/** A call whose work is in a stream. */
interface Watched {
  readonly what: string;
  readonly startedMs: number;
  readonly fail: (error: Error) => void;
}

export class NcclComm {
  readonly device: DeviceCore;
  readonly #api: RawNccl;
  readonly #control: Control;
  readonly #watched = new Set<Watched>();
  // Memory that NCCL writes results to. Whoever holds an address holds the memory: it is a field.
  readonly #words = new BigUint64Array(2);
  readonly #wordsAt = numberAddressOf(this.#words);
  #handle = 0 as Handle;
  #timer: NodeJS.Timeout | undefined;
  #failure: Error | undefined;

  private constructor(api: RawNccl, device: DeviceCore, control: Control) {
    this.#api = api;
    this.device = device;
    this.#control = control;
  }

  /** Makes one together with all ranks of `control`, each with its GPU. @throws CudaError, CutsError `CUTS_RANK_LOST` */
  static async create(api: RawNccl, device: DeviceCore, control: Control): Promise<NcclComm> {
    const comm = new NcclComm(api, device, control);
    const own = new Uint8Array(new ArrayBuffer(ID_BYTES));
    comm.#enter("ncclGetUniqueId", device.defaultStream.backendStream);
    if (control.rank === 0) comm.#check(api.ncclGetUniqueId(numberAddressOf(own)), "ncclGetUniqueId");
    const [internal = own] = await control.exchange(own, "the start of NCCL");
    const config = nonBlocking();
    comm.#enter("ncclCommInitRankConfig", device.defaultStream.backendStream);
    const status = api.ncclCommInitRankConfig(
      comm.#wordsAt,
      control.size,
      { internal },
      control.rank,
      numberAddressOf(config),
    );
    comm.#handle = Number(comm.#words[0]) as Handle;
    await comm.#settleLater(status, "ncclCommInitRankConfig");
    return comm;
  }

  /** Throws the error that broke it, if any. */
  check(): void {
    this.#control.check();
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Submits calls to a stream as one group. */
  run(what: string, calls: readonly NcclCall[], stream: { readonly id: number }): void {
    this.check();
    const raw = this.#enter(what, stream);
    if (raw === undefined || calls.length === 0) return;
    const api = this.#api;
    this.#check(api.ncclGroupStart(), "ncclGroupStart");
    let status = 0;
    for (const call of calls) {
      const own = call(api, this.#handle, raw as RawHandle<"cudaStream_t">);
      if (own !== 0 && own !== IN_PROGRESS && status === 0) status = own;
    }
    // Ends it on errors too: what is inside would stay for the next.
    const end = api.ncclGroupEnd();
    this.#settle(status === 0 ? end : status, `ncclGroupEnd of ${what}`);
  }

  /** Settles when the stream reaches an event; rejects if that takes longer than the time limit, or if a rank has ended. */
  async watch(what: string, end: BackendEvent): Promise<void> {
    if (end.isDone()) {
      end.dispose();
      return;
    }
    let fail: (error: Error) => void = () => {};
    const failed = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const own: Watched = { what, startedMs: performance.now(), fail };
    this.#watched.add(own);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS);
    try {
      await Promise.race([end.done, failed]);
    } finally {
      end.dispose();
      this.#watched.delete(own);
      if (this.#watched.size === 0) this.#stopLooking();
    }
  }

  /** Frees it when its work is done; all ranks must call this. */
  async close(): Promise<void> {
    if (this.#handle === 0) return;
    this.check();
    this.#enter("ncclCommFinalize", this.device.defaultStream.backendStream);
    await this.#settleLater(this.#api.ncclCommFinalize(this.#handle), "ncclCommFinalize");
    const handle = this.#handle;
    this.#handle = 0 as Handle;
    this.#check(this.#api.ncclCommDestroy(handle), "ncclCommDestroy");
  }

  #look(): void {
    const [oldest] = this.#watched;
    if (oldest === undefined) return;
    const waitedMs = performance.now() - oldest.startedMs;
    const status = this.#asyncStatus();
    if (status !== 0 && status !== IN_PROGRESS) {
      this.#abort(
        this.#control.fail(`${oldest.what} failed on rank ${this.#control.rank}: ${this.#text(status)}`),
      );
      return;
    }
    if (waitedMs < Math.min(PATIENCE_MS, this.#control.timeoutMs / 4)) return;
    const lost = this.#control.lostPeer();
    if (lost !== undefined) {
      this.#abort(
        this.#control.fail(`${lost}, and ${oldest.what} on rank ${this.#control.rank} waits for it`),
      );
    } else if (waitedMs >= this.#control.timeoutMs) {
      const seconds = Math.round(waitedMs / 1000);
      this.#abort(
        this.#control.fail(
          `${oldest.what} on rank ${this.#control.rank} has waited for ${seconds} s on its GPU`,
        ),
      );
    }
  }

  /** Ends what is under way on the GPU. */
  #abort(error: Error): void {
    this.#failure ??= error;
    this.#stopLooking();
    const handle = this.#handle;
    this.#handle = 0 as Handle;
    if (handle !== 0) this.#api.ncclCommAbort(handle);
    for (const one of this.#watched) one.fail(this.#failure);
    this.#watched.clear();
  }

  #stopLooking(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #enter(what: string, stream: { readonly id: number }): number | undefined {
    return this.device.backend.nativeStreams?.enter(stream, what);
  }

  #asyncStatus(): number {
    const status = this.#api.ncclCommGetAsyncError(this.#handle, this.#wordsAt + 8);
    return status === 0 ? (new Int32Array(this.#words.buffer)[2] ?? 0) : status;
  }

  /** Waits until a non-blocking call has ended; some need other ranks to arrive. */
  #settle(first: number, call: string): void {
    let status = first;
    const endMs = performance.now() + this.#control.timeoutMs;
    for (let asked = 0; status === IN_PROGRESS; asked++) {
      status = this.#asyncStatus();
      // At first without leaving the processor.
      if (asked > 1000) Atomics.wait(sleeper, 0, 0, 1);
      if (status === IN_PROGRESS && performance.now() > endMs) throw this.#late(call);
    }
    this.#check(status, call);
  }

  async #settleLater(first: number, call: string): Promise<void> {
    let status = first;
    const endMs = performance.now() + this.#control.timeoutMs;
    while (status === IN_PROGRESS) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      status = this.#asyncStatus();
      if (status !== IN_PROGRESS) break;
      const lost = this.#control.lostPeer();
      if (lost !== undefined || performance.now() > endMs) throw this.#late(call, lost);
    }
    this.#check(status, call);
  }

  #late(call: string, lost?: string): Error {
    const { rank, timeoutMs } = this.#control;
    const why = lost ?? `not all ranks have come within ${timeoutMs / 1000} s`;
    const error = this.#control.fail(`${why}, and ${call} on rank ${rank} waits`);
    this.#abort(error);
    return error;
  }

  #check(status: number, call: string): void {
    if (status !== 0) check(status, `${call}${this.#lastError()}`);
  }

  #text(status: number): string {
    return `${this.#api.ncclGetErrorString(status) ?? `status ${status}`}${this.#lastError()}`;
  }

  #lastError(): string {
    const text = this.#api.ncclGetLastError(this.#handle);
    return text === null || text === "" ? "" : ` (${text.trim()})`;
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** A configuration as NCCL 2.14 has it, which later ones take: its size, a mark, the version, and that calls do not block. */
function nonBlocking(): Uint8Array {
  const bytes = new Uint8Array(new ArrayBuffer(24));
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, 24n, true);
  view.setUint32(8, 0xcafebeef, true);
  view.setUint32(12, 21_400, true);
  view.setInt32(16, 0, true);
  return bytes;
}
