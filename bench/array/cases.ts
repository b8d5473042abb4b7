// What array.bench.ts measures: operations and sizes. How each library does them is in its contender.

/** An operation at one size. */
export interface ArrayCase {
  readonly name: string;
  /** Elements of a vector, or the side of a square matrix. */
  readonly n: number;
  readonly family: "elementwise" | "reduction" | "matmul" | "sort" | "fft";
}

const powers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i));

const make = (name: string, family: ArrayCase["family"], sizes: readonly number[]): ArrayCase[] =>
  sizes.map((n) => ({ name, family, n }));

/** All cases. */
export const cases: readonly ArrayCase[] = [
  ...make("add", "elementwise", powers(3, 7)),
  ...make("sqrt", "elementwise", powers(3, 7)),
  ...make("exp", "elementwise", powers(3, 7)),
  ...make("sum", "reduction", powers(3, 7)),
  ...make("max", "reduction", powers(3, 7)),
  ...make("softmax", "reduction", powers(3, 7)),
  ...make("matmul", "matmul", [64, 128, 256, 512, 1024]),
  ...make("sort", "sort", powers(3, 6)),
  ...make("fft", "fft", [2 ** 10, 2 ** 14, 2 ** 18, 2 ** 20]),
];
