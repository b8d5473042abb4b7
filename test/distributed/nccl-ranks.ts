// A program of ranks with GPUs and NCCL, both fakes: every collective for dtypes that need no kernel, parts that do not come out
// even, groups and splits, against what each rank computes by itself. What else it does is said by FAKE_MODE: a rank
// ends, never joins, or has a GPU that is stuck.

import * as cu from "../../src/index.js";
import * as dist from "../../src/distributed/distributed.js";

const mode = process.env["FAKE_MODE"] ?? "all";
const driver = cu.dlopen(process.env["CUTS_LIBCUDA"] ?? "", {
  fake_set_devices: "void(int count)",
  fake_set_stuck: "void(int yes)",
});
driver.fake_set_devices(Number(process.env["FAKE_GPUS"] ?? 4));
if (mode === "absent" && (process.env["CUTS_RANK"] ?? "") === "1") process.exit(0);

const world = await dist.init();
const { rank, size } = world;
const ranks = Array.from({ length: size }, (_, index) => index);
const values = (of: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => 1 + ((of * 5 + index * 3) % 7));
const own = (count: number, dtype: "float32" | "int64" | "uint8" = "float32"): cu.NDArray =>
  cu.array(values(rank, count), { dtype });

async function expectValues(x: cu.NDArray, expected: readonly number[], what: string): Promise<void> {
  const got = Array.from(await x.data(), Number);
  if (JSON.stringify(got) === JSON.stringify(expected)) return;
  throw new Error(`rank ${rank}: ${what}: ${JSON.stringify(got)} is not ${JSON.stringify(expected)}`);
}
const total = (count: number, combine: (a: number, b: number) => number): number[] =>
  Array.from({ length: count }, (_, index) =>
    ranks.map((one) => values(one, count)[index] as number).reduce(combine),
  );

if (mode === "all") {
  if (own(1).device.id !== `cuda:${world.localRank}`) throw new Error(`on ${own(1).device.id}`);
  for (const dtype of ["float32", "int64", "uint8"] as const) {
    for (const count of [0, 1, 7]) {
      const sums = total(count, (a, b) => a + b);
      await expectValues(await world.allReduce(own(count, dtype)), sums, `allReduce ${dtype}`);
      await expectValues(
        await world.allReduce(own(count, dtype), { op: "max" }),
        total(count, (a, b) => Math.max(a, b)),
        `max ${dtype}`,
      );
      const root = count % size;
      const reduced = await world.reduce(own(count, dtype), { root });
      await expectValues(reduced, rank === root ? sums : values(rank, count), `reduce ${dtype}`);
      await expectValues(
        await world.broadcast(own(count, dtype), { root }),
        values(root, count),
        "broadcast",
      );
      const starts = ranks.map((one) => Math.floor(count / size) * one + Math.min(one, count % size));
      const mine = (list: readonly number[]): readonly number[] =>
        list.slice(starts[rank], starts[rank + 1] ?? count);
      await expectValues(await world.reduceScatter(own(count, dtype)), mine(sums), "reduceScatter");
      const part = await world.scatter(rank === root ? own(count, dtype) : undefined, { root });
      await expectValues(part, mine(values(root, count)), "scatter");
      await expectValues(
        await world.allToAll(own(count, dtype)),
        ranks.flatMap((one) => mine(values(one, count))),
        "allToAll",
      );
      // Ranks have different lengths.
      const all = ranks.flatMap((one) => values(one, count + one));
      await expectValues(await world.allGather(own(count + rank, dtype)), all, "allGather");
      const gathered = await world.gather(own(count + rank, dtype), { root });
      if (gathered !== undefined) await expectValues(gathered, all, "gather");
      await expectValues(
        await world.allGather(own(count, dtype), { equal: true }),
        ranks.flatMap((one) => values(one, count)),
        "allGather of equal parts",
      );
    }
  }
  await expectValues(
    await world.allReduce(own(4), { op: "mean" }),
    Array.from(
      Float32Array.from(
        total(4, (a, b) => a + b),
        (value) => value / size,
      ),
    ),
    "mean",
  );
  const truths = await world.allReduce(cu.array([rank === 0, false, true]));
  await expectValues(truths, [1, 0, 1], "truths");
  // Complex numbers are pairs to NCCL.
  const pair = cu.fromBuffer(Float32Array.of(1, rank), { dtype: "complex64", device: "cpu" });
  const complex = await world.allReduce(pair.to(own(1).device));
  await expectValues(complex, [size, ranks.reduce((a, b) => a + b)], "complex");
  const into = cu.zeros([3]);
  const [right, left] = [(rank + 1) % size, (rank + size - 1) % size];
  await world.group(() => [world.send(own(3), right), world.receive(into, left)]);
  await expectValues(into, values(left, 3), "send and receive");
  // Not awaited one by one.
  const x = own(5);
  void world.allReduce(x);
  void world.broadcast(x, { root: 0 });
  await expectValues(
    x,
    total(5, (a, b) => a + b),
    "calls in a row",
  );
  const half = await world.split({ color: rank % 2 });
  const parts = ranks.filter((one) => one % 2 === rank % 2);
  const sum = await half?.allReduce(cu.array([rank]));
  await expectValues(sum as cu.NDArray, [parts.reduce((a, b) => a + b)], "split");
  await world.barrier();
  for (const [call, text] of [
    [() => world.allReduce(cu.zeros([2], { device: "cpu" })), "arrays on the cpu go through MPI"],
    [() => world.send(own(1), 0, { tag: 3 }), "NCCL has no tags"],
    [() => world.group(() => [world.allGather(own(1))]), "impossible in a group"],
  ] as const) {
    let told = "nothing";
    try {
      await call();
    } catch (error) {
      told = (error as Error).message;
    }
    if (!told.includes(text)) throw new Error(`rank ${rank}: ${told} is not about ${text}`);
  }
  await half?.close();
  await world.close();
  console.log(`rank ${rank} of ${size} is well`);
} else if (mode === "lost") {
  if (rank === 1) process.exit(3);
  await world.barrier();
} else {
  // The GPU does not come to an end; NCCL says why, or the time is over.
  const nccl = cu.dlopen(process.env["CUTS_LIBNCCL"] ?? "", {
    fake_nccl_fail: "void(int error)",
    fake_nccl_log: "const char*()",
  });
  const x = own(3);
  driver.fake_set_stuck(1);
  if (mode === "broken") nccl.fake_nccl_fail(6);
  else world.timeout = 1;
  for (const call of [() => world.allReduce(x), () => x.data(), () => world.barrier()]) {
    try {
      await call();
      console.log("nothing");
    } catch (error) {
      console.log((error as Error).message.split("\n")[0]);
    }
    driver.fake_set_stuck(0);
  }
  console.log(nccl.fake_nccl_log()?.includes("ncclCommAbort"));
}
