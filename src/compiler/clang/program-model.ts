// The data model of programs and of sources with code of the host, on the cpu device. Both passes of the compiler, the libraries that
// host code is linked with and the runtime that it calls follow from it.
import type { DataModel } from "../../cdecl/layout.js";

/** LP64 when it is asked for: pointers, `size_t` and `long` have 8 bytes, as with nvcc. */
export const PROGRAM_MODEL: Extract<DataModel, "LP64" | "ILP32"> =
  process.env["CUTS_LP64"] === "1" ? "LP64" : "ILP32";

/** Whether pointers of host code have 8 bytes. */
export const HAS_WIDE_POINTERS = PROGRAM_MODEL === "LP64";
