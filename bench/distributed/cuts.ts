// All-reduces of floats, a batch of each contender after the other in the same processes, again and again: a loop in C, the same call of MPI through
// the FFI, which is the least that JavaScript can do, and CuTS. Arguments: the library of all-reduce.c, and bytes:calls:batches for each size.

import * as cu from "../../src/index.js";
import * as dist from "../../src/distributed/distributed.js";
import { openRawMpi } from "../../src/native/mpi.js";
import type { RawHandle } from "../../src/native/raw-call.js";
import { summary } from "./summary.js";

const [library = "", ...words] = process.argv.slice(2);
const world = await dist.init();
const twin = cu.dlopen(library, { all_reduce_us: "double(float* x, int count, int calls)" });
const { api, abi } = openRawMpi();
const type = abi.datatypes.float32 as RawHandle<"MPI_Datatype">;
const sum = abi.operations.sum as RawHandle<"MPI_Op">;
const comm = abi.world as RawHandle<"MPI_Comm">;

for (const word of words) {
  const [byteLength = 0, calls = 0, batches = 0] = word.split(":").map(Number);
  const count = byteLength / 4;
  const x = cu.zeros([count], { device: "cpu" });
  await x.data();
  const at = x.storage.hostAddress;
  const timed = async (body: () => void | Promise<void>): Promise<number> => {
    const startMs = performance.now();
    await body();
    return ((performance.now() - startMs) * 1000) / calls;
  };
  const contenders: Record<string, () => number | Promise<number>> = {
    C: () => twin.all_reduce_us(x, count, calls),
    "MPI by the FFI": () =>
      timed(() => {
        for (let i = 0; i < calls; i++) api.MPI_Allreduce(abi.inPlace, at, count, type, sum, comm);
      }),
    "CuTS, allReduceSync": () =>
      timed(() => {
        for (let i = 0; i < calls; i++) world.allReduceSync(x);
      }),
    "CuTS, await allReduce": () =>
      timed(async () => {
        for (let i = 0; i < calls; i++) await world.allReduce(x);
      }),
  };
  const seen = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
  // The first batches of each are for V8.
  const warm = Math.ceil(batches / 4);
  for (let batch = -warm; batch < batches; batch++) {
    for (const [name, run] of Object.entries(contenders)) {
      await world.barrier();
      const us = await run();
      if (batch >= 0) seen.get(name)?.push(us);
    }
  }
  if (world.rank === 0) for (const [name, values] of seen) console.log(summary(byteLength, name, values));
  x.dispose();
}
