// A `__constant__` or `__device__` variable of a module as an array. The module owns its memory, and the address may change when the
// module is recompiled, so it is looked up at each use. Any kernel of the module may use the variable: reads and writes are
// therefore ordered with all launches of the module.

import type { Work } from "../../backend/backend.js";
import { unwatched } from "../../backend/work.js";
import type { DataModel } from "../../cdecl/layout.js";
import {
  type ArrayAccess,
  type ArrayArgument,
  type ArrayLocation,
  arrayArgument,
} from "../../core/array-argument.js";
import { type DType, dtypes, type TypedArray, type TypedArrayOf } from "../../core/dtype.js";
import { ArgumentRangeError, CutsError } from "../../core/errors.js";
import { inspectSymbol } from "../../core/inspect-symbol.js";
import { nearestFirst, plural } from "../../core/text.js";
import type { Device } from "../devices/device.js";
import type { DeviceCore, StreamCore, SubmitOptions } from "../order/stream-core.js";
import { type DeviceArray, type DeviceArrayAccess, deviceArray } from "../memory/device-array.js";
import { currentStream } from "../devices/devices.js";
import {
  bytesOf,
  type ElementData,
  type ElementValue,
  elementBytes,
  elementCount,
  toElements,
} from "../memory/element-data.js";
import { retell, userError } from "../failures/failure.js";
import type { GlobalDeclaration } from "./global-declarations.js";
import type { ModuleBuild, ModuleVersion } from "./module-build.js";
import type { ModuleCore } from "./module-core.js";
import { retainStorage } from "../order/native-use.js";
import { refuseInGraph } from "../graphs/recording.js";
import { memoryDTypes } from "../parameters/scalar-parameter.js";
import { neverLost, Reading, type UseMode } from "../order/stream-work.js";
import { UserLine } from "../failures/user-line.js";

/** A variable of a module; `D` is what the caller knows of its dtype. */
export interface ModuleGlobal<D extends DType = DType> extends ArrayArgument<D>, DeviceArray {
  readonly name: string;
  readonly device: Device;
  /** The dtype of its declaration if that is a plain type, else uint8, one element for each byte. */
  readonly dtype: D;
  /**
   * Number of elements.
   * @throws CutsError `CUTS_MODULE_NOT_READY` if only the compiler knows and the module is not compiled.
   */
  readonly length: number;
  /** Writes all or the first elements, on the current stream. */
  set(data: ElementData<D>): void;
  /** Sets all elements to one value, on the current stream. */
  fill(value: ElementValue<D>): void;
  /** The elements, copied, after all launches of the module's kernels so far. */
  data(): Promise<TypedArrayOf<D>>;
  /** The same, blocking the event loop. */
  dataSync(): TypedArrayOf<D>;
}

/** The variable of a module with this name, on a device. */
export function moduleGlobal(module: ModuleCore, name: string, device: DeviceCore): ModuleGlobal {
  const declared = module.source.globals.get(name);
  return new GlobalArray(module, name, device, declared);
}

interface Place {
  readonly address: number;
  readonly byteLength: number;
}

class GlobalArray implements ModuleGlobal {
  readonly name: string;
  readonly device: DeviceCore;
  readonly dtype: DType;
  readonly #module: ModuleCore;
  readonly #build: ModuleBuild;
  readonly #declared: GlobalDeclaration | undefined;
  readonly #declaredLength: number | undefined;

  constructor(module: ModuleCore, name: string, device: DeviceCore, declared: GlobalDeclaration | undefined) {
    this.name = name;
    this.device = device;
    this.#module = module;
    this.#build = module.buildFor(device);
    this.#declared = declared;
    const element = declared && elementOf(declared, device.backend.dataModel);
    this.dtype = element?.dtype ?? "uint8";
    this.#declaredLength =
      element && declared?.count !== undefined ? declared.count * element.lanes : undefined;
  }

