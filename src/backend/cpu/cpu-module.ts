// A module of the cpu device. It is compiled in the background and placed in the device's memory when the code is ready. Each thread
// that runs it makes an instance of its own. Kernels that run for long also get code for their size of blocks.

import { LaunchError } from "../../core/errors.js";
import { placeImage } from "../../compiler/clang/wasm-image.js";
import type { BackendKernel, BackendModule } from "../backend.js";
import type { CpuKernel, CpuObject, WatchTable } from "./cpu-object.js";
import type { DeviceConstants } from "./device-constants.js";
import { describePlace, type StoppedLaunch } from "./fault-place.js";
import type { ModuleImage } from "./machine/instance.js";
import type { FaultPlace } from "./machine/kernel-fault.js";
import type { LinearMemory } from "./machine/linear-memory.js";
import type { KernelInfo } from "./passes/simt/lower-kernel.js";
import type { Specialisation } from "./passes/simt/lower-module.js";
import type { ModulePlace } from "./watch/kernel-watcher.js";

/** Where the code of a module comes from. */
export interface ObjectSource {
  /** The code, when it needs no compiler. */
  readonly ready: CpuObject | undefined;
  /** True for code that comes with the package: no compiler is started for it, not for a faster variant either. */
  readonly isShipped?: boolean;
  compile(): Promise<CpuObject>;
  compileSync(): CpuObject;
}

/** What a module needs of its device. */
export interface ModuleHost {
  /** The same source as code for one kernel and one size of blocks. */
  open(only: Specialisation | undefined): ObjectSource;
  /** The same source as code whose warps can run in any order; undefined where there is no source. */
  readonly openOrdered: ModuleHost["open"] | undefined;
  readonly memory: LinearMemory;
  readonly constants: DeviceConstants;
  readonly maxThreadsPerBlock: number;
  nextModuleId(): number;
  register(id: number, image: ModuleImage): void;
  /** Forgets a module, and calls `release` when nothing uses it any more. */
  forget(id: number, release: () => void): void;
}

/** Compiling again takes another core from tenths of a second to a few seconds, the longer the more barriers there are. */
const SPECIALISE_AFTER_MS = 100;

/** Code for one size of blocks, once there is some. */
interface Variant {
  spentMs: number;
  module: CpuModule | undefined;
}

export class CpuModule implements BackendModule {
  readonly ready: Promise<void>;
  readonly id: number;
  readonly #host: ModuleHost;
  readonly #source: ObjectSource;
  #object: CpuObject | undefined;
  #image: ModuleImage | undefined;
  #address = 0;
  readonly #variants = new Map<string, Variant>();
  readonly #infos = new Map<string, CpuKernel>();
  #ordered: CpuModule | undefined;
  #isDisposed = false;

