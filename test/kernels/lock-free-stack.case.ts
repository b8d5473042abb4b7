import { exactly, inAnyOrder } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { blocksFor } from "./shapes.js";

const NOBODY = 0xffffffff;

export default {
  name: "lock-free-stack",
  source: "lock-free-stack.cu",
  kernels: ["push_all", "pop_some", "pop_and_push"],
  *cases() {
    for (const [n, extra, block] of [
      [1, 0, 32],
      [200, 50, 64],
      [700, 33, 128],
    ] as const) {
      // More pops than pushes: everyone comes out once, and the rest find the stack empty.
      const popped = new Uint32Array(n + extra).fill(NOBODY);
      for (let node = 0; node < n; node++) popped[node] = node;
      yield {
        label: `n=${n} extra=${extra} block=${block}`,
        buffers: {
          head: BigUint64Array.of(BigInt(NOBODY)),
          next: new Uint32Array(n),
          popped: new Uint32Array(n + extra),
        },
        launches: [
          { kernel: "push_all", grid: blocksFor(n, block), block, args: ["head", "next", n] },
          { kernel: "pop_and_push", grid: blocksFor(n, block), block, args: ["head", "next", n] },
          {
            kernel: "pop_some",
            grid: blocksFor(n + extra, block),
            block,
            args: ["head", "next", "popped", n + extra],
          },
        ],
        expect: {
          popped: inAnyOrder(popped),
          // Empty again; n pushes, n pops and pushes (fewer when the stack ran dry), n pops. With one node the
          // version is known: push, pop, push, pop.
          ...(n === 1 && { head: exactly(BigUint64Array.of((4n << 32n) | BigInt(NOBODY))) }),
        },
        scratch: n === 1 ? ["next"] : ["next", "head"],
      };
    }
  },
} satisfies KernelCase;
