// The cpu device with one thing going wrong: a call of the port that throws, a piece of work that fails when its turn comes,
// or a promise that rejects. Which one is counted from the last `begin`.

import type { Backend, BackendModule, Work } from "../../src/backend/backend.js";
import { type CpuDevice, createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";
import { CutsError } from "../../src/core/errors.js";
import { oneDevice } from "../../src/backend/provider.js";
import { registerBackend } from "../../src/runtime/devices/backends.js";

/** The code of what is injected. */
export const INJECTED = "CUDA_ERROR_INJECTED";

/** What goes wrong at a call, by the name of the verb; a call can have several. */
const faults: Readonly<Record<string, readonly Fault[]>> = {
  allocate: ["throw"],
  createStream: ["throw"],
  record: ["throw"],
  write: ["throw", "fail"],
  copy: ["throw", "fail"],
  fill: ["throw", "fail"],
  launch: ["throw", "fail"],
  read: ["reject"],
  readSync: ["throw"],
  synchronize: ["reject"],
  synchronizeSync: ["throw"],
  compile: ["compile"],
};

type Fault = "throw" | "fail" | "reject" | "compile";
type Verb = (...args: unknown[]) => unknown;

export class Injector {
  #at = Number.POSITIVE_INFINITY;
  #count = 0;
  /** What was injected, such as "launch: fail"; undefined when the count was never reached. */
  injected: string | undefined;

  /** From now on: the place `at`, counted from 0, goes wrong. */
  begin(at: number): void {
    this.#at = at;
    this.#count = 0;
    this.injected = undefined;
  }

  end(): void {
    this.#at = Number.POSITIVE_INFINITY;
  }

  /** A device whose calls are counted. */
  register(id: string): void {
    const backend = this.#wrap(createCpuBackend());
    registerBackend(oneDevice(id, () => backend));
  }

  #wrap(target: CpuDevice): Backend {
    const graphs = this.#wrapOwn(target.graphs, { launch: ["throw", "fail"], end: ["throw"] });
    return new Proxy(target, {
      get: (_, name) => {
        if (name === "graphs") return graphs;
        return this.#member(target, name, faults[String(name)]);
      },
    });
  }

  #wrapOwn<T extends object>(target: T, kinds: Readonly<Record<string, readonly Fault[]>>): T {
    return new Proxy(target, { get: (_, name) => this.#member(target, name, kinds[String(name)]) });
  }

  #member(target: object, name: string | symbol, kinds: readonly Fault[] | undefined): unknown {
    const member: unknown = Reflect.get(target, name, target);
    if (typeof member !== "function") return member;
    const call: Verb = (...args) => Reflect.apply(member as Verb, target, args);
    if (kinds === undefined) return call;
    return (...args: unknown[]) => {
      for (const kind of kinds) {
        if (this.#count++ !== this.#at) continue;
        this.injected = `${String(name)}: ${kind}`;
        return inject(kind, call, args);
      }
      return call(...args);
    };
  }
}

function inject(kind: Fault, call: Verb, args: readonly unknown[]): unknown {
  const error = new CutsError(INJECTED, "Cannot go on: a fault was injected");
  if (kind === "reject") return Promise.reject(error);
  if (kind === "compile") return brokenModule(error);
  if (kind === "throw") throw error;
  // Its turn comes, and it fails: what it would have written is not there.
  return call(...args.map((arg) => (isWork(arg) ? new FailingWork(arg.keep(), error) : arg)));
}

function isWork(value: unknown): value is Work {
  return typeof value === "object" && value !== null && "obstacle" in value && "keep" in value;
}

/** Work that cannot be done when its turn comes. */
class FailingWork implements Work {
  readonly #work: Work;
  readonly #error: Error;

  constructor(work: Work, error: Error) {
    this.#work = work;
    this.#error = error;
  }

  obstacle(): unknown {
    return this.#work.obstacle() ?? this.#error;
  }

  done(): void {
    this.#work.done();
  }

  fail(error: unknown): void {
    this.#work.fail(error);
  }

  keep(): this {
    return this;
  }
}

function brokenModule(error: Error): BackendModule {
  const ready = Promise.reject<void>(error);
  ready.catch(() => {});
  return {
    ready,
    isReady: () => false,
    readySync: () => {
      throw error;
    },
    kernel: () => undefined,
    kernelNames: () => [],
    global: () => undefined,
    dispose: () => {},
  };
}
