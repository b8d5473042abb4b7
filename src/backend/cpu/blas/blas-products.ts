// Matrix products of the cpu device by a BLAS library of the system, if one is found. A BLAS uses instructions that WebAssembly lacks.
// Small products stay with the kernels, which start sooner.

import { type DType, dtypes } from "../../../core/dtype.js";
import { isCheckedProcess } from "../../check-reports.js";
import type { Shape } from "../../../core/shape.js";
import type { Strides } from "../../../core/strides.js";
import { type BlasLibrary, openBlas } from "../../../native/blas.js";
import type { Work } from "../../backend.js";
import type { BackendStream } from "../../port/streams.js";
import { MAX_INT, type OrderedMatrix, orderedMatrix, takesMatrices } from "../../matrix-order.js";
import type { MatrixProduct, ProductRoutine } from "../../routines.js";
import type { Command } from "../commands.js";
import type { WorkBeside } from "../machine/worker-pool.js";
import { BlasCommand } from "./blas-command.js";
import { BlasThread, type BlasThreadHost } from "./blas-thread.js";
import type { BlasProduct } from "./blas-worker.js";

/** What products need of their device. */
export interface BlasHost extends BlasThreadHost {
  /** Work of the thread may be under way from now on. */
  opened(beside: WorkBeside): void;
  /** Where the device's memory begins for the process. */
  memoryBase(): number;
  /** Gives work to a stream, or to the graph that is recorded there. */
  add(stream: BackendStream, work: Work, make: (work: Work) => Command): void;
}

interface OpenedBlas {
  readonly library: BlasLibrary;
  readonly thread: BlasThread;
}

export class BlasProducts implements ProductRoutine {
  readonly #host: BlasHost;
  /** Undefined before it was looked for, null where there is none. */
  #blas: OpenedBlas | undefined | null;

  constructor(host: BlasHost) {
    this.#host = host;
  }

  takes(dtype: DType, m: number, n: number, k: number): boolean {
    if (!(dtype in fewest) || isCheckedProcess) return false;
    if (m * n * k < fewest[dtype as BlasType] || Math.min(m, n, k) < FEWEST_ROWS) return false;
    if (Math.max(m, n, k) >= MAX_INT) return false;
    return this.#open() !== null;
  }

  takesMatrices(shape: Shape, strides: Strides): boolean {
    return takesMatrices(shape, strides);
  }

  prepare(): number {
    return 0;
  }

  run(product: MatrixProduct, _workspace: number, stream: BackendStream, work: Work): void {
    const blas = this.#open();
    if (blas === null) throw new Error("internal: there is no BLAS");
    const products = productsOf(product, this.#host.memoryBase());
    this.#host.add(stream, work, (own) => new BlasCommand(blas.thread, blas.library, products, own));
  }

  /** Lets what is under way fail. */
  doom(error: unknown): void {
    this.#blas?.thread.doom(error);
  }

  #open(): OpenedBlas | null {
    if (this.#blas !== undefined) return this.#blas;
    const library = openBlas();
    if (library === undefined) {
      this.#blas = null;
      return null;
    }
    const thread = new BlasThread(library, this.#host);
    this.#host.opened(thread);
    this.#blas = { library, thread };
    return this.#blas;
  }
}

type BlasType = BlasProduct["type"];

/**
 * The fewest multiplications of one product that the BLAS gets, by type: below that, giving it to its thread, some 100
 * microseconds, takes longer than it saves. Measured against OpenBLAS on two cores of x64 with AVX-512.
 */
const fewest: Readonly<Record<BlasType, number>> = {
  float32: 2 ** 20,
  float64: 2 ** 19,
  complex64: 2 ** 19,
  complex128: 2 ** 18,
};
/** With one row, column or term memory is the limit, as it is to the kernels. */
const FEWEST_ROWS = 2;

function productsOf({ type, m, n, k, a, b, parts }: MatrixProduct, base: number): readonly BlasProduct[] {
  const [left, right] = [orderedMatrix(a, m, k), orderedMatrix(b, k, n)] as [OrderedMatrix, OrderedMatrix];
  const bytes = dtypes[type].byteLength;
  return parts.flatMap(({ c, a: fromA, b: fromB, x, y }) =>
    Array.from({ length: x.size * y.size }, (_, i): BlasProduct => {
      const inner = i % x.size;
      const outer = (i - inner) / x.size;
      return {
        type: type as BlasType,
        m,
        n,
        k,
        a: { address: base + fromA + (inner * x.a + outer * y.a) * bytes, ...left },
        b: { address: base + fromB + (inner * x.b + outer * y.b) * bytes, ...right },
        c: { address: base + c + i * m * n * bytes, leading: n },
      };
    }),
  );
}
