// The compiled code of one module on one device. It is compiled at first use, for all name expressions requested so far. A template
// instance that is requested later recompiles the module; the values of its variables are copied to the new code, so that all
// kernels of the module share them.

import type { BackendModule } from "../../backend/backend.js";
import { unwatched } from "../../backend/work.js";
import { isSourceFault } from "../../compiler/source-fault.js";
import { UnsupportedError } from "../../core/errors.js";
import type { DeviceCore, RecordedCode, StreamCore } from "../order/stream-core.js";
import type { Obstacle } from "../order/submission-queue.js";
import type { ModuleSource } from "./module-source.js";
import { Storage } from "../memory/storage.js";

/** A compilation that is done. */
export interface ModuleVersion {
  readonly module: BackendModule;
  readonly expressions: ReadonlySet<string>;
  /** A storage that stands for the module's code and all its variables, so that their uses are ordered. */
  readonly memory: Storage;
}

/** A compilation that is running or has failed. */
interface Compilation extends Obstacle {
  readonly module: BackendModule;
  readonly expressions: ReadonlySet<string>;
  hasFailed: boolean;
}

export class ModuleBuild implements RecordedCode {
  readonly device: DeviceCore;
  /** The newest compilation in use; undefined until the first one is done. */
  current: ModuleVersion | undefined;
  readonly #source: ModuleSource;
  /** All name expressions requested so far, by all kernels of the module. */
  readonly #requested: ReadonlySet<string>;
  /** Storages that stand for the variables that kernels may write, by name. A failed launch makes them lost. */
  readonly #variables: ReadonlyMap<string, Storage>;
  /** Compilations that are not in use yet, and those that failed because of the source. */
  readonly #compilations: Compilation[] = [];

  constructor(source: ModuleSource, requested: ReadonlySet<string>, device: DeviceCore) {
    this.#source = source;
    this.#requested = requested;
    this.device = device;
    const written = [...source.globals].filter(([, { isConstant }]) => !isConstant);
    this.#variables = new Map(written.map(([name]) => [name, Storage.external(device, 0, 0)]));
  }

  /** The storage that stands for a variable; undefined if kernels only read it. */
  variable(name: string): Storage | undefined {
    return this.#variables.get(name);
  }

