// A program or a library in the memory of a cpu device: host code instantiated, device code loaded, the CUDA runtime and
// WASI in between. Knows nothing of processes: `_start` runs a program's main, `_initialize` prepares a library.
import { FIRST_ADDRESS } from "../../../../core/first-address.js";
import type { CpuDevice } from "../../cpu-backend.js";
import { ProgramCheck } from "../checking/program-check.js";
import { isWide, wordOf } from "../../machine/wide-memory.js";
import { type CudaRuntime, createCudaRuntime, type GuestFunction } from "../cudart/cuda-runtime.js";
import type { RuntimeWatcher } from "../cudart/runtime-watcher.js";
import { HostThreads } from "./host-threads.js";
import { MemoryHint } from "./memory-hint.js";
import { toPointer } from "../../../../compiler/clang/pointer-size.js";
import type { ProgramCode } from "../compile/program-code.js";
import { ProgramHeap } from "./program-heap.js";
import type { Whereabouts } from "../process/whereabouts.js";
import { ProgramExit } from "../wasi/process-calls.js";
import { wasiImports } from "../wasi/wasi.js";

export interface ProgramSetup {
  /** For a program one that nothing has been allocated on yet: it is linked for its lowest addresses. */
  readonly device: CpuDevice;
  /** For a library: where the memory begins that it was linked for and that the caller has allocated. */
  readonly base?: number;
  readonly args: readonly string[];
  /** `PWD` is where relative names start. */
  readonly environment: Readonly<Record<string, string>>;
  /** Who watches what the program does with the CUDA runtime; not for one that is checked. */
  readonly watcher?: RuntimeWatcher;
  /** Who is told where the program is. */
  readonly whereabouts?: Whereabouts;
  /** Functions for it beside those of the CUDA runtime and WASI, by module and name. */
  readonly imports?: WebAssembly.Imports;
  /** Where messages about failed kernels go. */
  readonly warn: (text: string) => void;
}

/** A program, ready to run. */
export interface ProgramInstance {
  readonly exports: WebAssembly.Instance["exports"];
  /** Writes out what the C library has buffered. */
  flush(): void;
  /** Bytes that malloc was the last to ask for in vain; 0 when there always was memory. */
  readonly refusedBytes: number;
  /** What has ended the program, when its main thread has trapped or thrown. */
  causeOf(error: unknown): unknown;
  /** Waits for what is under way on the device. */
  finish(): void;
  /** The program has ended: one that is checked tells what it has left undone. */
  ended(exitCode: number): void;
  /** See CudaRuntime. */
  readonly runtime: Pick<CudaRuntime, "streamOf" | "hasWork" | "follow">;
}

/** Puts a program into a device's memory. */
export function instantiateProgram(code: ProgramCode, setup: ProgramSetup): ProgramInstance {
  const { device } = setup;
  const { memoryEnd } = code.host;
  const { base = takeLowest(device, memoryEnd) } = setup;
  const modules = new Map(Object.entries(code.devices).map(([key, object]) => [key, device.load(object)]));
  const { checker } = device;
  const hint = setup.base === undefined ? new MemoryHint(device, setup.warn) : undefined;
  const heap = new ProgramHeap(device, memoryEnd, {
    onBlock: (start, bytes) => checker?.addHost(start, bytes),
    onRefused: (bytes) => hint?.give(bytes),
  });
  // Libraries are compiled without what tells of their host code.
  const check =
    checker && setup.base === undefined ? new ProgramCheck(checker, device.linearMemory) : undefined;
  const watcher = check ?? setup.watcher;
  let exports: WebAssembly.Instance["exports"] | undefined;
  const runtime = createCudaRuntime({
    backend: device,
    memory: device.linearMemory,
    module: (key) => {
      const module = modules.get(key);
      if (module === undefined) throw new Error(`internal: the program has no device code ${key}`);
      return module;
    },
    warn: setup.warn,
    isShared: setup.base !== undefined,
    onRefused: (bytes) => hint?.give(bytes),
    isHostAddress: (address) => (address >= base && address < memoryEnd) || heap.contains(address),
    ...(watcher && { watcher }),
    ...(setup.whereabouts && { whereabouts: setup.whereabouts }),
    functionAt: (pointer) => {
      const table = exports?.["__indirect_function_table"] as WebAssembly.Table;
      return table.get(wordOf(isWide(device.linearMemory), pointer)) as GuestFunction | null;
    },
  });
  const module = new WebAssembly.Module(code.host.module);
  const imports = {
    ...setup.imports,
    env: { ...runtime.imports, memory: device.linearMemory },
    cuda: runtime.imports,
    cuts: {
      program_break: (increment: bigint) => toPointer(heap.grow(Number(increment))),
      ...check?.imports,
    },
    wasi_snapshot_preview1: wasiImports(module, { ...setup, memory: device.linearMemory }),
  };
  const threads = new HostThreads(code.host.module, device.linearMemory, imports);
  let exit: unknown;
  const wasi = {
    ...imports.wasi_snapshot_preview1,
    // The instruction after it traps. What is thrown here code of the program would catch, and run destructors.
    proc_exit: (status: number): void => {
      exit = new ProgramExit(status);
    },
  };
  const instance = new WebAssembly.Instance(module, {
    ...imports,
    cuts: { ...imports.cuts, ...threads.imports },
    wasi_snapshot_preview1: wasi,
  });
  exports = instance.exports;
  const { fflush } = exports;
  check?.open(exports, module);
  return {
    exports,
    flush: () => {
      if (typeof fflush === "function") fflush(toPointer(0));
    },
    get refusedBytes() {
      return heap.refusedBytes;
    },
    causeOf: (error) => exit ?? threads.causeOf(error),
    finish: () => runtime.finish(),
    ended: (exitCode) => check?.end(exitCode === 0),
    runtime,
  };
}

function takeLowest(device: CpuDevice, memoryEnd: number): number {
  const address = device.reserve(memoryEnd - FIRST_ADDRESS);
  if (address !== FIRST_ADDRESS)
    throw new Error(`internal: a program needs the lowest addresses of its device (got ${address})`);
  return 0;
}
