// The arguments of a verification, read once. Each run gets its own copies on its own device, and what it leaves in them is
// compared.

import { type DType, dtypeOf, isTypedArray, type TypedArray, type TypedArrayOf } from "../core/dtype.js";
import type { Device } from "../runtime/devices/device.js";
import { empty } from "../array/creation.js";
import type { NDArray } from "../array/ndarray.js";
import { arraysOf, mapArrays } from "../ops/gradients/tree.js";
import type { Outcome } from "./compare.js";

type Facts = Omit<Outcome, "what">;

/** The arguments of one run, and their contents when it ends. */
export interface RunArguments {
  readonly args: readonly unknown[];
  outcomes(): Promise<readonly Outcome[]>;
}

export class Inputs {
  readonly #args: readonly unknown[];
  readonly #names: readonly (string | undefined)[];
  readonly #arrays: ReadonlyMap<unknown, Facts>;

  private constructor(
    args: readonly unknown[],
    names: readonly (string | undefined)[],
    arrays: ReadonlyMap<unknown, Facts>,
  ) {
    this.#args = args;
    this.#names = names;
    this.#arrays = arrays;
  }

  /** Reads the contents of the array arguments; `names` are the parameters' names, if known. */
  static async of(args: readonly unknown[], names: readonly (string | undefined)[] = []): Promise<Inputs> {
    const arrays = new Map<unknown, Facts>();
    for (const array of arraysOf(args)) arrays.set(array, await factsOf(array));
    return new Inputs(args, names, arrays);
  }

  /** Copies of the arguments on a device; an array that is passed twice becomes one copy. */
  on(device: Device): RunArguments {
    const copies = new Map<unknown, NDArray>();
    return this.#run(
      (array) => {
        const { dtype, shape, data } = this.#factsOf(array);
        const copy = copies.get(array) ?? empty(shape, { dtype, device });
        if (!copies.has(array)) copy.set(data as TypedArrayOf<DType>);
        copies.set(array, copy);
        return copy;
      },
      (copy) => factsOf(copy as NDArray),
    );
  }

  /** For code of the host: typed arrays, in the place of arrays too, with the elements in C order. */
  onHost(): RunArguments {
    const copies = new Map<unknown, TypedArray>();
    return this.#run(
      (array) => {
        const copy = copies.get(array) ?? this.#factsOf(array).data.slice();
        copies.set(array, copy);
        return copy;
      },
      (copy, array) => Promise.resolve({ ...this.#factsOf(array), data: copy as TypedArray }),
    );
  }

  #run(
    copyOf: (array: NDArray) => unknown,
    read: (copy: unknown, array: unknown) => Promise<Facts>,
  ): RunArguments {
    const known = new Map<unknown, { readonly what: string; readonly copy: unknown }>();
    const args = this.#args.map((arg, at) => {
      const name = this.#names[at];
      const note = (value: unknown, copy: unknown): unknown => {
        const before = [...known.values()].filter(({ what }) => what.startsWith(`argument ${at}`)).length;
        const what = `argument ${at}${name === undefined ? "" : ` (${name})`}${before === 0 ? "" : `, array ${before}`}`;
        if (!known.has(value)) known.set(value, { what, copy });
        return copy;
      };
      return mapArrays(
        arg,
        (array) => note(array, copyOf(array)),
        (value) => (isTypedArray(value) ? note(value, known.get(value)?.copy ?? value.slice()) : value),
      );
    });
    return {
      args,
      outcomes: () =>
        Promise.all(
          Array.from(known, async ([value, { what, copy }]) => ({
            what,
            ...(isTypedArray(value) ? factsOfTyped(copy as TypedArray) : await read(copy, value)),
          })),
        ),
    };
  }

  #factsOf(array: unknown): Facts {
    const facts = this.#arrays.get(array);
    if (facts === undefined) throw new Error("internal: an argument that was not read");
    return facts;
  }
}

/** The dtype, shape and elements of an array. */
export async function factsOf(array: NDArray): Promise<Facts> {
  const { dtype, shape } = array;
  return { dtype, shape, data: (await array.data()) as TypedArray };
}

/** The dtype, shape and elements of a typed array. */
export function factsOfTyped(data: TypedArray): Facts {
  return { dtype: dtypeOf(data), shape: [data.length], data };
}
