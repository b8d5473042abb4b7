// A program of ranks: every collective for every dtype and odd counts, against what each rank computes by itself. It prints one
// line, from rank 0, when all is well.

import * as cu from "../../src/index.js";
import * as dist from "../../src/distributed/distributed.js";
import { dtypeNames, dtypes } from "../../src/core/dtype.js";
import { runSequences } from "./sequences.js";
import { elementOf, elementsOf, expectNumbers, ownArray, reduced } from "./rank-values.js";

const world = await dist.init();
const { rank, size } = world;
const ranks = Array.from({ length: size }, (_, index) => index);
let checks = 0;

async function check(x: cu.NDArray, expected: readonly number[], what: string): Promise<void> {
  await expectNumbers(x, expected, `rank ${rank}: ${what}`);
  checks++;
}

for (const dtype of dtypeNames) {
  const isComplex = dtypes[dtype].kind === "complex";
  const operations = isComplex ? (["sum", "prod"] as const) : (["sum", "prod", "max", "min"] as const);
  // The last is long enough for sums that go piece by piece where elements have 8 bytes.
  for (const count of [0, 1, 3, 17, 1031]) {
    const total = (op: string): number[] =>
      Array.from({ length: count }, (_, i) =>
        reduced(
          dtype,
          op,
          ranks.map((one) => elementOf(dtype, one, i)),
        ),
      ).flat();
    for (const op of operations) {
      using x = ownArray(dtype, rank, [count]);
      await world.allReduce(x, { op });
      await check(x, total(op), `allReduce ${op} of ${count} ${dtype}`);
    }
    const root = count % size;
    using reducing = ownArray(dtype, rank, [count]);
    await world.reduce(reducing, { root });
    await check(
      reducing,
      rank === root ? total("sum") : elementsOf(dtype, rank, count),
      `reduce of ${count} ${dtype}`,
    );
    using shared = ownArray(dtype, rank, [count]);
    await world.broadcast(shared, { root });
    await check(shared, elementsOf(dtype, root, count), `broadcast of ${count} ${dtype}`);
  }
  // Each rank has another number of rows.
  const rowsOf = (one: number): number => 2 + one;
  using part = ownArray(dtype, rank, [rowsOf(rank), 3]);
  const joined = ranks.flatMap((one) => elementsOf(dtype, one, rowsOf(one) * 3));
  using gathered = await world.allGather(part);
  await check(gathered, joined, `allGather of ${dtype}`);
  const atRoot = await world.gather(part, { root: size - 1 });
  if (rank === size - 1) await check(atRoot as cu.NDArray, joined, `gather of ${dtype}`);
  else if (atRoot !== undefined) throw new Error("gather gives arrays to the root alone");
  // Seven rows do not come out even.
  const starts = ranks.map((one) => Math.floor(7 / size) * one + Math.min(one, 7 % size));
  const [from, to] = [starts[rank] ?? 0, starts[rank + 1] ?? 7];
  const lanes = dtypes[dtype].lanes;
  using scattered = await world.scatter(rank === 0 ? ownArray(dtype, 0, [7, 2]) : undefined);
  await check(
    scattered,
    elementsOf(dtype, 0, 14).slice(from * 2 * lanes, to * 2 * lanes),
    `scatter of ${dtype}`,
  );
  using whole = ownArray(dtype, rank, [7, 2]);
  using mine = await world.reduceScatter(whole);
  const sums = Array.from({ length: 14 }, (_, i) =>
    reduced(
      dtype,
      "sum",
      ranks.map((one) => elementOf(dtype, one, i)),
    ),
  ).flat();
  await check(mine, sums.slice(from * 2 * lanes, to * 2 * lanes), `reduceScatter of ${dtype}`);
  using crossed = await world.allToAll(whole);
  const expected = ranks.flatMap((one) => elementsOf(dtype, one, 14).slice(from * 2 * lanes, to * 2 * lanes));
  await check(crossed, expected, `allToAll of ${dtype}`);
  using arriving = cu.zeros([5], { dtype, device: "cpu" });
  const sending = world.send(ownArray(dtype, rank, [5]), (rank + 1) % size, { tag: 3 });
  await world.receive(arriving, (rank + size - 1) % size, { tag: 3 });
  await sending;
  await check(arriving, elementsOf(dtype, (rank + size - 1) % size, 5), `send of ${dtype}`);
}

