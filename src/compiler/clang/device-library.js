// The library that kernels are linked with: the mathematical and memory functions of the package's libc, and no other
// member of it. With all of libc, a kernel that calls malloc or printf would link and then run wasi code that has no
// system below it; so such a call stays undefined and the linker names it.

const FUNCTIONS =
  "acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf exp exp10 exp2 expm1 fdim fma fmod frexp hypot ilogb j0 j1 jn " +
  "ldexp lgamma lgamma_r llrint llround log log10 log1p log2 logb lrint lround modf nan nextafter pow remainder remquo " +
  "round scalb scalbln scalbn sin sincos sinh tan tanh tgamma __cos __sin __tan __expo2 __math_divzero __math_invalid " +
  "__math_oflow __math_uflow __math_xflow";

const OTHER_MEMBERS =
  "__cosdf __sindf __tandf __rem_pio2 __rem_pio2f __rem_pio2_large exp2f_data exp_data log2_data log2f_data log_data " +
  "logf_data pow_data powf_data sqrt_data lgammaf_r signgam fmin-fmax math-builtins memchr memcmp memcpy memmove memset " +
  "bcmp strlen wcslen abs labs llabs fenv";

const MEMBERS = new Set([
  ...FUNCTIONS.split(" ").flatMap((name) => [name, `${name}f`]),
  ...OTHER_MEMBERS.split(" "),
]);

/** Whether kernels may be linked with a file of libc. @param {string} name without its ending */
export function isForDevice(name) {
  return MEMBERS.has(name);
}

const MAGIC = "!<arch>\n";
const HEADER_BYTES = 60;

/**
 * The wanted members of a libc archive as an archive of their own, without an index, which wasm-ld does not read.
 * @param {Uint8Array} libc
 */
export function deviceLibrary(libc) {
  const text = (/** @type {number} */ start, /** @type {number} */ end) =>
    Buffer.from(libc.buffer, libc.byteOffset + start, end - start).toString("latin1");
  /** @type {Uint8Array[]} */
  const kept = [libc.subarray(0, MAGIC.length)];
  let longNames = "";
  let offset = MAGIC.length;
  while (offset + HEADER_BYTES <= libc.length) {
    const start = offset + HEADER_BYTES;
    const size = Number(text(offset + 48, offset + 58));
    const name = text(offset, offset + 16).trim();
    const end = start + size + (size % 2);
    if (name === "//") longNames = text(start, start + size);
    if (name === "//" || MEMBERS.has(memberName(name, longNames))) kept.push(libc.subarray(offset, end));
    offset = end;
  }
  return Buffer.concat(kept);
}

/**
 * `sinf` for `sinf.c.obj/`, or for `/123` where the table of long names has it at 123.
 * @param {string} name
 * @param {string} longNames
 */
function memberName(name, longNames) {
  const at = /^\/(\d+)$/.exec(name)?.[1];
  const full = at === undefined ? name : longNames.slice(Number(at));
  return full.slice(0, full.indexOf("/")).replace(/\.c\.obj$/, "");
}
