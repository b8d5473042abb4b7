// One scenario, many times, each time with another call of the port going wrong: allocations, launches, copies, compilations,
// everything that is awaited. Whoever is told must be told of that; what is read must be right; nothing hangs, nothing is
// left behind, and the device works in the next run.

import { expect, it } from "vitest";
import { collectGarbage } from "../../src/host/garbage.js";
import * as cu from "../../src/index.js";
import { INJECTED, Injector } from "./injecting-backend.js";

const device = "injected:0";
const injector = new Injector();
injector.register(device);

const SIZE = 1000;
const SOURCE = `
  extern "C" __global__ void step(int* x, int k, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] * 3 + k;
  }`;
const config = { threads: SIZE };

/** How many values were read and right, and how many errors were told. */
class Tally {
  right = 0;
  told = 0;

  /** Does something; undefined where the injected fault came of it. */
  try<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      this.tell(error);
      return undefined;
    }
  }

  async tryAsync<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      this.tell(error);
      return undefined;
    }
  }

  tell(error: unknown): void {
    if ((error as { code?: unknown }).code !== INJECTED) throw error;
    this.told++;
  }

  /** Reads an array, if there is one: it holds this, or the fault is told. */
  async read(array: cu.NDArray | undefined, expected: readonly number[]): Promise<void> {
    if (array === undefined) return;
    const data = await this.tryAsync(() => array.data());
    if (data === undefined) return;
    expect(Array.from(data as ArrayLike<number>, Number)).toEqual(expected);
    this.right++;
  }
}

const counted = Array.from({ length: SIZE }, (_, i) => i);
const stepped = (values: readonly number[], k: number): number[] => values.map((value) => value * 3 + k);

/** Operations of several kernels, with memory of their own in between. */
async function someOperations(
  tally: Tally,
  make: (act: () => cu.NDArray) => cu.NDArray | undefined,
  y: cu.NDArray<"int32">,
): Promise<void> {
  const int = { dtype: "int32", device } as const;
  const reversed = counted.toReversed();
  await tally.read(
    make(() => cu.argsort(y)),
    counted,
  );
  await tally.read(
    make(() => cu.flip(y).copy()),
    reversed,
  );
  await tally.read(
    make(() => cu.roll(y, 1)),
    [SIZE - 1, ...counted.slice(0, -1)],
  );
  await tally.read(
    make(() => cu.diff(y)),
    counted.slice(1).map(() => 1),
  );
  await tally.read(
    make(() => cu.pad(y, 1)),
    [0, ...counted, 0],
  );
  await tally.read(
    make(() => cu.where(y.less(500), y, 0)),
    counted.map((i) => (i < 500 ? i : 0)),
  );
  const counts = await tally.tryAsync(() => cu.bincount(cu.zeros([5], int)));
  await tally.read(counts, [5]);
  counts?.dispose();
  await tally.read(
    make(() => cu.repeat(cu.arange(3, int), 2)),
    [0, 0, 1, 1, 2, 2],
  );
  await tally.read(
    make(() => cu.convolve(cu.arange(3, int), cu.ones([2], int))),
    [0, 1, 3, 2],
  );
  await tally.read(
    make(() => y.reshape(10, 100).max({ axis: 1 })),
    Array.from({ length: 10 }, (_, i) => i * 100 + 99),
  );
  const masked = await tally.tryAsync(() => y.masked(y.less(3)));
  await tally.read(masked, [0, 1, 2]);
  masked?.dispose();
  const unique = await tally.tryAsync(() => cu.unique(cu.array([3, 1, 3], int)));
  await tally.read(unique, [1, 3]);
  unique?.dispose();
  const copy = make(() => y.copy());
  if (copy !== undefined) {
    const isWritten = tally.try(() => {
      copy.setAt(copy.less(2), 7);
      return true;
    });
    // A copy that was begun and not finished is known to have failed.
    if (isWritten === true) await tally.read(copy, [7, 7, ...counted.slice(2)]);
  }
  const typed = new Int32Array(SIZE);
  const isIn = await tally.tryAsync(async () => {
    using buffer = cu.buffer("int32", Int32Array.from(counted), { device });
    return buffer.dataInto(typed);
  });
  if (isIn !== undefined) expect([...typed]).toEqual(counted);
}

