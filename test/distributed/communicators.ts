// A program of ranks with several communicators of the same ranks: long sums on all of them at once, in another order on each rank, and
// splits and ends meanwhile. Ranks that would block in different calls never come back from them.

import * as cu from "../../src/index.js";
import * as dist from "../../src/distributed/distributed.js";

const world = await dist.init();
const { rank, size } = world;
const split = async (of: dist.Communicator, color: number, key: number): Promise<dist.Communicator> =>
  (await of.split({ color, key })) as dist.Communicator;

const all = [world, await split(world, 0, rank), await split(world, 0, size - rank)];
for (let round = 0; round < 8; round++) {
  const order = all.map((_, at) => (at + rank * (round % 2) + round) % all.length);
  const arrays = all.map((_, at) => cu.full([3000 + at], at + 1));
  const sums = order.map((at) =>
    (all[at] as dist.Communicator).allReduce(arrays[at] as cu.NDArray<"float32">),
  );
  const parts = round % 2 === 0 ? all.map((one) => split(one, one.rank % 2, 0)) : [];
  await Promise.all(sums);
  for (const [at, array] of arrays.entries()) {
    const wrong = (await array.data()).findIndex((value) => value !== (at + 1) * size);
    if (wrong !== -1) throw new Error(`rank ${rank}, round ${round}: element ${wrong} of ${at} is wrong`);
  }
  for (const part of await Promise.all(parts)) await part.close();
}

/** The code and the message of what a call throws. */
async function told(call: () => unknown): Promise<string> {
  try {
    await call();
    return "nothing";
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code} ${message}`;
  }
}
const expectTold = async (call: () => unknown, text: string): Promise<void> => {
  const message = await told(call);
  if (!message.includes(text)) throw new Error(`rank ${rank}: ${message} is not about ${text}`);
};

// Others may be in the long sum.
const long = cu.ones([9000]);
const last = await split(world, 0, rank);
const underWay = last.allReduce(long);
await expectTold(() => world.allReduceSync(cu.ones([1])), "CUTS_CANNOT_BLOCK");
// It ends after its calls.
await last.close();
await underWay;
if ((await long.max().item()) !== size) throw new Error(`rank ${rank}: the sum before the end is wrong`);

// Long sums that are not the same are told on all ranks, and the next call is right again.
if (size > 1) {
  await expectTold(
    () => world.allReduce(cu.ones([4000 + 4000 * rank])),
    `CUTS_RANKS_DIFFER Cannot allReduce: all ranks must have the same number of elements (${4000 + 4000 * rank} here, from 4000 to ${4000 * size}`,
  );
  await expectTold(
    () => world.allReduce(cu.ones([4000]), { op: rank === 0 ? "max" : "sum" }),
    "CUTS_RANKS_DIFFER Cannot allReduce: all ranks must have the same dtype and operation",
  );
}

const messages = async (sent: number, received: number): Promise<void> => {
  await Promise.all([world.send(cu.ones([sent]), rank), world.receive(cu.zeros([received]), rank)]);
};
await expectTold(
  () => messages(2, 4),
  `CUTS_RANKS_DIFFER Cannot receive an array: it must have the size of the array that was sent (got 8 bytes from rank ${rank} for 16 bytes, float32[4] on cpu)`,
);
await expectTold(() => messages(4, 2), "Try: arrays of the same size");
await expectTold(
  () => world.group((() => undefined) as never),
  "must return a list of calls (got undefined)",
);
await expectTold(
  () => world.group((async () => await world.allReduce(cu.ones([1]))) as never),
  "must return a list of calls (got a Promise)",
);
await world.barrier();
if (rank === 0) console.log(`met on ${size} ranks`);
