// Page-locked and managed memory of a GPU, both kept in pools of blocks. Users get typed arrays that are detached when their owner
// is disposed. Where the engine cannot detach them (Node 20), a block is reused only after its typed arrays were garbage collected.

import type { NativePointer } from "../../cdecl/types/native-pointer.js";
import { DisposedError, UnsupportedError } from "../../core/errors.js";
import { type NativeView, viewOf } from "../../ffi/memory.js";
import type { BackendHostMemory, BackendStream, HostMemory, ManagedAdvice, Work } from "../backend.js";
import { isBlocked } from "../work.js";
import type { Events } from "./cuda-event.js";
import type { CudaStream } from "./cuda-stream.js";
import type { DeviceContext } from "./device-context.js";
import { ReleasedAllocation } from "./device-memory.js";
import { type HostBlock, HostBlocks } from "./host-blocks.js";

const MANAGED_MEMORY = 83;
const CONCURRENT_MANAGED_ACCESS = 89;
/** Flags: all contexts of the process can use the memory, and kernels see it at its host address. */
const PORTABLE_AND_MAPPED = 1 | 2;
/** Flag: any stream may use the memory. */
const ATTACH_GLOBAL = 1;
const LOCATION_DEVICE = 1;
const LOCATION_HOST = 2;

/** The driver's numbers for each advice: which to set, and which to unset first. */
const advices = {
  "read-mostly": { set: 1, unset: undefined, location: LOCATION_DEVICE },
  "prefer-device": { set: 3, unset: undefined, location: LOCATION_DEVICE },
  "prefer-host": { set: 3, unset: undefined, location: LOCATION_HOST },
  none: { set: undefined, unset: [2, 4], location: LOCATION_DEVICE },
} as const;

export class CudaHostMemory implements BackendHostMemory {
  readonly isConcurrent: boolean;
  readonly #context: DeviceContext;
  readonly #pinned: HostBlocks;
  readonly #managed: HostBlocks;
  /** The typed arrays that users have of each block. */
  readonly #views = new Map<HostBlock, WeakRef<NativeView<"uint8">>>();

