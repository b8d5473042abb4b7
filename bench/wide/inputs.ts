// The inputs of a case as text, "float32 1000x1000", and their numbers: the same in every contender (inputs.py is the twin).
//   float32 1000        between 0 and 1
//   int64 1e6 <1000     whole numbers below 1000
//   bool 1e6            true for every second one, in no order
//   float32 1e6 sorted  in order
//   float32 8x8 posdef  symmetric, far from singular
//   float32 8x8 .T      a view: the transpose of 8x8
//   float32 1e6 ::2     a view: every second of 1e6

/** What an input is. */
export interface InputSpec {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly kind: string;
}

/** Reads the text of an input. */
export function parseInput(text: string): InputSpec {
  const [dtype = "", shape = "", kind = ""] = text.split(" ");
  return { dtype, shape: shape.split("x").map(Number), kind };
}

/** The numbers of an input in C order. */
export function numbersOf({ dtype, shape, kind }: InputSpec, seed: number): Float64Array {
  const size = shape.reduce((a, b) => a * b, 1);
  const out = new Float64Array(size);
  const below = kind.startsWith("<") ? Number(kind.slice(1)) : undefined;
  for (let i = 0; i < size; i++) {
    const bits = mixed(i, seed);
    if (below !== undefined) out[i] = bits % below;
    else if (dtype === "bool") out[i] = bits & 1;
    else out[i] = (bits >>> 8) * 2 ** -24;
  }
  if (kind === "sorted") out.sort();
  if (kind === "posdef") makePositive(out, shape.at(-1) as number);
  return out;
}

/** Numbers without an order: the finisher of MurmurHash3. */
function mixed(index: number, seed: number): number {
  let bits = (index + 0x9e3779b9 * (seed + 1)) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Symmetric, and the diagonal outweighs its row. */
function makePositive(matrices: Float64Array, n: number): void {
  for (let at = 0; at < matrices.length; at += n * n) {
    for (let row = 0; row < n; row++) {
      for (let column = 0; column < row; column++)
        matrices[at + row * n + column] = matrices[at + column * n + row] as number;
      matrices[at + row * n + row] = n;
    }
  }
}
