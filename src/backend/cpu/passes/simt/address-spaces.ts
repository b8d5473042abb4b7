// Before: `__device__`, `__constant__` and `__shared__` variables are in the address spaces 7, 8 and 9, as clang puts them with
// `-ffake-address-space-map`, which keeps the optimiser from treating shared memory as private. After: all pointers are plain, since WebAssembly has
// one memory, and two lists of names tell which variables were shared and which are the device's.

import type { Instruction } from "../../../../compiler/ir/instruction.js";
import { mapTypes } from "../../../../compiler/ir/map-types.js";
import { type IrFunction, type IrModule, mapInstructions } from "../../../../compiler/ir/module.js";
import { mapOperands } from "../../../../compiler/ir/operands.js";
import { mapType, ptr, type Type } from "../../../../compiler/ir/type.js";
import { mapValue, type Value } from "../../../../compiler/ir/value.js";

export interface FlatIr {
  readonly module: IrModule;
  /** `__shared__` variables, `@name`. */
  readonly shared: ReadonlySet<string>;
  /** `__device__` and `__constant__` variables, `@name`. */
  readonly deviceVariables: ReadonlySet<string>;
}

const DEVICE = 7;
const CONSTANT = 8;
const SHARED = 9;
const SPACES: ReadonlySet<number> = new Set([DEVICE, CONSTANT, SHARED]);

/** Removes the memory spaces of CUDA and tells which variable was where. */
export function flattenAddressSpaces(module: IrModule): FlatIr {
  const inSpaces = (...spaces: readonly number[]): Set<string> =>
    new Set(module.globals.filter(({ space }) => spaces.includes(space)).map(({ name }) => name));
  const plain = mapTypes(module, (type) => mapType(type, plainType));
  return {
    module: {
      ...plain,
      globals: plain.globals.map((g) => ({
        ...g,
        space: SPACES.has(g.space) ? 0 : g.space,
        value: g.value && mapValue(g.value, withoutCast),
      })),
      functions: plain.functions.map(withoutCasts),
    },
    shared: inSpaces(SHARED),
    deviceVariables: inSpaces(DEVICE, CONSTANT),
  };
}

function plainType(type: Type): Type {
  return type.kind === "pointer" && SPACES.has(type.space) ? ptr : type;
}

function withoutCasts(f: IrFunction): IrFunction {
  return mapInstructions(f, (i) => mapOperands(copyFor(i), withoutCast));
}

/** A cast between spaces that are one now gives what it gets. */
function withoutCast(value: Value): Value {
  const isCast = value.kind === "expression" && value.op === "addrspacecast";
  const [from] = isCast ? value.operands : [];
  return from?.type === value.type ? from : value;
}

function copyFor(i: Instruction): Instruction {
  return i.op === "addrspacecast" && i.value.type === i.type ? { ...i, op: "bitcast" } : i;
}