  constructor(context: DeviceContext, events: Events) {
    const { api, driver } = context;
    this.#context = context;
    this.isConcurrent = context.attribute(CONCURRENT_MANAGED_ACCESS) === 1;
    this.#pinned = new HostBlocks(context, events, {
      allocate: (byteLength) => {
        context.check(api.cuMemHostAlloc(driver.out(0), byteLength, PORTABLE_AND_MAPPED), "cuMemHostAlloc");
        return driver.number(0);
      },
      free: (address) => context.check(api.cuMemFreeHost(address), "cuMemFreeHost"),
    });
    this.#managed = new HostBlocks(context, events, {
      allocate: (byteLength) => {
        context.check(api.cuMemAllocManaged(driver.out(0), byteLength, ATTACH_GLOBAL), "cuMemAllocManaged");
        return driver.number(0);
      },
      free: (address) => context.check(api.cuMemFree_v2(address), "cuMemFree"),
    });
  }

  /** The bytes of page-locked and managed memory that are allocated. */
  get totalBytes(): number {
    return this.#pinned.totalBytes + this.#managed.totalBytes;
  }

  allocate(byteLength: number): CudaPinned {
    this.#context.checkAlive();
    this.#context.activate();
    const block = this.#pinned.take(byteLength);
    return new CudaPinned(block, this.#view(block, this.#pinned, byteLength));
  }

  writeFrom(
    memory: HostMemory,
    byteOffset: number,
    address: number,
    byteLength: number,
    stream: BackendStream,
    work: Work,
  ): void {
    if (isBlocked(work)) return;
    const { block } = memory as CudaPinned;
    const own = stream as CudaStream;
    const { api } = this.#context;
    this.#copy(block, own, "cuMemcpyHtoDAsync", () =>
      api.cuMemcpyHtoDAsync_v2(address, block.address + byteOffset, byteLength, own.handle),
    );
    work.done();
  }

  readInto(
    memory: HostMemory,
    byteOffset: number,
    address: number,
    byteLength: number,
    stream: BackendStream,
    work: Work,
  ): void {
    if (isBlocked(work)) return;
    const { block } = memory as CudaPinned;
    const own = stream as CudaStream;
    const { api } = this.#context;
    this.#copy(block, own, "cuMemcpyDtoHAsync", () =>
      api.cuMemcpyDtoHAsync_v2(block.address + byteOffset, address, byteLength, own.handle),
    );
    work.done();
  }

  allocatePinned(byteLength: number): SharedAllocation {
    const { block, bytes } = this.allocate(byteLength);
    return new SharedAllocation(block, bytes);
  }

  allocateManaged(byteLength: number): SharedAllocation {
    const context = this.#context;
    context.checkAlive();
    context.activate();
    if (context.attribute(MANAGED_MEMORY) !== 1) {
      throw new UnsupportedError(
        "CUTS_MANAGED",
        `Cannot make managed memory: ${context.id} has none\nTry: { memory: "pinned" }`,
      );
    }
    const block = this.#managed.take(byteLength);
    return new SharedAllocation(block, this.#view(block, this.#managed, byteLength));
  }

  advise(address: number, byteLength: number, advice: ManagedAdvice): void {
    const { api, device } = this.#context;
    // Otherwise pages do not move while the device works, and the driver rejects advice.
    if (!this.isConcurrent) return;
    this.#context.activate();
    const { set, unset, location } = advices[advice];
    for (const number of set === undefined ? unset : [set]) {
      const id = location === LOCATION_DEVICE ? device : -1;
      const status = api.has("cuMemAdvise_v2")
        ? api.cuMemAdvise_v2(address, byteLength, number, { type: location, id: Math.max(0, id) })
        : api.cuMemAdvise(address, byteLength, number, id);
      this.#context.check(status, "cuMemAdvise");
    }
  }

  prefetch(address: number, byteLength: number, to: "host" | "device", stream: BackendStream): void {
    const { api, device, failure } = this.#context;
    if (!this.isConcurrent || failure !== undefined) return;
    this.#context.activate();
    const { handle } = stream as CudaStream;
    const type = to === "host" ? LOCATION_HOST : LOCATION_DEVICE;
    const status = api.has("cuMemPrefetchAsync_v2")
      ? api.cuMemPrefetchAsync_v2(address, byteLength, { type, id: to === "host" ? 0 : device }, 0, handle)
      : api.cuMemPrefetchAsync(address, byteLength, to === "host" ? -1 : device, handle);
    this.#context.check(status, "cuMemPrefetchAsync");
  }

  trim(): void {
    this.#context.activate();
    this.#pinned.trim();
    this.#managed.trim();
  }

  /**
   * Detaches all typed arrays, because their memory is lost with the context. Node 20 cannot detach them, and programs must not use
   * them again.
   */
  endViews(): void {
    for (const view of this.#views.values()) view.deref()?.dispose();
    this.#views.clear();
  }

  #view(block: HostBlock, pool: HostBlocks, byteLength: number): NativeView<"uint8"> {
    const view = viewOf(BigInt(block.address) as NativePointer, "uint8", byteLength, {
      free: () => {
        this.#views.delete(block);
        pool.give(block);
      },
    });
    this.#views.set(block, new WeakRef(view));
    return view;
  }

  #copy(block: HostBlock, stream: CudaStream, call: string, start: () => number): void {
    const context = this.#context;
    if (context.failure !== undefined) return;
    if (block.generation !== context.generation) {
      throw new DisposedError(
        "CUTS_DISPOSED",
        `Cannot copy pinned memory: it was lost when ${context.id} was reset`,
      );
    }
    context.activate();
    context.check(start(), call);
    if (stream.capture === undefined) block.usedOn(stream);
    else stream.capture.blocks.add(block);
  }
}

/** Page-locked memory. */
class CudaPinned implements HostMemory {
  readonly bytes: NativeView<"uint8">;
  readonly block: HostBlock;

  constructor(block: HostBlock, bytes: NativeView<"uint8">) {
    this.block = block;
    this.bytes = bytes;
  }

  dispose(): void {
    this.bytes.dispose();
  }
}

/** An allocation of the device that the host sees too. */
class SharedAllocation extends ReleasedAllocation {
  readonly #bytes: NativeView<"uint8">;
  readonly #block: HostBlock;

  constructor(block: HostBlock, bytes: NativeView<"uint8">) {
    super(block.address, bytes.byteLength);
    this.#block = block;
    this.#bytes = bytes;
  }

  override hostBytes(): Uint8Array {
    return this.#bytes;
  }

  override release(stream: CudaStream): void {
    this.#block.usedOn(stream);
    this.#bytes.dispose();
  }
}
