// What random kernels compute by g++: many in one program, since including its headers takes longer than compiling a kernel.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const KERNELS_A_PROGRAM = 25;
// As nvcc and the cpu device compute: integers wrap, any memory may be read as any type, and no multiplication is fused with an addition.
const FLAGS = "-w -O1 -std=c++17 -fwrapv -fno-strict-aliasing -ffp-contract=off".split(" ");

export interface RandomKernel {
  readonly seed: number;
  readonly source: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
}

/** The kernels of the seeds from `first` to `last` - 1, which a generator writes into the folder. */
export function makeKernels(generator: string, first: number, last: number, folder: string): RandomKernel[] {
  const script = join(HERE, `${generator}.py`);
  must(spawnSync("python3", [script, folder, `${first}`, `${last}`], { encoding: "utf8" }), script);
  return Array.from({ length: last - first }, (_, i) => {
    const path = join(folder, `${first + i}`);
    const launch = JSON.parse(readFileSync(`${path}.json`, "utf8")) as Pick<RandomKernel, "grid" | "block">;
    return { seed: first + i, source: readFileSync(`${path}.cu`, "utf8"), ...launch };
  });
}

/** What each kernel computes, by its seed. */
export function* expectedResults(
  kernels: readonly RandomKernel[],
  folder: string,
): Generator<readonly [RandomKernel, Buffer]> {
  for (let at = 0; at < kernels.length; at += KERNELS_A_PROGRAM) {
    const some = kernels.slice(at, at + KERNELS_A_PROGRAM);
    const program = join(folder, "oracle");
    writeFileSync(`${program}.cpp`, oracleProgram(some));
    must(
      spawnSync("g++", [...FLAGS, `-I${HERE}`, `${program}.cpp`, "-o", program], { encoding: "utf8" }),
      "g++",
    );
    for (const kernel of some) {
      const ran = spawnSync(program, [`${kernel.seed}`], { maxBuffer: 1 << 24 });
      must({ ...ran, stderr: ran.stderr.toString() }, `the oracle of seed ${kernel.seed}`);
      yield [kernel, ran.stdout];
    }
  }
}

/** One program of all kernels. The C library has a `seed48`, so no namespace may be called so. */
function oracleProgram(kernels: readonly RandomKernel[]): string {
  const parts = kernels.map(({ seed, source }) => {
    const own = source.replace('extern "C" __global__', "static");
    return `namespace kernel_${seed} {\n${own}\n#include "oracle-main.h"\n}\n#undef TMAX\n#undef DEV\n`;
  });
  const calls = kernels.map(({ seed, grid, block }) => {
    const shape = `const int grid[] = {${grid.join()}}, block[] = {${block.join()}};`;
    return `  if (seed == ${seed}) { ${shape} return kernel_${seed}::run(grid, block); }\n`;
  });
  const main = `int main(int, char** arguments) {\n  const int seed = atoi(arguments[1]);\n${calls.join("")}  return 3;\n}\n`;
  return `#include "oracle.h"\n${parts.join("")}${main}`;
}

function must(
  { status, stderr, error }: { status: number | null; stderr: string; error?: Error | undefined },
  what: string,
): void {
  if (status !== 0) throw new Error(`Cannot run ${what}: ${error?.message ?? stderr.slice(0, 2000)}`);
}
