// Use of memory and streams that CuPy, PyTorch or a C library made on the same GPU. A process has one context for a GPU, so their
// addresses and streams are valid here too.

import { ArgumentTypeError } from "../../core/errors.js";
import { numberAddressOf, viewBytes } from "../../ffi/memory.js";
import type { RawHandle } from "../../native/raw-call.js";
import type {
  AdoptedMemory,
  BackendEvent,
  BackendExchange,
  BackendStream,
  DlpackDevice,
  ForeignStreams,
} from "../backend.js";
import type { Events } from "./cuda-event.js";
import type { CudaStream } from "./cuda-stream.js";
import type { DeviceContext } from "./device-context.js";

const MEMORY_TYPE = 2;
const DEVICE_POINTER = 3;
const IS_MANAGED = 8;
const DEVICE_ORDINAL = 9;
const TYPE_HOST = 1;
const INVALID_VALUE = 1;
/** The handle of the legacy default stream; a handle of 0 means the same stream. */
const LEGACY = 1n;
/** DLPack's numbers. */
const DL_CUDA = 2;
const DL_CUDA_HOST = 3;
const DL_CUDA_MANAGED = 13;

/** Memory that is no longer used here once `end` has happened. */
interface Abandoned {
  readonly end: BackendEvent;
  readonly over: () => void;
}

export class CudaExchange implements BackendExchange {
  readonly mirrors = null;
  readonly streams: ForeignStreams;
  readonly #context: DeviceContext;
  readonly #events: Events;
  readonly #abandoned = new Set<Abandoned>();
  #isWaiting = false;
  readonly #answer = new Int32Array(4);
  readonly #answerAddress = numberAddressOf(this.#answer);

  constructor(context: DeviceContext, events: Events) {
    this.#context = context;
    this.#events = events;
    this.streams = {
      handle: (stream) => {
        const { handle } = stream as CudaStream;
        return handle === 0 ? LEGACY : BigInt(handle);
      },
      waitFor: (handle, stream) => this.#order(toHandle(handle), (stream as CudaStream).handle),
      letWait: (handle, stream) => this.#order((stream as CudaStream).handle, toHandle(handle)),
    };
  }

  see(pointer: bigint, byteLength: number): AdoptedMemory | undefined {
    const address = Number(pointer);
    const type = this.#ask(MEMORY_TYPE, address);
    // The driver does not know the address: memory of the host that is not page-locked.
    if (type === undefined) return undefined;
    const isManaged = this.#ask(IS_MANAGED, address) === 1;
    const kind = isManaged ? "managed" : type === TYPE_HOST ? "pinned" : "device";
    const ordinal = this.#ask(DEVICE_ORDINAL, address);
    if (kind === "device" && ordinal !== undefined && ordinal !== this.#context.device) {
      throw new ArgumentTypeError(
        "CUTS_EXCHANGE_DEVICE",
        `Cannot use memory of another library: it must be memory of ${this.#context.id} (got memory of cuda:${ordinal})\nTry: { device: "cuda:${ordinal}" }`,
      );
    }
    const own = kind === "pinned" ? (this.#askPointer(address) ?? address) : address;
    let bytes: Uint8Array | undefined;
    const hostBytes = (): Uint8Array | undefined =>
      kind === "device" ? undefined : (bytes ??= new Uint8Array(viewBytes(pointer, byteLength)));
    return { kind, pointer, address: own, byteLength, isReady: true, hostBytes, copy: null };
  }

  abandon(_memory: AdoptedMemory, stream: BackendStream, over: () => void): void {
    if (this.#context.failure !== undefined) {
      over();
      return;
    }
    // A loop that never awaits releases here what its earlier steps have abandoned.
    this.#releaseEnded();
    this.#abandoned.add({ end: this.#events.record(stream as CudaStream), over });
    this.#releaseLater();
  }

  /** Releases memory in the order in which it was abandoned; stops at the first that is still in use. */
  #releaseEnded(): void {
    for (const abandoned of this.#abandoned) {
      if (!hasEnded(abandoned.end)) return;
      this.#abandoned.delete(abandoned);
      abandoned.end.dispose();
      abandoned.over();
    }
  }

  /** Waits for the oldest one without blocking. Only one wait is pending at a time. */
  #releaseLater(): void {
    const [oldest] = this.#abandoned;
    if (oldest === undefined || this.#isWaiting) return;
    this.#isWaiting = true;
    const next = (): void => {
      this.#isWaiting = false;
      this.#releaseEnded();
      this.#releaseLater();
    };
    oldest.end.done.then(next, next);
  }

  place(kind: AdoptedMemory["kind"]): DlpackDevice {
    if (kind === "managed") return { type: DL_CUDA_MANAGED, id: 0 };
    if (kind === "pinned") return { type: DL_CUDA_HOST, id: 0 };
    return { type: DL_CUDA, id: this.#context.device };
  }

  /** Makes one stream wait for the work of another. */
  #order(done: RawHandle<"CUstream">, waiting: RawHandle<"CUstream">): void {
    if (done === waiting) return;
    const context = this.#context;
    context.checkAlive();
    context.activate();
    const { plain } = this.#events;
    const event = plain.record(done);
    context.check(context.api.cuStreamWaitEvent(waiting, event, 0), "cuStreamWaitEvent");
    plain.give(event, context.generation);
  }

  /** An attribute of an address; undefined if the driver does not know the address. */
  #ask(attribute: number, address: number): number | undefined {
    const context = this.#context;
    context.activate();
    this.#answer.fill(0);
    const status = context.api.cuPointerGetAttribute(this.#answerAddress, attribute, address);
    if (status === INVALID_VALUE) return undefined;
    context.check(status, "cuPointerGetAttribute");
    return this.#answer[0];
  }

  #askPointer(address: number): number | undefined {
    if (this.#ask(DEVICE_POINTER, address) === undefined) return undefined;
    const [low = 0, high = 0] = this.#answer;
    return (low >>> 0) + (high >>> 0) * 2 ** 32;
  }
}

/** Whether an event has happened. Also true on a broken device, where nothing uses the memory any more. */
function hasEnded(end: BackendEvent): boolean {
  try {
    return end.isDone();
  } catch {
    return true;
  }
}

/** Converts a handle; 0 and 1 are the same stream. */
function toHandle(handle: bigint): RawHandle<"CUstream"> {
  return Number(handle === LEGACY ? 0n : handle) as RawHandle<"CUstream">;
}
