import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";
import { entriesOf, randomPattern } from "./sparse.js";

export default {
  name: "pagerank",
  source: "pagerank.cu",
  kernels: ["dangling_mass", "pagerank_pull"],
  *cases() {
    for (const [nodes, longest, iterations, block] of [
      [1, 1, 1, 32],
      [60, 5, 4, 32],
      [400, 8, 6, 128],
    ] as const) {
      const incoming = randomPattern(new Random(nodes), nodes, nodes, longest);
      const outDegree = new Int32Array(nodes);
      for (const source of incoming.columns) outDegree[source]!++;
      const damping = 0.85;
      let rank = new Float64Array(nodes).fill(1 / nodes);
      for (let i = 0; i < iterations; i++) {
        const next = new Float64Array(nodes).fill((1 - damping) / nodes);
        for (let n = 0; n < nodes; n++) {
          for (const { column: source } of entriesOf(incoming, n))
            next[n]! += (damping * rank[source]!) / outDegree[source]!;
          if (outDegree[n] === 0) for (let m = 0; m < nodes; m++) next[m]! += (damping * rank[n]!) / nodes;
        }
        rank = next;
      }
      const masses = Array.from({ length: iterations }, (_, i) => `mass${i}`);
      const launch = { grid: blocksFor(nodes, block), block };
      const current = (i: number): string => (i % 2 === 0 ? "rank" : "next");
      yield {
        label: `nodes=${nodes} iterations=${iterations} block=${block}`,
        buffers: {
          offsets: incoming.offsets,
          sources: incoming.columns,
          outDegree,
          rank: new Float64Array(nodes).fill(1 / nodes),
          next: new Float64Array(nodes),
          ...Object.fromEntries(masses.map((name) => [name, new Float64Array(1)])),
        },
        launches: masses.flatMap((mass, i) => [
          { kernel: "dangling_mass", ...launch, args: [current(i), "outDegree", mass, nodes] },
          {
            kernel: "pagerank_pull",
            ...launch,
            args: ["offsets", "sources", "outDegree", current(i), current(i + 1), mass, nodes, damping],
          },
        ]),
        expect: {
          [current(iterations)]: within(rank, {
            absolute: 1e-14,
            why: "double sums of ranks, which sum to 1",
          }),
        },
        scratch: [...masses, current(iterations + 1)],
      };
    }
  },
} satisfies KernelCase;
