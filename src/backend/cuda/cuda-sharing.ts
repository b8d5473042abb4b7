// Sharing memory of a GPU with other processes, and copies between GPUs. CUDA shares only whole cuMemAlloc allocations, so shared
// memory is allocated outside the pool.

import { CudaError } from "../../core/errors.js";
import { numberAddressOf } from "../../ffi/memory.js";
import type { Allocation, BackendSharing, BackendStream } from "../backend.js";
import type { Events } from "./cuda-event.js";
import type { CudaStream } from "./cuda-stream.js";
import type { DeviceContext } from "./device-context.js";
import { ReleasedAllocation } from "./device-memory.js";

const HANDLE_BYTES = 64;
const LAZY_ENABLE_PEER_ACCESS = 1;
const PEER_ACCESS_ALREADY_ENABLED = 704;
const LOCATION_DEVICE = 1;
const READ_AND_WRITE = 3;

export class CudaSharing implements BackendSharing {
  readonly #context: DeviceContext;
  readonly #events: Events;
  /** The devices whose memory this one can access directly, with the generation for which access was enabled. */
  readonly #peers = new Map<DeviceContext, number>();

  constructor(context: DeviceContext, events: Events) {
    this.#context = context;
    this.#events = events;
  }

  allocate(byteLength: number): Allocation {
    const context = this.#context;
    const { api, driver } = context;
    context.checkAlive();
    context.activate();
    context.check(api.cuMemAlloc_v2(driver.out(0), byteLength), "cuMemAlloc");
    return this.#allocation(driver.number(0), byteLength, (address) => api.cuMemFree_v2(address));
  }

  export(allocation: Allocation): Uint8Array {
    const context = this.#context;
    context.activate();
    const handle = new Uint8Array(2 * HANDLE_BYTES);
    const status =
      allocation instanceof SharedAllocation
        ? context.api.cuIpcGetMemHandle(numberAddressOf(handle), allocation.address)
        : undefined;
    if (status !== undefined) {
      context.check(status, "cuIpcGetMemHandle");
      return handle.slice(0, HANDLE_BYTES);
    }
    throw new CudaError(
      "CUTS_IPC",
      `Cannot share memory of ${context.id} with another process: it comes from a pool\nTry: cu.zeros(shape, { ipc: true })`,
    );
  }

  open(handle: Uint8Array, byteLength: number): Allocation {
    const context = this.#context;
    const { api, driver } = context;
    context.checkAlive();
    context.activate();
    const status = api.cuIpcOpenMemHandle_v2(
      driver.out(0),
      { reserved: handle.slice(0, HANDLE_BYTES) },
      LAZY_ENABLE_PEER_ACCESS,
    );
    if (status !== 0) {
      const cause = context.error(status, "cuIpcOpenMemHandle");
      throw new CudaError(
        "CUTS_IPC",
        `Cannot open the memory of another process on ${context.id}: it must still be there, of another process, and not open here already\n${cause.message}`,
        { cause },
      );
    }
    return this.#allocation(driver.number(0), byteLength, (address) => api.cuIpcCloseMemHandle(address));
  }

  copyFrom(
    peer: BackendSharing,
    fromStream: BackendStream,
    from: number,
    to: number,
    byteLength: number,
    stream: BackendStream,
  ): boolean {
    if (!(peer instanceof CudaSharing)) return false;
    const there = peer;
    const { handle } = stream as CudaStream;
    const other = (fromStream as CudaStream).handle;
    this.#reach(there);
    there.#letWait(other, this, handle);
    const context = this.#context;
    context.activate();
    context.check(
      context.api.cuMemcpyPeerAsync(to, context.handle, from, there.#context.handle, byteLength, handle),
      "cuMemcpyPeerAsync",
    );
    this.#letWait(handle, there, other);
    return true;
  }

  /** Makes a stream of another device wait for the work of a stream of this one. */
  #letWait(done: CudaStream["handle"], other: CudaSharing, waiting: CudaStream["handle"]): void {
    const { plain } = this.#events;
    this.#context.activate();
    const event = plain.record(done);
    const there = other.#context;
    there.activate();
    there.check(there.api.cuStreamWaitEvent(waiting, event, 0), "cuStreamWaitEvent");
    plain.give(event, this.#context.generation);
  }

  /**
   * Enables direct access to the memory of another device if the machine supports it; otherwise the driver copies through the host.
   */
  #reach(there: CudaSharing): void {
    const { api, driver, device } = this.#context;
    const peer = there.#context;
    if (this.#peers.get(peer) === peer.generation) return;
    this.#peers.set(peer, peer.generation);
    this.#context.activate();
    this.#context.check(
      api.cuDeviceCanAccessPeer(driver.out(0), device, peer.device),
      "cuDeviceCanAccessPeer",
    );
    if (driver.int(0) === 0) return;
    const status = api.cuCtxEnablePeerAccess(peer.handle, 0);
    if (status !== PEER_ACCESS_ALREADY_ENABLED) this.#context.check(status, "cuCtxEnablePeerAccess");
    // Access to memory of a pool is enabled for the whole pool.
    this.#context.check(
      api.cuDeviceGetDefaultMemPool(driver.out(0), peer.device),
      "cuDeviceGetDefaultMemPool",
    );
    const access = new Int32Array(32);
    access.set([LOCATION_DEVICE, device, READ_AND_WRITE]);
    this.#context.check(
      api.cuMemPoolSetAccess(driver.number(0) as never, numberAddressOf(access), 1),
      "cuMemPoolSetAccess",
    );
  }

  #allocation(address: number, byteLength: number, free: (address: number) => number): SharedAllocation {
    const context = this.#context;
    const { generation } = context;
    return new SharedAllocation(address, byteLength, (stream) => {
      if (context.failure !== undefined || generation !== context.generation) return;
      const end = this.#events.record(stream);
      const finish = (): void => {
        end.dispose();
        if (context.failure !== undefined || generation !== context.generation) return;
        context.activate();
        free(address);
      };
      end.done.then(finish, finish);
    });
  }
}

/** Memory outside the pool, with its own free function. */
class SharedAllocation extends ReleasedAllocation {
  readonly #release: (stream: CudaStream) => void;

  constructor(address: number, byteLength: number, release: (stream: CudaStream) => void) {
    super(address, byteLength);
    this.#release = release;
  }

  override release(stream: CudaStream): void {
    this.#release(stream);
  }
}
