// @ts-check
// The order in which the blocks of a launch and their warps run, where it is fixed: ascending, or drawn from a seed, so that the same
// seed gives the same order. Otherwise workers take blocks as they come. Plain JavaScript, because workers run it unbuilt.

/** The order of a launch that runs its blocks one after the other, ascending. 0 is none at all; others are seeds. */
export const ASCENDING = 1;

/** Above it a product of two numbers of blocks is no exact number. */
const MOST_EXACT = 2 ** 26;

/**
 * The block that runs at a position, for each position below `total`.
 * @param {number} total
 * @param {number} order
 * @returns {(position: number) => number}
 */
export function blockOrder(total, order) {
  if (order === ASCENDING || total < 2) return (position) => position;
  const shift = mixed(order) % total;
  let step = 1 + (mixed(order ^ 0x5bd1e995) % (total - 1));
  while (commonDivisor(step, total) !== 1) step = (step % (total - 1)) + 1;
  if (total <= MOST_EXACT) return (position) => (position * step + shift) % total;
  return (position) => Number((BigInt(position) * BigInt(step) + BigInt(shift)) % BigInt(total));
}

/**
 * What the order of the warps of a block is drawn from (cuts_scheduler.h), as it stands above the phase of the block.
 * @param {number} order
 * @param {number} block
 */
export function warpOrder(order, block) {
  return order === 0 || order === ASCENDING
    ? 0
    : (1 + (mixed(order ^ Math.imul(block, 0x9e3779b1)) >>> 5)) << 3;
}

/** @param {number} a @param {number} b */
function commonDivisor(a, b) {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

/** Bits of a number, mixed (MurmurHash3's finalizer). @param {number} n */
function mixed(n) {
  let h = n | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
