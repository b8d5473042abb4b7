// Built-in kernels on any device. Their arguments come from array code, which is trusted, so they are written without the checks
// of users' launches (trusted-writer.ts). The launch itself is that of every kernel (runtime/kernels/bound-kernel.ts). The kernels
// of a group share compiled code.

import type { BackendLaunch, BackendModule, KernelTuning } from "../../backend/backend.js";
import type { Worker } from "../../backend/tuning.js";
import { pointerSize } from "../../cdecl/layout.js";
import { CompileError } from "../../core/errors.js";
import type { DeviceCore, StreamCore, SubmitOptions } from "../../runtime/order/stream-core.js";
import { retell } from "../../runtime/failures/failure.js";
import type { Obstacle } from "../../runtime/order/submission-queue.js";
import type { Retainable } from "../../core/retainable.js";
import { BoundKernel } from "../../runtime/kernels/bound-kernel.js";
import type { KernelSignature } from "./kernel-definition.js";
import type { KernelGroup } from "./kernel-group.js";
import type { IndexWidth } from "../../compiler/elements/parameters.js";
import { TrustedWriter } from "./trusted-writer.js";

/** A kernel of a group, on any device. `Arguments` are its parameters by name. */
export class BuiltinKernel<Arguments> {
  readonly #group: () => KernelGroup;
  readonly #name: string;
  readonly #signature: KernelSignature<Arguments>;
  #last: BuiltinKernelOnDevice<Arguments> | undefined;
  readonly #all: BuiltinKernelOnDevice<Arguments>[] = [];

  /** `group` is asked at the first launch: writing the texts of kernels is no part of importing them. */
  constructor(group: () => KernelGroup, name: string, signature: KernelSignature<Arguments>) {
    this.#group = group;
    this.#name = name;
    this.#signature = signature;
  }

