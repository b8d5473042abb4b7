// A module of a GPU. It is compiled in the background, loaded when it is ready, and loaded again after a reset. Kernels are looked
// up when they are first used, and the driver also loads each at its first use.

import type { NativePointer } from "../../cdecl/types/native-pointer.js";
import { numberAddressOf, stringAt } from "../../ffi/memory.js";
import type { RawHandle } from "../../native/raw-call.js";
import type { BackendModule } from "../backend.js";
import type { CudaObject, CudaSource } from "./compile/open-source.js";
import { CudaKernel } from "./cuda-kernel.js";
import type { DeviceContext } from "./device-context.js";

const NOT_FOUND = 500;

export class CudaModule implements BackendModule {
  readonly ready: Promise<void>;
  readonly #context: DeviceContext;
  readonly #source: CudaSource;
  readonly #waitsItself: boolean;
  readonly #kernels = new Map<string, CudaKernel>();
  /** The kernel that was looked up last: most modules launch one kernel many times. */
  #last: CudaKernel | undefined;
  #object: CudaObject | undefined;
  #library: RawHandle<"CUlibrary"> | undefined;
  #generation = 0;
  #isDisposed = false;

  constructor(context: DeviceContext, source: CudaSource, waitsItself: boolean) {
    this.#context = context;
    this.#source = source;
    this.#waitsItself = waitsItself;
    if (source.ready !== undefined) {
      this.#load(source.ready);
      this.ready = Promise.resolve();
      return;
    }
    this.ready = source.compile().then((object) => this.#load(object));
    // Launches and awaits get the error. The error of an unused module must not end the process.
    this.ready.catch(() => {});
  }

  isReady(): boolean {
    return this.#object !== undefined;
  }

  readySync(): void {
    if (this.#object === undefined) this.#load(this.#source.compileSync());
  }

  kernel(name: string): CudaKernel | undefined {
    if (this.#generation !== this.#context.generation) this.#renew();
    const last = this.#last;
    if (last !== undefined && last.name === name) return last;
    const known = this.#kernels.get(name);
    if (known !== undefined) return (this.#last = known);
    this.#context.activate();
    const symbol = this.#object?.names.get(name) ?? name;
    const handle = this.#findKernel(symbol);
    if (handle === undefined) return undefined;
    const kernel = new CudaKernel(this.#context, name, symbol, handle, this.#waitsItself);
    this.#kernels.set(name, kernel);
    return kernel;
  }

  kernelNames(): readonly string[] {
    if (this.#generation !== this.#context.generation) this.#renew();
    const expressions = [...(this.#object?.names ?? [])];
    const symbols = new Set(expressions.map(([, symbol]) => symbol));
    const others = this.#symbols().filter((symbol) => !symbols.has(symbol));
    return [...expressions.map(([name]) => name), ...others];
  }

  global(name: string): { readonly address: number; readonly byteLength: number } | undefined {
    if (this.#generation !== this.#context.generation) this.#renew();
    const { api, driver } = this.#context;
    this.#context.activate();
    const symbol = this.#object?.names.get(`&${name}`) ?? name;
    const status = api.cuLibraryGetGlobal(driver.out(0), driver.out(1), this.#open(), symbol);
    if (status === NOT_FOUND) return undefined;
    this.#context.check(status, `cuLibraryGetGlobal of ${name}`);
    return { address: driver.number(0), byteLength: driver.number(1) };
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    if (this.#library === undefined || this.#generation !== this.#context.generation) return;
    this.#context.activate();
    // A broken device reports its old error here; there is nothing to do about it.
    this.#context.api.cuLibraryUnload(this.#library);
    this.#library = undefined;
  }

  #load(object: CudaObject): void {
    if (this.#object !== undefined || this.#isDisposed) return;
    const { api, driver } = this.#context;
    this.#context.activate();
    // V8 may move small typed arrays, so the code is copied if it is small.
    const code = object.code.byteLength < 128 ? Buffer.alloc(128, object.code) : object.code;
    this.#context.check(
      api.cuLibraryLoadData(driver.out(0), numberAddressOf(code), 0, 0, 0, 0, 0, 0),
      "cuLibraryLoadData",
    );
    this.#library = driver.number(0) as RawHandle<"CUlibrary">;
    this.#generation = this.#context.generation;
    this.#object = object;
    this.#context.hasPrintf ||= Buffer.from(code.buffer, code.byteOffset, code.byteLength).includes(
      "vprintf",
    );
  }

  /** Loads the code into the new context after a reset; CudaKernel objects are reused. */
  #renew(): void {
    const object = this.#object;
    if (object === undefined) throw new Error("internal: the module is not compiled yet");
    this.#object = undefined;
    this.#load(object);
    for (const kernel of this.#kernels.values()) {
      const handle = this.#findKernel(kernel.symbol);
      if (handle === undefined) throw new Error(`internal: ${kernel.symbol} is no longer in its module`);
      kernel.renew(handle);
    }
  }

  #open(): RawHandle<"CUlibrary"> {
    if (this.#library === undefined) throw new Error("internal: the module is not loaded");
    return this.#library;
  }

  #findKernel(symbol: string): RawHandle<"CUkernel"> | undefined {
    const { api, driver } = this.#context;
    const status = api.cuLibraryGetKernel(driver.out(0), this.#open(), symbol);
    if (status === NOT_FOUND) return undefined;
    this.#context.check(status, `cuLibraryGetKernel of ${symbol}`);
    return driver.number(0) as RawHandle<"CUkernel">;
  }

  /** The names of all kernels. Drivers before 12.4 cannot list them, so only names that were looked up are known. */
  #symbols(): readonly string[] {
    const { api, driver } = this.#context;
    if (!api.has("cuLibraryEnumerateKernels") || !api.has("cuKernelGetName")) {
      return [...this.#kernels.values()].map((kernel) => kernel.symbol);
    }
    this.#context.activate();
    this.#context.check(api.cuLibraryGetKernelCount(driver.out(0), this.#open()), "cuLibraryGetKernelCount");
    const count = driver.int(0);
    const handles = new Uint32Array(2 * count + 32);
    this.#context.check(
      api.cuLibraryEnumerateKernels(numberAddressOf(handles), count, this.#open()),
      "cuLibraryEnumerateKernels",
    );
    return Array.from({ length: count }, (_, i) => {
      const handle = (handles[2 * i] as number) + (handles[2 * i + 1] as number) * 2 ** 32;
      this.#context.check(
        api.cuKernelGetName(driver.out(0), handle as RawHandle<"CUkernel">),
        "cuKernelGetName",
      );
      return stringAt(BigInt(driver.number(0)) as NativePointer);
    });
  }
}