async function scenario(tally: Tally): Promise<void> {
  using kernel = cu.kernel(SOURCE, { device });
  const int = { dtype: "int32", device } as const;
  const arrays: (cu.NDArray | undefined)[] = [];
  const make = <T extends cu.NDArray>(act: () => T): T | undefined => {
    const made = tally.try(act);
    arrays.push(made);
    return made;
  };
  const x = make(() => cu.arange(SIZE, int));
  const y = make(() => cu.array(Int32Array.from(counted), { device }));
  let values = counted;
  const launch = (k: number, stream?: cu.Stream): void => {
    if (x === undefined) return;
    const options = stream === undefined ? config : { ...config, stream };
    const isGiven = tally.try(() => {
      kernel(options, x, k, SIZE);
      return true;
    });
    if (isGiven === true) values = stepped(values, k);
  };
  launch(1);
  await tally.read(x, values);
  // Array operations: one kernel, several kernels, copies.
  if (x !== undefined && y !== undefined) {
    await tally.read(
      make(() => y.add(y)),
      counted.map((i) => i * 2),
    );
    await tally.read(
      make(() => y.take([3, 1, 2])),
      [3, 1, 2],
    );
    await tally.read(
      make(() => y.take(cu.array([5n, 6n], { dtype: "int64", device }))),
      [5, 6],
    );
    await tally.read(
      make(() => cu.concatenate([y, y])),
      [...counted, ...counted],
    );
    await tally.read(
      make(() => y.reshape(10, 100).transpose().copy()),
      counted.map((i) => (i % 10) * 100 + Math.floor(i / 10)),
    );
    await tally.read(
      make(() => cu.sort(y)),
      counted,
    );
    await tally.read(
      make(() => y.cumsum()),
      counted.map((i) => (i * (i + 1)) / 2),
    );
    const total = await tally.tryAsync(async () => {
      using sum = y.sum();
      return Number(await sum.item());
    });
    if (total !== undefined) expect(total).toBe((SIZE * (SIZE - 1)) / 2);
  }
  if (y !== undefined) await someOperations(tally, make, y);
  const a = make(() =>
    cu.array(
      [
        [2, 0],
        [0, 4],
      ],
      { device },
    ),
  );
  const b = make(() => cu.array([2, 4], { device }));
  if (a !== undefined && b !== undefined) {
    await tally.read(
      make(() => cu.linalg.solve(a, b)),
      [1, 1],
    );
    await tally.read(
      make(() => cu.matmul(a, a)),
      [4, 0, 0, 16],
    );
  }
  // Streams and events.
  const s = tally.try(() => cu.stream({ device }));
  if (s !== undefined) {
    launch(2, s);
    const event = tally.try(() => s.record());
    await tally.tryAsync(async () => event?.synchronize());
    event?.dispose();
    await tally.read(x, values);
    await tally.tryAsync(() =>
      s.run(async () => {
        if (y === undefined) return;
        using sum = y.add(1);
        await tally.read(
          sum,
          counted.map((i) => i + 1),
        );
      }),
    );
    s.dispose();
  }
  // A graph.
  const graph =
    x === undefined ? undefined : tally.try(() => cu.graph(() => kernel(config, x, 3, SIZE), { device }));
  for (let i = 0; i < 2; i++) {
    const isLaunched = tally.try(() => {
      graph?.launch();
      return graph !== undefined;
    });
    if (isLaunched === true) values = stepped(values, 3).map((value) => value | 0);
  }
  await tally.read(x, values);
  graph?.dispose();
  // What was lost is there again when it is written.
  if (x !== undefined) {
    const isSet = tally.try(() => {
      x.set(Int32Array.from(counted));
      return true;
    });
    if (isSet === true) await tally.read(x, counted);
  }
  // Typed arrays.
  const typed = Int32Array.from(counted);
  const isRun = await tally.tryAsync(async () => {
    await cu.withDevice(device, () => kernel.run(config, typed, 4, SIZE));
    return true;
  });
  if (isRun === true) expect([...typed]).toEqual(stepped(counted, 4));
  // Blocking.
  if (y !== undefined) {
    const data = tally.try(() => y.dataSync());
    if (data !== undefined) expect([...data]).toEqual(counted);
  }
  for (const array of arrays) array?.dispose();
  await tally.tryAsync(() => cu.device(device).synchronize());
}

it("a fault at every allocation, launch, copy, compilation and wait is told, and leaves nothing behind", async () => {
  // What a device makes for itself once is not left behind.
  for (let i = 0; i < 3; i++) await scenario(new Tally());
  const left = (): readonly [readonly string[], number] => [
    cu.liveHandles().map(({ kind, text }) => `${kind} ${text}`),
    cu.device(device).memory().liveBytes,
  ];
  /** What is left when garbage was collected; some of it takes more than one turn. */
  const settled = async (isEnough: (bytes: number) => boolean) => {
    for (let i = 0; i < 4 && !isEnough(left()[1]); i++) {
      collectGarbage();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return left();
  };
  const before = await settled(() => false);
  const kinds = new Map<string, number>();
  let runs = 0;
  for (; ; runs++) {
    const tally = new Tally();
    injector.begin(runs);
    await scenario(tally);
    const { injected } = injector;
    injector.end();
    if (injected === undefined) break;
    kinds.set(injected, (kinds.get(injected) ?? 0) + 1);
    const after = await settled((bytes) => bytes === before[1] && cu.liveHandles().length === 0);
    expect({ runs, injected, left: after }).toEqual({ runs, injected, left: before });
  }
  // Several hundred, of every kind; the last run had none.
  expect(runs).toBeGreaterThan(300);
  expect([...kinds.keys()].toSorted()).toEqual([
    "allocate: throw",
    "compile: compile",
    "copy: fail",
    "copy: throw",
    "createStream: throw",
    "end: throw",
    "fill: fail",
    "fill: throw",
    "launch: fail",
    "launch: throw",
    "read: reject",
    "readSync: throw",
    "record: throw",
    "synchronize: reject",
    "write: fail",
    "write: throw",
  ]);
});