// Arrays with gaps, other axes, a mean, and a sum of several pieces.
const turned = ownArray("float32", rank, [4, 6]).transpose();
await world.allReduce(turned);
await check(turned.transpose(), elementsSum(24), "allReduce of a transposed array");
const columns = ownArray("int32", rank, [2, 3]).transpose();
const beside = await world.allGather(columns, { axis: 1 });
await check(
  beside.transpose(),
  ranks.flatMap((one) => elementsOf("int32", one, 6)),
  "allGather along axis 1",
);
const half = await world.scatter(rank === 0 ? ownArray("float64", 0, [2, size * 2]) : undefined, { axis: 1 });
await check(
  half.transpose(),
  [0, 1]
    .flatMap((column) => [0, 1].map((row) => elementOf("float64", 0, row * size * 2 + rank * 2 + column)))
    .flat(),
  "scatter along axis 1",
);
// Ranks divide before they sum: multiples of their number come out even.
const averaged = ownArray("float64", rank, [9]).mul(size);
await world.allReduce(averaged, { op: "mean" });
await check(averaged, elementsSum(9), "allReduce mean");
const long = cu.full([1_500_000], rank + 1, { dtype: "float64", device: "cpu" });
await world.allReduce(long);
const expectedSum = (size * (size + 1)) / 2;
const [least, most] = [await long.min().item(), await long.max().item()];
if (least !== expectedSum || most !== expectedSum)
  throw new Error(`a long sum: ${String(least)} to ${String(most)}`);

// Calls that nobody awaits, in order with work on the arrays before and after them.
const chain = cu.ones([2000], { device: "cpu" });
const doubled = chain.mul(2);
const first = world.allReduce(doubled);
const later = doubled.add(1);
const second = world.allReduce(later, { op: "max" });
await check(
  later.slice([":3"]),
  [1, 1, 1].map((one) => one + 2 * size),
  "work after a call that nobody awaits",
);
await Promise.all([first, second]);
for (const [dtype, count] of [
  ["float32", 3],
  ["float32", 4000],
  ["float16", 3],
] as const) {
  const name = `${count} ${dtype}`;
  const x = cu.full([count, 2], size, { dtype, device: "cpu" });
  const column = x.slice([":", 0]);
  const calls = [world.allReduce(x), world.allReduce(x, { op: "mean" }), world.allReduce(column)];
  const sum = column.add(1);
  await check(sum.slice([":1"]), [size ** 3 + 1], `calls and work on the same ${name}`);
  await check(x.slice([":1", 1]), [size ** 2], `calls on the same ${name}`);
  await Promise.all(calls);
}

// Parts of the world.
const pair = await world.split({ color: rank % 2, key: size - rank });
if (pair === undefined) throw new Error("a rank with a color is in a part");
const together = ranks.filter((one) => one % 2 === rank % 2).toReversed();
if (pair.size !== together.length || together[pair.rank] !== rank)
  throw new Error("a part is ordered by its keys");
const inPart = ownArray("float32", rank, [3]);
await pair.allReduce(inPart);
await check(
  inPart,
  [0, 1, 2].map((i) => together.reduce((sum, one) => sum + (elementOf("float32", one, i)[0] as number), 0)),
  "allReduce in a part",
);
await pair.close();
const alone = await world.split(rank === 0 ? {} : { color: 1 });
if ((alone === undefined) !== (rank === 0)) throw new Error("a rank without a color is in no part");

const sync = ownArray("int32", rank, [4]);
world.allReduceSync(sync);
await check(sync, elementsSum(4), "allReduceSync");

// All ranks take the seed of the first.
const seed = cu.array([Date.now() % 1_000_000], { dtype: "int32", device: "cpu" });
await world.broadcast(seed);
const [firstSeed = 0] = await seed.data();
if (rank === 0) console.log(`seed ${firstSeed}`);
await runSequences(world, firstSeed, size === 3 ? 200 : 20);
await world.barrier();
if (rank === 0)
  console.log(`${checks} checks on ${size} ranks, local rank ${world.localRank} of ${world.localSize}`);
await world.close();

function elementsSum(count: number): number[] {
  return Array.from({ length: count }, (_, i) =>
    ranks.reduce((sum, one) => sum + (elementOf("float32", one, i)[0] as number), 0),
  );
}
