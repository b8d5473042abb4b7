// What random work consists of. Each operation does something to the device and the same to the model.

import { setImmediate as nextTurn } from "node:timers/promises";
import { collectGarbage } from "../../src/host/garbage.js";
import * as cu from "../../src/index.js";
import type { FailingKernel } from "./kernels.js";
import { Cell, mix, step, union } from "./model.js";
import { checkSame, type Round } from "./round.js";

type Operation = (round: Round) => void | Promise<void>;

/** Operations, and how often each is done in proportion to others. */
const operations: Readonly<Record<string, readonly [weight: number, operation: Operation]>> = {
  make: [6, (round) => round.note(`make ${round.name(round.make())}`)],
  step: [8, launchStep],
  mix: [6, launchMix],
  add: [8, addArrays],
  fill: [4, fill],
  set: [3, set],
  read: [8, (round) => read(round, round.cell())],
  "read blocking": [1, readSync],
  dispose: [3, (round) => round.remove().real.dispose()],
  drop: [3, (round) => void round.remove()],
  fault: [4, launchFault],
  "wrong index": [2, takeWrongIndex],
  "make graph": [1, makeGraph],
  "launch graph": [4, launchGraph],
  "kernel.run": [2, runKernel],
  "kernel.run that fails": [1, runFailing],
  "kernel.run, array transferred": [1, runTransferred],
  "native call": [3, callNative],
  "native call on host memory": [2, callNativeOnHost],
  "wait for a stream": [2, waitForStream],
  event: [2, recordEvent],
  "stream.run": [2, runOnStream],
  scope: [1, computeInScope],
  "turn of the event loop": [3, () => nextTurn()],
  settle: [1, (round) => round.settle()],
  "collect garbage": [1, () => collectGarbage()],
};

const deck = Object.entries(operations).flatMap(([name, [weight, operation]]) =>
  Array.from({ length: weight }, () => ({ name, operation })),
);

/** Does one operation. */
export async function doSomething(round: Round): Promise<void> {
  const { name, operation } = round.oneOf(deck);
  round.count(name);
  round.note(name);
  await operation(round);
  round.thinOut();
}

function launchStep(round: Round): void {
  const [x, s, k] = [round.cell(), round.anyStream(), round.below(100)];
  const { kernels } = round.setup;
  const kernel = round.below(8) === 0 ? kernels.slow : kernels.step;
  round.note(`  ${round.name(x)} on stream ${s}`);
  kernel({ threads: x.size, ...round.on(s) }, x.real, k, x.size);
  x.update([], (values) => step(values, k));
}

function launchMix(round: Round): void {
  const x = round.cell();
  const [y, s] = [round.cellOf(x.size), round.anyStream()];
  const z = round.cellOf(x.size);
  round.note(`  ${round.name(z)} of ${round.name(x)} and ${round.name(y)} on stream ${s}`);
  round.setup.kernels.mix({ threads: x.size, ...round.on(s) }, z.real, x.real, y.real, x.size);
  z.update([x, y], (values) => mix(values, x.values, y.values));
}

function addArrays(round: Round): void {
  const x = round.cell();
  const y = round.cellOf(x.size);
  round.note(`  ${round.name(x)} and ${round.name(y)}`);
  round.add(sum(x, y));
}

function sum(x: Cell, y: Cell): Cell {
  const cell = new Cell(x.real.add(y.real), new Int32Array(x.size));
  cell.update([x, y], (values) => {
    for (let i = 0; i < values.length; i++) {
      values[i] = ((x.values[i] as number) + (y.values[i] as number)) | 0;
    }
  });
  return cell;
}

function fill(round: Round): void {
  const [x, value] = [round.cell(), round.below(1000)];
  round.note(`  ${round.name(x)}`);
  x.real.fill(value);
  x.restore(new Int32Array(x.size).fill(value));
}

function set(round: Round): void {
  const x = round.cell();
  round.note(`  ${round.name(x)}`);
  const values = round.random.integers(x.size, -1000, 1000);
  x.real.set(values);
  x.restore(values);
  // What was given is the device's own by now.
  values.fill(-77);
}

