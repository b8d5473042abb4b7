// Fused kernels for devices whose code is WebAssembly, and what they can compute.

import type { AssembledCode } from "../../../backend/backend.js";
import { pointerSize } from "../../../cdecl/layout.js";
import { lazy } from "../../../core/lazy.js";
import { type ParameterKind, TrustedWriter } from "../../../array/kernels/trusted-writer.js";
import { argumentsOf, type Graph, inOrder, type Node } from "../node.js";
import type { Gathering, OrderedEnd } from "../reduction/ends.js";
import type { Functions } from "./elements.js";
import type { WrittenFunction } from "./instructions.js";
import { kernelBody, parameterKinds, type Walk } from "./kernel.js";
import { orderedKernelBody, orderedParameterKinds, type OrderedWalk } from "./ordered-kernel.js";
import { reduceKernelBody, reduceParameterKinds, type ReduceWalk } from "./reduce-kernel.js";
import { isComputed, laneOf } from "./lanes.js";
import { FunctionLibrary, Linker } from "./link.js";
import { inlinedNames, math, mathNames } from "./math.gen.js";
import { hasMaskOperation, isWrittenDirectly, type LaneType } from "./operations.js";

/** The name of the kernel of each module. */
export const FUSED_KERNEL = "fused";

const names = lazy(() => new Set(mathNames.split(" ")));
const inlined = lazy(() => new Set(inlinedNames.split(" ")));
const library = lazy(mathLibrary);

/** Whether a kernel can compute a graph. */
export function canAssemble({ outputs }: Graph): boolean {
  return outputs.every(({ dtype }) => isComputed(dtype)) && inOrder(outputs).every(isAssembled);
}

/** The code of a kernel. */
export function assemble(graph: Graph, walk: Walk): AssembledCode {
  return assembled(parameterKinds(graph, walk), (offsets, functions) =>
    kernelBody(graph, walk, offsets, functions),
  );
}

/** The code of a kernel that ends in a reduction. */
export function assembleReduction(graph: Graph, gathering: Gathering, walk: ReduceWalk): AssembledCode {
  return assembled(reduceParameterKinds(graph, walk), (offsets, functions) =>
    reduceKernelBody(graph, gathering, walk, offsets, functions),
  );
}

/** The code of a kernel that ends in a sum or product of floats. */
export function assembleOrdered(graph: Graph, end: OrderedEnd, walk: OrderedWalk): AssembledCode {
  return assembled(orderedParameterKinds(graph, walk), (offsets, functions) =>
    orderedKernelBody(graph, end, walk, offsets, functions),
  );
}

function assembled(
  kinds: readonly ParameterKind[],
  write: (offsets: readonly number[], functions: Functions) => WrittenFunction,
): AssembledCode {
  const { offsets, bytes } = new TrustedWriter(kinds, pointerSize("LP64"), 32);
  const linker = new Linker(library);
  const body = write(offsets, {
    indexOf: (name) => linker.indexOf(name),
    isInlined: (name) => inlined().has(name),
    inlined: (name) => ({ fits: library().bodyOf(`fits_${name}`), fast: library().bodyOf(`fast_${name}`) }),
  });
  const image = linker.image(FUSED_KERNEL, body);
  // What follows a parameter begins where the next one does.
  const parameters = offsets.map((offset, at) => ({
    offset,
    size: (offsets[at + 1] ?? bytes.length) - offset,
    isPointer: undefined,
  }));
  return { image, kernels: [{ symbol: FUSED_KERNEL, parameters, parameterBytes: bytes.length }] };
}

function isAssembled(node: Node): boolean {
  if (node.kind === "input" || node.kind === "gather") return laneOf(node.dtype) !== undefined;
  if (!isComputed(node.dtype)) return false;
  if (node.kind !== "operation")
    return node.kind === "cast" || argumentsOf(node).every(({ dtype }) => isComputed(dtype));
  const { name, computed } = node;
  if (computed === "bool") return node.dtype === "bool" && hasMaskOperation(name);
  return (
    isComputed(computed) &&
    (isWrittenDirectly(name, computed as LaneType) || names().has(`${name}_${computed}`))
  );
}

function mathLibrary(): FunctionLibrary {
  // No Buffer: its slice is no copy.
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));
  return new FunctionLibrary({
    module: bytes(math.module),
    data: lazy(() => bytes(math.data)),
    byteLength: math.byteLength,
    symbols: new Map(),
    relocations: {
      constants: Uint32Array.from(math.constants),
      offsets: Uint32Array.from(math.offsets),
      pointers: new Uint32Array(),
    },
    calls: Uint32Array.from(math.calls),
    exports: math.exports,
    constants: math.readonly,
    lines: new Uint32Array(),
  });
}
