// A kernel of a user's module: it checks the arguments of each launch and hands the launch to the bound kernel (bound-kernel.ts).
// If the kernel is compiled and nothing waits, arguments are written directly into the parameters and a launch allocates nothing.
// Otherwise the arguments are checked and packed at once, and written when the launch leaves the submission queue.

import { argumentMemory } from "../memory/argument-memory.js";
import type {
  BackendKernel,
  BackendLaunch,
  CheckedLaunchWatch,
  LaunchWatch,
  ProfiledLaunchWatch,
  Work,
} from "../../backend/backend.js";
import type { KernelSignature } from "../../cdecl/ast.js";
import { DeclarationError } from "../../core/errors.js";
import { BoundKernel } from "./bound-kernel.js";
import type { DeviceCore, StreamCore, SubmitOptions } from "../order/stream-core.js";
import { currentStream } from "../devices/devices.js";
import { LaunchCache } from "./launch-cache.js";
import { type LaunchConfig, type LaunchShape, readConfig, resolveShape } from "./launch-config.js";
import { LaunchTarget } from "./launch-target.js";
import type { Obstacle } from "../order/submission-queue.js";
import type { ModuleBuild, ModuleVersion } from "../modules/module-build.js";
import { ModuleCore } from "../modules/module-core.js";
import type { SourceKernel } from "../modules/module-source.js";
import { type PackedArguments, CheckedWriter, ParameterPacker } from "../parameters/checked-writer.js";
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
  /** The name of a launch in messages. It is made once, because most launches never need it. */
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

  /** The same kernel, compiled for checking on `device`, which must be able to watch code. */
  checkedOn(device: DeviceCore): KernelCore {
    if (this.#checked !== undefined) return this.#checked;
    if (this.module.source.options.check === true) return this;
    const module = this.module.checkedOn(device);
    module.request(this.#kernel);
    this.#checked = new KernelCore(module, this.#kernel);
    return this.#checked;
  }

  /** The same kernel, compiled for profiling on a device. */
  profiledOn(device: DeviceCore): KernelCore {
    if (this.#profiled === undefined) {
      const module = new ModuleCore(this.module.source.profiled(), device);
      module.request(this.#kernel);
      this.#profiled = new KernelCore(module, this.#kernel);
    }
    return this.#profiled;
  }

  /** The stream of a launch: the one in its configuration, else the current one of the module's device or the current device. */
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

/** The kernel in one compilation of its module, and the objects that launches reuse. */
interface CompiledKernel {
  readonly version: ModuleVersion;
  readonly compiled: BackendKernel;
  readonly writer: CheckedWriter;
  readonly bound: BoundKernel;
}

/** A kernel on one device. */
export class KernelOnDevice implements RecordableKernel {
  readonly device: DeviceCore;
  readonly packer: ParameterPacker;
  readonly #kernel: SourceKernel;
  /** Retained, so that the module is not garbage collected while launches wait. */
  readonly module: ModuleCore;
  readonly build: ModuleBuild;
  readonly #core: KernelCore;
  readonly #target: LaunchTarget;
  #cache = new LaunchCache();
  #compiled: CompiledKernel | undefined;
  readonly #isChecked: boolean;
  /** Receives the reports of a checked kernel. */
  onReports: CheckedLaunchWatch["onReports"];
  /** For a checked kernel: the memory of the arguments that were packed last. */
  #arrays: CheckedLaunchWatch["arrays"] = [];
  /** Receives the counts of a profiled kernel. */
  onProfile: ProfiledLaunchWatch["onProfile"] | undefined;

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

  /** If the launch fails, `outcome` is lost. */
  launch(config: LaunchConfig, args: readonly unknown[], stream: StreamCore, outcome?: Storage): void {
    const target = this.#target;
    target.begin(stream);
    const own = this.#compiled;
    if (own === undefined || own.version !== this.build.current || !stream.isClear || this.#isChecked) {
      this.#launchPackedLater(config, args, stream, outcome);
      return;
    }
    own.writer.write(args, target);
    const launch = this.#cache.matches(config) ? this.#cache.launch : this.#resolve(config, own);
    if (launch === undefined) return;
    target.commit();
    outcome?.use(stream, "overwrite");
    this.build.declareVariables(stream);
    own.version.memory.order(stream, "read");
    own.bound.launch(this.#profiled(launch), stream);
  }

  async ready(): Promise<void> {
    await this.needed()?.ready;
    this.bind(this.device.defaultStream);
  }

  /** What a use of the kernel waits for. Starts the compiler if necessary. */
  needed(): Obstacle | undefined {
    return this.build.need(this.#kernel.expression);
  }

  /** Checks arguments for a launch on `stream`, copies their bytes and declares that the stream uses their memory. */
  pack(args: readonly unknown[], stream: StreamCore): PackedArguments {
    this.#target.begin(stream);
    const packed = this.packer.pack(args, this.#target);
    if (this.#isChecked) this.#arrays = argumentMemory(args, this.#target.used());
    this.#target.commit();
    return packed;
  }

  /** Launches the compiled kernel with arguments that were packed before. */
  launchPacked(
    shape: LaunchShape,
    packed: PackedArguments,
    stream: StreamCore,
    work: Work,
    watch?: LaunchWatch,
  ): void {
    const { version, compiled, writer, bound } = this.bind(stream);
    writer.writePacked(packed);
    const launch = this.#check(shape, compiled);
    if (launch === undefined) return;
    version.memory.order(stream, "read");
    bound.submit(this.#profiled(watch === undefined ? launch : { ...launch, watch }), stream, work);
  }

  /** The parameter block of the compiled kernel, with arguments that were packed before. */
  writeBlock(packed: PackedArguments): Uint8Array {
    const { writer } = this.bind(this.device.defaultStream);
    writer.writePacked(packed);
    return writer.bytes;
  }

  /** Checks and packs the arguments now. The kernel is bound when it is compiled and earlier work was handed over. */
  #launchPackedLater(
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
    const watch = this.#watch();
    stream.submit((work) => this.launchPacked(shape, packed, stream, work, watch), {
      after: this.needed(),
    });
  }

  /** The launch. For a profiled kernel it names the receiver of the counts. */
  #profiled(launch: BackendLaunch): BackendLaunch {
    const { onProfile } = this;
    return onProfile === undefined ? launch : { ...launch, watch: { what: "profile", onProfile } };
  }

  /** The receiver of reports for the launch that was packed last; undefined if the kernel is not checked. */
  #watch(): LaunchWatch | undefined {
    if (!this.#isChecked) return undefined;
    return { what: "check", arrays: this.#arrays, onReports: this.onReports, onAccess: undefined };
  }

  #resolve(config: LaunchConfig, { compiled }: CompiledKernel): BackendLaunch | undefined {
    const launch = this.#check(readConfig(config, this.#kernel.symbol), compiled);
    this.#cache.remember(config, launch);
    return launch;
  }

  #check(shape: LaunchShape, compiled: BackendKernel | undefined): BackendLaunch | undefined {
    return resolveShape(shape, this.#kernel.symbol, this.device.properties, compiled);
  }

  /** The kernel in the newest compilation of its module. */
  bind(stream: StreamCore): CompiledKernel {
    const version = this.build.adopt(this.#kernel.expression, stream);
    if (this.#compiled?.version === version) return this.#compiled;
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
    // The writer compares the layouts.
    const writer = new CheckedWriter(this.packer, compiled, model);
    const code = { module: version.module, symbol, submitOptions: () => noOptions, verify: () => {} };
    this.#compiled = { version, compiled, writer, bound: new BoundKernel(code, writer.bytes) };
    return this.#compiled;
  }
}

const noOptions: SubmitOptions = {};