function read(round: Round, x: Cell): void {
  round.note(`  ${round.name(x)}`);
  const expected = x.values.slice();
  round.expectResult("read", x.real.data(), x.losses, (got) => checkSame(got, expected));
}

function readSync(round: Round): void {
  const x = round.cell();
  round.note(`  ${round.name(x)}`);
  // The errors of reads that block are tested elsewhere.
  if (x.losses.length > 0) return;
  try {
    checkSame(x.real.dataSync(), x.values);
  } catch (error) {
    // A native call is under way, whose end only the event loop tells.
    if ((error as { code?: unknown }).code !== "CUTS_CANNOT_BLOCK") throw error;
    round.count("CUTS_CANNOT_BLOCK");
  }
}

function launchFailing(round: Round, { kernel, timeoutMs }: FailingKernel, x: Cell, s: number): void {
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  kernel({ threads: x.size, ...round.on(s), ...limit }, x.real, 1, x.size);
}

function launchFault(round: Round): void {
  const [x, s, failing] = [round.cell(), round.anyStream(), round.oneOf(round.setup.failing)];
  // Nobody knows whether it is launched.
  if (x.isDoubtful) return;
  round.note(`  ${failing.word} on ${round.name(x)} on stream ${s}`);
  launchFailing(round, failing, x, s);
  if (x.losses.length === 0) x.losses = [round.newFault(failing, s)];
}

function takeWrongIndex(round: Round): void {
  const [x, beyond] = [round.cell(), round.below(1_000_000)];
  round.note(`  ${x.size + beyond} of ${round.name(x)}`);
  const { device } = round.setup;
  using places = cu.array([0, x.size + beyond], { dtype: "int64", device });
  const taken = new Cell(x.real.take(places), new Int32Array(2));
  taken.losses = x.losses;
  // Work on what is lost is skipped; what is in doubt may be known to be lost by now.
  if (x.losses.length === 0 || x.isDoubtful) {
    const fault = round.newFault({ code: "CUTS_INDEX", word: `(got ${x.size + beyond})` }, 0);
    if (x.isDoubtful) fault.seen = "maybe";
    taken.losses = [...x.losses, fault];
  }
  round.add(taken);
}

function makeGraph(round: Round): void {
  const x = round.cell();
  const [y, z, k] = [round.cellOf(x.size), round.cellOf(x.size), round.below(100)];
  const failing = round.below(4) === 0 ? round.oneOf(round.setup.failing) : undefined;
  const { kernels, device } = round.setup;
  const body = (): void => {
    kernels.step({ threads: x.size }, x.real, k, x.size);
    if (failing !== undefined) launchFailing(round, failing, y, 0);
    kernels.mix({ threads: x.size }, z.real, x.real, y.real, x.size);
  };
  round.note(`  ${round.name(x)}, ${round.name(y)}, ${round.name(z)} ${failing?.word ?? ""}`);
  round.graphs.push({ graph: cu.graph(body, { device }), x, y, z, k, failing });
  if (round.graphs.length > 4) round.graphs.shift()?.graph.dispose();
}

function launchGraph(round: Round): void {
  if (round.graphs.length === 0) return;
  const { graph, x, y, z, k, failing } = round.oneOf(round.graphs);
  const s = round.anyStream();
  const before = union([x, y, z]);
  if (failing !== undefined && [x, y, z].some((cell) => cell.isDoubtful)) return;
  round.note(`  ${round.name(x)}, ${round.name(y)}, ${round.name(z)} ${failing?.word ?? ""} on stream ${s}`);
  graph.launch(round.on(s));
  const isFailing = failing !== undefined && before.length === 0;
  const losses = isFailing ? [round.newFault(failing, s)] : before;
  if (losses.length === 0) {
    step(x.values, k);
    mix(z.values, x.values, y.values);
  } else for (const cell of failing === undefined ? [x, z] : [x, y, z]) cell.losses = losses;
}

