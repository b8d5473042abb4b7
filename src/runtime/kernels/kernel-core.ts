// A kernel of a module, launched: checks the arguments, packs them, hands the launch to the device. A kernel that is
// compiled and a stream where nothing waits take the fast path, which allocates nothing; all else is packed at once,
// with the same checks, and launched when its turn comes.

import { argumentMemory } from "../memory/argument-memory.js";
import type { BackendKernel, BackendLaunch, Work } from "../../backend/backend.js";
import type { KernelSignature } from "../../cdecl/ast.js";
import { DeclarationError, LaunchError } from "../../core/errors.js";
import { creationSite } from "../../host/creation-site.js";
import type { DeviceCore, StreamCore } from "../order/stream-core.js";
import { currentStream } from "../devices/devices.js";
import { LaunchCache } from "./launch-cache.js";
import { type LaunchConfig, type LaunchShape, readConfig, resolveShape } from "./launch-config.js";
import { LaunchTarget } from "./launch-target.js";
import type { Obstacle } from "../order/submission-queue.js";
import type { ModuleBuild, ModuleVersion } from "../modules/module-build.js";
import { ModuleCore } from "../modules/module-core.js";
import type { SourceKernel } from "../modules/module-source.js";
import { type PackedArguments, ParameterBlock, ParameterPacker } from "../parameters/parameter-block.js";
import { type RecordableKernel, RecordedLaunch } from "../graphs/recorded-launch.js";
import { recordingOf } from "../graphs/recording.js";
import type { Storage } from "../memory/storage.js";
import { streamCore } from "../order/stream.js";

export class KernelCore {
  readonly module: ModuleCore;
  readonly #kernel: SourceKernel;
  readonly #devices = new Map<DeviceCore, KernelOnDevice>();
  #last: KernelOnDevice | undefined;
  #profiled: KernelCore | undefined;
  /** What a launch is called in messages; made once, because most launches need none. */
  readonly #action: string;
  #checked: KernelCore | undefined;

  constructor(module: ModuleCore, kernel: SourceKernel) {
    this.module = module;
    this.#kernel = kernel;
    this.#action = `launch ${kernel.symbol}`;
  }

  get name(): string {
    return this.#kernel.symbol;
  }

  get signature(): KernelSignature {
    return this.#kernel.signature;
  }

