// The conformance suite on the stub: what the layers above the port do with a device that has no capability.

import { expect, it } from "vitest";
import { graph } from "../../src/runtime/graphs/graph.js";
import { pinned } from "../../src/runtime/memory/pinned.js";
import type { BackendLaunch } from "../../src/backend/backend.js";
import { runConformance } from "./conformance.js";
import { registerStub, type StubKernel, type StubMemory } from "./stub-backend.js";

const pointer = (parameters: DataView, at: number): number => Number(parameters.getBigUint64(at, true));
const int = (parameters: DataView, at: number): number => parameters.getInt32(at, true);
const ints = (memory: StubMemory, address: number, n: number): Int32Array => {
  const { buffer, byteOffset } = memory.at(address, 4 * n);
  return new Int32Array(buffer, byteOffset, n);
};
const floats = (memory: StubMemory, address: number, n: number): Float32Array => {
  const { buffer, byteOffset } = memory.at(address, 4 * n);
  return new Float32Array(buffer, byteOffset, n);
};

/** All threads of a grid, by their place in it. */
function* threads({ grid, block }: BackendLaunch): Iterable<readonly [number, number, number]> {
  const size = grid.map((blocks, axis) => blocks * (block[axis] ?? 1)) as [number, number, number];
  for (let z = 0; z < size[2]; z++)
    for (let y = 0; y < size[1]; y++) for (let x = 0; x < size[0]; x++) yield [x, y, z];
}

/** The kernels of the suite that tests of what the stub can do launch. */
const kernels: Readonly<Record<string, StubKernel>> = {
  step: (memory, p) => {
    const x = ints(memory, pointer(p, 0), 1);
    x[0] = Math.imul(x[0] ?? 0, 1664525) + int(p, 8);
  },
  produce: (memory, p) => {
    const n = int(p, 8);
    ints(memory, pointer(p, 0), n).forEach((_, i, x) => void (x[i] = int(p, 12) + i));
  },
  consume: (memory, p) => {
    const sum = ints(memory, pointer(p, 8), 1);
    for (const value of ints(memory, pointer(p, 0), int(p, 16))) sum[0] = (sum[0] ?? 0) + value;
  },
  work: (memory, p) => {
    const x = floats(memory, pointer(p, 0), 64);
    for (let round = 0; round < int(p, 8); round++) x[0] = (x[0] ?? 0) * 0.999 + 0.5;
  },
  slow_copy: (memory, p) => {
    const n = int(p, 16);
    ints(memory, pointer(p, 8), n).set(ints(memory, pointer(p, 0), n));
  },
  add_to: (memory, p) => {
    const x = ints(memory, pointer(p, 0), int(p, 12));
    for (let i = 0; i < x.length; i++) x[i] = (x[i] ?? 0) + int(p, 8);
  },
  touch: (memory, p) => void ints(memory, pointer(p, 8), 1).fill(1),
  early: (memory, p) => void ints(memory, pointer(p, 0), 1).fill(5),
  nothing: () => {},
  where: (memory, p, launch) => {
    const [width, height, depth] = [int(p, 8), int(p, 12), int(p, 16)];
    const out = ints(memory, pointer(p, 0), width * height * depth);
    for (const [x, y, z] of threads(launch)) {
      if (x >= width || y >= height || z >= depth) continue;
      const i = (z * height + y) * width + x;
      out[i] = (out[i] ?? 0) + 1 + x + 100 * y + 10000 * z;
    }
  },
  maybe: (memory, p) => {
    const a = pointer(p, 0);
    floats(memory, pointer(p, 8), 1)[0] = a === 0 ? -1 : (floats(memory, a, 1)[0] ?? 0);
  },
  add: (memory, p) => {
    const n = int(p, 24);
    const [a, b, out] = [0, 8, 16].map((at) => floats(memory, pointer(p, at), n));
    for (let i = 0; i < n; i++) if (out) out[i] = (a?.[i] ?? 0) + (b?.[i] ?? 0);
  },
};

registerStub(kernels);

runConformance({
  device: "stub",
  skip: [
    {
      reason: "the stub has no compiler: its kernels are JavaScript functions",
      tests: [
        "modules: *",
        "losses: *",
        "launches: blocks share static and dynamic memory",
        "launches: numbers of every type arrive as declared",
        "launches: vectors arrive by value, as tuples, objects or bytes",
        "launches: 16-bit floats arrive by value and by pointer",
        "launches: structs arrive by their fields, pointers among them too",
        "launches: structs arrive as their bytes, between other arguments",
        "launches: objects of any class arrive as their bytes, those without members too",
        "launches: a block larger than the device or the kernel allows is refused before it runs",
        "launches: a kernel's own limit on its block holds",
        "launches: a cooperative launch synchronises its grid",
        "arguments: arrays of every make are taken by a launch and by run()",
      ],
    },
    { reason: "the stub has one thread, which nothing stops", tests: ["progress: *", "faults: *"] },
    {
      reason: "kernels of the stub run on the thread of the caller",
      tests: ["streams: the event loop is free while a kernel runs"],
    },
    {
      reason: "the stub records no graphs",
      tests: ["graphs: *", "borrowed memory: it is no work for a graph"],
    },
    {
      reason: "the stub shares no memory with the host",
      tests: ["host memory: *", "borrowed memory: pinned memory and lists are written as well"],
    },
    { reason: "the memory of the stub is that of one process", tests: ["sharing: *"] },
  ],
});

it("what the stub lacks is an error that says so", () => {
  const lacks = expect.objectContaining({ code: "CUTS_CAPABILITY" });
  expect(() => pinned("float32", 4, { device: "stub" })).toThrow(lacks);
  expect(() => graph(() => {}, { device: "stub" })).toThrow(lacks);
});
