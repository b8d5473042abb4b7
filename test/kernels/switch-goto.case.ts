import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

const OPCODES = [
  "PUSH",
  "INPUT",
  "ADD",
  "MUL",
  "NEGATE",
  "DUPLICATE",
  "OVER",
  "SWAP",
  "JUMP_IF_ZERO",
  "JUMP",
  "HALT",
];

/** Programs in the machine's language, and what they do in this one. */
const programs: readonly { name: string; code: string; maxSteps: number; run: (x: number) => number }[] = [
  {
    name: "factorial",
    code: "PUSH 1 INPUT DUPLICATE JUMP_IF_ZERO 15 SWAP OVER MUL SWAP PUSH -1 ADD JUMP 3 ADD HALT",
    maxSteps: 200,
    run: (x) =>
      x === 0 ? 1 : Array.from({ length: x }, (_, i) => i + 1).reduce((product, k) => product * k),
  },
  {
    name: "one minus square",
    code: "INPUT DUPLICATE MUL NEGATE PUSH 1 ADD HALT",
    maxSteps: 50,
    run: (x) => 1 - x * x,
  },
  {
    name: "count down",
    code: "INPUT DUPLICATE JUMP_IF_ZERO 9 PUSH -1 ADD JUMP 1 PUSH 42 HALT",
    maxSteps: 40,
    run: (x) => countDown(x, 40),
  },
  { name: "overflow", code: "INPUT JUMP 0", maxSteps: 1000, run: () => -9 },
  { name: "underflow", code: "INPUT ADD HALT", maxSteps: 1000, run: () => -2 },
  { name: "unknown opcode", code: "99", maxSteps: 10, run: () => -1 },
];

export default {
  name: "switch-goto",
  source: "switch-goto.cu",
  kernels: ["run_program"],
  *cases() {
    for (const [index, { name, code: text, maxSteps, run }] of programs.entries()) {
      const code = text
        .split(" ")
        .map((word) => (OPCODES.includes(word) ? OPCODES.indexOf(word) : Number(word)));
      const n = [100, 300, 500, 65, 32, 7][index]!;
      const block = [32, 128, 64, 64, 32, 8][index]!;
      const inputs = new Random(index).integers(n, 0, 12);
      yield {
        label: `${name} n=${n} block=${block}`,
        buffers: { code: Int32Array.from(code), inputs, results: new Int32Array(n) },
        launches: [
          {
            kernel: "run_program",
            grid: blocksFor(n, block),
            block,
            args: ["code", code.length, "inputs", "results", n, maxSteps],
          },
        ],
        expect: { results: exactly(inputs.map(run)) },
      };
    }
  },
} satisfies KernelCase;

/** The time limit stops long runs: what is left then is one value on the stack, or two. */
function countDown(x: number, maxSteps: number): number {
  // In step order: INPUT, then per round DUPLICATE JUMP_IF_ZERO PUSH ADD JUMP, then DUPLICATE JUMP_IF_ZERO PUSH HALT.
  const total = 1 + 5 * x + 4;
  if (total <= maxSteps) return 42;
  const depthAfter = (step: number): number => [1, 2, 1, 2, 1][(step - 1) % 5]!;
  return -1 - depthAfter(maxSteps);
}
