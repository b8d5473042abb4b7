// Programs that drop what they make, by name: `node dropped.ts NAME …`. For each, one line of JSON tells how many handles
// and how much memory of the device were in use at most. The limits on memory are the caller's; who keeps what was
// dropped runs into them.

import { AsyncLocalStorage } from "node:async_hooks";
import * as cu from "../../src/index.js";

let handles = 0;
let bytes = 0;

/** Notes what is in use now. */
function look(): void {
  handles = Math.max(handles, cu.liveHandles().length);
  lookAtBytes();
}

/** The same where a list of all handles would itself be reason for V8 to collect. */
function lookAtBytes(): void {
  bytes = Math.max(bytes, cu.device().memory().liveBytes);
}

const MEBIBYTE = 1 << 18;

/** Does `step` so many times, and looks a hundred times at what is in use. */
function repeat(count: number, step: () => void): void {
  const every = Math.ceil(count / 100);
  for (let i = 0; i < count; i++) {
    step();
    if (i % every === 0) look();
  }
}

const programs: Record<string, () => void | Promise<void>> = {
  "large arrays": () => repeat(300, () => void cu.zeros([MEBIBYTE])),

  "a chain of large arrays": () => {
    let x = cu.zeros([MEBIBYTE]);
    repeat(200, () => (x = x.add(1)));
  },

  "a chain of large arrays, each awaited": async () => {
    let x = cu.zeros([MEBIBYTE]);
    for (let i = 0; i < 200; i++) {
      x = x.add(1);
      await cu.device().synchronize();
      look();
    }
  },

  "a chain of large arrays, each tenth awaited": async () => {
    let x = cu.zeros([MEBIBYTE]);
    for (let i = 0; i < 200; i++) {
      x = x.add(1);
      if (i % 10 === 0) await x.data();
      look();
    }
  },

  "small arrays": () => repeat(150_000, () => void cu.zeros(10)),

  "a chain of small arrays": () => {
    let x = cu.zeros(10);
    repeat(150_000, () => (x = x.add(1)));
  },

  "small sums": () => {
    const x = cu.zeros(10);
    repeat(100_000, () => void x.sum());
  },

  "small buffers": () => repeat(10_000, () => void cu.buffer("float32", 16_000)),

  "a training loop": () => {
    let x = cu.ones([100, 100]);
    repeat(5000, () => (x = x.mul(0.99).add(0.01)));
  },

  "a training loop, each step awaited": async () => {
    let x = cu.ones([100, 100]);
    for (let i = 0; i < 5000; i++) {
      x = x.mul(0.99).add(0.01);
      await x.data();
      if (i % 100 === 0) look();
    }
  },

  "a training loop in a context": () =>
    new AsyncLocalStorage().run({ request: 1 }, async () => {
      await Promise.resolve();
      await programs["a training loop, each step awaited"]?.();
    }),

  "a scope": () => cu.scope(() => repeat(10_000, () => void cu.buffer("float32", 16_000))),

  "an async scope": () =>
    cu.scope(async () => {
      await Promise.resolve();
      repeat(10_000, () => void cu.buffer("float32", 16_000));
    }),

  "a generator": () => {
    function* arrays(): Generator<cu.NDArray> {
      for (let i = 0; i < 3000; i++) yield cu.zeros([100, 100]).add(i);
    }
    for (const x of arrays()) {
      if (x.offset === 0) look();
    }
  },

  views: () => {
    const x = cu.zeros([1000]);
    repeat(100_000, () => void x.slice("1:10"));
  },

  "many arrays": () => {
    for (let i = 0; i < 800_000; i++) {
      cu.zeros(32);
      if (i % 10_000 === 0) lookAtBytes();
    }
  },

  "many arrays, some awaited": async () => {
    for (let i = 0; i < 800_000; i++) {
      const x = cu.zeros(32);
      if (i % 10_000 !== 0) continue;
      await x.data();
      lookAtBytes();
    }
  },

  events: () => {
    const stream = cu.stream();
    repeat(100_000, () => void stream.record());
  },

  timers: async () => {
    let fired = 0;
    const timer = setInterval(() => fired++, 1);
    let x = cu.zeros(10);
    for (let i = 0; i < 20_000; i++) {
      x = x.add(1);
      await x.data();
    }
    for (let i = 0; i < 20_000; i++) await cu.device().synchronize();
    clearInterval(timer);
    handles = fired;
  },

  streams: () => repeat(4000, () => void cu.stream()),
};

const [, , ...names] = process.argv;
for (const name of names) {
  handles = 0;
  bytes = 0;
  await programs[name]?.();
  if (!name.startsWith("many ")) look();
  console.log(JSON.stringify({ name, handles, bytes }));
}
