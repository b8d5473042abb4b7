// What device code is compiled for. With 64-bit addresses pointers, `size_t` and `long` have 8 bytes, as with nvcc; the object
// files are lowered to a memory with 32-bit addresses before they are linked (memory64/).

/** Whether pointers of device code have 8 bytes. */
export const HAS_WIDE_POINTERS = process.env["CUTS_LP64"] === "1";

/** The target of device code. */
export const DEVICE_TARGET = `${HAS_WIDE_POINTERS ? "wasm64" : "wasm32"}-unknown-unknown`;
