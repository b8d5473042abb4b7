// What the nets share: Adam, numbers drawn from a seed, and a training that is shown and drawn.

import { writeFileSync } from "node:fs";
import * as cu from "cuts";
import { plot } from "./plot.js";
import { program } from "./program.js";
import { progress } from "./progress.js";

/** The parameters of a net by name. */
export type Parameters = Readonly<Record<string, cu.NDArray>>;

/** What a training gives: the loss before each step. */
export type Curve = readonly number[];

/** How a net is trained. */
export interface Training {
  readonly steps: number;
  readonly seed?: number;
  /** The current one by default. */
  readonly device?: string;
  /** Told of every step. */
  readonly onStep?: (step: number, loss: number) => void;
  /** Given the gradients of every step. */
  readonly onGradients?: (step: number, grads: Parameters) => void;
}

/** Numbers that are the same for a seed, on every device. */
export function numbersFrom(seed: number) {
  let state = seed + 1;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  /** Weights for layers whose inputs are the sum of so many. */
  const weights = (shape: readonly number[], inputs: number): cu.NDArray => {
    const size = shape.reduce((product, one) => product * one, 1);
    return cu.array(Float32Array.from({ length: size }, () => normal() / Math.sqrt(inputs))).reshape(shape);
  };
  return { uniform, normal, weights };
}

/** Adam: a step along gradients, each scaled by how large it was of late. */
export function adam(parameters: Parameters, rate: number) {
  const state = Object.entries(parameters).map(([name, own]) => ({
    name,
    own,
    mean: cu.zerosLike(own),
    square: cu.zerosLike(own),
  }));
  let step = 0;
  return (grads: Parameters): void => {
    step++;
    const size = (rate * Math.sqrt(1 - 0.999 ** step)) / (1 - 0.9 ** step);
    cu.scope(() => {
      for (const { name, own, mean, square } of state) {
        const grad = grads[name] as cu.NDArray;
        mean.mulInplace(0.9).addInplace(grad.mul(0.1));
        square.mulInplace(0.999).addInplace(grad.square().mul(0.001));
        own.subInplace(mean.div(square.sqrt().add(1e-8)).mul(size));
      }
    });
  };
}

/** Steps of a net: the loss and its gradients, then Adam. */
export function train(
  parameters: Parameters,
  loss: (parameters: Parameters, step: number) => cu.NDArray,
  rate: number,
  { steps, onStep, onGradients }: Training,
): Curve {
  const update = adam(parameters, rate);
  const curve: number[] = [];
  for (let step = 0; step < steps; step++) {
    const { value, grads } = cu.valueAndGrad((own: Parameters) => loss(own, step))(parameters);
    onGradients?.(step, grads);
    update(grads);
    curve.push(value.itemSync() as number);
    onStep?.(step, curve[step] as number);
    for (const one of [value, ...Object.values(grads)]) one?.dispose();
  }
  return curve;
}

/** The mean of -log p of the right classes. */
export function crossEntropy(scores: cu.NDArray, classes: cu.NDArray): cu.NDArray {
  return scores
    .logSoftmax(-1)
    .takeAlongAxis(classes.expandDims(-1) as cu.NDArray<"int64">, -1)
    .mean()
    .neg();
}

/** The program of a net: trains with a progress bar, draws the loss and checks that it went as low as it should. */
export async function trainingProgram(
  url: string,
  name: string,
  run: (training: Training) => Curve,
  { steps: standard, goal }: { readonly steps: number; readonly goal: number },
): Promise<void> {
  const options = {
    steps: [standard, "steps of training"],
    seed: [0, "where weights and samples come from"],
    out: [`${name}.svg`, "the loss as a picture"],
  } as const;
  await program(url, options, ({ steps, seed, out }) => {
    const since = performance.now();
    const bar = progress(name, steps);
    const curve = run({ steps, seed, onStep: (step, loss) => bar(step + 1, `loss ${loss.toFixed(4)}`) });
    writeFileSync(out, drawn(curve, name));
    const last = lowOf(curve);
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    console.log(
      `${name}: loss ${last.toFixed(4)} after ${steps} steps on ${cu.device().id}, ${seconds} s; see ${out}`,
    );
    if (steps >= standard && !(last < goal)) throw new Error(`the loss must be below ${goal}`);
  });
}

/** The mean of the last losses: one batch may be harder than others. */
function lowOf(curve: Curve): number {
  const last = curve.slice(-10);
  return last.reduce((sum, one) => sum + one, 0) / last.length;
}

/** A curve as SVG. */
export function drawn(curve: Curve, name: string): string {
  const points = curve.map((loss, step) => [step + 1, loss] as const);
  return plot([{ kind: "line", points }], { title: name, xLabel: "step", yLabel: "loss", yFrom: 0 });
}