  constructor(host: ModuleHost, only?: Specialisation) {
    this.id = host.nextModuleId();
    this.#host = host;
    const source = host.open(only);
    this.#source = source;
    if (source.ready) {
      this.#place(source.ready);
      this.ready = Promise.resolve();
      return;
    }
    this.ready = source.compile().then((object) => this.#place(object));
    // Whoever launches or awaits sees the error; a module nobody uses must not end the process.
    this.ready.catch(() => {});
  }

  isReady(): boolean {
    return this.#object !== undefined;
  }

  readySync(): void {
    if (!this.#object) this.#place(this.#source.compileSync());
  }

  kernel(name: string): BackendKernel | undefined {
    const info = this.kernelInfo(name);
    if (!info) return undefined;
    return {
      name,
      parameters: info.parameters.map((place) => ({ ...place, isPointer: place.isPointer === true })),
      parameterBytes: info.parameterBytes,
      staticSharedBytes: info.staticSharedBytes,
      maxThreadsPerBlock: Math.min(info.maxThreadsPerBlock ?? Infinity, this.#host.maxThreadsPerBlock),
      preferredThreadsPerBlock: undefined,
    };
  }

  kernelNames(): readonly string[] {
    const object = this.#compiled();
    return [...object.names.keys(), ...object.kernels.map((k) => k.symbol)];
  }

  global(name: string): { address: number; byteLength: number } | undefined {
    const global = this.#compiled().globals.find((g) => g.name === name);
    if (!global) return undefined;
    this.#host.constants.expose(this.id);
    return { address: this.#address + global.offset, byteLength: global.byteLength };
  }

  /** What the pass knows of a kernel, by symbol or name expression. */
  kernelInfo(name: string): CpuKernel | undefined {
    const known = this.#infos.get(name);
    if (known !== undefined) return known;
    const object = this.#compiled();
    const symbol = object.names.get(name) ?? name;
    const info = object.kernels.find((k) => k.symbol === symbol);
    if (info !== undefined) this.#infos.set(name, info);
    return info;
  }

  /** The symbol of a kernel by its number in device code, which is its place plus 1. */
  kernelByNumber(number: number): string {
    const kernel = this.#compiled().kernels[number - 1];
    if (kernel === undefined) {
      throw new LaunchError(
        "CUTS_KERNEL_INVALID_CALL",
        "Cannot launch from device code: the function is no kernel of the same module (cudaErrorInvalidDeviceFunction)",
      );
    }
    return kernel.symbol;
  }

  /** The module as threads instantiate it. */
  image(): ModuleImage {
    this.#compiled();
    return this.#image as ModuleImage;
  }

  /** What the calls of watched code tell; undefined for other code. */
  get watched(): WatchTable | undefined {
    return this.#compiled().watched;
  }

  /** Where its data lies. */
  place(): ModulePlace {
    const { globals, image } = this.#compiled();
    const [begin, end] = image.constants;
    return {
      address: this.#address,
      byteLength: image.byteLength,
      globals: globals.map(({ name, offset, byteLength }) => ({
        name,
        address: this.#address + offset,
        byteLength,
        isConstant: offset >= begin && offset < end,
      })),
    };
  }

  /** Where a kernel of this module was stopped, in words, as far as that is known. */
  describePlace(place: FaultPlace, name: string, launch: StoppedLaunch): string | undefined {
    const info = this.kernelInfo(name);
    return info && describePlace(place, this.#compiled(), info, launch);
  }

  /** The module to run a kernel from: one made for this size of blocks, if there is one. */
  variantFor(info: KernelInfo, block: readonly [number, number, number]): CpuModule {
    if (!this.#canSpecialise(info)) return this;
    const { module } = this.#variantOf(info, block);
    return module?.isReady() ? module : this;
  }

  /** Makes code for one size of blocks without waiting for a long launch; false where a kernel has one code only. */
  async specialise(name: string, block: readonly [number, number, number]): Promise<boolean> {
    const info = this.kernelInfo(name);
    if (!info || !this.#canSpecialise(info)) return false;
    const variant = this.#variantOf(info, block);
    variant.module ??= this.#specialised(info.symbol, block, "compile");
    await variant.module?.ready;
    return true;
  }

  /** The same module as code whose warps can run in any order, with variables of its own; itself where it has no source. */
  ordered(): CpuModule {
    const open = this.#host.openOrdered;
    if (open === undefined) return this;
    if (this.#ordered === undefined) {
      this.#ordered = new CpuModule({ ...this.#host, open, openOrdered: undefined });
      this.#ordered.readySync();
    }
    return this.#ordered;
  }

  /** Says how long a launch took; a kernel that runs for long is worth code for its size of blocks. */
  noteTime(info: KernelInfo, block: readonly [number, number, number], milliseconds: number): void {
    const variant = this.#variants.get(`${info.symbol} ${block.join(" ")}`);
    if (!variant || variant.module) return;
    variant.spentMs += milliseconds;
    if (variant.spentMs > SPECIALISE_AFTER_MS)
      variant.module = this.#specialised(info.symbol, block, "compile");
  }

  #variantOf(info: KernelInfo, block: readonly [number, number, number]): Variant {
    const key = `${info.symbol} ${block.join(" ")}`;
    let variant = this.#variants.get(key);
    if (!variant) {
      variant = { spentMs: 0, module: this.#specialised(info.symbol, block, "cached") };
      this.#variants.set(key, variant);
    }
    return variant;
  }

  // Variables live in the memory of one module, so a module that has some cannot be in two.
  #canSpecialise(info: KernelInfo): boolean {
    const canHaveTwo = info.tier !== "loop" && !info.gridSync && this.#compiled().globals.length === 0;
    return canHaveTwo && this.#source.isShipped !== true && this.watched === undefined;
  }

  #specialised(
    symbol: string,
    block: readonly [number, number, number],
    how: "cached" | "compile",
  ): CpuModule | undefined {
    const only = { symbol, block };
    if (how === "cached" && !this.#host.open(only).ready) return undefined;
    return new CpuModule(this.#host, only);
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    for (const { module } of this.#variants.values()) module?.dispose();
    this.#ordered?.dispose();
    this.#host.forget(this.id, () => {
      this.#host.constants.remove(this.id);
      if (this.#image) this.#host.memory.free(this.#address);
    });
  }

  #compiled(): CpuObject {
    if (!this.#object) throw new Error("internal: module used before it was compiled");
    return this.#object;
  }

  // Puts code and data at an address of the device; the data is written once, for all threads.
  #place(object: CpuObject): void {
    if (this.#object || this.#isDisposed) return;
    const { memory } = this.#host;
    const { byteLength } = object.image;
    this.#address = memory.allocate(Math.max(16, byteLength));
    const { module, data } = placeImage(object.image, this.#address);
    const target = memory.view(this.#address, byteLength);
    target.fill(0);
    target.set(data);
    const [begin, end] = object.image.constants;
    const constants =
      begin === end ? undefined : this.#host.constants.add(this.id, this.#address + begin, end - begin);
    this.#image = { module: new WebAssembly.Module(module), constants };
    this.#object = object;
    this.#host.register(this.id, this.#image);
  }
}
