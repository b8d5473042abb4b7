// What a module and its kernels share: the source, and a build for each device.

import { ArgumentTypeError } from "../../core/errors.js";
import { plural } from "../../core/text.js";
import type { DeviceCore } from "../order/stream-core.js";
import { currentDevice } from "../devices/devices.js";
import { type Handle, openHandle, type Resource } from "../lifetimes/handle.js";
import { ModuleBuild } from "./module-build.js";
import type { ModuleSource, SourceKernel } from "./module-source.js";

export class ModuleCore {
  readonly source: ModuleSource;
  /** The only device that may use it; undefined if none was given. */
  readonly device: DeviceCore | undefined;
  readonly handle: Handle;
  readonly #resource: ModuleResource;
  #checked: ModuleCore | undefined;

  constructor(source: ModuleSource, device: DeviceCore | undefined) {
    this.source = source;
    this.device = device;
    this.#resource = new ModuleResource(source);
    this.handle = openHandle(this, this.#resource, { scoped: false });
  }

  /** Throws a DisposedError when the module has ended. */
  checkOpen(action: string): void {
    if (!this.handle.isOpen) this.handle.throwEnded(action);
  }

  /** Throws when the module may not be used on a device. */
  checkDevice(device: DeviceCore, action: string): void {
    if (this.device === undefined || this.device === device) return;
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_DEVICE",
      `Cannot ${action}: the stream must be one of ${this.device.id}, the device of the module (got one of ${device.id})`,
    );
  }

  /** The device for calls that do not name one. */
  currentDevice(): DeviceCore {
    return this.device ?? currentDevice();
  }

  /** The same module compiled for checking, shared by all its kernels. */
  checkedOn(device: DeviceCore): ModuleCore {
    this.#checked ??= new ModuleCore(this.source.checked(), device);
    return this.#checked;
  }

  /** Adds a kernel to the next compilation. */
  request(kernel: SourceKernel): void {
    if (kernel.expression !== undefined) this.#resource.requested.add(kernel.expression);
  }

  /** The module on one device. */
  buildFor(device: DeviceCore): ModuleBuild {
    return this.#resource.buildFor(device);
  }
}

/** The resource behind a module's handle: all compiled code. */
class ModuleResource implements Resource {
  readonly kind = "module";
  readonly device = undefined;
  readonly nativeBytes = 2 ** 20;
  readonly requested = new Set<string>();
  readonly #source: ModuleSource;
  readonly #builds = new Map<DeviceCore, ModuleBuild>();

  constructor(source: ModuleSource) {
    this.#source = source;
  }

  buildFor(device: DeviceCore): ModuleBuild {
    let build = this.#builds.get(device);
    if (build === undefined) {
      build = new ModuleBuild(this.#source, this.requested, device);
      this.#builds.set(device, build);
    }
    return build;
  }

  release(): void {
    for (const build of this.#builds.values()) build.dispose();
  }

  toString(): string {
    const { kernels, options } = this.#source;
    const name = options.fileName === undefined ? "" : `${options.fileName}, `;
    return `${name}${plural(kernels.length, "kernel")}: ${kernels.map((kernel) => kernel.qualifiedName).join(", ")}`;
  }
}
