// Philox4x32-10 in plain TypeScript, from the paper: what the kernels are compared with.

/** The four words of a counter and a key. */
export function philox(counter: readonly number[], key: readonly number[]): number[] {
  let [x = 0, y = 0, z = 0, w = 0] = counter;
  let [k0 = 0, k1 = 0] = key;
  for (let round = 0; round < 10; round++) {
    const p = BigInt(0xd2511f53) * BigInt(x);
    const q = BigInt(0xcd9e8d57) * BigInt(z);
    [x, y, z, w] = [
      (Number(q >> 32n) ^ y ^ k0) >>> 0,
      Number(q & 0xffff_ffffn),
      (Number(p >> 32n) ^ w ^ k1) >>> 0,
      Number(p & 0xffff_ffffn),
    ];
    k0 = (k0 + 0x9e3779b9) >>> 0;
    k1 = (k1 + 0xbb67ae85) >>> 0;
  }
  return [x, y, z, w];
}

/** Words of a generator from a place on, a multiple of 4. */
export function wordsOf(seed: bigint, count: number, offset = 0, sequence = 0, attempt = 0): number[] {
  const key = [Number(seed & 0xffff_ffffn), Number(seed >> 32n)];
  const words: number[] = [];
  for (let block = offset / 4; words.length < count; block++)
    words.push(...philox([block >>> 0, Math.floor(block / 2 ** 32), attempt, sequence], key));
  return words.slice(0, count);
}
