// cuts/distributed on a real GPU: NCCL with one rank, every collective for every dtype and inside a graph; and two processes that
// share the GPU, between which MPI moves arrays. Several ranks of NCCL, with fakes: test/distributed/nccl.test.ts.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import * as dist from "../../src/distributed/distributed.js";
import { dtypeNames, dtypes } from "../../src/core/dtype.js";
import { elementsOf, expectNumbers, ownArray } from "../distributed/rank-values.js";
import { noMpi, runRanks } from "../distributed/run-ranks.js";
import { noGpu } from "./device.js";

const why = noGpu === undefined ? "" : ` (skipped: ${noGpu})`;
let world: dist.Communicator;

describe.skipIf(noGpu !== undefined)(`NCCL with one rank${why}`, () => {
  beforeAll(async () => {
    // Without MPI, by an address that one rank does not need.
    const alone = { CUTS_RANK: "0", CUTS_WORLD_SIZE: "1", CUTS_RENDEZVOUS: "127.0.0.1:1" };
    Object.assign(process.env, alone);
    world = await dist.init({ timeout: 60 });
    // Programs that are started from here are in jobs of their own.
    for (const name of Object.keys(alone)) Reflect.deleteProperty(process.env, name);
  });
  afterAll(() => world.close());

  it.each(dtypeNames)("every collective of %s", async (dtype) => {
    const isComplex = dtypes[dtype].kind === "complex";
    for (const count of [0, 1, 1031]) {
      const expected = elementsOf(dtype, 0, count);
      const own = (): cu.NDArray => ownArray(dtype, 0, [count]).to("cuda:0");
      for (const op of isComplex ? (["sum", "prod"] as const) : (["sum", "prod", "max", "min"] as const)) {
        await expectNumbers(await world.allReduce(own(), { op }), expected, `allReduce ${op}`);
        await expectNumbers(await world.reduce(own(), { op }), expected, `reduce ${op}`);
        await expectNumbers(await world.reduceScatter(own(), { op }), expected, `reduceScatter ${op}`);
      }
      await expectNumbers(await world.broadcast(own()), expected, "broadcast");
      await expectNumbers(await world.allGather(own()), expected, "allGather");
      await expectNumbers((await world.gather(own())) as cu.NDArray, expected, "gather");
      await expectNumbers(await world.scatter(own()), expected, "scatter");
      await expectNumbers(await world.allToAll(own()), expected, "allToAll");
      const into = cu.zeros([count], { dtype, device: "cuda:0" });
      await world.group(() => [world.send(own(), 0), world.receive(into, 0)]);
      await expectNumbers(into, expected, "send and receive");
      if (dtypes[dtype].kind !== "float" && !isComplex) continue;
      await expectNumbers(await world.allReduce(own(), { op: "mean" }), expected, "mean");
    }
  });

  it("packs what has gaps, and keeps parts along other axes", async () => {
    const x = cu.arange(24, { dtype: "float32", device: "cuda:0" }).reshape(4, 6);
    const columns = x.slice([":", "::2"]);
    await world.allReduce(columns, { op: "max" });
    await expectNumbers(
      x,
      Array.from({ length: 24 }, (_, index) => index),
      "columns",
    );
    const part = await world.reduceScatter(x, { axis: 1 });
    expect(part.shape).toEqual([4, 6]);
  });

  it("calls are recorded in a graph", async () => {
    const x = cu.array([1, 2, 3], { dtype: "float32", device: "cuda:0" });
    const total = cu.zeros([3], { dtype: "float32", device: "cuda:0" });
    using graph = cu.graph(() => {
      x.mulInplace(2);
      void world.allReduce(x, { op: "mean" });
      void world.broadcast(x);
      total.addInplace(x);
    });
    for (let i = 0; i < 3; i++) graph.launch();
    await expectNumbers(x, [8, 16, 24], "x");
    await expectNumbers(total, [14, 28, 42], "total");
  });

  it("is a part of streams, and of communicators that are split", async () => {
    const half = await world.split({ color: 0 });
    const x = cu.ones([1 << 20], { device: "cuda:0" });
    for (let i = 0; i < 10; i++) {
      x.mulInplace(2);
      void half?.allReduce(x);
    }
    expect(await x.max().item()).toBe(1024);
    await half?.close();
    await expect(half?.allReduce(x)).rejects.toMatchObject({ code: "CUTS_DISPOSED" });
    await expect(world.allReduce(cu.ones([2], { device: "cpu" }))).rejects.toThrow("go through MPI");
  });
});

it.skipIf(noGpu !== undefined || noMpi !== undefined)(
  `two processes share the GPU, and MPI moves their arrays${why}${noMpi ? ` (${noMpi})` : ""}`,
  async () => {
    const { code, stdout, stderr } = await runRanks(2, "shared-gpu.ts", { environment: { CUTS_DEVICE: "" } });
    expect(stderr).not.toContain("Error");
    for (const rank of [0, 1]) {
      expect(stdout).toMatch(
        new RegExp(
          `rank ${rank}: cuda:0: 7000: .*ranks 0 and 1 share a GPU, and NCCL needs one for each rank`,
        ),
      );
    }
    expect(code).toBe(0);
  },
);
