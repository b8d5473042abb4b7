// Whether this version of Node has relaxed SIMD, which multiplies and adds in one instruction. Node 22 and later have it.

/** A module with one function: `f32x4.relaxed_madd` of its three parameters. Header, types, functions, code. */
const MADD = "0061736d01000000 01080160037b7b7b017b 03020100 0a0d010b00200020012002fd85020b";

/** Whether relaxed SIMD is there. */
export function hasRelaxedSimd(): boolean {
  return WebAssembly.validate(Buffer.from(MADD.replaceAll(" ", ""), "hex"));
}
