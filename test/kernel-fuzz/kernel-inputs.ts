// The arguments of every kernel of the fuzz, as inputs.h has them.

/** Arguments for a launch of so many threads: what it reads, and what it writes, in the order in which runs are compared. */
export function kernelInputs(threads: number) {
  const draw = randomWords();
  const gi = new Int32Array(256);
  const gf = new Float32Array(256);
  const gl = new BigUint64Array(256);
  for (let i = 0; i < 256; i++) {
    gi[i] = draw();
    gf[i] = Math.fround(Math.fround(draw() >>> 8) / 65536) - 100;
    const high = draw();
    gl[i] = (BigInt(high) << 32n) | BigInt(draw());
  }
  const acc = new Uint32Array(80).fill(0x7fffffff, 48, 64);
  const outputs = [
    new Int32Array(4 * threads),
    new BigUint64Array(2 * threads),
    acc,
    new BigUint64Array(16),
  ] as const;
  return { inputs: { gi, gf, gl, sp: struct() }, outputs };
}

// Marsaglia's xorshift of 32 bits.
function randomWords(): () => number {
  let state = 2463534242;
  return () => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state;
  };
}

/** The bytes of `sp`; all its bit-fields are 0. */
function struct(): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(64));
  view.setInt32(0, 42, true);
  view.setBigUint64(8, 0x123456789abcdefn, true);
  view.setInt16(16, -321, true);
  view.setFloat32(20, 2.5, true);
  view.setInt32(40, -9, true);
  view.setFloat32(44, 0.125, true);
  for (const [i, value] of [1, -2, 300000].entries()) view.setInt32(48 + 4 * i, value, true);
  return new Uint8Array(view.buffer);
}
