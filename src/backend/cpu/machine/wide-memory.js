// @ts-check
// Memory with addresses of 64 bits (WebAssembly's memory64), for programs that need more than 4 GiB. It takes its sizes as BigInt,
// and so do the globals and tables of code for it. Plain JavaScript, because workers run it unbuilt.

/** Answers of `isWide`: asking a narrow memory takes an exception. @type {WeakMap<WebAssembly.Memory, boolean>} */
const known = new WeakMap();

/** Bytes of a page. */
const PAGE_BYTES = 65_536;

/** A MiB less than 4 GiB: there is always an address that nothing has, for indices that lead nowhere (passes/simt/far-addresses.ts). */
const MAX_NARROW_PAGES = 65_536 - 16;
/** What a memory with addresses of 32 bits can have. */
export const MAX_NARROW_BYTES = MAX_NARROW_PAGES * PAGE_BYTES;
/**
 * Most bytes of one block of it: in kernels LLVM takes differences of pointers for signed numbers of 32 bits
 * (passes/narrow-pointers.ts), so in a larger block they would be wrong without a word. In steps of the device's alignment.
 */
export const MAX_NARROW_BLOCK_BYTES = 2 ** 31 - 256;
/** Most pages of a wide memory that V8 makes: 16 GiB. */
export const MAX_WIDE_PAGES = 262_144;
/** What it can have. */
export const MAX_WIDE_BYTES = MAX_WIDE_PAGES * PAGE_BYTES;

/** Whether this engine has it: Node 24 and later. */
export function hasWideMemory() {
  try {
    openMemory(1, 1, true).grow(/** @type {number} */ (/** @type {unknown} */ (0n)));
    return true;
  } catch {
    return false;
  }
}

/**
 * A memory that all threads share.
 * @param {number} pages
 * @param {number} maxPages
 * @param {boolean} isWide
 */
export function openMemory(pages, maxPages, isWide) {
  const limits = isWide
    ? { initial: BigInt(pages), maximum: BigInt(maxPages), shared: true, address: "i64" }
    : { initial: pages, maximum: maxPages, shared: true };
  const memory = new WebAssembly.Memory(
    /** @type {ConstructorParameters<typeof WebAssembly.Memory>[0]} */ (/** @type {unknown} */ (limits)),
  );
  known.set(memory, isWide);
  return memory;
}

/** Whether a memory has addresses of 64 bits. @param {WebAssembly.Memory} memory @returns {boolean} */
export function isWide(memory) {
  let wide = known.get(memory);
  if (wide === undefined) {
    try {
      memory.grow(/** @type {number} */ (/** @type {unknown} */ (0n)));
      wide = true;
    } catch {
      wide = false;
    }
    known.set(memory, wide);
  }
  return wide;
}

/** Makes a memory longer. @param {WebAssembly.Memory} memory @param {number} byteLength what it gets more, up to whole pages */
export function growMemory(memory, byteLength) {
  const pages = Math.ceil(byteLength / PAGE_BYTES);
  memory.grow(isWide(memory) ? /** @type {number} */ (/** @type {unknown} */ (BigInt(pages))) : pages);
}

/** An address, or a place in a table, as WebAssembly takes it. @param {boolean} wide @param {number} value @returns {number} */
export function wordOf(wide, value) {
  return wide ? /** @type {number} */ (/** @type {unknown} */ (BigInt(value))) : value;
}

/** The type of addresses. @param {boolean} wide @returns {"i32" | "i64"} */
export function addressType(wide) {
  return wide ? "i64" : "i32";
}
