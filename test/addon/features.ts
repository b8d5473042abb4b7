// The types of fixtures/features.cpp, wide where the tests pass wrong arguments on purpose. The generated types are
// compared with a file of their own.

import type { NDArray } from "../../src/array/ndarray.js";

type Call = (...args: readonly unknown[]) => unknown;
type ArrayCall = (...args: readonly unknown[]) => NDArray;

export interface Counter extends Disposable {
  name: string;
  readonly doubled: number;
  add(amount?: unknown): number;
  value(): number;
  copy(): Counter;
  join(...others: readonly unknown[]): number;
  add_later(amount: number): Promise<number>;
  dispose(): void;
}

export interface Model extends Disposable {
  weights(): NDArray;
  apply(x: NDArray): number;
  apply_later(x: NDArray): Promise<number>;
  drop(): void;
  dispose(): void;
}

type Calls =
  | "trace"
  | "describe"
  | "scale"
  | "write_to_read"
  | "many_temporaries"
  | "raise"
  | "int8"
  | "uint8"
  | "int16"
  | "int32"
  | "uint32"
  | "int64"
  | "uint64"
  | "float32"
  | "float64"
  | "boolean"
  | "text"
  | "dtype"
  | "vector"
  | "strings"
  | "optional"
  | "pair"
  | "defaults"
  | "half"
  | "half_bits"
  | "half_value"
  | "bfloat_bits"
  | "conjugate"
  | "sum_all"
  | "undefined_tensor"
  | "kind"
  | "misfit"
  | "keep"
  | "keep_new"
  | "kept"
  | "forget"
  | "forget_in_thread"
  | "in_thread"
  | "stream";

export type Features = Readonly<Record<Calls, Call>> &
  Readonly<Record<"add" | "same" | "wrong_dtype" | "kept_tensor", ArrayCall>> & {
    readonly answer: number;
    readonly title: string;
    readonly huge: bigint;
    readonly nothing: number;
    readonly several: (t: NDArray) => [NDArray, NDArray, bigint];
    readonly maybe_tensor: (make: boolean) => NDArray | null;
    readonly Counter: { new (...args: readonly unknown[]): Counter; alive(): number };
    readonly Model: new (weights: NDArray) => Model;
    readonly make_counter: (value: number) => Counter;
    readonly slow_square: (x: unknown, milliseconds?: number) => Promise<NDArray>;
    readonly fail_later: (what: unknown) => Promise<void>;
    readonly return_later: (t: NDArray) => Promise<[NDArray, string]>;
    readonly alone: (x: number) => Promise<number>;
    readonly block: (milliseconds: number, size: number) => Promise<NDArray>;
  };
