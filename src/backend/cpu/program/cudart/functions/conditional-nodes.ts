// Nodes that run graphs by a condition: if, while and switch. A condition is a number in the memory of the device, which kernels set by
// `cudaGraphSetConditional`; its address is the handle. The launch of such a graph waits for the device where it needs to know the number.

import { POINTER_BYTES } from "../../../../../compiler/clang/pointer-size.js";
import { fail } from "../error-state.js";
import { Graph } from "../graph.js";
import type { Operation } from "../operation.js";
import type { Runtime } from "../runtime.js";
import { structAt } from "../structs.js";
import { makeExec, runNodes } from "./graphs.js";

/** cudaGraphConditionalNodeType. */
const IF = 0;
const WHILE = 1;
const SWITCH = 2;
/** cudaGraphCondAssignDefault. */
const ASSIGN_DEFAULT = 1;

/** A condition of a graph; with the flag it has the value at the start of each launch. */
export function createCondition(rt: Runtime, graph: Graph, value: number, flags: number): number {
  if ((flags & ~ASSIGN_DEFAULT) !== 0) fail("cudaErrorInvalidValue");
  const address = rt.allocate(Uint32Array.BYTES_PER_ELEMENT, "device");
  const assign = (): void => rt.work.write(address, new Uint8Array(Uint32Array.of(value).buffer));
  assign();
  if (flags === ASSIGN_DEFAULT) graph.first.push(assign);
  return address;
}

/** The work of a conditional node, whose empty bodies the program gets through the parameters. */
export function conditionalOperation(rt: Runtime, graph: Graph, parameters: number): Operation {
  const struct = structAt(rt.guest, "cudaConditionalNodeParams", parameters);
  const [handle, type, count] = [struct.get("handle"), struct.get("type"), struct.get("size")];
  const mostBodies = type === IF ? 2 : type === WHILE ? 1 : Number.POSITIVE_INFINITY;
  if (type > SWITCH || count < 1 || count > mostBodies) fail("cudaErrorInvalidValue");
  const bodies = Array.from({ length: count }, () => new Graph(graph));
  const places = rt.allocate(count * POINTER_BYTES, "pinned");
  bodies.forEach((body, i) => rt.guest.setWord(places + POINTER_BYTES * i, rt.graphs.add(body)));
  struct.set("phGraph_out", places);
  const value = (): number => {
    rt.work.wait();
    return rt.guest.u32(handle);
  };
  const instantiated = (): Operation => {
    const execs = bodies.map(makeExec);
    const runBody = (index: number): void => {
      const exec = execs[index];
      if (exec) runNodes(exec);
    };
    return {
      type: "conditional",
      run: () => {
        if (type === WHILE) while (value() !== 0) runBody(0);
        else runBody(type === SWITCH ? value() : value() === 0 ? 1 : 0);
      },
    };
  };
  return { type: "conditional", run: () => instantiated().run(), instantiated };
}
