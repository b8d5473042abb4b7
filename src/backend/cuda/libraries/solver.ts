// Matrix decompositions by cuSOLVER: one call for a batch if cuSOLVER has one, else one call for each matrix. Batches of small
// matrices are left to our kernels, because the calls would take longer than the work.

import { dtypes } from "../../../core/dtype.js";
import { check } from "../../../native/check.js";
import { libraryConstants } from "../../../native/library-constants.js";
import type {
  BatchPlace,
  CholeskyOperands,
  EighOperands,
  FactorizationRoutine,
  FactorizationRoutines,
  LuOperands,
  LuSolveOperands,
  QrColumnsOperands,
  QrOperands,
  SvdOperands,
} from "../../routines.js";
import { batchedLuOf, batchedLuSolveOf, isBatchForCublas } from "./batched-lu.js";
import type { Cublas } from "./cublas-handle.js";
import { Cusolver } from "./cusolver-handle.js";
import { letters } from "./letters.js";
import type { LibraryEntry } from "./library-entry.js";

/** The factorization routines of one device. */
export class CusolverFactorizations implements FactorizationRoutines {
  readonly notInGraph = "cuSOLVER works with the host while it decomposes; a graph only records work";
  readonly lu: FactorizationRoutine<LuOperands>;
  readonly luSolve: FactorizationRoutine<LuSolveOperands>;
  readonly cholesky: FactorizationRoutine<CholeskyOperands>;
  readonly qr: FactorizationRoutine<QrOperands>;
  readonly qrColumns: FactorizationRoutine<QrColumnsOperands>;
  readonly eigh: FactorizationRoutine<EighOperands>;
  readonly svd: FactorizationRoutine<SvdOperands>;
  readonly #cusolver: Cusolver;

  constructor(entry: LibraryEntry, cublas: Cublas) {
    const cusolver = new Cusolver(entry);
    this.#cusolver = cusolver;
    this.lu = eitherOf(cublas, luOf(cusolver), batchedLuOf(cublas));
    this.luSolve = eitherOf(cublas, luSolveOf(cusolver), batchedLuSolveOf(cublas));
    this.cholesky = choleskyOf(cusolver);
    this.qr = qrOf(cusolver);
    this.qrColumns = qrColumnsOf(cusolver);
    this.eigh = eighOf(cusolver);
    this.svd = svdOf(cusolver);
  }

  takes(batch: number, m: number, n: number): boolean {
    return batch < SMALL_BATCH || Math.max(m, n) > SMALL_SIZE;
  }

  open(): void {
    void this.#cusolver.api;
  }
}

/** Combines a routine of cuSOLVER with the batched one of cuBLAS, and chooses for each call. */
function eitherOf<Operands extends LuOperands>(
  cublas: Cublas,
  single: FactorizationRoutine<Operands>,
  batched: FactorizationRoutine<Operands>,
): FactorizationRoutine<Operands> {
  const routineFor = (operands: Operands): FactorizationRoutine<Operands> =>
    isBatchForCublas(cublas, operands) ? batched : single;
  return {
    prepare: (operands) => routineFor(operands).prepare(operands),
    run: (operands, ...rest) => routineFor(operands).run(operands, ...rest),
  };
}

const SMALL_SIZE = 32;
const SMALL_BATCH = 8;
const LOWER = 0;
const UPPER = 1;
const PLAIN = 0;
const TRANSPOSED = 1;

/** cuSOLVER's constant for each dtype, for functions that take any data type. */
const dataTypes = {
  float32: libraryConstants.CUDA_R_32F,
  float64: libraryConstants.CUDA_R_64F,
  complex64: libraryConstants.CUDA_C_32F,
  complex128: libraryConstants.CUDA_C_64F,
} as const;

/** The same for the real dtype that belongs to each dtype. */
const realDataTypes = {
  float32: libraryConstants.CUDA_R_32F,
  float64: libraryConstants.CUDA_R_64F,
  complex64: libraryConstants.CUDA_R_32F,
  complex128: libraryConstants.CUDA_R_64F,
} as const;

/** The address of a member of a batch. */
function at({ first, step }: BatchPlace, index: number): number {
  return first + index * step;
}

function luOf(cusolver: Cusolver): FactorizationRoutine<LuOperands> {
  return {
    prepare: ({ dtype, n, a }) => {
      const size = cusolver.api[`cusolverDn${letters[dtype]}getrf_bufferSize`];
      return cusolver.sizeOf("cusolverDngetrf_bufferSize", (handle, answer) =>
        size(handle, n, n, a.first, n, answer),
      );
    },
    run: ({ dtype, batch, n, a, pivots, info }, workspace, _, stream) => {
      const handle = cusolver.enter(stream, "getrf of cuSOLVER");
      if (handle === undefined) return;
      const call = cusolver.api[`cusolverDn${letters[dtype]}getrf`];
      for (let index = 0; index < batch; index++) {
        const [own, pivot, code] = [at(a, index), at(pivots, index), at(info, index)];
        check(call(handle, n, n, own, n, workspace, pivot, code), "cusolverDngetrf");
      }
    },
  };
}