  /** Declares that the next work of a stream runs kernels, which may use all variables. */
  declareVariables(stream: StreamCore): void {
    if (this.#variables.size === 0) return;
    for (const variable of this.#variables.values()) stream.work.declare(variable, "touch");
  }

  /** Whether the kernel with this name expression is compiled. */
  has(expression: string | undefined): boolean {
    return covers(this.current, expression);
  }

  /** What a use of the kernel with this name expression waits for. Starts the compiler if necessary. */
  need(expression: string | undefined): Obstacle | undefined {
    if (this.has(expression)) return undefined;
    const started = this.#compilations.filter((one) => covers(one, expression));
    const hopeful = started.find((one) => !one.hasFailed);
    if (hopeful !== undefined) return hopeful;
    if (started.length === 0) return this.#compile([...this.#requested]);
    // It may have failed because of another kernel in the same compilation, so this one is compiled alone.
    const alone = [...(this.current?.expressions ?? []), ...(expression === undefined ? [] : [expression])];
    const least = new Set([...this.#source.plainExpressions, ...alone]);
    return started.find((one) => one.expressions.size <= least.size) ?? this.#compile(alone);
  }

  /** Settles when everything requested so far is compiled and `current`. */
  async ready(): Promise<void> {
    const missing = [undefined, ...this.#requested].filter((expression) => !this.has(expression));
    await Promise.all(missing.flatMap((expression) => this.need(expression)?.ready ?? []));
    for (const expression of missing) this.adopt(expression, this.device.defaultStream);
  }

  /**
   * Makes the compilation with this name expression `current`; it is ready. The values of the module's variables are copied to it
   * on `stream`.
   */
  adopt(expression: string | undefined, stream: StreamCore): ModuleVersion {
    if (this.current !== undefined && this.has(expression)) return this.current;
    const index = this.#compilations.findIndex((one) => covers(one, expression) && one.isReady());
    const done = this.#compilations[index];
    if (done === undefined) throw new Error(`internal: ${expression ?? "the module"} is not compiled`);
    this.#compilations.splice(index, 1);
    const { module, expressions } = done;
    const next: ModuleVersion = { module, expressions, memory: Storage.external(this.device, 0, 0) };
    const previous = this.current;
    this.current = next;
    if (previous !== undefined) {
      this.#moveVariables(previous, next, stream);
      retire(previous, stream);
    }
    return next;
  }

  /** Frees everything after the work that uses it. */
  dispose(): void {
    const stream = this.device.defaultStream;
    for (const variable of this.#variables.values()) variable.release();
    this.device.queue.after(() => {
      for (const { module } of this.#compilations) module.dispose();
      if (this.current !== undefined) retire(this.current, stream);
    }, 0);
  }

  #compile(asked: readonly string[]): Compilation {
    const expressions = new Set([...this.#source.plainExpressions, ...asked]);
    const module = compileFor(this.device, this.#source, [...expressions]);
    const compilation: Compilation = {
      module,
      expressions,
      hasFailed: false,
      ready: module.ready,
      isReady: () => module.isReady(),
      readySync: () => module.readySync(),
    };
    module.ready.catch((error: unknown) => {
      compilation.hasFailed = true;
      // The next use compiles again.
      if (!isSourceFault(error)) this.#compilations.splice(this.#compilations.indexOf(compilation), 1);
    });
    this.#compilations.push(compilation);
    return compilation;
  }

  #moveVariables(from: ModuleVersion, to: ModuleVersion, stream: StreamCore): void {
    const names = [...this.#source.globals.keys()];
    if (names.length === 0) return;
    from.memory.order(stream, "write");
    to.memory.order(stream, "write");
    for (const name of names) {
      const old = from.module.global(name);
      const next = to.module.global(name);
      if (old === undefined || next === undefined || old.byteLength !== next.byteLength) continue;
      stream.backend.copy(next.address, old.address, old.byteLength, stream.backendStream, unwatched);
    }
  }
}

function covers(
  compiled: { readonly expressions: ReadonlySet<string> } | undefined,
  expression: string | undefined,
): boolean {
  return compiled !== undefined && (expression === undefined || compiled.expressions.has(expression));
}

/** Settles when all work that is now in a stream is over. */
async function workOf({ backend, backendStream }: StreamCore): Promise<void> {
  await backend.synchronize(backendStream);
}

/** Compiles a source, or loads code that was compiled elsewhere. */
function compileFor(
  { id, backend }: DeviceCore,
  { code, options: { check: _check, ...options }, watch }: ModuleSource,
  nameExpressions: readonly string[],
): BackendModule {
  const request = { ...options, nameExpressions, waitsItself: false };
  if (typeof code !== "string") {
    if (backend.machineCode === null) throw cannotLoad(id);
    if (watch !== undefined) throw cannotCheck(id);
    return backend.machineCode.load(code, request);
  }
  if (watch === undefined) return backend.compile(code, request);
  if (backend.watch === null) throw cannotCheck(id);
  return backend.watch.compile(code, request, watch);
}

function cannotLoad(device: string): UnsupportedError {
  return new UnsupportedError(
    "CUTS_MACHINE_CODE",
    `Cannot load a module on ${device}: it runs CUDA C++ and PTX, not machine code of a GPU\nTry: module(source) with the CUDA C++ or the PTX it was made from`,
  );
}

function cannotCheck(device: string): UnsupportedError {
  return new UnsupportedError(
    "CUTS_CHECK_DEVICE",
    `Cannot check a kernel on ${device}: checked kernels run on the cpu device\nTry: cu.withDevice("cpu", …) or CUTS_DEVICE=cpu; on a GPU, compute-sanitizer`,
  );
}

/** Disposes a compilation when the work that uses it is done. */
function retire(version: ModuleVersion, stream: StreamCore): void {
  version.memory.order(stream, "write");
  stream.inOrder(() => {
    const dispose = (): void => version.module.dispose();
    workOf(stream).then(dispose, dispose);
  });
}
