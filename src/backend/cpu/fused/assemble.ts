// Kernels of graphs of elements as WebAssembly, written without a compiler, and which graphs have one.

import { pointerSize } from "../../../cdecl/layout.js";
import type { WasmImage } from "../../../compiler/clang/wasm-image.js";
import { argumentsOf, type Graph, inOrder, type Node } from "../../../compiler/elements/graph.js";
import { FUSED_KERNEL, type GraphKernel, parametersOf } from "../../../compiler/elements/kernels.js";
import { parameterLayout } from "../../../compiler/elements/parameters.js";
import { lazy } from "../../../core/lazy.js";
import type { ParameterPlace } from "../../port/modules.js";
import type { Functions } from "./elements.js";
import type { WrittenFunction } from "./instructions.js";
import { kernelBody } from "./kernel.js";
import { orderedKernelBody } from "./ordered-kernel.js";
import { reduceKernelBody } from "./reduce-kernel.js";
import { isComputed, laneOf } from "./lanes.js";
import { FunctionLibrary, Linker } from "./link.js";
import { inlinedNames, math, mathNames } from "./math.gen.js";
import { hasMaskOperation, isWrittenDirectly, type LaneType } from "./operations.js";

const names = lazy(() => new Set(mathNames.split(" ")));
const inlined = lazy(() => new Set(inlinedNames.split(" ")));
const library = lazy(mathLibrary);

/** Whether a kernel can compute a graph. */
export function canAssemble({ outputs }: Graph): boolean {
  return outputs.every(({ dtype }) => isComputed(dtype)) && inOrder(outputs).every(isAssembled);
}

/** WebAssembly that was written without a compiler, and its kernels by the places of their parameters. */
export interface AssembledCode {
  readonly image: WasmImage;
  readonly kernels: readonly {
    readonly symbol: string;
    readonly parameters: readonly ParameterPlace[];
    readonly parameterBytes: number;
  }[];
}

/** The code of a kernel. */
export function assemble(kernel: GraphKernel): AssembledCode {
  const { offsets, byteLength } = parameterLayout(parametersOf(kernel), pointerSize("LP64"), 32);
  const linker = new Linker(library);
  const body = bodyOf(kernel, offsets, {
    indexOf: (name) => linker.indexOf(name),
    isInlined: (name) => inlined().has(name),
    inlined: (name) => ({ fits: library().bodyOf(`fits_${name}`), fast: library().bodyOf(`fast_${name}`) }),
  });
  const image = linker.image(FUSED_KERNEL, body);
  // What follows a parameter begins where the next one does.
  const parameters = offsets.map((offset, at) => ({
    offset,
    size: (offsets[at + 1] ?? byteLength) - offset,
    isPointer: undefined,
  }));
  return { image, kernels: [{ symbol: FUSED_KERNEL, parameters, parameterBytes: byteLength }] };
}

function bodyOf(kernel: GraphKernel, offsets: readonly number[], functions: Functions): WrittenFunction {
  const { graph } = kernel;
  if (kernel.end === "store") return kernelBody(graph, kernel.walk, offsets, functions);
  if (kernel.end === "gather")
    return reduceKernelBody(graph, kernel.gathering, kernel.walk, offsets, functions);
  return orderedKernelBody(graph, kernel.reduction, kernel.walk, offsets, functions);
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