  get length(): number {
    if (this.#declaredLength !== undefined) return this.#declaredLength;
    return this.#place("tell the length of").byteLength / dtypes[this.dtype].byteLength;
  }

  get [arrayArgument](): ArrayAccess {
    const { dtype, length, readonly, address, storage } = this[deviceArray];
    return {
      dtype,
      length,
      contiguous: true,
      readonly,
      disposed: !this.#module.handle.isOpen,
      // Host code does not see it on the cpu either, because it lies in the memory of the module.
      location: this.device.id as ArrayLocation,
      typedArray: undefined,
      deviceAddress: this.device.backend.processMemory !== null ? undefined : address,
      retain: (mode) => ({ ...retainStorage(storage, mode), typedArray: undefined }),
    };
  }

  get [deviceArray](): DeviceArrayAccess {
    const { address } = this.#place("pass");
    return {
      dtype: this.dtype,
      length: this.length,
      contiguous: true,
      readonly: this.#declared?.isConstant === true,
      handle: this.#module.handle,
      storage: this.#version("pass").memory,
      address,
    };
  }

  set(data: ElementData<DType>): void {
    const elements = toElements(this.dtype, data, `the data of ${this.name}`);
    if (this.#declaredLength !== undefined) this.#checkLength(elements, this.#declaredLength);
    const stream = this.#begin("write to");
    const bytes = bytesOf(elements).slice();
    const write = (work: Work): void => {
      const { address, byteLength } = this.#reach(stream, "write to");
      this.#checkLength(elements, byteLength / dtypes[this.dtype].byteLength);
      stream.backend.write(address, bytes, stream.backendStream, work);
    };
    const isWhole = elementCount(this.dtype, elements) === this.#declaredLength;
    this.#declare(stream, isWhole ? "overwrite" : "write");
    stream.submit(write, this.#submission());
  }

  fill(value: ElementValue<DType>): void {
    const pattern = elementBytes(this.dtype, value, `the value of ${this.name}`);
    const stream = this.#begin("fill");
    const fill = (work: Work): void => {
      const { address, byteLength } = this.#reach(stream, "fill");
      stream.backend.fill(address, pattern, byteLength / pattern.byteLength, stream.backendStream, work);
    };
    this.#declare(stream, "overwrite");
    stream.submit(fill, this.#submission());
  }

  async data(): Promise<TypedArrayOf<DType>> {
    refuseInGraph(`read ${this.name}`);
    const stream = this.#begin("read");
    const site = this.#build.has(undefined) ? undefined : new UserLine();
    let elements: TypedArrayOf<DType> | undefined;
    try {
      await stream.observe(() => {
        const { address, byteLength } = this.#reach(stream, "read");
        elements = this.#newElements(byteLength);
        return stream.backend.read(address, bytesOf(elements), stream.backendStream, this.#reading());
      }, this.#build.need(undefined));
    } catch (reason) {
      const error = userError(reason);
      // The error of lost memory already names a line.
      if (error !== reason || site === undefined || !(error instanceof Error)) throw error;
      throw retell(error, [`Read at ${site.place()}`], site);
    }
    return elements as unknown as TypedArrayOf<DType>;
  }

  dataSync(): TypedArrayOf<DType> {
    refuseInGraph(`read ${this.name}`);
    const stream = this.#begin("read");
    let elements: TypedArrayOf<DType> | undefined;
    try {
      stream.observeSync(() => {
        const { address, byteLength } = this.#reach(stream, "read");
        elements = this.#newElements(byteLength);
        stream.backend.readSync(address, bytesOf(elements), stream.backendStream, this.#reading());
      }, this.#build.need(undefined));
    } catch (reason) {
      throw userError(reason);
    }
    return elements as unknown as TypedArrayOf<DType>;
  }

  toString(): string {
    return `${this.name}, ${this.dtype}[${this.#declaredLength ?? "?"}] on ${this.device.id}`;
  }

  [inspectSymbol](): string {
    return `ModuleGlobal ${this.toString()}`;
  }

  /** How a write is submitted. */
  #submission(): SubmitOptions {
    return { after: this.#build.need(undefined), build: this.#build, isNamed: true };
  }

  /** Declares that the next work of the stream writes the variable. */
  #declare(stream: StreamCore, mode: UseMode): void {
    stream.work.declare(this.#build.variable(this.name) ?? neverLost, mode);
  }

  #reading(): Work {
    const variable = this.#build.variable(this.name);
    return variable === undefined ? unwatched : new Reading(variable);
  }

  #begin(action: string): StreamCore {
    this.#module.checkOpen(`${action} ${this.name}`);
    return currentStream(this.device);
  }

  /** The address of the variable for work on `stream`, which comes after all launches of the module. Compiles the module if necessary. */
  #reach(stream: StreamCore, action: string): Place {
    const version = this.#build.adopt(undefined, stream);
    version.memory.order(stream, "write");
    return this.#find(version, action);
  }

  #place(action: string): Place {
    return this.#find(this.#version(action), action);
  }

  #version(action: string): ModuleVersion {
    this.#module.checkOpen(`${action} ${this.name}`);
    const version = this.#build.current;
    if (version !== undefined) return version;
    throw new CutsError(
      "CUTS_MODULE_NOT_READY",
      `Cannot ${action} ${this.name}: its module must be compiled first\nTry: await module.ready()`,
    );
  }

  #find(version: ModuleVersion, action: string): Place {
    const place = version.module.global(this.name);
    if (place !== undefined) return place;
    const names = nearestFirst(this.name, this.#module.source.globals.keys());
    const [nearest] = names;
    throw new ArgumentRangeError(
      "CUTS_GLOBAL_UNKNOWN",
      nearest === undefined
        ? `Cannot ${action} ${this.name}: the module has no such variable, and none that can be read` +
            `\nTry: declare it in the source: __device__ float ${this.name};`
        : `Cannot ${action} ${this.name}: the module has no such variable (it has ${names.join(", ")})` +
            `\nTry: module.global("${nearest}")`,
    );
  }

  #checkLength(elements: TypedArray, length: number): void {
    const count = elementCount(this.dtype, elements);
    if (count <= length) return;
    throw new ArgumentRangeError(
      "CUTS_DATA_LENGTH",
      `Cannot write to ${this.name}: the data must fit into its ${plural(length, "element")} (got ${plural(count, "element")})`,
    );
  }

  #newElements(byteLength: number): TypedArrayOf<DType> {
    const { TypedArray, lanes, byteLength: step } = dtypes[this.dtype];
    return new TypedArray((byteLength / step) * lanes);
  }
}

/** The dtype of a variable's elements, and how many of them make one element of the declaration. */
function elementOf(
  { type }: GlobalDeclaration,
  model: DataModel,
): { readonly dtype: DType; readonly lanes: number } | undefined {
  if (type?.kind === "scalar") return { dtype: memoryDTypes(type.name, model)[0], lanes: 1 };
  if (type?.kind === "vector") {
    return { dtype: memoryDTypes(type.element, model)[0], lanes: type.lanes };
  }
  return undefined;
}
