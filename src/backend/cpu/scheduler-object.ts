// The scheduler of threads that wait for each other, as an object file. It is the same for all kernels: it is shipped or compiled once,
// and linked to the modules that need it.

import { defaultCache } from "../../compiler/cache.js";
import { compileObject } from "../../compiler/clang/compile-wasm.js";
import { compileDeviceIr } from "../../compiler/clang/device-ir.js";
import { type AddressBits, targetOf, type WasmTarget } from "../../compiler/clang/device-target.js";
import { readShippedFile } from "../../compiler/clang/shipped-files.js";
import type { IrModule } from "../../compiler/ir/module.js";
import { printModule } from "../../compiler/ir/print.js";
import { requestFor } from "./compile-request.js";
import { narrowed } from "./passes/narrow-pointers.js";

/** Its name among the files that the package ships. */
export function schedulerFile(target: WasmTarget): string {
  return `scheduler-${target}.o`;
}

/** The scheduler as an object file, for IR of a target; one that runs warps in any order is not shipped. */
export async function schedulerObject(
  target: WasmTarget,
  ordersWarps = false,
  addressBits: AddressBits = 32,
): Promise<Uint8Array> {
  const shipped = ordersWarps || addressBits === 64 ? undefined : readShippedFile(schedulerFile(target));
  if (shipped !== undefined) return shipped;
  const source = `${ordersWarps ? "#define CUTS_ORDERS_WARPS\n" : ""}#include "cuts_scheduler.h"\n`;
  const request = {
    ...requestFor(source, {}),
    target: `${target}${addressBits === 64 ? " wide" : ""} cpu scheduler`,
    directory: null,
  };
  const { code } = await defaultCache().getOrCompile(request, async () => {
    const { module } = await compileDeviceIr(source, {
      fileName: "scheduler",
      ...(target === "wasm32" && {
        rewrite: (first: IrModule) => narrowed(first, "the scheduler"),
      }),
      debug: "none",
      unrollThreshold: 0,
    });
    // With full effort it is larger, not faster, and takes a second longer in a new process.
    const options = { target: targetOf(module), effort: "low", addressBits } as const;
    return { code: new Uint8Array(await compileObject(printModule(module), "the scheduler", options)) };
  });
  return code;
}
