// What an addon and the package say to each other: the description of a module, as JSON, and the functions on both sides.
// include/cuts/extension/runtime.h and connect.h are the other side; the version changes when either does.

import type { DType } from "../../core/dtype.js";

/** The version of everything here; kAbiVersion in C++. */
export const ADDON_ABI = 1;

/** The type of a parameter or a result, as C++ has it. */
export type AddonType =
  | { readonly kind: "void" | "bool" | "string" | "dtype" | "new" }
  | { readonly kind: "int"; readonly name: DType }
  | { readonly kind: "float"; readonly name: "float32" | "float64" }
  | TensorType
  | { readonly kind: "optional" | "list"; readonly of: AddonType }
  | { readonly kind: "tuple"; readonly of: readonly AddonType[] }
  | { readonly kind: "class"; readonly id: string };

/** A tensor; without a dtype or a rank it may have any. */
export interface TensorType {
  readonly kind: "tensor";
  readonly mode: "read" | "write";
  readonly dtype?: DType;
  readonly rank?: number;
}

/** A default or a constant: JSON, and what JSON has no word for. */
export type Literal =
  | null
  | boolean
  | number
  | string
  | readonly Literal[]
  | { readonly bigint: string }
  | { readonly number: string };

/** A function, a method, a constructor. */
export interface Definition {
  readonly kind: "function" | "constructor" | "method" | "static" | "getter" | "setter";
  /** Which native function it is. */
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

/** All a module has. */
export interface ModuleDescription {
  readonly doc: string;
  readonly members: readonly Definition[];
  readonly classes: readonly ClassDefinition[];
  readonly attributes: readonly { readonly name: string; readonly value: Literal }[];
}

/** A native function; it takes exactly what its definition says, tensors also in the frame. */
export type Native = (...args: readonly unknown[]) => unknown;

/** An async call that was prepared; known to C++ alone. */
export type Job = object & { readonly brand: "job" };

/** What an addon answers to `connect`. */
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
  /** Nobody serves other threads any more. */
  close(): void;
  /** Deletes the value of an object of a class. */
  dispose(classIndex: number, object: object): void;
}

/** What the file of an addon exports. */
export interface AddonExports {
  readonly cutsAbi?: number;
  readonly connect?: (host: readonly ((...args: never[]) => unknown)[], slots: Float64Array) => Connection;
}

/** A literal as JavaScript has it. */
export function valueOf(literal: Literal): unknown {
  if (Array.isArray(literal)) return literal.map(valueOf);
  if (typeof literal !== "object" || literal === null) return literal;
  if ("bigint" in literal) return BigInt(literal.bigint);
  return "number" in literal ? Number(literal.number) : literal;
}
