// kernel(): one CUDA C++ kernel as a function. Its argument types come from its source text at compile time; the same declaration
// checks the arguments at run time, before anything is launched.

import type { KernelSignature } from "../../cdecl/ast.js";
import { formatParameters } from "../../cdecl/format.js";
import type {
  KernelArguments,
  KernelRunArguments,
  LooseKernelArguments,
} from "../../cdecl/types/kernel-arguments.js";
import type { CheckReport } from "../../core/check-report.js";
import { isCheckedProcess } from "../../backend/check-reports.js";
import type { Device } from "../devices/device.js";
import { toDevice } from "../devices/devices.js";
import { KernelCore } from "./kernel-core.js";
import type { LaunchConfig } from "./launch-config.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { ModuleCore } from "../modules/module-core.js";
import { ModuleSource, type SourceOptions } from "../modules/module-source.js";
import { checkKernel } from "./check-kernel.js";
import { beginForeignCall } from "../../core/foreign-call.js";
import { readsOnly } from "../../cdecl/reads-only.js";
import { inspectSymbol } from "../../core/inspect-symbol.js";
import { refuseTraced } from "../order/traced.js";
import { profileKernel } from "./profile-kernel.js";
import type { KernelProfile } from "./profile-object.js";
import { runOnHostArrays } from "./run-kernel.js";

/** A kernel: call it to launch it. */
export interface Kernel<
  Arguments extends readonly unknown[] = LooseKernelArguments<"launch">,
  RunArguments extends readonly unknown[] = LooseKernelArguments<"run">,
> {
  /**
   * Launches the kernel on the current stream, or that of `config`, and returns at once. An error on the
   * device is thrown when the stream or the results are awaited.
   * @throws TypeError, RangeError, DisposedError for a wrong argument; LaunchError for a wrong grid or block.
   */
  (config: LaunchConfig, ...args: Arguments): void;
  /** Its name, or name expression. */
  readonly name: string;
  /** What its source declares. */
  readonly signature: KernelSignature;
  /**
   * Launches the kernel and settles when it is done. Typed arrays are copied to the device first and, where the kernel
   * may write them, back afterwards; array objects are used where they are. Long ones are copied piece by piece, so leave
   * them as they are until it settles.
   */
  run(config: LaunchConfig, ...args: RunArguments): Promise<void>;
  /**
   * Runs the kernel on the cpu device with every access watched, and settles with what is wrong: nothing, for a kernel that
   * is right. Arguments are as for `run`; arrays must be on the cpu device.
   * @example expect(await add.check({ threads: n }, a, b, out, n)).toEqual([]);
   */
  check(config: LaunchConfig, ...args: RunArguments): Promise<readonly CheckReport[]>;
  /**
   * Runs the kernel on the cpu device and counts, line by line, what a GPU would do: instructions, sectors of global memory, bank
   * conflicts, idle lanes, atomics. Arguments are as for `run`; arrays must be on the cpu device.
   * @example console.log(await transpose.profile({ grid: [4, 4], block: [32, 8] }, from, to, 128));
   */
  profile(config: LaunchConfig, ...args: RunArguments): Promise<KernelProfile>;
  /** Settles when it is compiled for the current device; rejects with a CompileError. */
  ready(): Promise<void>;
  /** Frees the compiled code. For a kernel of a module this does nothing, because the module owns the code. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** How a kernel is made. */
export interface KernelOptions<Name extends string = string> extends SourceOptions {
  /** Which kernel of the source, or which instance of a template: `scan<float, 256>`. */
  readonly name?: Name;
  /** The only device that may use it. By default any device may, and it is compiled for each. */
  readonly device?: string | Device;
}

/**
 * Makes a kernel from CUDA C++ source; it is compiled at its first launch.
 * @throws SyntaxError `CUTS_KERNEL_UNKNOWN` when the source has no kernel, or several and `name` is not given.
 * @example
 * const scale = cu.kernel(`
 *   extern "C" __global__ void scale(float* x, float s, int n) {
 *     int i = blockIdx.x * blockDim.x + threadIdx.x;
 *     if (i < n) x[i] *= s;
 *   }`);
 * await scale.run({ threads: 3 }, Float32Array.of(1, 2, 3), 2, 3);
 */
export function kernel<const Source extends string, const Name extends string = "">(
  source: Source,
  options: KernelOptions<Name> = {},
): Kernel<KernelArguments<Source, Name>, KernelRunArguments<Source, Name>> {
  const { name, device, ...compile } = options;
  const text = new ModuleSource(source, { check: isCheckedProcess, ...compile });
  const found = name === undefined ? text.onlyKernel() : text.kernel(name);
  const module = new ModuleCore(text, device === undefined ? undefined : toDevice(device));
  module.request(found);
  return callableKernel(new KernelCore(module, found), () => module.handle.end());
}

const cores = new WeakMap<object, KernelCore>();

/** Whether `value` is a kernel. */
export function isKernel(value: unknown): value is Kernel {
  return typeof value === "function" && cores.has(value);
}

/** The core of a kernel that a user passes. @throws TypeError `CUTS_KERNEL` if it is not a kernel. */
export function kernelCore(kernel: Kernel<never, never>, action: string): KernelCore {
  const core = cores.get(kernel);
  if (core !== undefined) return core;
  throw new ArgumentTypeError(
    "CUTS_KERNEL",
    `Cannot ${action}: the kernel must come from kernel() or a module (got ${formatValue(kernel)})`,
  );
}

/** The function that users call for a kernel. */
export function callableKernel(core: KernelCore, dispose: () => void): Kernel {
  const { parameters } = core.signature;
  const what = `kernel ${core.name}`;
  const isRead = (at: number): boolean => parameters[at] !== undefined && readsOnly(parameters[at]);
  const launch = (config: LaunchConfig, ...args: readonly unknown[]): void => {
    refuseTraced("launch a kernel");
    beginForeignCall(what, args, isRead);
    core.launch(config, args);
  };
  const describe = (): string => `Kernel ${core.name}(${formatParameters(core.signature.parameters)})`;
  const members: Omit<Kernel, "name"> = Object.assign(launch, {
    signature: core.signature,
    run: (config: LaunchConfig, ...args: readonly unknown[]) => {
      refuseTraced("run a kernel");
      beginForeignCall(what, args, isRead);
      return runOnHostArrays(core, config, args);
    },
    check: (config: LaunchConfig, ...args: readonly unknown[]) => checkKernel(core, config, args),
    profile: (config: LaunchConfig, ...args: readonly unknown[]) => profileKernel(core, config, args),
    ready: () => core.ready(core.module.currentDevice()),
    dispose,
    [Symbol.dispose]: dispose,
    [inspectSymbol]: describe,
  });
  cores.set(launch, core);
  return Object.defineProperty(members, "name", { value: core.name }) as Kernel;
}
