import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "edit-distance",
  source: "edit-distance.cu",
  kernels: ["edit_distance"],
  *cases() {
    const classics = [
      ["kitten", "sitting"],
      ["", ""],
      ["", "abc"],
      ["flaw", "lawn"],
      ["same", "same"],
    ] as const;
    yield run("classics", classics, 32);
    for (const [count, longest, block] of [
      [6, 50, 32],
      [3, 120, 64],
    ] as const) {
      const random = new Random(longest);
      const word = (): string =>
        Array.from({ length: random.integer(0, longest) }, () => "acgt"[random.integer(0, 4)]).join("");
      yield run(
        `count=${count} longest=${longest}`,
        Array.from({ length: count }, () => [word(), word()] as const),
        block,
      );
    }
  },
} satisfies KernelCase;

function run(label: string, pairs: readonly (readonly [string, string])[], block: number) {
  const side = (k: 0 | 1): { text: Int8Array; offsets: Int32Array } => {
    const words = pairs.map((pair) => pair[k]);
    const offsets = words.reduce<number[]>((all, word) => [...all, all.at(-1)! + word.length], [0]);
    // One byte more, since no buffer may be empty.
    return {
      text: Int8Array.from(`${words.join("")} `, (c) => c.charCodeAt(0)),
      offsets: Int32Array.from(offsets),
    };
  };
  const [a, b] = [side(0), side(1)];
  const longest = Math.max(...pairs.map(([x]) => x.length));
  return {
    label: `${label} block=${block}`,
    buffers: {
      a: a.text,
      aOffsets: a.offsets,
      b: b.text,
      bOffsets: b.offsets,
      distances: new Int32Array(pairs.length),
    },
    launches: [
      {
        kernel: "edit_distance",
        grid: pairs.length,
        block,
        shared: 12 * (longest + 1),
        args: ["a", "aOffsets", "b", "bOffsets", longest, "distances"],
      },
    ],
    expect: { distances: exactly(pairs.map(([x, y]) => levenshtein(x, y))) },
  };
}

/** The recurrence itself, row by row. */
function levenshtein(x: string, y: string): number {
  const table = [Array.from({ length: y.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= x.length; i++) {
    const row = [i];
    for (let j = 1; j <= y.length; j++) {
      const above = table[i - 1]!;
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + Number(x[i - 1] !== y[j - 1])));
    }
    table.push(row);
  }
  return table[x.length]![y.length]!;
}
