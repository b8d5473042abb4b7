// The kernels and the native function of the random work. Those that fail have names and words of their own, so that an
// error tells which of them it is of.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as cu from "../../src/index.js";

/** Kernels of each way to fail. */
const VARIANTS = 3;

const index = "int i = blockIdx.x * blockDim.x + threadIdx.x;";

type InPlace = cu.Kernel<
  [x: cu.NDArray<"int32">, k: number, n: number],
  [x: Int32Array, k: number, n: number]
>;

/** A kernel that fails, and what tells its error from others. */
export interface FailingKernel {
  readonly kernel: InPlace;
  readonly code: string;
  readonly word: string;
  readonly timeoutMs?: number;
}

/** Kernels that do their work. */
export interface Kernels {
  readonly step: InPlace;
  readonly mix: cu.Kernel<
    [z: cu.NDArray<"int32">, x: cu.NDArray<"int32">, y: cu.NDArray<"int32">, n: number],
    never
  >;
  /** As `step`; it takes some milliseconds on the cpu device. */
  readonly slow: InPlace;
}

export function makeKernels(device: string): Kernels {
  return {
    step: inPlace("step", "x[i] = x[i] * 3 + k;", device),
    mix: cu.kernel(
      `extern "C" __global__ void mix(int* z, const int* x, const int* y, int n) { ${index} if (i < n) z[i] = x[i] + 7 * y[i]; }`,
      { device },
    ),
    slow: inPlace(
      "slow",
      "volatile int turns = 0; for (int j = 0; j < 200; j++) turns += j; x[i] = x[i] * 3 + k;",
      device,
    ),
  };
}

/** Kernels that fail, those first that every device survives. */
export function makeFailing(device: string): readonly FailingKernel[] {
  const failing: FailingKernel[] = [];
  for (let i = 0; i < VARIANTS; i++) {
    failing.push({
      kernel: inPlace(`broken_${i}`, `x[i] = missing_${i};`, device),
      code: "CUTS_COMPILE",
      word: `missing_${i}`,
    });
  }
  // A GPU is lost to the process by these.
  if (device !== "cpu") return failing;
  for (let i = 0; i < VARIANTS; i++) {
    failing.push(
      {
        kernel: inPlace(`trap_${i}`, "x[i] = -1; if (i == n / 2) __trap();", device),
        code: "CUTS_KERNEL_TRAP",
        word: `trap_${i}`,
      },
      {
        kernel: inPlace(`outside_${i}`, "x[i] = -1; x[i + 2000000000] = k;", device),
        code: "CUTS_KERNEL_ILLEGAL_ADDRESS",
        word: `outside_${i}`,
      },
      {
        kernel: inPlace(`endless_${i}`, "for (;;) ((volatile int*)x)[i] += 1;", device),
        code: "CUTS_LAUNCH_TIMEOUT",
        word: `endless_${i}`,
        timeoutMs: 15,
      },
    );
  }
  return failing;
}

function inPlace(name: string, body: string, device: string): InPlace {
  const source = `extern "C" __global__ void ${name}(int* x, int k, int n) { ${index} if (i < n) { ${body} } }`;
  return cu.kernel(source, { name, device });
}

/** Native functions, for calls on other threads. */
export interface Native {
  readonly native_step: {
    async(x: cu.NDArray<"int32"> | Int32Array, k: number, n: number): Promise<void>;
  };
}

export async function makeNative(): Promise<Native> {
  const folder = mkdtempSync(join(tmpdir(), "cuts-soak-"));
  try {
    const sources = join(folder, "soak.c");
    writeFileSync(
      sources,
      "void native_step(int *x, int k, int n) { for (int i = 0; i < n; i++) x[i] = (int)((unsigned)x[i] * 3u + (unsigned)k); }\n",
    );
    return await cu.load({ functions: { native_step: "void(int* x, int k, int n)" }, sources });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
