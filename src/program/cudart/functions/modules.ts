// Modules that a program loads while it runs: what NVRTC gave it, and PTX. Machine code is for a GPU, and refused.

import { isPtx } from "../../../compiler/is-ptx.js";
import type { BackendModule } from "../../../backend/backend.js";
import type { Implementations } from "../bind-function.js";
import { fail } from "../error-state.js";
import { HandleTable } from "../handle-table.js";
import { type ModuleSource, readImage } from "../module-image.js";
import type { Runtime } from "../runtime.js";
import type { DRIVER } from "../signatures/driver.js";

type ModuleFunctions = Pick<
  typeof DRIVER,
  | "cuModuleLoad"
  | "cuModuleLoadData"
  | "cuModuleLoadDataEx"
  | "cuModuleUnload"
  | "cuModuleGetFunction"
  | "cuModuleGetGlobal"
>;

export function moduleFunctions(rt: Runtime): Implementations<ModuleFunctions> {
  const { guest } = rt;
  const modules = new HandleTable<BackendModule>();
  const load = (place: number, text: string, fileName: string): undefined => {
    guest.setWord(place, modules.add(compile(rt, sourceOf(rt, text, fileName))));
  };
  return {
    cuModuleLoad: (place = 0, name = 0) => load(place, readFile(guest.text(name)), guest.text(name)),
    cuModuleLoadData: (place = 0, image = 0) => load(place, textAt(rt, image), "module.ptx"),
    cuModuleLoadDataEx: (place = 0, image = 0) => load(place, textAt(rt, image), "module.ptx"),
    cuModuleUnload: (handle = 0) => {
      const module = modules.get(handle);
      rt.work.settle();
      modules.remove(handle);
      rt.modules.removeLoaded(module);
      module.dispose();
    },
    cuModuleGetFunction: (place = 0, handle = 0, name = 0) => {
      guest.setWord(place, rt.modules.addLoaded(modules.get(handle), guest.text(name)));
    },
    cuModuleGetGlobal: (place = 0, size = 0, handle = 0, name = 0) => {
      const { address, byteLength } = rt.modules.loadedVariable(modules.get(handle), guest.text(name));
      if (place !== 0) guest.setWord(place, address);
      if (size !== 0) guest.setWord(size, byteLength);
    },
  };
}

function textAt(rt: Runtime, image: number): string {
  return image === 0 ? fail("cudaErrorInvalidValue") : rt.guest.text(image);
}

function readFile(name: string): string {
  const { readFileSync } = process.getBuiltinModule("node:fs");
  try {
    return readFileSync(name, "utf8");
  } catch {
    return fail("cudaErrorFileNotFound");
  }
}

function sourceOf(rt: Runtime, text: string, fileName: string): ModuleSource {
  const image = readImage(text);
  if (image !== undefined) return image;
  if (isPtx(text)) return { source: text, options: { fileName } };
  rt.host.warn(
    "cuts: loading machine code (a cubin or fatbin) is not supported on the cpu device; PTX and what NVRTC gives are\n",
  );
  return fail("cudaErrorNotSupported");
}

function compile(rt: Runtime, { source, options }: ModuleSource): BackendModule {
  const module = rt.backend.compile(source, options);
  try {
    module.readySync();
  } catch (error) {
    module.dispose();
    rt.host.warn(`cuts: ${(error as Error).message}\n`);
    fail("cudaErrorInvalidPtx");
  }
  return module;
}
