// Why a target of the cpu device is missed where it is: what was found when the machine code was looked at. A target
// that is kept shows no reason, whatever stands here.

/** The reason for a missed target, or a line that says it was not looked into. */
export function reasonFor(name: string, promise: string): string {
  const found = REASONS.find((r) => r.name === name && promise.includes(r.against));
  return found?.why ?? "not looked into yet";
}

const LAUNCH =
  "What is left is the launch: workers are woken and waited for at each one, which no loop in C pays. It weighs less the more elements there are.";

// Times are of the kernel alone, without the launch: processor time of one thread on a Neoverse-N1 with Node 20.
const REASONS: readonly { readonly name: string; readonly against: string; readonly why: string }[] = [
  {
    name: "add",
    against: "x C",
    why: `The kernel alone takes 0.45 ms for a million elements, C 0.44, and 4.7 ms for ten million, C 4.8. ${LAUNCH}`,
  },
  {
    name: "saxpy",
    against: "x C",
    why: `The kernel alone takes 0.39 ms for a million elements, C 0.28: WebAssembly has no fused multiply-add, and V8 checks the bounds of every access (0.38 with Node 22, which does not on arm64). With ten million, where memory is the limit, both take 4.3 ms. ${LAUNCH}`,
  },
  {
    name: "horner",
    against: "x C",
    why: `WebAssembly has no fused multiply-add: 32 operations an element where C has 16. With four vectors at a time the kernel alone takes 2.35 ms, C 2.24. ${LAUNCH}`,
  },
  {
    name: "roots",
    against: "x C",
    why: `The kernel alone takes 5.63 ms, as C does: both wait for the square roots. ${LAUNCH}`,
  },
  {
    name: "matmul",
    against: "hand-split",
    why: "The kernel alone takes 2.8 ms for n = 256 and 24.3 ms for 512, which is 0.77 and 0.83 of C: no fused multiply-add (C without it is at 0.79; one load, one product and one sum a vector and nothing else would take 1.8 ms for 256), and a check of bounds at every access (3 of 4 instructions of a load). Until a tenth of a second has been spent, code for any block size runs, which takes twice as long.",
  },
  {
    name: "reduce",
    against: "hand-split",
    why: "The kernel alone takes 0.56 ms, which is 0.78 of C: a check of bounds at every access. What C does not pay is the launch, a tenth of the time here.",
  },
  {
    name: "nbody",
    against: "Numba",
    why: "One thread of C is 1.5 times as fast: the loop over the tile stays inside each thread, scalar, where C vectorises over the threads. The simulator's own time for 32 bodies varies by half from round to round.",
  },
];