  /** The kernel on a device, compiled when it is first launched there. */
  on(device: DeviceCore, width: IndexWidth): BuiltinKernelOnDevice<Arguments> {
    if (this.#last?.device === device && this.#last.width === width) return this.#last;
    let found = this.#all.find((one) => one.device === device && one.width === width);
    if (found === undefined) {
      found = new BuiltinKernelOnDevice(this.#checkedGroup(), this.#name, this.#signature, device, width);
      this.#all.push(found);
    }
    this.#last = found;
    return found;
  }

  /** Gives back its code on all devices, after the work that uses it. It is not launched again, and no other may have its code. */
  unload(): void {
    for (const one of this.#all) one.unload();
  }

  #checkedGroup(): KernelGroup {
    const group = this.#group();
    const text = group.find(this.#name);
    if (text?.signature.parameters.join() === this.#signature.parameters.join()) return group;
    throw new Error(`internal: the group ${group.name} has no kernel ${this.#name} with these parameters`);
  }
}

/** A built-in kernel on one device: write its parameters, then launch it. */
export class BuiltinKernelOnDevice<Arguments> {
  readonly device: DeviceCore;
  readonly width: IndexWidth;
  readonly #name: string;
  readonly #group: KernelGroup;
  readonly #signature: KernelSignature<Arguments>;
  readonly #writer: TrustedWriter;
  /** Undefined before the first launch, and when the code was given back. */
  #kernel: { readonly module: BackendModule; readonly bound: BoundKernel } | undefined;
  /** Launches that wait, and graphs, retain the code that they were given. */
  #retainCount = 0;
  readonly #retainable: Retainable = {
    retain: () => {
      this.#retainCount++;
    },
    release: () => {
      this.#retainCount--;
      if (this.#isUnloaded) this.unload();
    },
  };
  #isUnloaded = false;

  constructor(
    group: KernelGroup,
    name: string,
    signature: KernelSignature<Arguments>,
    device: DeviceCore,
    width: IndexWidth,
  ) {
    this.device = device;
    this.width = width;
    this.#name = name;
    this.#group = group;
    this.#signature = signature;
    this.#writer = new TrustedWriter(signature.parameters, pointerSize(device.backend.dataModel), width);
  }

  /** Writes all parameters. */
  set(values: Arguments): void {
    this.#signature.write(this.#writer, values);
  }

  /**
   * Launches it with the parameters that were written. The caller has declared the storages (`Storage.use`) before; the
   * parameters may be written again when this returns.
   */
  launch(launch: BackendLaunch, stream: StreamCore): void {
    (this.#kernel ?? this.#open()).bound.launch(launch, stream);
  }

  /** Gives back its code, when nobody retains it. It is not launched again. */
  unload(): void {
    this.#isUnloaded = true;
    if (this.#kernel === undefined || this.#retainCount > 0) return;
    const { module } = this.#kernel;
    this.#kernel = undefined;
    unloadModule(this.device, module);
  }

  #open(): { readonly module: BackendModule; readonly bound: BoundKernel } {
    const group = this.#group;
    const module = moduleOf(group, this.#name, this.device, this.width);
    const retained = this.#retainable;
    const bound = new BoundKernel(
      {
        module,
        symbol: this.#name,
        submitOptions: () => (module.isReady() ? { retained } : { ...compiling(module, group), retained }),
        verify: () => this.#verify(module),
      },
      this.#writer.bytes,
    );
    return (this.#kernel = { module, bound });
  }

  /** A layout that was misread must never reach a launch. */
  #verify(module: BackendModule): void {
    const compiled = module.kernel(this.#name);
    if (compiled === undefined)
      throw new Error(`internal: the group ${this.#group.name} lacks ${this.#name}`);
    const places = compiled.parameters;
    if (places === undefined) return;
    const offsets = places.map((place) => place.offset).join();
    if (offsets === this.#writer.offsets.join()) return;
    throw new Error(
      `internal: ${this.#name} of ${this.#group.name} was compiled with its parameters at ${offsets}, expected at ${this.#writer.offsets.join()}`,
    );
  }
}

/** Work that waits for the compiler. Code of users may not compile: the error tells where it is, and which call needed it. */
function compiling(module: BackendModule, { madeAt }: KernelGroup): SubmitOptions {
  if (madeAt === undefined) return { after: module };
  const tell = (error: unknown): never => {
    throw error instanceof CompileError ? retell(error, [`Made at ${madeAt.place()}`]) : error;
  };
  const ready = module.ready.catch(tell);
  // A graph that is never launched asks nobody.
  ready.catch(() => {});
  const after: Obstacle = {
    isReady: () => module.isReady(),
    ready,
    readySync: () => {
      try {
        module.readySync();
      } catch (error) {
        tell(error);
      }
    },
  };
  return { after, isNamed: true };
}

/** The compiled code of all groups, by device and name: kernels of one group share a module where it is one. */
const modules = new WeakMap<DeviceCore, Map<string, BackendModule>>();

function moduleOf(group: KernelGroup, kernel: string, device: DeviceCore, width: IndexWidth): BackendModule {
  let ofDevice = modules.get(device);
  if (ofDevice === undefined) modules.set(device, (ofDevice = new Map()));
  const { backend } = device;
  const tuning = tuningOf(device);
  const { unit } = tuning;
  const shipped = shippedModule(group, kernel, device, width, ofDevice);
  if (shipped !== undefined) return shipped;
  const names = unit === "group" ? [...group.kernels.keys()] : [kernel];
  const key = `${group.name} ${unit === "group" ? "" : kernel} ${width}`;
  let module = ofDevice.get(key);
  if (module === undefined) {
    module =
      group.graphKernel !== undefined && backend.assembler !== null
        ? backend.assembler.load(group.graphKernel)
        : backend.compile(group.sourceOf(names), {
            ...builtinOptions(group, width, tuning),
            waitsItself: true,
          });
    ofDevice.set(key, module);
  }
  return module;
}

/** Gives back compiled code when all work that was given so far is over. */
function unloadModule(device: DeviceCore, module: BackendModule): void {
  const ofDevice = modules.get(device);
  for (const [key, one] of ofDevice ?? []) if (one === module) ofDevice?.delete(key);
  const { backend, queue, streams } = device;
  const dispose = (): void => module.dispose();
  queue.after(() => {
    const ends = Array.from(streams, async (stream) => backend.synchronize(stream.backendStream));
    Promise.all(ends).then(dispose, dispose);
  }, 0);
}

/** The module that came with the package, if the kernel is in it and nobody changed the source since. */
function shippedModule(
  group: KernelGroup,
  kernel: string,
  device: DeviceCore,
  width: IndexWidth,
  ofDevice: Map<string, BackendModule>,
): BackendModule | undefined {
  const { shipped } = device.backend;
  if (shipped === null || width !== 32 || group.madeAt !== undefined) return undefined;
  const names = shipped.kernelsOf(group.name);
  if (names === undefined || !names.includes(kernel)) return undefined;
  const key = `${group.name} shipped`;
  const known = ofDevice.get(key);
  if (known !== undefined) return known;
  const isWhole = names.every((name) => group.find(name) !== undefined);
  const { options } = builtinOptions(group, width, tuningOf(device));
  const module = isWhole ? shipped.open(group.name, group.sourceOf(names), options) : undefined;
  if (module !== undefined) ofDevice.set(key, module);
  return module;
}

/** The tuning parameters of a device for built-in kernels. */
export function tuningOf(device: DeviceCore): KernelTuning {
  return device.backend.tuning;
}

/**
 * Chooses one of two forms by what executes a block on a device: a single `thread` (the cpu device), or a `team`, the threads of a
 * GPU block.
 */
export function byWorker<Forms extends { readonly [W in Worker]: unknown }>(
  device: DeviceCore,
  forms: Forms,
): Forms[Worker] {
  return forms[tuningOf(device).worker];
}

/** The compiler options of a group; compiling for shipment must use the same ones. */
export function builtinOptions(
  group: KernelGroup,
  width: IndexWidth,
  { elementsPerThread, fusing }: Pick<KernelTuning, "elementsPerThread" | "fusing">,
): { readonly fileName: string; readonly options: readonly string[] } {
  const options = [
    ...(width === 64 ? ["-DCUTS_WIDE_INDEX"] : []),
    ...(elementsPerThread === 1 ? [] : [`-DCUTS_PER_THREAD=${elementsPerThread}`]),
    ...(group.fuses ? fusing : []),
  ];
  return { fileName: `${group.name}.cu`, options };
}