function luSolveOf(cusolver: Cusolver): FactorizationRoutine<LuSolveOperands> {
  return {
    prepare: () => undefined,
    run: ({ dtype, batch, n, columns, isTransposed, a, pivots, b, info }, _, __, stream) => {
      const handle = cusolver.enter(stream, "getrs of cuSOLVER");
      if (handle === undefined) return;
      const call = cusolver.api[`cusolverDn${letters[dtype]}getrs`];
      const operation = isTransposed ? TRANSPOSED : PLAIN;
      for (let index = 0; index < batch; index++) {
        const [own, pivot, right, code] = [at(a, index), at(pivots, index), at(b, index), at(info, index)];
        check(call(handle, operation, n, columns, own, n, pivot, right, n, code), "cusolverDngetrs");
      }
    },
  };
}

/** Cholesky factorization of the lower triangle, which takes half the time of the upper one. */
function choleskyOf(cusolver: Cusolver): FactorizationRoutine<CholeskyOperands> {
  const hostBytes = new WeakMap<CholeskyOperands, number>();
  return {
    prepare: (operands) => {
      const { dtype, n, a } = operands;
      if (a.list !== undefined) return undefined;
      const type = dataTypes[dtype];
      const { api, params } = cusolver;
      const { device, host } = cusolver.bytesOf("cusolverDnXpotrf_bufferSize", (handle, onDevice, onHost) =>
        api.cusolverDnXpotrf_bufferSize(handle, params, LOWER, n, type, a.first, n, type, onDevice, onHost),
      );
      hostBytes.set(operands, host);
      return Math.ceil(device / dtypes[dtype].byteLength);
    },
    run: (operands, workspace, workElements, stream) => {
      const { dtype, batch, n, a, info } = operands;
      const handle = cusolver.enter(stream, "potrf of cuSOLVER");
      if (handle === undefined) return;
      const { api, params } = cusolver;
      if (a.list !== undefined) {
        const call = api[`cusolverDn${letters[dtype]}potrfBatched`];
        check(call(handle, LOWER, n, a.list, n, info.first, batch), "cusolverDnpotrfBatched");
        return;
      }
      const type = dataTypes[dtype];
      const onDevice = workElements * dtypes[dtype].byteLength;
      const onHost = hostBytes.get(operands) ?? 0;
      const host = cusolver.hostMemory(onHost);
      for (let index = 0; index < batch; index++) {
        const [own, code] = [at(a, index), at(info, index)];
        const status = api.cusolverDnXpotrf(
          ...([handle, params, LOWER, n, type, own, n, type] as const),
          ...([workspace, onDevice, host, onHost, code] as const),
        );
        check(status, "cusolverDnXpotrf");
      }
    },
  };
}

function qrOf(cusolver: Cusolver): FactorizationRoutine<QrOperands> {
  return {
    prepare: ({ dtype, m, n, a }) => {
      const size = cusolver.api[`cusolverDn${letters[dtype]}geqrf_bufferSize`];
      return cusolver.sizeOf("cusolverDngeqrf_bufferSize", (handle, answer) =>
        size(handle, m, n, a.first, m, answer),
      );
    },
    run: ({ dtype, batch, m, n, a, taus, info }, workspace, workElements, stream) => {
      const handle = cusolver.enter(stream, "geqrf of cuSOLVER");
      if (handle === undefined) return;
      const call = cusolver.api[`cusolverDn${letters[dtype]}geqrf`];
      for (let index = 0; index < batch; index++) {
        const [own, tau, code] = [at(a, index), at(taus, index), at(info, index)];
        check(call(handle, m, n, own, m, tau, workspace, workElements, code), "cusolverDngeqrf");
      }
    },
  };
}

/** The functions that form Q: "orgqr" for real matrices and "ungqr" for complex ones. */
const formers = { float32: "Sorgqr", float64: "Dorgqr", complex64: "Cungqr", complex128: "Zungqr" } as const;

function qrColumnsOf(cusolver: Cusolver): FactorizationRoutine<QrColumnsOperands> {
  return {
    prepare: ({ dtype, m, columns, k, a, taus }) => {
      const size = cusolver.api[`cusolverDn${formers[dtype]}_bufferSize`];
      return cusolver.sizeOf("cusolverDnorgqr_bufferSize", (handle, answer) =>
        size(handle, m, columns, k, a.first, m, taus.first, answer),
      );
    },
    run: ({ dtype, batch, m, columns, k, a, taus, info }, workspace, workElements, stream) => {
      const handle = cusolver.enter(stream, "orgqr of cuSOLVER");
      if (handle === undefined) return;
      const call = cusolver.api[`cusolverDn${formers[dtype]}`];
      for (let index = 0; index < batch; index++) {
        const [own, tau, code] = [at(a, index), at(taus, index), at(info, index)];
        check(call(handle, m, columns, k, own, m, tau, workspace, workElements, code), "cusolverDnorgqr");
      }
    },
  };
}

const eigensolvers = {
  float32: "Ssyevd",
  float64: "Dsyevd",
  complex64: "Cheevd",
  complex128: "Zheevd",
} as const;

