// Memory that nodes of graphs take and give back. Its address is known when the node is made and stays the same in every
// launch, so the memory is taken then, and kept until the program ends: freeing it, by a node or outside, only ends its use.

import type { Implementation } from "../bind-function.js";
import { fail } from "../error-state.js";
import type { Operation } from "../operation.js";
import type { Runtime } from "../runtime.js";
import { structPlaces } from "../structs.js";

/** A node that allocates, or frees, memory at an address. */
interface MemoryOperation extends Operation {
  readonly address: number;
  /** The structure that the node was made from, as it was left. */
  readonly parameters: Uint8Array;
}

/** cudaGraphMemAttributeType: what is used, and what is held; now, and at most. */
const LAST_ATTRIBUTE = 3;

type GraphMemoryName =
  | "cudaGraphMemAllocNodeGetParams"
  | "cudaGraphMemFreeNodeGetParams"
  | "cudaDeviceGetGraphMemAttribute"
  | "cudaDeviceSetGraphMemAttribute"
  | "cudaDeviceGraphMemTrim";

/** Takes memory by `cudaMemAllocNodeParams`, and writes its address there. */
export function allocateOperation(rt: Runtime, parameters: number): MemoryOperation {
  const { guest } = rt;
  const { offset, byteLength } = structPlaces("cudaMemAllocNodeParams");
  const size = guest.u32(parameters + (offset["bytesize"] ?? 0));
  if (size === 0) fail("cudaErrorInvalidValue");
  const address = rt.allocate(size, "device");
  rt.keepForGraph(address, size);
  guest.setU32(parameters + (offset["dptr"] ?? 0), address);
  return {
    type: "memAlloc",
    address,
    parameters: guest.range(parameters, byteLength).slice(),
    run: () => {},
  };
}

/** Ends the use of memory of a graph; fails with cudaErrorInvalidValue for other memory. */
export function freeOperation(rt: Runtime, address: number): MemoryOperation {
  if (!rt.graphMemory.has(address)) fail("cudaErrorInvalidValue");
  return { type: "memFree", address, parameters: new Uint8Array(), run: () => {} };
}

export function graphMemoryFunctions(rt: Runtime): Record<GraphMemoryName, Implementation> {
  const { guest } = rt;
  const operationOf = (node: number, type: Operation["type"]): MemoryOperation => {
    const { operation } = rt.streams.nodes.get(node);
    if (operation.type !== type) fail("cudaErrorInvalidValue");
    return operation as MemoryOperation;
  };
  const require = (device: number, attribute = 0): void => {
    if (device !== 0) fail("cudaErrorInvalidDevice");
    if (attribute > LAST_ATTRIBUTE) fail("cudaErrorInvalidValue");
  };
  return {
    cudaGraphMemAllocNodeGetParams: (node = 0, parameters = 0) => {
      guest.set(parameters, operationOf(node, "memAlloc").parameters);
    },
    cudaGraphMemFreeNodeGetParams: (node = 0, pointer = 0) => {
      guest.setU32(pointer, operationOf(node, "memFree").address);
    },
    cudaDeviceGetGraphMemAttribute: (device = 0, attribute = 0, value = 0) => {
      require(device, attribute);
      guest.setU64(
        value,
        [...rt.graphMemory.values()].reduce((total, size) => total + size, 0),
      );
    },
    // Only the highest marks can be set, to 0: they are what is used now.
    cudaDeviceSetGraphMemAttribute: (device = 0, attribute = 0) => {
      require(device, attribute);
      if (attribute % 2 === 0) fail("cudaErrorInvalidValue");
    },
    cudaDeviceGraphMemTrim: (device = 0) => require(device) as undefined,
  };
}
