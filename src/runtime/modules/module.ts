// module(): many kernels, templates and variables from one CUDA C++ source. It is compiled for a device when it is first used there,
// in one compilation for everything requested so far.

import type {
  KernelArguments,
  KernelRunArguments,
  KernelSelector,
} from "../../cdecl/types/kernel-arguments.js";
import type { DType } from "../../core/dtype.js";
import { isCheckedProcess } from "../../backend/check-reports.js";
import { inspectSymbol } from "../../core/inspect-symbol.js";
import type { Device } from "../devices/device.js";
import { toDevice } from "../devices/devices.js";
import { type Handle, handleOf } from "../lifetimes/handle.js";
import { callableKernel, type Kernel } from "../kernels/kernel.js";
import { KernelCore } from "../kernels/kernel-core.js";
import { ModuleCore } from "./module-core.js";
import { type ModuleGlobal, moduleGlobal } from "./module-global.js";
import { type ModuleCode, ModuleSource, type SourceOptions } from "./module-source.js";

/** How a module is made. */
export interface ModuleOptions extends SourceOptions {
  /** Template instances to compile from the start, such as `scan<float, 256>`. */
  readonly nameExpressions?: readonly string[];
  /** The only device that may use it. By default any device may, and it is compiled for each. */
  readonly device?: string | Device;
}

/** How a module of compiled code is made. */
export interface CompiledModuleOptions<Declarations extends string = string> {
  /** CUDA C++ declarations of the kernels, by their symbols. The arguments are typed from them. */
  readonly declarations: Declarations;
  /** The only device that may use it. */
  readonly device?: string | Device;
}

/** A compiled CUDA C++ source. */
export interface Module<Source extends string = string> {
  /** The names of the kernels in the source, with their namespaces. */
  readonly kernelNames: readonly string[];
  /**
   * A kernel by its name, or an instance of a template: `m.kernel("scan<float, 256>")`.
   * @throws SyntaxError `CUTS_KERNEL_UNKNOWN` when the source has none, or why it cannot be read.
   */
  kernel<const Name extends KernelSelector<Source>>(
    name: Name,
  ): Kernel<KernelArguments<Source, Name>, KernelRunArguments<Source, Name>>;
  /**
   * A `__constant__` or `__device__` variable of the source, as an array on the current device. The declaration gives its dtype;
   * `D` is the type that TypeScript uses for it.
   */
  global<D extends DType = DType>(name: string): ModuleGlobal<D>;
  /** Settles when it is compiled for the current device; rejects with a CompileError. */
  ready(): Promise<void>;
  /** Frees the compiled code after the launches that use it. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/**
 * Makes a module of CUDA C++ source.
 * @throws TypeError, SyntaxError for a name expression that means no kernel.
 * @example
 * const m = cu.module(source, { options: ["-std=c++17"] });
 * m.global("coefficients").set([0.25, 0.5, 0.25]);
 * m.kernel("blur<float, 3>")({ threads: n }, x, y, n);
 */
export function module<const Source extends string>(source: Source, options?: ModuleOptions): Module<Source>;
/**
 * Makes a module of PTX, a CUBIN or a fatbin that was compiled elsewhere. The cpu device takes PTX too.
 * @throws TypeError `CUTS_SOURCE`; UnsupportedError `CUTS_MACHINE_CODE` when machine code is used on the cpu.
 * @example
 * const m = cu.module(readFileSync("scale.cubin"), {
 *   declarations: 'extern "C" __global__ void scale(float* x, float by, int n);',
 * });
 * m.kernel("scale")({ threads: n }, x, 2, n);
 */
export function module<const Declarations extends string>(
  code: ModuleCode,
  options: CompiledModuleOptions<Declarations>,
): Module<Declarations>;
export function module(code: ModuleCode, options: ModuleOptions | CompiledModuleOptions = {}): Module {
  const {
    nameExpressions = [],
    declarations,
    device,
    ...compile
  } = options as ModuleOptions & Partial<CompiledModuleOptions>;
  const core = new ModuleCore(
    new ModuleSource(code, { check: isCheckedProcess, ...compile }, declarations),
    device === undefined ? undefined : toDevice(device),
  );
  const made = new SourceModule<string>(core);
  for (const expression of nameExpressions) core.request(core.source.kernel(expression));
  return made;
}

class SourceModule<Source extends string> implements Module<Source> {
  readonly #core: ModuleCore;
  readonly #kernels = new Map<string, Kernel>();

  constructor(core: ModuleCore) {
    this.#core = core;
  }

  get [handleOf](): Handle {
    return this.#core.handle;
  }

  get kernelNames(): readonly string[] {
    return [...new Set(this.#core.source.kernels.map((kernel) => kernel.qualifiedName))];
  }

  kernel<const Name extends KernelSelector<Source>>(
    name: Name,
  ): Kernel<KernelArguments<Source, Name>, KernelRunArguments<Source, Name>> {
    this.#core.checkOpen(`get the kernel ${name}`);
    let kernel = this.#kernels.get(name);
    if (kernel === undefined) {
      const found = this.#core.source.kernel(name);
      this.#core.request(found);
      kernel = callableKernel(new KernelCore(this.#core, found), () => {});
      this.#kernels.set(name, kernel);
    }
    return kernel;
  }

  global<D extends DType = DType>(name: string): ModuleGlobal<D> {
    this.#core.checkOpen(`get the variable ${name}`);
    return moduleGlobal(this.#core, name, this.#core.currentDevice()) as ModuleGlobal<D>;
  }

  async ready(): Promise<void> {
    this.#core.checkOpen("compile a module");
    await this.#core.buildFor(this.#core.currentDevice()).ready();
  }

  dispose(): void {
    this.#core.handle.end();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  [inspectSymbol](): string {
    return `Module (${this.kernelNames.join(", ")})`;
  }
}