/** Eigenvalues, by one call for a batch if the library has one (12.6.2 and later), else by a call for each matrix. */
function eighOf(cusolver: Cusolver): FactorizationRoutine<EighOperands> {
  const single = singleEighOf(cusolver);
  const batched = batchedEighOf(cusolver);
  const routineFor = ({ batch }: EighOperands): FactorizationRoutine<EighOperands> =>
    batch > 1 && cusolver.api.has("cusolverDnXsyevBatched") ? batched : single;
  return {
    prepare: (operands) => routineFor(operands).prepare(operands),
    run: (operands, ...rest) => routineFor(operands).run(operands, ...rest),
  };
}

function batchedEighOf(cusolver: Cusolver): FactorizationRoutine<EighOperands> {
  const hostBytes = new WeakMap<EighOperands, number>();
  /** What the call and the question for memory have alike, between the handle and the memory. */
  const argumentsOf = ({ dtype, n, wantsVectors, a, values }: EighOperands) =>
    [
      ...([cusolver.params, wantsVectors ? 1 : 0, UPPER, n, dataTypes[dtype], a.first, n] as const),
      ...([realDataTypes[dtype], values.first, dataTypes[dtype]] as const),
    ] as const;
  return {
    prepare: (operands) => {
      const ask = cusolver.api.cusolverDnXsyevBatched_bufferSize;
      const { device, host } = cusolver.bytesOf("cusolverDnXsyevBatched_bufferSize", (handle, ...answers) =>
        ask(handle, ...argumentsOf(operands), ...answers, operands.batch),
      );
      hostBytes.set(operands, host);
      return Math.ceil(device / dtypes[operands.dtype].byteLength);
    },
    run: (operands, workspace, workElements, stream) => {
      const handle = cusolver.enter(stream, "syevBatched of cuSOLVER");
      if (handle === undefined) return;
      const { dtype, info, batch } = operands;
      const onDevice = workElements * dtypes[dtype].byteLength;
      const onHost = hostBytes.get(operands) ?? 0;
      const memory = [workspace, onDevice, cusolver.hostMemory(onHost), onHost] as const;
      const call = cusolver.api.cusolverDnXsyevBatched;
      const status = call(handle, ...argumentsOf(operands), ...memory, info.first, batch);
      check(status, "cusolverDnXsyevBatched");
    },
  };
}

function singleEighOf(cusolver: Cusolver): FactorizationRoutine<EighOperands> {
  return {
    prepare: ({ dtype, n, wantsVectors, a, values }) => {
      const size = cusolver.api[`cusolverDn${eigensolvers[dtype]}_bufferSize`];
      return cusolver.sizeOf("cusolverDnsyevd_bufferSize", (handle, answer) =>
        size(handle, wantsVectors ? 1 : 0, UPPER, n, a.first, n, values.first, answer),
      );
    },
    run: ({ dtype, batch, n, wantsVectors, a, values, info }, workspace, workElements, stream) => {
      const handle = cusolver.enter(stream, "syevd of cuSOLVER");
      if (handle === undefined) return;
      const call = cusolver.api[`cusolverDn${eigensolvers[dtype]}`];
      const job = wantsVectors ? 1 : 0;
      for (let index = 0; index < batch; index++) {
        const [own, value, code] = [at(a, index), at(values, index), at(info, index)];
        check(call(handle, job, UPPER, n, own, n, value, workspace, workElements, code), "cusolverDnsyevd");
      }
    },
  };
}

function svdOf(cusolver: Cusolver): FactorizationRoutine<SvdOperands> {
  return {
    prepare: (operands) => {
      const { jacobi } = cusolver;
      const size = cusolver.api[`cusolverDn${letters[operands.dtype]}gesvdj_bufferSize`];
      return cusolver.sizeOf("cusolverDngesvdj_bufferSize", (handle, answer) =>
        size(handle, ...svdArguments(operands, 0), answer, jacobi),
      );
    },
    run: (operands, workspace, workElements, stream) => {
      const handle = cusolver.enter(stream, "gesvdj of cuSOLVER");
      if (handle === undefined) return;
      const { jacobi } = cusolver;
      const call = cusolver.api[`cusolverDn${letters[operands.dtype]}gesvdj`];
      for (let index = 0; index < operands.batch; index++) {
        const code = at(operands.info, index);
        check(
          call(handle, ...svdArguments(operands, index), workspace, workElements, code, jacobi),
          "cusolverDngesvdj",
        );
      }
    },
  };
}

/** What the call and the question for memory have alike, between the handle and the memory. */
function svdArguments(
  { m, n, wantsVectors, isThin, a, values, u, v }: SvdOperands,
  index: number,
): readonly [...jobs: [number, number], ...Nine<number>] {
  return [
    ...([wantsVectors ? 1 : 0, isThin ? 1 : 0] as const),
    ...([m, n, at(a, index), m, at(values, index)] as const),
    ...([at(u, index), m, at(v, index), n] as const),
  ];
}

type Nine<T> = [T, T, T, T, T, T, T, T, T];
