// Why a case is behind its best peer, as far as we know, for those where it is. The first that fits a case's name counts.

const library = "the peer calls the same routine";
const host = "calls from TypeScript: 2 to 6 µs each";

const reasons: Readonly<Record<"gpu" | "cpu", readonly (readonly [pattern: RegExp, why: string])[]>> = {
  gpu: [
    [/^product: (matmul|m\.T|batch|einsum|matrix by vector|dot)/, `${library} of cuBLAS`],
    [/^factorisation: .* of 32$/, "small matrices have kernels of our own"],
    [/^factorisation/, `${library} of cuSOLVER or cuBLAS`],
    [/^transform/, `${library} of cuFFT`],
    [/^convolution/, "cuDNN's kernel reaches more of the arithmetic's peak"],
    [/ 1e3$/, "the host: a launch and an array"],
    [/^(element-wise|reduction: sum, 1e8|copy, cast|broadcast)/, "all are at the memory's bandwidth"],
    [/^scan/, "one pass with look-back in both: tiles wait for those before them"],
  ],
  cpu: [
    [/^order: sort, 1e3/, "NumPy sorts by vector instructions"],
    [/ 1e3$/, host],
    [/^reduction: any/, "NumPy stops at the first that is true"],
    [/^(product|factorisation)/, "OpenBLAS has wider vectors than WebAssembly, and fused products and sums"],
  ],
};

/** Undefined where nothing is known. */
export function reasonFor(name: string, where: "gpu" | "cpu"): string | undefined {
  return reasons[where].find(([pattern]) => pattern.test(name))?.[1];
}
