// What the functions of a kernel are given beside its own parameters: coordinates, shared memory and the context. One list, since each of them hands
// them on to the next in this order.

import type { Parameter } from "../../../../compiler/ir/module.js";
import { i32, ptr, type Type } from "../../../../compiler/ir/type.js";
import { CONTEXT, COORDINATES, PADDED, THREAD_COORDINATES } from "./abi.js";
import { DYNAMIC_BASE, SHARED_BASE } from "./shared-memory.js";

/** The parameters of the function that runs a block. */
export function blockParameters(parameters: readonly Parameter[]): readonly Parameter[] {
  const coordinates = [...COORDINATES.values()].filter((name) => !THREAD_COORDINATES.has(name));
  return [
    ...parameters.map(({ name, type }) => parameter(name, type)),
    ...coordinates.map((name) => parameter(name, i32)),
    ...[SHARED_BASE, DYNAMIC_BASE, CONTEXT].map((name) => parameter(name, ptr)),
    parameter(PADDED, i32),
  ];
}

/** The parameters of a region, which one thread runs. */
export function regionParameters(parameters: readonly Parameter[]): readonly Parameter[] {
  return [...blockParameters(parameters), ...[...THREAD_COORDINATES].map((name) => parameter(name, i32))];
}

export function parameter(name: string, type: Type): Parameter {
  return { name, type, attributes: [] };
}
