// A program of two ranks in which something goes wrong; its argument says what. What an error says is printed, and the process
// ends as a program would that does not catch it.

import * as cu from "../../src/index.js";
import * as dist from "../../src/distributed/distributed.js";

const [mode] = process.argv.slice(2);

const launched = process.env["OMPI_COMM_WORLD_RANK"] ?? process.env["PMI_RANK"];
if (mode === "absent" && launched === "1") {
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}
const world = await dist.init({ debug: mode === "wrong" });
const { rank } = world;
const x = cu.ones([3 + rank], { device: "cpu" });

/** The code and the message of what a call throws. */
async function told(call: () => unknown): Promise<string> {
  try {
    await call();
    return "nothing";
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code} ${message.replaceAll("\n", " ")}`;
  }
}

let kept: Promise<unknown> | undefined;
function failing(): Promise<unknown>[] {
  kept = world.broadcast(x, { root: rank });
  throw new Error("a mistake in a group");
}

switch (mode) {
  case "wrong": {
    const lines = [
      await told(() => dist.init()),
      await told(() => world.broadcast(x, { root: 2 })),
      await told(() => world.allReduce(x, { op: "median" as never })),
      await told(() => world.allReduce(x.astype("complex64"), { op: "max" })),
      await told(() => world.allReduce(x.astype("int32"), { op: "mean" })),
      await told(() => world.allReduce(x.broadcastTo([2, 3 + rank]))),
      await told(() => world.allReduce([1, 2] as never)),
      await told(() => world.send(x, 1, { tag: -1 })),
      await told(() => world.allGather(cu.array(1, { device: "cpu" }))),
      await told(() => world.scatter(undefined, { root: rank })),
      // Compared over ranks: the shapes differ.
      await told(() => world.allReduce(x)),
      await told(() => world.allGather(cu.zeros([2, 2 + rank], { device: "cpu" }))),
      await told(() => world.allReduceSync(x)),
      // One blocks, the other does not.
      await told(() => (rank === 0 ? world.allReduceSync(x) : world.allReduce(x))),
      await told(() => world.allReduceSync(cu.ones([2], { device: "cpu" }))),
      await told(() => world.group(failing)),
      await told(() => kept),
      // Nothing was sent: the next call is that of the other rank.
      await told(() => world.broadcast(cu.ones([2], { device: "cpu" }))),
      await told(() => world.barrier()),
      await told(() => world.close()),
      await told(() => world.allReduce(x)),
    ];
    if (rank === 0) for (const line of lines) console.log(line);
    break;
  }
  case "deadlock":
    world.timeout = 2;
    await world.receive(x, 1 - rank);
    break;
  case "killed":
    if (rank === 1) process.kill(process.pid, "SIGKILL");
    await world.allReduce(x);
    break;
  case "absent-sync":
    world.timeout = 2;
    if (rank === 0) world.allReduceSync(cu.ones([3], { device: "cpu" }));
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    break;
  case "killed-sync":
    if (rank === 1) process.kill(process.pid, "SIGKILL");
    world.allReduceSync(cu.ones([3], { device: "cpu" }));
    break;
  case "sync-loop": {
    // All ranks make as many calls: how long it goes on is for rank 0 to say.
    const goesOn = cu.ones([1], { device: "cpu" });
    const endMs = performance.now() + 1.2 * 1000 * world.timeout;
    let calls = 0;
    do {
      goesOn.fill(rank === 0 && performance.now() > endMs ? 0 : 1);
      world.allReduceSync(goesOn, { op: "min" });
      calls++;
      await new Promise((resolve) => setTimeout(resolve, 1));
    } while ((await goesOn.item()) === 1);
    if (rank === 0) console.log(`made ${calls > 10 ? "many" : "few"} calls`);
    break;
  }
  case "done":
    // The program of the other rank ends well, with a call less.
    world.timeout = 4;
    if (rank === 0) await world.allReduce(x);
    break;
  case "trap": {
    // (module (memory 1) (func (export "f") (result i32) (i32.load (i32.const 1048576))))
    const bytes = "AGFzbQEAAAABBQFgAAF/AwIBAAUEAQEBAQcFAQFmAAAKDAEKAEGAgMAAKAIACw==";
    const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(bytes, "base64")));
    console.log(await told(instance.exports["f"] as () => unknown));
    break;
  }
  case "failing":
    if (rank === 1) throw new Error("this rank has a mistake");
    await world.allReduce(x);
    break;
  default:
    break;
}
