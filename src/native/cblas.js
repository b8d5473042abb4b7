// @ts-check
// The C interface of a BLAS: products of matrices in rows, and how many threads they take. Integers are passed as 64 bits:
// a library of 32-bit integers reads the lower half of the same register or place on the stack, so both kinds are called
// alike; `multiplies` makes sure of it. Plain JavaScript that is given koffi, because a thread runs it unbuilt.

/**
 * A BLAS: its file, and what is before and behind the names of its functions.
 * @typedef {object} BlasLibrary
 * @property {string} path
 * @property {string} prefix
 * @property {string} suffix
 */

/**
 * A factor of a product: where it is, whether its columns lie side by side and not its rows, and the elements between them.
 * @typedef {object} BlasMatrix
 * @property {number} address
 * @property {boolean} isTransposed
 * @property {number} leading
 */

/**
 * A product: C, of m x n, becomes A B.
 * @typedef {object} BlasProduct
 * @property {BlasType} type
 * @property {number} m
 * @property {number} n
 * @property {number} k
 * @property {BlasMatrix} a
 * @property {BlasMatrix} b
 * @property {{ readonly address: number, readonly leading: number }} c
 */

/** @typedef {keyof typeof kinds} BlasType */

/**
 * The functions of a library.
 * @typedef {object} Cblas
 * @property {(product: BlasProduct) => void} multiply
 * @property {(count: number) => () => void} limitThreads
 *   lets products take so many threads; what it returns sets what was before, which others in the process rely on
 * @property {string} name with its version, as far as it tells
 */

/** CBLAS's numbers of orders and transpositions. */
const ROW_MAJOR = 101;
const NO_TRANS = 111;
const TRANS = 112;

/** The letters of the types, and the type of the factors before A B and C, which are behind addresses where they are complex. */
const kinds = /** @type {const} */ ({
  float32: { letter: "s", scale: "float" },
  float64: { letter: "d", scale: "double" },
  complex64: { letter: "c", scale: "void *" },
  complex128: { letter: "z", scale: "void *" },
});

/**
 * Binds the functions of a library, which is opened here once more.
 * @param {import("../ffi/koffi.js").Koffi} koffi
 * @param {BlasLibrary} library
 * @returns {Cblas}
 */
export function bindCblas(koffi, { path, prefix, suffix }) {
  const native = koffi.load(path);
  /** @type {(name: string) => boolean} */
  const has = (name) => {
    try {
      return native.symbol(name) !== 0n;
    } catch {
      return false;
    }
  };
  /** @type {Partial<Record<BlasType, import("../ffi/koffi.js").KoffiFunction>>} */
  const bound = {};
  const one = { complex64: Float32Array.of(1, 0), complex128: Float64Array.of(1, 0) };
  const zero = { complex64: new Float32Array(2), complex128: new Float64Array(2) };
  return {
    multiply: ({ type, m, n, k, a, b, c }) => {
      const { letter, scale } = kinds[type];
      const int = "int64_t";
      const matrix = ["uintptr_t", int];
      const gemm = (bound[type] ??= native.func(`${prefix}cblas_${letter}gemm${suffix}`, "void", [
        "int",
        "int",
        "int",
        int,
        int,
        int,
        scale,
        ...matrix,
        ...matrix,
        scale,
        ...matrix,
      ]));
      const isComplex = type === "complex64" || type === "complex128";
      // biome-ignore format: as CBLAS has its arguments: A, B and C in a line each.
      gemm(
        ROW_MAJOR, a.isTransposed ? TRANS : NO_TRANS, b.isTransposed ? TRANS : NO_TRANS, m, n, k,
        isComplex ? one[type] : 1, a.address, a.leading,
        b.address, b.leading,
        isComplex ? zero[type] : 0, c.address, c.leading,
      );
    },
    ...threadsOf(native, has, prefix, suffix),
  };
}

/**
 * @param {import("../ffi/koffi.js").KoffiLibrary} native
 * @param {(name: string) => boolean} has
 * @param {string} prefix
 * @param {string} suffix
 * @returns {Pick<Cblas, "limitThreads" | "name">}
 */
function threadsOf(native, has, prefix, suffix) {
  const openblas = `${prefix}openblas_set_num_threads${suffix}`;
  if (has(openblas)) {
    const name = /** @type {string} */ (native.func(`${prefix}openblas_get_config${suffix}`, "str", [])());
    const get = native.func(openblas.replace("set", "get"), "int", []);
    return { name, limitThreads: limited(get, native.func(openblas, "void", ["int"])) };
  }
  if (has("bli_thread_set_num_threads")) {
    const version = /** @type {string} */ (native.func("bli_info_get_version_str", "str", [])());
    const get = native.func("bli_thread_get_num_threads", "int64_t", []);
    const set = native.func("bli_thread_set_num_threads", "void", ["int64_t"]);
    return { name: `BLIS ${version}`, limitThreads: limited(get, set) };
  }
  if (has("MKL_Set_Num_Threads_Local")) {
    // That of the calling thread only; it returns what was before.
    const set = native.func("MKL_Set_Num_Threads_Local", "int", ["int"]);
    const limitThreads = (/** @type {number} */ count) => {
      const before = set(count);
      return () => void set(before);
    };
    return { name: "MKL", limitThreads };
  }
  return { name: "a BLAS that does not tell its name", limitThreads: () => () => {} };
}

/**
 * @param {import("../ffi/koffi.js").KoffiFunction} get
 * @param {import("../ffi/koffi.js").KoffiFunction} set
 * @returns {Cblas["limitThreads"]}
 */
function limited(get, set) {
  return (count) => {
    const before = get();
    if (before === count) return () => {};
    set(count);
    return () => void set(before);
  };
}

/**
 * Whether a small product of a library comes out right.
 * @param {Cblas} library
 * @param {(memory: Float32Array) => number} addressOf
 */
export function multiplies({ multiply }, addressOf) {
  const a = Float32Array.of(1, 2, 3, 4, 5, 6);
  const b = Float32Array.of(7, 10, 8, 11, 9, 12);
  const c = new Float32Array(4);
  multiply({
    type: "float32",
    m: 2,
    n: 2,
    k: 3,
    a: { address: addressOf(a), isTransposed: false, leading: 3 },
    b: { address: addressOf(b), isTransposed: false, leading: 2 },
    c: { address: addressOf(c), leading: 2 },
  });
  // [1 2 3; 4 5 6] times [7 10; 8 11; 9 12].
  return [50, 68, 122, 167].every((value, i) => c[i] === value);
}
