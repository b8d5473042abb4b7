// Runs kernels on the cpu device through the port, below the runtime: what a test says is what the device gets.

import { unwatched } from "../../src/backend/work.js";
import type { BackendStream, SourceOptions, Work } from "../../src/backend/backend.js";
import { type CpuDevice, createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";
import type { CpuModule } from "../../src/backend/cpu/cpu-module.js";
import type { KernelInfo } from "../../src/backend/cpu/passes/simt/lower-kernel.js";

export type Block = readonly [number, number, number];

export interface RunOptions {
  readonly grid?: number;
  readonly block: Block;
  readonly timeoutMs?: number;
  /** Elements of a built-in kernel: with few, it is run on the calling thread. */
  readonly work?: number;
  readonly cooperative?: boolean;
  readonly stream?: BackendStream;
}

/** Work that remembers what became of it, and that cannot be done when what it needs has failed. */
export class Outcome implements Work {
  readonly #needs: readonly Outcome[];
  readonly #settle: ((ended: "done" | "failed") => void)[] = [];
  ended: "done" | "failed" | undefined;
  error: unknown;

  constructor(...needs: Outcome[]) {
    this.#needs = needs;
  }

  obstacle(): unknown {
    return this.#needs.find((need) => need.ended === "failed")?.error;
  }

  done(): void {
    this.#end("done");
  }

  fail(error: unknown): void {
    this.error = error;
    this.#end("failed");
  }

  keep(): Work {
    return this;
  }

  /** What has become of it, once it is over. */
  over(): Promise<"done" | "failed"> {
    const { ended } = this;
    return ended ? Promise.resolve(ended) : new Promise((resolve) => this.#settle.push(resolve));
  }

  #end(how: "done" | "failed"): void {
    if (this.ended) throw new Error(`work has ended twice: ${this.ended}, ${how}`);
    this.ended = how;
    for (const settle of this.#settle) settle(how);
  }
}

/** A compiled source whose kernels are `(int* out, int a, int b, …)`. */
export class CpuKernels {
  readonly backend: CpuDevice;
  readonly #module: CpuModule;

  constructor(source: string, backend: CpuDevice = createCpuBackend(), options: SourceOptions = {}) {
    this.backend = backend;
    this.#module = this.backend.compile(source, { ...options, waitsItself: false }) as CpuModule;
  }

  get ready(): Promise<void> {
    return this.#module.ready;
  }

  /** What the pass knows of a kernel: of the code that a launch with such blocks would run, where a block is given. */
  info(kernel: string, block?: Block): KernelInfo {
    const info = this.#module.kernelInfo(kernel);
    if (!info) throw new Error(`no kernel ${kernel}`);
    return (block && this.#module.variantFor(info, block).kernelInfo(kernel)) ?? info;
  }

  /** Makes code for one size of blocks; without it, launches so short never get any. */
  specialise(kernel: string, block: Block): Promise<boolean> {
    return this.#module.specialise(kernel, block);
  }

  /** Runs a kernel over `out`, which it may read, and returns what it left there. */
  async run(
    kernel: string,
    out: Int32Array,
    args: readonly number[],
    options: RunOptions,
  ): Promise<Int32Array> {
    const { backend } = this;
    const stream = backend.defaultStream;
    const memory = backend.allocate(out.byteLength, stream);
    try {
      backend.write(memory.address, new Uint8Array(out.slice().buffer), stream, unwatched);
      const launched = this.launch(kernel, [memory.address, ...args], options);
      const result = new Int32Array(out.length);
      await backend.read(memory.address, new Uint8Array(result.buffer), stream, new Outcome(launched));
      return result;
    } finally {
      backend.free(memory, stream);
    }
  }

  /** Puts a launch into its stream; all arguments are 32 bits wide. */
  launch(
    kernel: string,
    args: readonly number[],
    options: RunOptions,
    work: Outcome = new Outcome(),
  ): Outcome {
    this.backend.launch(
      this.#module,
      kernel,
      {
        grid: [options.grid ?? 1, 1, 1],
        block: options.block,
        sharedBytes: 0,
        cooperative: options.cooperative ?? false,
        cluster: undefined,
        timeoutMs: options.timeoutMs,
        work: undefined,
        watch: undefined,
        ...(options.work === undefined ? {} : { work: options.work }),
      },
      this.#pack(kernel, args),
      options.stream ?? this.backend.defaultStream,
      work,
    );
    return work;
  }

  // Numbers of 32 bits, each where the kernel has it.
  #pack(kernel: string, args: readonly number[]): Uint8Array {
    const places = this.#module.kernel(kernel)?.parameters ?? [];
    // What is behind the last parameter belongs to it: it is a structure.
    const last = Math.max(0, places.length - 1);
    const offsetOf = (i: number): number =>
      i <= last ? (places[i]?.offset ?? 4 * i) : (places[last]?.offset ?? 0) + 4 * (i - last);
    const ends = args.map((_, i) => offsetOf(i) + (i < last ? (places[i]?.size ?? 4) : 4));
    const bytes = new Uint8Array(Math.max(0, ...ends, ...places.map(({ offset, size }) => offset + size)));
    const view = new DataView(bytes.buffer);
    for (const [i, arg] of args.entries()) view.setInt32(offsetOf(i), arg, true);
    return bytes;
  }

  /** Where a variable of the module is. */
  global(name: string): { readonly address: number; readonly byteLength: number } | undefined {
    return this.#module.global(name);
  }

  disposeModule(): void {
    this.#module.dispose();
  }

  dispose(): void {
    this.#module.dispose();
    this.backend.reset();
  }
}
