// Runs watched code on the calling thread, one block after the other in a fixed order, so that reports are the same each time. It may
// pause between blocks and let the event loop run. The time limit of a launch counts running time only.

import type { BackendLaunch } from "../../backend.js";
import type { CpuModule } from "../cpu-module.js";
import type { CpuKernel, WatchTable } from "../cpu-object.js";
import type { InlineHost } from "../inline-thread.js";
import { launchBytes, sharedBytesOf, writeLaunch } from "../launch-block.js";
import { checkResult, kernelFailure } from "../launch-errors.js";
import { FINISHED_WORD, MAX_WORKERS, MAY_LEAVE, SPINS, WAITS_FOR_GRID } from "../machine/control.js";
import { deviceHeap } from "../machine/device-heap.js";
import { DeviceLaunches } from "../machine/device-launches.js";
import { instantiate } from "../machine/instance.js";
import { faultOf, placeOf } from "../machine/kernel-fault.js";
import { TimeIsOver, timeLimit } from "../../../host/time-limit.js";
import { CONTEXT_HEADER_BYTES, STACK_BYTES } from "../passes/simt/abi.js";
import { contextBytes } from "../passes/simt/region-plan.js";
import { runsTogether } from "../together.js";
import type { KernelWatcher, WatchedBlock, WatchHooks } from "./kernel-watcher.js";

/** Between shared memory and what the machine keeps for the block, so that one past the end is nothing. */
const GAP_BYTES = 256;
/** Rounds in which blocks that only spin are run again before they are taken to wait in vain. */
const MOST_ROUNDS = 10_000;
/** How long blocks run before others of this thread get a turn. */
const SLICE_MS = 12;

type Instance = ReturnType<typeof instantiate>;
type Entry = (
  launch: number,
  begin: number,
  end: number,
  shared: number,
  context: number,
  phase: number,
) => number;

export class WatchedThread {
  readonly #host: InlineHost;
  readonly #runLimited = timeLimit();
  #stack: number | undefined;

  constructor(host: InlineHost) {
    this.#host = host;
  }

  /** Runs a launch and what it launches, a slice in each step. Throws what the kernel has thrown, unless the watcher tells it. */
  *run(
    module: CpuModule,
    name: string,
    info: CpuKernel,
    launch: BackendLaunch,
    parameters: Uint8Array,
    watcher: KernelWatcher,
    limitMs: number,
  ): Generator<void, void> {
    const table = module.watched;
    if (table === undefined) throw new Error(`internal: ${name} is not watched`);
    const launches = new DeviceLaunches();
    yield* this.#runGrid(module, name, info, table, launch, parameters, watcher, launches, limitMs);
    const children = launches.take();
    for (const child of [...children.filter((c) => !c.isTail), ...children.filter((c) => c.isTail)]) {
      const symbol = module.kernelByNumber(child.kernel);
      const own = module.kernelInfo(symbol);
      if (own === undefined) continue;
      const { grid, block, sharedBytes } = child;
      const next = { ...launch, grid, block, sharedBytes, cooperative: false };
      yield* this.run(module, symbol, own, next, child.parameters, watcher, limitMs);
    }
  }

