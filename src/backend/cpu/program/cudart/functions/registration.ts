// What compiled host code tells before main: its device code, its kernels and its variables.

import type { Implementations } from "../bind-function.js";
import type { Runtime } from "../runtime.js";
import type { MANAGED_VARIABLES, REGISTRATION } from "../signatures/execution.js";

export function registrationFunctions(
  rt: Runtime,
): Implementations<typeof REGISTRATION & typeof MANAGED_VARIABLES> {
  const { guest } = rt;
  return {
    __cudaRegisterFatBinary: (wrapper = 0) => rt.modules.addModule(wrapper),
    __cudaRegisterFatBinaryEnd: () => undefined,
    // At exit; the device's memory ends with the process.
    __cudaUnregisterFatBinary: () => undefined,
    __cudaRegisterFunction: (handle = 0, stub = 0, _function = 0, name = 0) => {
      rt.modules.addKernel(handle, stub, guest.text(name));
      return 0;
    },
    __cudaRegisterVar: (handle = 0, variable = 0, _address = 0, name = 0, _isExtern = 0, size = 0) => {
      rt.modules.addVariable(handle, variable, guest.text(name), size);
      return undefined;
    },
    __cutsRegisterManaged: (start = 0, end = 0) => {
      rt.managed.setRange(start, end);
      return undefined;
    },
  };
}
