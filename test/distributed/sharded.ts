// A program of ranks: arrays in parts against the same on whole arrays, which all ranks have. Numbers are small and whole, so that
// results are equal whatever the order of sums.

import * as cu from "../../src/index.js";
import * as dist from "../../src/distributed/distributed.js";

const world = await dist.init();
const whole = (rows: number, columns: number, seed: number): cu.NDArray =>
  cu
    .array(
      Float64Array.from({ length: rows * columns }, (_, i) => ((i * 7 + seed * 3) % 11) - 4),
      { device: "cpu" },
    )
    .reshape(rows, columns);

async function expectEqual(own: cu.NDArray, expected: cu.NDArray, what: string): Promise<void> {
  const [a, b] = [JSON.stringify(await own.tolist()), JSON.stringify(await expected.tolist())];
  if (a !== b) throw new Error(`rank ${world.rank}: ${what}: ${a} is not ${b}`);
}
function told(call: () => unknown): string {
  try {
    call();
    return "nothing";
  } catch (error) {
    return (error as Error).message;
  }
}

const [x, y, row] = [whole(7, 5, 1), whole(7, 5, 2), whole(1, 5, 3)];
for (const axis of [0, 1]) {
  const parts = dist.shard(x, world, { axis });
  await expectEqual(await parts.gather(), x, `gather ${axis}`);
  const computed = parts
    .add(dist.shard(y, world, { axis }))
    .mul(row)
    .sub(2)
    .div(y.add(10));
  await expectEqual(await computed.gather(), x.add(y).mul(row).sub(2).div(y.add(10)), `element-wise ${axis}`);
  await expectEqual(await parts.map((part) => part.abs()).gather(), x.abs(), `map ${axis}`);
  await expectEqual(await parts.sum(), x.sum(), `sum ${axis}`);
  await expectEqual(await parts.sum(axis), x.sum(axis), `sum along ${axis}`);
  await expectEqual(await parts.mean(axis), x.mean(axis), `mean along ${axis}`);
  await expectEqual(await parts.max(), x.max(), `max ${axis}`);
  await expectEqual(await parts.min(axis - 2), x.min(axis), `min along ${axis}`);
  const other = parts.map((part) => part.sum(1 - axis), { axis: 0 });
  await expectEqual(await other.gather(), x.sum(1 - axis), `sum along the other axis, ${axis}`);
}

// An operand with more axes: the axis of the parts is another in the result. With lengths at which a mix-up has the right shape on each rank.
for (const length of [world.size, 2 * world.size, 7]) {
  const [line, plane] = [whole(1, length, 1).reshape(length), whole(length, length, 2)];
  const sum = dist.shard(line, world).add(plane);
  await expectEqual(await sum.gather(), line.add(plane), `more axes, length ${length}`);
  const other = dist.shard(line, world).mul(dist.shard(plane, world, { axis: 1 }));
  await expectEqual(await other.gather(), line.mul(plane), `more axes in parts, length ${length}`);
}

// A NaN on any rank is that of all, as in a whole array.
const holes = x.copy();
holes.reshape(35).set([Number.NaN], 32);
for (const dtype of ["float16", "float64"] as const) {
  const some = holes.astype(dtype);
  await expectEqual(await dist.shard(some, world).max(), some.max(), `max of a NaN, ${dtype}`);
  await expectEqual(await dist.shard(some, world).min(0), some.min(0), `min of a NaN, ${dtype}`);
}

const b = whole(5, 6, 4);
const expected = x.matmul(b);
const alone = await world.split({ color: world.rank });
if (alone === undefined) throw new Error("a rank with a color is in a communicator");
const rows = (matrix: cu.NDArray): dist.ShardedArray => dist.shard(matrix, world);
const columns = (matrix: cu.NDArray): dist.ShardedArray => dist.shard(matrix, world, { axis: 1 });
for (const [name, left, right] of [
  ["rows of the first", rows(x), b],
  ["columns of the second", x, columns(b)],
  ["columns of the first", columns(x), b],
  ["rows of the second", x, rows(b)],
  ["both along the sum", columns(x), rows(b)],
] as const) {
  await expectEqual(await (await dist.matmul(left, right)).gather(), expected, name);
}

for (const [call, text] of [
  [() => rows(x).add(columns(y)), "in the same parts as [7, 5] along axis 0"],
  // On all ranks, also on those whose parts would fit.
  [() => rows(x).add(whole(6, 5, 1)), "the length along axis 0 must be 7 or 1"],
  [() => rows(x).add(whole(8, 5, 1)), "the length along axis 0 must be 7 or 1"],
  [() => rows(whole(1, 5, 1)).add(x), "the length along axis 0 must be 1 for"],
  [() => rows(x).add(dist.shard(y, alone)), "sharded over the same ranks"],
  [() => void rows(x).sum(1), "x.map((part) => part.sum(1))"],
  [() => rows(x).map((part) => part.sum(0)), "along axis 0, as the part has"],
  [() => void dist.shard(whole(1, 5, 1), world).max(), "must have at least one element"],
  [() => dist.shard(cu.array(1, { device: "cpu" }), world), "it must have at least one axis"],
] as const) {
  const message = told(call);
  if (!message.includes(text)) throw new Error(`rank ${world.rank}: ${message} is not about ${text}`);
}
await world.barrier();
if (world.rank === 0) console.log(`sharded over ${world.size} ranks`);