  *#runGrid(
    module: CpuModule,
    name: string,
    info: CpuKernel,
    table: WatchTable,
    launch: BackendLaunch,
    parameters: Uint8Array,
    watcher: KernelWatcher,
    launches: DeviceLaunches,
    limitMs: number,
  ): Generator<void, void> {
    const { memory } = this.#host;
    const { grid, block } = launch;
    const count = grid[0] * grid[1] * grid[2];
    const isTogether = runsTogether(info, launch);
    const sharedBytes = sharedBytesOf(info, launch);
    const ownBytes = contextBytes(info.contextBytesPerThread, block[0] * block[1] * block[2]);
    const stride = sharedBytes + GAP_BYTES + ownBytes;
    const address = memory.allocate(launchBytes(parameters));
    const scratch = memory.allocate(stride * (isTogether ? count : 1));
    this.#stack ??= memory.allocate(STACK_BYTES);
    writeLaunch(memory, address, launch, parameters);
    const stack = { address: this.#stack, byteLength: STACK_BYTES };
    watcher.begin({ name, kernel: info, launch, parameters, table, module: module.place(), stack });
    const instance = this.#instantiate(module, watcher, launches);
    const entry = instance[info.symbol] as unknown as Entry;
    let current: WatchedBlock | undefined;
    const enter = (index: number): WatchedBlock => {
      const shared = scratch + (isTogether ? index * stride : 0);
      current = {
        index,
        shared,
        sharedBytes,
        context: shared + sharedBytes + GAP_BYTES,
        contextBytes: ownBytes,
      };
      watcher.beginBlock(current);
      return current;
    };
    const runBlock = (index: number, phase: number): number => {
      const { shared, context } = enter(index);
      return entry(address, index, index + 1, shared, context, phase);
    };
    try {
      const blocks = isTogether
        ? this.#runTogether(count, stride, scratch + sharedBytes + GAP_BYTES, runBlock)
        : inOrder(count, runBlock);
      const status = yield* this.#inSlices(blocks, limitMs);
      if (watcher.end({ status })) return;
      checkResult(name, { status, failure: undefined, beganMs: 0, endedMs: 0 }, limitMs);
    } catch (error) {
      if (error instanceof TimeIsOver) {
        const failure = { type: "timeout", message: "" } as const;
        if (watcher.end({ status: 0, stop: { type: "trap", message: `it ran longer than ${limitMs} ms` } }))
          return;
        checkResult(name, { status: 0, failure, beganMs: 0, endedMs: 0 }, limitMs);
      }
      const stop = faultOf(error);
      if (stop.type === "internal") throw error;
      if (watcher.end({ status: 0, stop })) return;
      const call = {
        begin: current?.index ?? 0,
        end: (current?.index ?? 0) + 1,
        context: current?.context ?? 0,
      };
      const place = placeOf(error, memory.memory, call);
      throw kernelFailure(name, stop, module.describePlace(place, name, launch));
    } finally {
      this.#host.pool.guard.nullWrites();
      this.#host.constants.restore();
      memory.free(address);
      memory.free(scratch);
    }
  }

  *#inSlices(blocks: Iterator<void, number>, limitMs: number): Generator<void, number> {
    let spentMs = 0;
    for (;;) {
      const beganMs = performance.now();
      let status: number | undefined;
      const slice = (): number => {
        do {
          const next = blocks.next();
          if (next.done === true) status = next.value;
        } while (status === undefined && performance.now() - beganMs < SLICE_MS);
        return 0;
      };
      if (limitMs > 0) this.#runLimited(Math.max(1, limitMs - spentMs), slice);
      else slice();
      if (status !== undefined) return status;
      spentMs += performance.now() - beganMs;
      yield;
    }
  }

  // All blocks go on until all wait for the grid, as the workers have them do (machine/take-part.js).
  *#runTogether(
    count: number,
    stride: number,
    context: number,
    run: (index: number, phase: number) => number,
  ): Generator<void, number> {
    // Memory may grow while others have their turn.
    const words = (): Uint32Array => this.#host.memory.words();
    const headerAt = (index: number): number => (context + index * stride) >>> 2;
    for (let i = 0; i < count; i++) words().fill(0, headerAt(i), headerAt(i) + CONTEXT_HEADER_BYTES / 4);
    let phase = 0;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let waiting = 0;
      let spinning = 0;
      for (let i = 0; i < count; i++) {
        if (words()[headerAt(i) + FINISHED_WORD] === 1) continue;
        const status = run(i, phase + MAY_LEAVE);
        yield;
        if (status === WAITS_FOR_GRID) waiting++;
        else if (status === SPINS) spinning++;
        else if (status === 0) words()[headerAt(i) + FINISHED_WORD] = 1;
        else return status;
      }
      if (waiting + spinning === 0) return 0;
      phase = spinning > 0 ? 3 : 2;
    }
    throw new TimeIsOver();
  }

  #instantiate(module: CpuModule, watcher: KernelWatcher, launches: DeviceLaunches): Instance {
    const { memory, pool } = this.#host;
    const heap = deviceHeap(pool.heapWords, memory.memory, MAX_WORKERS + 1);
    const own = {
      malloc: (bytes: number): number => {
        pool.openHeap();
        const address = heap.malloc(bytes);
        if (address !== 0) watcher.allocated?.(address, bytes);
        return address;
      },
      free: (address: number): void => {
        if (watcher.freed?.(address) !== false) heap.free(address);
      },
    };
    const print = (text: string): void => this.#host.print(text);
    const stackTop = (this.#stack as number) + STACK_BYTES;
    return instantiate(module.image(), memory.memory, stackTop, print, own, launches, imports(watcher.hooks));
  }
}

function* inOrder(count: number, run: (index: number, phase: number) => number): Generator<void, number> {
  for (let i = 0; i < count; i++) {
    const status = run(i, 0);
    if (status !== 0) return status;
    yield;
  }
  return 0;
}

function imports(hooks: WatchHooks): Record<string, (...args: number[]) => number | void> {
  return Object.fromEntries(
    Object.entries(hooks).map(([name, hook]) => [
      `__cuts_watch_${name}`,
      hook as (...args: number[]) => number | void,
    ]),
  );
}
