// The interpreter object that cu.python() returns.

import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { type NDArray, usableArray } from "../../array/ndarray.js";
import { type Bridge, openBridge } from "./bridge.js";
import { Float, Tuple } from "./marshal.js";
import { NamedArguments, References } from "./references.js";
import type { Python, PythonContext, PythonOptions, PythonReference, SyncPythonReference } from "./types.js";
import { checkAlive, targetOf } from "./values.js";

let opened: { readonly python: EmbeddedPython; readonly bridge: Bridge } | undefined;

/** The interpreter; the first call starts it. */
export async function openPython(options: PythonOptions): Promise<Python> {
  const output = {
    stdout: options.stdout ?? ((text: string): void => void process.stdout.write(text)),
    stderr: options.stderr ?? ((text: string): void => void process.stderr.write(text)),
  };
  const bridge = await openBridge(output, options.executable);
  opened ??= { bridge, python: new EmbeddedPython(bridge) };
  // The newest wish is the one that counts.
  if (options.stdout !== undefined) bridge.output = { ...bridge.output, stdout: options.stdout };
  if (options.stderr !== undefined) bridge.output = { ...bridge.output, stderr: options.stderr };
  return opened.python;
}

class EmbeddedPython implements Python {
  readonly #bridge: Bridge;
  readonly #references: References;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#references = new References(bridge);
  }

  get executable(): string {
    return this.#bridge.python.executable;
  }

  get library(): string {
    return this.#bridge.python.library;
  }

  get version(): string {
    return this.#bridge.python.version;
  }

  async import(name: string): Promise<PythonReference> {
    return (await this.#bridge.call("import", name)) as PythonReference;
  }

  eval(expression: string, names?: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.#bridge.call("run", expression, names ?? null, "eval");
  }

  exec(statements: string, names?: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.#bridge.call("run", statements, names ?? null, "exec");
  }

  async callRaw(callable: unknown, ...args: readonly unknown[]): Promise<PythonReference> {
    const target = targetOf(callable) ?? refuse(callable);
    return (await this.#references.call(target, args, true)) as PythonReference;
  }

  kwargs(values: Readonly<Record<string, unknown>>): NamedArguments {
    return new NamedArguments(values);
  }

  tuple(...items: readonly unknown[]): Tuple {
    return new Tuple(...items);
  }

  float(value: number): Float {
    return new Float(value);
  }

  async array(array: NDArray): Promise<PythonReference> {
    return (await this.#bridge.call(
      "wrap",
      usableArray(array, "give an array to Python"),
    )) as PythonReference;
  }

  async get(object: unknown, name: string): Promise<unknown> {
    const target = targetOf(object) ?? refuse(object);
    checkAlive(target);
    return this.#bridge.call("get", target.id, [...target.path, name]);
  }

  async item(object: unknown, key: unknown): Promise<unknown> {
    return this.#bridge.call("index", await this.#idOf(object), key);
  }

  async setItem(object: unknown, key: unknown, value: unknown): Promise<void> {
    await this.#bridge.call("setIndex", await this.#idOf(object), key, value);
  }

  async str(object: unknown): Promise<string> {
    return (await this.#bridge.call("text", await this.#idOf(object))) as string;
  }

  async repr(object: unknown): Promise<string> {
    return (await this.#bridge.call("repr", await this.#idOf(object))) as string;
  }

  async len(object: unknown): Promise<number> {
    return (await this.#bridge.call("length", await this.#idOf(object))) as number;
  }

  async enter(manager: unknown): Promise<PythonContext> {
    const id = await this.#idOf(manager);
    const bridge = this.#bridge;
    const value = await bridge.call("enter", id);
    let isLeft = false;
    return {
      value,
      [Symbol.dispose]: () => {
        if (isLeft) return;
        isLeft = true;
        bridge.callSync("exit", id, null);
        // The manager must live until here.
        void manager;
      },
      [Symbol.asyncDispose]: async () => {
        if (isLeft) return;
        isLeft = true;
        await bridge.call("exit", id, null);
        void manager;
      },
    };
  }

  sync(object: unknown): SyncPythonReference {
    return this.#references.sync(object);
  }

  /** The id of an object; the id of an attribute is requested from Python. */
  async #idOf(object: unknown): Promise<number> {
    const target = targetOf(object) ?? refuse(object);
    checkAlive(target);
    if (target.path.length === 0) return target.id;
    const value = await this.#bridge.call("get", target.id, target.path);
    return (targetOf(value) ?? refuse(value)).id;
  }
}

function refuse(value: unknown): never {
  throw new ArgumentTypeError(
    "CUTS_PYTHON_VALUE",
    `Cannot use an object of Python: it must be a reference to one (got ${formatValue(value)})`,
  );
}
