// @ts-check
// Finds writes of kernels to memory that no kernel may write: the lowest addresses, where null pointers lead, and the constants of a
// module. When a launch ends, a sum over them is compared with the right one. WebAssembly computes it, because a launch may take no more
// than two microseconds. Plain JavaScript, because workers run it unbuilt.

import { CONTROL } from "./control.js";
import { isWide } from "./wide-memory.js";

/** Bytes from address 0 on that hold nothing but the canary: as many as a processor has in the page at null. */
const LOWEST_BYTES = 4096;
/**
 * Two words that nobody writes by chance, one after the other. Arithmetic changes their bits, whatever type they are taken
 * for, so that `*p += x` shows as a plain store does. The first word is a signaling NaN as a float, and every result of
 * arithmetic is a quiet one. No word is that as a float and, with the one below it, as a double too; so the second is a
 * number next to 0 as a float, a double, a half or a bfloat16: whatever is added to it or multiplied with it (1 apart)
 * leaves another number. As integers both are negative, and the lowest bits of each byte are free for flags, but for
 * the 0xff that a NaN begins with.
 */
const CANARY = /** @type {const} */ ([0xffb084d0 | 0, 0x84b084d0 | 0]);

/** Vectors of 16 bytes that are added to sums of their own, because they need not wait for each other. */
const SUMS = 8;

/** The sum of the lowest addresses when nobody has written there. */
const INTACT = Array.from({ length: 4 * SUMS }, (_, word) => weightOf(word)).reduce(
  (total, weight, word) =>
    (total + Math.imul(weight, Math.imul(canaryOf(word), LOWEST_BYTES / (16 * SUMS)))) | 0,
  0,
);

/** What a word of the lowest addresses holds. @param {number} word */
function canaryOf(word) {
  return word % 2 === 0 ? CANARY[0] : CANARY[1];
}

/** What the words of a sum are multiplied by in the end: odd, so that every change of one word shows. @param {number} word */
function weightOf(word) {
  return 2 * word + 1;
}

/** Fills the lowest addresses of a memory with what they hold when nobody has written there. @param {WebAssembly.Memory} memory */
export function fillLowest(memory) {
  const words = new Int32Array(memory.buffer, 0, LOWEST_BYTES / 4);
  for (let word = 0; word < words.length; word++) words[word] = canaryOf(word);
}

/** A sum over bytes, in which every change of one word shows, and others all but certainly. @typedef {(address: number, byteLength: number) => number} Sum */

/** @param {WebAssembly.Memory} memory @returns {Sum} */
export function openSum(memory) {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(sumModule(isWide(memory))), {
    env: { memory },
  });
  return /** @type {Sum} */ (/** @type {unknown} */ (instance.exports["sum"]));
}

/** The constants of a module, and words that say what their sum must be. @typedef {{ readonly address: number, readonly byteLength: number, readonly words: Int32Array }} GuardedConstants */

/** Indices into those words: how often the host has begun or ended to change the constants, and the sum. */
export const SUM_WORDS = /** @type {const} */ ({ changes: 0, sum: 1, count: 2 });

/** Looks at a memory, for one thread. @typedef {ReturnType<typeof openGuard>} Guard */

/** @param {WebAssembly.Memory} memory @param {Int32Array} control */
export function openGuard(memory, control) {
  const sum = openSum(memory);
  let looks = 0;
  return {
    /** The same as `nullWrites` without a look. */
    seen: () => Atomics.load(control, CONTROL.nullWrites),
    /**
     * How often it was found by now that somebody has written through a null pointer; looks. Whoever runs at the same
     * time sees by the number that something was found, though it is not there any more.
     */
    nullWrites() {
      if (Atomics.load(control, CONTROL.isLowestClosed) === 0 && sum(0, LOWEST_BYTES) !== INTACT) {
        Atomics.add(control, CONTROL.nullWrites, 1);
        fillLowest(memory);
      }
      return Atomics.load(control, CONTROL.nullWrites);
    },
    /**
     * Looks whether constants are what they were: each time where they have no more bytes than `few`, else so seldom that
     * it takes no more time.
     * @param {GuardedConstants | undefined} constants
     * @param {number} few
     */
    areIntact(constants, few) {
      if (constants === undefined) return true;
      const { address, byteLength, words } = constants;
      if (byteLength > few && ++looks % Math.ceil(byteLength / few) !== 0) return true;
      const changes = Atomics.load(words, SUM_WORDS.changes);
      if (sum(address, byteLength) === Atomics.load(words, SUM_WORDS.sum)) return true;
      // The host may be about to change them, or lets kernels do it.
      return (changes & 1) === 1 || Atomics.load(words, SUM_WORDS.changes) !== changes;
    },
  };
}

