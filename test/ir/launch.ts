// Runs a kernel that is given as LLVM IR the way the cpu device runs it: lowered by the SIMT pass, block by block, but interpreted.

import { IrDump } from "../../src/backend/cpu/passes/dump-ir.js";
import { type LowerOptions, lowerModule } from "../../src/backend/cpu/passes/simt/lower-module.js";
import type { IrModule } from "../../src/compiler/ir/module.js";
import { parseModule } from "../../src/compiler/ir/parse-module.js";
import { printModule } from "../../src/compiler/ir/print.js";
import { verify } from "../../src/compiler/ir/verify.js";
import { Interpreter, Memory } from "./interpret.js";

type Dimensions = readonly [number, number, number];

export interface Launch {
  readonly grid: Dimensions;
  readonly block: Dimensions;
  /** Addresses and numbers of 32 bits. */
  readonly args: readonly number[];
}

/** A kernel in a memory where arrays can be allocated. */
export class LoweredKernelRun {
  readonly memory = new Memory(1 << 18);
  /** The lowered module as text. */
  readonly text: string;
  readonly #interpreter: Interpreter;
  readonly #kernel: ReturnType<typeof lowerModule>["kernels"][number];

  constructor(ir: string, options: LowerOptions = {}) {
    const lowered = lowerModule(parseModule(ir), new IrDump("kernel.cu"), options);
    const module = lowered.parts[0] as IrModule;
    this.text = printModule(module);
    verify(module, "lowering");
    this.#interpreter = new Interpreter(module, new Map(), this.memory);
    this.#kernel = lowered.kernels[0] as NonNullable<(typeof lowered.kernels)[number]>;
  }

  /** Room for an array. */
  array(bytes: Uint8Array): number {
    const at = this.memory.allocate(bytes.length);
    this.memory.bytes.set(bytes, at);
    return at;
  }

  run({ grid, block, args }: Launch): void {
    const { memory } = this;
    const start = memory.end;
    const view = new DataView(memory.bytes.buffer);
    const parameters = memory.allocate(this.#kernel.parameterBytes);
    for (const [i, { offset, size }] of this.#kernel.parameters.entries()) {
      if (size === 8) view.setBigUint64(parameters + offset, BigInt(args[i] as number), true);
      else view.setUint32(parameters + offset, args[i] as number, true);
    }
    const launch = memory.allocate(48);
    for (const [i, n] of [...grid, ...block, parameters].entries()) view.setUint32(launch + 4 * i, n, true);
    const threads = Math.ceil((block[0] * block[1] * block[2]) / 16) * 16;
    const shared = memory.allocate(this.#kernel.staticSharedBytes + 64);
    const context = memory.allocate(64 + this.#kernel.contextBytesPerThread * threads);
    const blocks = grid[0] * grid[1] * grid[2];
    const status = this.#interpreter.call(
      `@${this.#kernel.symbol}`,
      [launch, 0, blocks, shared, context, 0].map(BigInt),
    );
    if (status !== 0n) throw new Error(`the kernel ended with ${String(status)}`);
    memory.freeFrom(start);
  }
}

/** The same kernel as it was before lowering: one thread after the other, for kernels that do not wait. */
export function runThreads(ir: string, { grid, block, args }: Launch, memory: Memory): void {
  const module = parseModule(ir);
  const name = module.functions.at(-1)?.name ?? "";
  for (const bid of positionsIn(grid)) {
    for (const tid of positionsIn(block)) {
      const host = new Map(
        Object.entries({ tid, bid, bdim: block, gdim: grid }).flatMap(([what, values]) =>
          values.map((value, axis) => [`@__cuts_${what}_${"xyz"[axis]}`, () => BigInt(value)] as const),
        ),
      );
      new Interpreter(module, host, memory).call(name, args.map(BigInt));
    }
  }
}

function positionsIn([x, y, z]: Dimensions): readonly Dimensions[] {
  return Array.from({ length: x * y * z }, (_, i) => [i % x, Math.floor(i / x) % y, Math.floor(i / (x * y))]);
}
