// The interface between an addon and this package: the description of a module as JSON, and the functions on both sides. The other
// side is include/cuts/extension/runtime.h and connect.h; change the version with either.

import type { DType } from "../../core/dtype.js";

/** The version of this interface; kAbiVersion in C++. */
export const ADDON_ABI = 1;

/** The type of a parameter or a result, as C++ declares it. */
export type AddonType =
  | { readonly kind: "void" | "bool" | "string" | "dtype" | "new" }
  | { readonly kind: "int"; readonly name: DType }
  | { readonly kind: "float"; readonly name: "float32" | "float64" }
  | TensorType
  | { readonly kind: "optional" | "list"; readonly of: AddonType }
  | { readonly kind: "tuple"; readonly of: readonly AddonType[] }
  | { readonly kind: "class"; readonly id: string };

/** A tensor; an absent dtype or rank means any. */
export interface TensorType {
  readonly kind: "tensor";
  readonly mode: "read" | "write";
  readonly dtype?: DType;
  readonly rank?: number;
}

/** A default or a constant: a JSON value, or an object for numbers that JSON cannot hold. */
export type Literal =
  | null
  | boolean
  | number
  | string
  | readonly Literal[]
  | { readonly bigint: string }
  | { readonly number: string };

/** A function, method, constructor or accessor. */
export interface Definition {
  readonly kind: "function" | "constructor" | "method" | "static" | "getter" | "setter";
  /** The index of its native function. */
  readonly native: number;
  readonly name: string;
  readonly doc: string;
  readonly isAsync: boolean;
  readonly parameters: readonly { readonly name: string; readonly default?: Literal }[];
  readonly types: readonly AddonType[];
  readonly result: AddonType;
}

export interface ClassDefinition {
  readonly name: string;
  readonly doc: string;
  readonly id: string;
  readonly members: readonly Definition[];
}

/** Everything that a module exports. */
export interface ModuleDescription {
  readonly doc: string;
  readonly members: readonly Definition[];
  readonly classes: readonly ClassDefinition[];
  readonly attributes: readonly { readonly name: string; readonly value: Literal }[];
}

/** A native function; it takes exactly the arguments of its definition, with tensors also in the frame. */
export type Native = (...args: readonly unknown[]) => unknown;

/** A prepared async call, opaque to JavaScript. */
export type Job = object & { readonly brand: "job" };

/** What the `connect` function of an addon returns. */
export interface Connection {
  /** A {@link ModuleDescription}. */
  readonly text: string;
  readonly natives: readonly Native[];
  setFrame(slots: Float64Array): void;
  /** Runs a job on another thread; settles its record. */
  start(job: Job): void;
  /** Blocks until a job has run; one that was not started runs here and is settled. */
  wait(job: Job): void;
  /** Ends a job that was never started. */
  cancel(job: Job): void;
  /** Stops serving calls from other threads. */
  close(): void;
  /** Deletes the value of an object of a class. */
  dispose(classIndex: number, object: object): void;
}

/** The exports of an addon's file. */
export interface AddonExports {
  readonly cutsAbi?: number;
  readonly connect?: (host: readonly ((...args: never[]) => unknown)[], slots: Float64Array) => Connection;
}

/** The JavaScript value of a literal. */
export function valueOf(literal: Literal): unknown {
  if (Array.isArray(literal)) return literal.map(valueOf);
  if (typeof literal !== "object" || literal === null) return literal;
  if ("bigint" in literal) return BigInt(literal.bigint);
  return "number" in literal ? Number(literal.number) : literal;
}
