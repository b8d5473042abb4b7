// Reads the cases of a .cu file. A case is a kernel with a comment above it that says how to launch it:
//
//   //@ <<<4, 256>>> float[1000] 1000
//   __global__ void tail(float* out, int n) { … out[i] = 1; // BUG out-of-bounds
//
// A line with `BUG kind` is where exactly that must be found; a kernel without such a line is a twin that must be silent.

import { readFileSync } from "node:fs";

export interface CheckCase {
  readonly name: string;
  readonly config: {
    readonly grid: number[];
    readonly block: number[];
    readonly shared?: number;
    readonly cooperative?: boolean;
  };
  readonly args: readonly unknown[];
  /** What must be found, as `kind:line`. */
  readonly bugs: readonly string[];
}

const ARRAYS = {
  float: Float32Array,
  double: Float64Array,
  int: Int32Array,
  uint: Uint32Array,
  char: Int8Array,
  long: BigInt64Array,
} as const;

/** The source and its cases. */
export function readCases(url: URL): { source: string; cases: CheckCase[] } {
  const source = readFileSync(url, "utf8");
  const lines = source.split("\n");
  const starts = lines.flatMap((line, i) => (line.startsWith("//@ ") ? [i] : []));
  const cases = starts.map((start, n): CheckCase => {
    const end = starts[n + 1] ?? lines.length;
    const body = lines.slice(start, end);
    const [, launch = "", rest = ""] = /^\/\/@ <<<(.*?)>>>(.*)$/.exec(lines[start] as string) ?? [];
    const sizes = launch.split(/,\s*/);
    const size = (text: string | undefined): number[] => (text ?? "1").split("x").map(Number);
    const name = /__global__ void (?:__launch_bounds__\(\d+\) )?(\w+)\(/.exec(body.join("\n"))?.[1];
    if (name === undefined) throw new Error(`no kernel after line ${start + 1}`);
    const words = rest.trim().split(/\s+/).filter(Boolean);
    return {
      name,
      config: {
        grid: size(sizes[0]),
        block: size(sizes[1]),
        ...(sizes[2] === undefined ? {} : { shared: Number(sizes[2]) }),
        ...(words.includes("cooperative") ? { cooperative: true } : {}),
      },
      args: words.filter((word) => word !== "cooperative").map(readArgument),
      bugs: body.flatMap((line, i) => {
        const kind = /\/\/ BUG ([a-z-]+)/.exec(line)?.[1];
        return kind === undefined ? [] : [`${kind}:${start + i + 1}`];
      }),
    };
  });
  return { source, cases };
}

// `float[4]` is four zeros, `int[4]=3` four threes, `2.5` a number.
function readArgument(word: string): unknown {
  const [, type, length, fill] = /^(\w+)\[(\d+)\](?:=(-?\d+))?$/.exec(word) ?? [];
  if (type === undefined) return Number(word);
  const Type = ARRAYS[type as keyof typeof ARRAYS];
  const array = new Type(Number(length));
  if (array instanceof BigInt64Array) array.fill(BigInt(fill ?? 0));
  else array.fill(Number(fill ?? 0));
  return array;
}
