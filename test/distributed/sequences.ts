// Random sequences of calls, the same on all ranks by their seed, many of them made without awaiting those before, against what
// each rank computes by itself.

import * as cu from "../../src/index.js";
import type { Communicator } from "../../src/distributed/distributed.js";
import { dtypeNames, dtypes } from "../../src/core/dtype.js";
import { elementOf, elementsOf, expectNumbers, ownArray, reduced } from "./rank-values.js";

/** A generator of numbers below 1 that depends on nothing but its seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Runs sequences of one to five calls. @throws where a result is wrong, with the seed and the calls. */
export async function runSequences(world: Communicator, seed: number, count: number): Promise<void> {
  const random = randomNumbers(seed);
  const below = (end: number): number => Math.floor(random() * end);
  for (let index = 0; index < count; index++) {
    const calls = Array.from({ length: 1 + below(5) }, () => planCall(world, below));
    const isAwaited = below(2) === 0;
    const under: Promise<void>[] = [];
    try {
      for (const { run } of calls) {
        const call = run();
        if (isAwaited) await call;
        else under.push(call);
      }
      await Promise.all(under);
    } catch (error) {
      const names = calls.map(({ name }) => name).join(", ");
      throw new Error(`sequence ${index} of seed ${seed} (${names}): ${String(error)}`, { cause: error });
    }
  }
}

interface Call {
  readonly name: string;
  readonly run: () => Promise<void>;
}

function planCall(world: Communicator, below: (end: number) => number): Call {
  const { rank, size } = world;
  const ranks = Array.from({ length: size }, (_, one) => one);
  const dtype = dtypeNames[below(dtypeNames.length)] ?? "float32";
  const { lanes } = dtypes[dtype];
  // Long ones take the way of pieces.
  const rows = below(8) === 0 ? 3000 + below(3000) : below(40);
  const root = below(size);
  const shift = 1 + below(Math.max(1, size - 1));
  const sums = (): number[] =>
    Array.from({ length: rows }, (_, i) =>
      reduced(
        dtype,
        "sum",
        ranks.map((one) => elementOf(dtype, one, i)),
      ),
    ).flat();
  const starts = ranks.map((one) => Math.floor(rows / size) * one + Math.min(one, rows % size));
  const mine = (numbers: readonly number[]): readonly number[] =>
    numbers.slice((starts[rank] ?? 0) * lanes, (starts[rank + 1] ?? rows) * lanes);
  const own = (): cu.NDArray => ownArray(dtype, rank, [rows]);
  const kinds: Readonly<Record<string, () => Promise<void>>> = {
    allReduce: async () => expectNumbers(await world.allReduce(own()), sums(), "allReduce"),
    reduce: async () => {
      const x = await world.reduce(own(), { root });
      await expectNumbers(x, rank === root ? sums() : elementsOf(dtype, rank, rows), "reduce");
    },
    broadcast: async () =>
      expectNumbers(await world.broadcast(own(), { root }), elementsOf(dtype, root, rows), "broadcast"),
    allGather: async () =>
      expectNumbers(
        await world.allGather(own(), { equal: rows % 2 === 0 }),
        ranks.flatMap((one) => elementsOf(dtype, one, rows)),
        "allGather",
      ),
    gather: async () => {
      const x = await world.gather(own(), { root });
      if (x !== undefined) {
        await expectNumbers(
          x,
          ranks.flatMap((one) => elementsOf(dtype, one, rows)),
          "gather",
        );
      }
    },
    scatter: async () =>
      expectNumbers(
        await world.scatter(rank === root ? own() : undefined, { root }),
        mine(elementsOf(dtype, root, rows)),
        "scatter",
      ),
    reduceScatter: async () => expectNumbers(await world.reduceScatter(own()), mine(sums()), "reduceScatter"),
    allToAll: async () =>
      expectNumbers(
        await world.allToAll(own()),
        ranks.flatMap((one) => mine(elementsOf(dtype, one, rows))),
        "allToAll",
      ),
    send: async () => {
      const [to, from] = [(rank + shift) % size, (rank + size - shift) % size];
      const into = cu.zeros([rows], { dtype, device: "cpu" });
      const [x] = await Promise.all([world.receive(into, from), world.send(own(), to)]);
      await expectNumbers(x, elementsOf(dtype, from, rows), "send");
    },
    barrier: () => world.barrier(),
  };
  const names = Object.keys(kinds);
  const name = names[below(names.length)] as string;
  return { name: `${name} of ${rows} ${dtype}`, run: kinds[name] as () => Promise<void> };
}