function runKernel(round: Round): void {
  const values = round.random.integers(round.anySize(), -1000, 1000);
  const expected = values.slice();
  step(expected, 5);
  const promise = round.setup.kernels.step.run({ threads: values.length }, values, 5, values.length);
  round.expectResult("kernel.run", promise, [], () => checkSame(values, expected));
}

function runFailing(round: Round): void {
  const { kernel, code, word, timeoutMs } = round.oneOf(round.setup.failing);
  const fault = round.newFault({ code, word }, 0);
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  round.note(`  ${word}`);
  round.expectResult(
    "failing run",
    kernel.run({ threads: 4, ...limit }, new Int32Array(4), 1, 4),
    [fault],
    () => {},
  );
}

function runTransferred(round: Round): void {
  const values = new Int32Array(round.anySize());
  const promise = round.setup.kernels.slow.run({ threads: values.length }, values, 5, values.length);
  structuredClone(values.buffer, { transfer: [values.buffer] });
  round.expectCode("transferred run", promise, "CUTS_ARGUMENT_DETACHED");
}

function callNative(round: Round): void {
  // The host sees no other device's memory.
  if (round.setup.device !== "cpu") return;
  const [x, k] = [round.cell(), round.below(100)];
  round.note(`  ${round.name(x)}`);
  // Native calls do not wait for each other: two of them on one array would race.
  if (x.isInNativeCall) return;
  x.isInNativeCall = true;
  const ended = (): void => {
    x.isInNativeCall = false;
  };
  const call = round.setup.native.native_step.async(x.real, k, x.size);
  call.then(ended, ended);
  round.expectResult("native call", call, x.losses, () => {});
  x.update([], (values) => step(values, k));
}

function callNativeOnHost(round: Round): void {
  const values = Int32Array.from({ length: round.anySize() }, (_, i) => i + 1);
  const expected = values.slice();
  step(expected, 5);
  const call = round.setup.native.native_step.async(values, 5, values.length);
  if (round.below(2) === 0) {
    structuredClone(values.buffer, { transfer: [values.buffer] });
    round.expectCode("transferred native call", call, "CUTS_ARGUMENT_DETACHED");
  } else round.expectResult("native call on host memory", call, [], () => checkSame(values, expected));
}

function waitForStream(round: Round): void {
  const s = 1 + round.below(3);
  round.note(`  stream ${s}`);
  const expected = round.expected(s);
  round.expectWait(`stream ${s}`, round.stream(s)?.synchronize() ?? Promise.resolve(), expected);
}

function recordEvent(round: Round): void {
  const [s, other] = [1 + round.below(3), 1 + round.below(3)];
  round.note(`  stream ${s}, waited for by ${other}`);
  const event = round.stream(s)?.record();
  if (event === undefined) return;
  round.stream(other)?.waitFor(event);
  round.expectWait(`event of stream ${s}`, event.synchronize(), round.expected(s));
  event.dispose();
}

async function runOnStream(round: Round): Promise<void> {
  const s = 1 + round.below(3);
  const x = round.cell();
  const y = round.cellOf(x.size);
  round.note(`  ${round.name(x)} and ${round.name(y)} on stream ${s}`);
  let made: Cell | undefined;
  const expected = round.expected(s);
  const run = round.stream(s)?.run(() => {
    made = sum(x, y);
  });
  round.expectWait(`run on stream ${s}`, run ?? Promise.resolve(), expected);
  if (made !== undefined) round.add(made);
  // It asks for the end of the work some microtasks after this.
  for (let i = 0; i < 8; i++) await Promise.resolve();
}

function computeInScope(round: Round): void {
  const x = round.cell();
  round.note(`  ${round.name(x)}`);
  let twice: Cell | undefined;
  const kept = cu.scope(() => {
    twice = sum(x, x);
    const result = sum(twice, x);
    twice = result;
    return result.real;
  });
  if (twice !== undefined && twice.real === kept) round.add(twice);
}