  launch(config: LaunchConfig, args: readonly unknown[]): void {
    this.module.checkOpen(this.#action);
    const stream = this.streamOf(config);
    this.on(stream.device).launch(config, args, stream);
  }

  /** Settles when the kernel is compiled for a device and can be launched there. */
  async ready(device: DeviceCore): Promise<void> {
    this.module.checkOpen(`compile ${this.name}`);
    await this.on(device).ready();
  }

  /** The same kernel, checked as it runs; `device` can watch it. */
  checkedOn(device: DeviceCore): KernelCore {
    if (this.#checked !== undefined) return this.#checked;
    if (this.module.source.options.check === true) return this;
    const module = this.module.checkedOn(device);
    module.request(this.#kernel);
    this.#checked = new KernelCore(module, this.#kernel);
    return this.#checked;
  }

  /** The same kernel, compiled to be profiled on a device. */
  profiledOn(device: DeviceCore): KernelCore {
    if (this.#profiled === undefined) {
      const module = new ModuleCore(this.module.source.profiled(), device);
      module.request(this.#kernel);
      this.#profiled = new KernelCore(module, this.#kernel);
    }
    return this.#profiled;
  }

  /** The stream of a launch: the one it names, else the current one, on the device of the module if it has one. */
  streamOf(config: LaunchConfig | undefined): StreamCore {
    const given = config?.stream;
    if (given === undefined) return currentStream(this.module.device);
    const stream = streamCore(given, this.#action);
    this.module.checkDevice(stream.device, this.#action);
    return stream;
  }

  /** The kernel on one device. */
  on(device: DeviceCore): KernelOnDevice {
    if (this.#last?.device === device) return this.#last;
    let found = this.#devices.get(device);
    if (found === undefined) {
      found = new KernelOnDevice(this, this.#kernel, device);
      this.#devices.set(device, found);
    }
    this.#last = found;
    return found;
  }
}

/** A compiled kernel and what its launches reuse. */
interface BoundKernel {
  readonly version: ModuleVersion;
  readonly compiled: BackendKernel;
  readonly block: ParameterBlock;
}

/** A kernel on one device. */
export class KernelOnDevice implements RecordableKernel {
  readonly device: DeviceCore;
  readonly packer: ParameterPacker;
  readonly #kernel: SourceKernel;
  /** Kept, so that the module is not collected while launches wait. */
  readonly module: ModuleCore;
  readonly build: ModuleBuild;
  readonly #core: KernelCore;
  readonly #target: LaunchTarget;
  #cache = new LaunchCache();
  #bound: BoundKernel | undefined;
  readonly #isChecked: boolean;
  /** Gets what is found in a kernel that is checked. */
  onReports: BackendLaunch["onReports"];
  /** The memory of the arguments that were packed last, where the kernel is checked. */
  #arrays: BackendLaunch["arrays"];
  /** Gets what was counted in a kernel that is profiled. */
  onProfile: BackendLaunch["onProfile"];

  constructor(core: KernelCore, kernel: SourceKernel, device: DeviceCore) {
    this.#core = core;
    this.#kernel = kernel;
    this.module = core.module;
    this.#isChecked = core.module.source.options.check === true;
    this.device = device;
    this.build = core.module.buildFor(device);
    this.#target = new LaunchTarget(device.defaultStream);
    this.packer = new ParameterPacker(
      kernel.signature,
      kernel.symbol,
      device.backend.dataModel,
      kernel.structs,
    );
  }

  /** `outcome`, where given, is lost when the launch fails. */
  launch(config: LaunchConfig, args: readonly unknown[], stream: StreamCore, outcome?: Storage): void {
    const target = this.#target;
    target.begin(stream);
    const bound = this.#bound;
    if (bound === undefined || bound.version !== this.build.current || !stream.isClear || this.#isChecked) {
      this.#launchLater(config, args, stream, outcome);
      return;
    }
    bound.block.write(args, target);
    const launch = this.#cache.matches(config) ? this.#cache.launch : this.#resolve(config, bound);
    if (launch === undefined) return;
    target.commit();
    outcome?.use(stream, "overwrite");
    this.build.declareVariables(stream);
    bound.version.memory.order(stream, "read");
    // What uses the memory outside the device may hold the launch back.
    if (stream.isClear) this.#submit(bound, launch, stream, stream.work.given());
    else {
      const bytes = bound.block.bytes.slice();
      stream.submit((work) => {
        bound.block.bytes.set(bytes);
        this.#submit(bound, launch, stream, work);
      });
    }
  }

  async ready(): Promise<void> {
    await this.needed()?.ready;
    this.bind(this.device.defaultStream);
  }

  /** What a use of the kernel must wait for; starts the compiler where nobody has. */
  needed(): Obstacle | undefined {
    return this.build.need(this.#kernel.expression);
  }

  /** Checks arguments for a launch on `stream` and keeps their bytes; the stream then uses their memory. */
  pack(args: readonly unknown[], stream: StreamCore): PackedArguments {
    this.#target.begin(stream);
    const packed = this.packer.pack(args, this.#target);
    if (this.#isChecked) this.#arrays = argumentMemory(args, this.#target.used());
    this.#target.commit();
    return packed;
  }

  /** Launches with arguments that were packed before; the kernel is compiled. */
  launchPacked(
    shape: LaunchShape,
    packed: PackedArguments,
    stream: StreamCore,
    work: Work,
    checked?: Pick<BackendLaunch, "arrays" | "onReports">,
  ): void {
    const bound = this.bind(stream);
    bound.block.writePacked(packed);
    const launch = this.#check(shape, bound.compiled);
    if (launch === undefined) return;
    bound.version.memory.order(stream, "read");
    this.#submit(bound, checked === undefined ? launch : { ...launch, ...checked }, stream, work);
  }

  /** The parameter block with arguments that were packed before; the kernel is compiled. */
  writeBlock(packed: PackedArguments): Uint8Array {
    const { block } = this.bind(this.device.defaultStream);
    block.writePacked(packed);
    return block.bytes;
  }

  #launchLater(
    config: LaunchConfig,
    args: readonly unknown[],
    stream: StreamCore,
    outcome: Storage | undefined,
  ): void {
    const shape = readConfig(config, this.#kernel.symbol);
    this.#check(shape, undefined);
    const packed = this.pack(args, stream);
    const recording = recordingOf(stream);
    if (recording !== undefined) {
      recording.add(new RecordedLaunch(this.#core, this, shape, packed, recording));
      return;
    }
    outcome?.use(stream, "overwrite");
    this.build.declareVariables(stream);
    const checked = this.#isChecked ? { arrays: this.#arrays, onReports: this.onReports } : undefined;
    stream.submit((work) => this.launchPacked(shape, packed, stream, work, checked), {
      after: this.needed(),
    });
  }

  #submit(bound: BoundKernel, launch: BackendLaunch, stream: StreamCore, work: Work): void {
    try {
      stream.backend.launch(
        bound.version.module,
        this.#kernel.symbol,
        this.onProfile === undefined ? launch : { ...launch, onProfile: this.onProfile },
        bound.block.bytes,
        stream.backendStream,
        work,
      );
    } catch (error) {
      throw isDebugging && error instanceof LaunchError ? withLaunchSite(error) : error;
    }
  }

  #resolve(config: LaunchConfig, bound: BoundKernel): BackendLaunch | undefined {
    const launch = this.#check(readConfig(config, this.#kernel.symbol), bound.compiled);
    this.#cache.remember(config, launch);
    return launch;
  }

  #check(shape: LaunchShape, compiled: BackendKernel | undefined): BackendLaunch | undefined {
    return resolveShape(shape, this.#kernel.symbol, this.device.properties, compiled);
  }

  /** The kernel of the newest version of its module, which is compiled. */
  bind(stream: StreamCore): BoundKernel {
    const version = this.build.adopt(this.#kernel.expression, stream);
    if (this.#bound?.version === version) return this.#bound;
    const { symbol } = this.#kernel;
    const compiled = version.module.kernel(symbol);
    if (compiled === undefined) {
      throw new DeclarationError(
        "CUTS_KERNEL_UNKNOWN",
        `Cannot find the kernel "${symbol}": the compiled module has only ${version.module.kernelNames().join(", ")}`,
        1,
        1,
      );
    }
    const model = this.device.backend.dataModel;
    this.#cache = new LaunchCache();
    this.#bound = { version, compiled, block: new ParameterBlock(this.packer, compiled, model) };
    return this.#bound;
  }
}

/** With CUTS_DEBUG=1 a GPU waits for each launch, so the launch that throws is the one that failed. */
const isDebugging = process.env["CUTS_DEBUG"] === "1";

function withLaunchSite(error: LaunchError): LaunchError {
  const site = creationSite();
  if (site === undefined) return error;
  return new LaunchError(error.code, `${error.message}\nLaunched at ${site}`, { cause: error });
}
