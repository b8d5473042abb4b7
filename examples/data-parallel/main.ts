// A net that learns on several ranks, each with its part of the samples: npx cuts launch -n 2 main.ts
// Rank 0 keeps the weights in a file after every few steps; a program that is started again goes on from there.

import { existsSync } from "node:fs";
import * as cu from "cuts";
import * as dist from "cuts/distributed";
import { numbersFrom, type Parameters } from "../shared/learning.js";
import { program } from "../shared/program.js";

const SAMPLES = 64;
const RATE = 0.5;

/** How the net is trained. */
export interface DataParallelTraining {
  readonly steps: number;
  /** Where weights are kept; nowhere by default. */
  readonly checkpoint?: string;
}

/** Trains on this rank's part of the samples; the weights, which are the same on all ranks. Without ranks, on all of them. */
export async function trainDataParallel(
  world: dist.Communicator | undefined,
  { steps, checkpoint }: DataParallelTraining,
): Promise<Parameters> {
  // All ranks draw the same numbers, and take their part of the samples.
  const { normal, weights } = numbersFrom(1);
  const samples = Float32Array.from({ length: SAMPLES * 4 }, normal);
  const all = cu.array(samples).reshape(SAMPLES, 4);
  const [input, target] = [all.slice([":", ":3"]), all.slice([":", "3:"]).tanh()].map((x) => part(x, world));
  const parameters = { w1: weights([3, 16], 3), b1: cu.zeros([16]), w2: weights([16, 1], 16) };
  let step = checkpoint === undefined ? 0 : await restore(parameters, checkpoint);
  const loss = ({ w1, b1, w2 }: typeof parameters): cu.NDArray =>
    (input as cu.NDArray)
      .matmul(w1)
      .add(b1)
      .tanh()
      .matmul(w2)
      .sub(target as cu.NDArray)
      .square()
      .mean();
  // With ranks, gradients become their mean while the backward pass still runs.
  const gradients = world === undefined ? cu.valueAndGrad(loss) : dist.valueAndGrad(world, loss);
  for (; step < steps; step++) {
    const { grads } = await gradients(parameters);
    cu.scope(() => {
      for (const name of ["w1", "b1", "w2"] as const) parameters[name].subInplace(grads[name].mul(RATE));
    });
    if (checkpoint !== undefined && (step + 1) % 5 === 0 && (world?.rank ?? 0) === 0) {
      await cu.saveNpz(checkpoint, { ...parameters, step: cu.array([step + 1]) });
    }
  }
  return parameters;
}

/** The rows of a rank. */
function part(x: cu.NDArray, world: dist.Communicator | undefined): cu.NDArray {
  if (world === undefined) return x;
  const rows = SAMPLES / world.size;
  return x.slice([`${world.rank * rows}:${(world.rank + 1) * rows}`]);
}

/** Weights from a file, where there is one; the step to go on with. */
async function restore(parameters: Parameters, path: string): Promise<number> {
  if (!existsSync(path)) return 0;
  const { step, ...saved } = await cu.loadNpz(path);
  for (const [name, own] of Object.entries(parameters)) own.set(saved[name] as cu.NDArray);
  return Number(await (step as cu.NDArray).slice([0]).item());
}

await program(
  import.meta.url,
  {
    steps: [20, "steps of training"],
    checkpoint: ["data-parallel.npz", "where weights are kept, and found again"],
  },
  async ({ steps, checkpoint }) => {
    const world = await dist.init();
    const { w2 } = await trainDataParallel(world, { steps, checkpoint });
    const sum = await w2?.sum().item();
    console.log(`rank ${world.rank} of ${world.size}: the weights of the last layer sum to`, sum);
  },
);
