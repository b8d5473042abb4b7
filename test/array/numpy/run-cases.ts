// Runs the cases of a family on a device. All cases of an operation are launched before the first result is read.

import * as cu from "../../../src/array/array.js";
import type { DType } from "../../../src/core/dtype.js";
import type { Tolerance } from "../../../src/array/elementwise/tolerance.js";
import { difference } from "./compare.js";
import { type Call, type CaseFamily, type Difference, toleranceOf } from "./family.js";
import type { Case, Table, TableArray } from "./table.js";

/** The tolerance that a device is given for results of a dtype. */
export type Loosen = (tolerance: Tolerance, dtype: DType) => Tolerance;

/** The cases of a family on one device. */
export class CaseRunner {
  readonly #family: CaseFamily;
  readonly #table: Table;
  readonly #device: string;
  readonly #loosen: Loosen;
  readonly #inputs = new Map<string, cu.NDArray>();

  /** `loosen` widens tolerances where the functions of a device are less exact. */
  constructor(family: CaseFamily, table: Table, device: string, loosen: Loosen = (tolerance) => tolerance) {
    this.#family = family;
    this.#table = table;
    this.#device = device;
    this.#loosen = loosen;
  }

  /** The operations of the table, with the number of their cases. */
  operations(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { operation } of this.#table.cases) counts.set(operation, (counts.get(operation) ?? 0) + 1);
    return counts;
  }

  /** Differences from NumPy that no case shows any more. */
  unusedDifferences(): readonly Difference[] {
    const isUsed = (one: Difference): boolean =>
      this.#table.cases.some((own) => own.operation === one.operation && one.matches(own));
    return (this.#family.differences ?? []).filter((one) => !isUsed(one));
  }

  /** Runs all cases of an operation; a line for each that is wrong. */
  async run(operation: string): Promise<readonly string[]> {
    const cases = this.#table.cases.filter((one) => one.operation === operation && !this.#differs(one));
    const failures = await Promise.all(cases.map((one) => this.#start(one)));
    return failures.flatMap((failure) => failure ?? []);
  }

  /** Frees the inputs. */
  dispose(): void {
    for (const input of this.#inputs.values()) input.dispose();
    this.#inputs.clear();
  }

  #differs(one: Case): boolean {
    return (this.#family.differences ?? []).some(
      (own) => own.operation === one.operation && own.matches(one),
    );
  }

  /** Launches a case at once; the promise reads and compares. */
  #start(one: Case): Promise<string | undefined> {
    const made: cu.NDArray[] = [];
    try {
      const results = this.#call(one, made);
      if (!(results instanceof Promise)) return this.#finish(one, [results].flat());
      return results.then(
        (own) => this.#finish(one, [own].flat()),
        (error: unknown) => this.#failed(one, error),
      );
    } catch (error) {
      return Promise.resolve(this.#failed(one, error));
    } finally {
      for (const view of made) view.dispose();
    }
  }

  #finish(one: Case, results: readonly cu.NDArray[]): Promise<string | undefined> {
    if (one.results === undefined) return Promise.resolve(`${one.text}: NumPy raises an error`);
    return this.#compare(one, one.results, results);
  }

  #failed(one: Case, error: unknown): string | undefined {
    const isExpected = one.results === undefined && "code" in (error as object);
    return isExpected ? undefined : `${one.text}: ${(error as Error).message}`;
  }

  #call(one: Case, made: cu.NDArray[]): ReturnType<Call> {
    const args = one.arguments.map((value) =>
      typeof value === "string" ? this.#view(value, made) : this.#value(value, made),
    );
    const entries = Object.entries(one.options).map(([name, value]) => [name, this.#value(value, made)]);
    if (entries.length > 0) args.push(Object.fromEntries(entries));
    const call =
      this.#family.calls?.[one.operation] ?? (cu as Readonly<Record<string, unknown>>)[one.operation];
    if (typeof call !== "function") throw new Error(`the package has no function ${one.operation}`);
    return (call as (...all: unknown[]) => ReturnType<Call>)(...args);
  }

  async #compare(
    one: Case,
    expected: readonly TableArray[],
    results: readonly cu.NDArray[],
  ): Promise<string | undefined> {
    const shown = (all: readonly { dtype: string; shape: readonly number[] }[]): string =>
      all.map(({ dtype, shape }) => `${dtype}[${shape.join()}]`).join(" and ");
    if (shown(results) !== shown(expected))
      return `${one.text}: ${shown(results)}, expected ${shown(expected)}`;
    const elements = results.map((result) => result.data());
    for (const result of results) result.dispose();
    for (const [at, own] of (await Promise.all(elements)).entries()) {
      const { dtype, elements: right } = expected[at] as TableArray;
      const tolerance = this.#loosen(toleranceOf(this.#family, one.operation, dtype), dtype);
      const found = difference(dtype, own, right, tolerance);
      if (found !== undefined) return `${one.text}: ${found}`;
    }
    return undefined;
  }

  #value(value: unknown, made: cu.NDArray[]): unknown {
    if (typeof value !== "object" || value === null) return value;
    const own = value as { i?: string; f?: string; c?: [number, number]; l?: unknown[]; "@"?: string };
    if (own.i !== undefined) return BigInt(own.i);
    if (own.f !== undefined)
      return { nan: Number.NaN, inf: Number.POSITIVE_INFINITY, "-inf": Number.NEGATIVE_INFINITY }[own.f];
    if (own.c !== undefined) return { re: own.c[0], im: own.c[1] };
    if (own["@"] !== undefined) return this.#view(own["@"], made);
    return own.l?.map((one) => (typeof one === "string" ? this.#view(one, made) : this.#value(one, made)));
  }

  #view(text: string, made: cu.NDArray[]): cu.NDArray {
    const [, name = "", steps = ""] = /^(\w+)(.*)$/.exec(text) ?? [];
    let view = this.#input(name);
    for (const [, index, transposed] of steps.matchAll(/\[([^\]]*)\]|(\.T)/g)) {
      view = transposed === undefined ? view.slice((index as string).split(",").map(toIndex)) : view.T;
      made.push(view);
    }
    return view;
  }

  #input(name: string): cu.NDArray {
    let input = this.#inputs.get(name);
    if (input === undefined) {
      const { dtype, shape, elements } = this.#table.inputs.get(name) as TableArray;
      input = cu.buffer(dtype, elements as never, { device: this.#device }).reshape(...shape);
      this.#inputs.set(name, input);
    }
    return input;
  }
}

function toIndex(text: string): number | string | null {
  const own = text.trim();
  if (own === "null") return null;
  return own.includes(":") || own === "..." ? own : Number(own);
}