// What it looks at lies below 4 GiB, also where the memory has more.
/** @param {boolean} wide */
function sumModule(wide) {
  const I32 = 0x7f;
  const V128 = 0x7b;
  const [AT, LEFT, TOTAL, FIRST] = [0, 1, 2, 3];
  const sums = Array.from({ length: SUMS }, (_, i) => FIRST + i);
  const get = (/** @type {number} */ local) => [0x20, local];
  const set = (/** @type {number} */ local) => [0x21, local];
  const leb = (/** @type {number} */ value) => [(value & 127) | 128, value >> 7];
  const number = (/** @type {number} */ value) => [0x41, ...leb(value)];
  /** An address of 32 bits, as a load takes it. */
  const address = (/** @type {number} */ local) => [...get(local), ...(wide ? [0xad] : [])];
  const ADD = 0x6a;
  const SUB = 0x6b;
  const MULTIPLY = 0x6c;
  const ADD_LANES = [0xfd, 0xae, 1];
  const MULTIPLY_LANES = [0xfd, 0xb5, 1];
  const addVector = (/** @type {number} */ offset, /** @type {number} */ to) =>
    [get(to), address(AT), [0xfd, 0, 0, ...leb(offset)], ADD_LANES, set(to)].flat();
  const addByte = [...get(TOTAL), ...number(31), MULTIPLY, ...address(AT), 0x2d, 0, 0, ADD, ...set(TOTAL)];
  /** As long as so many bytes are left. @param {number} bytes @param {number[]} body */
  const each = (bytes, body) =>
    [
      [0x02, 0x40, 0x03, 0x40, ...get(LEFT), ...number(bytes), 0x49, 0x0d, 1, ...body],
      [...get(AT), ...number(bytes), ADD, ...set(AT), ...get(LEFT), ...number(bytes), SUB, ...set(LEFT)],
      [0x0c, 0, 0x0b, 0x0b],
    ].flat();
  const weights = (/** @type {number} */ sum) =>
    [0, 1, 2, 3].flatMap((lane) => [weightOf(4 * (sum - FIRST) + lane), 0, 0, 0]);
  const weighted = sums.flatMap((sum) =>
    [get(sum), [0xfd, 0x0c], weights(sum), MULTIPLY_LANES, sum === FIRST ? [] : ADD_LANES].flat(),
  );
  const lanes = [0, 1, 2, 3].flatMap((lane) => [...get(FIRST), 0xfd, 0x1b, lane, ADD]);
  const unrolled = [0, 1].flatMap((turn) => sums.map((sum, i) => ({ sum, offset: 16 * (SUMS * turn + i) })));
  const pieces = each(
    32 * SUMS,
    unrolled.flatMap(({ sum, offset }) => addVector(offset, sum)),
  );
  const vectors = each(16, addVector(0, FIRST));
  const result = [...weighted, ...set(FIRST), ...get(TOTAL), ...lanes, 0x0b];
  const code = [...pieces, ...vectors, ...each(1, addByte), ...result];
  const name = (/** @type {string} */ text) => [text.length, ...Buffer.from(text)];
  const sized = (/** @type {number[]} */ bytes) => [...leb(bytes.length), ...bytes];
  const section = (/** @type {number} */ id, /** @type {number[]} */ bytes) => [id, ...sized(bytes)];
  return Uint8Array.from(
    [
      [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, [1, 0x60, 2, I32, I32, 1, I32]),
      // A shared memory of any size.
      section(2, [
        1,
        ...name("env"),
        ...name("memory"),
        2,
        ...(wide ? [7, 0, 0x80, 0x80, 16] : [3, 0, 0x80, 0x80, 4]),
      ]),
      section(3, [1, 0]),
      section(7, [1, ...name("sum"), 0, 0]),
      section(10, [1, ...sized([2, 1, I32, SUMS, V128, ...code])]),
    ].flat(),
  );
}
