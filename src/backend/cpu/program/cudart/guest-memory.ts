// The memory of a program as the CUDA runtime sees it: a null pointer is cudaErrorInvalidValue.

import { WasmMemory } from "../../../../compiler/clang/wasm-memory.js";
import { fail } from "./error-state.js";

export class GuestMemory extends WasmMemory {
  protected override refuseNull(): never {
    fail("cudaErrorInvalidValue");
  }
}
