// Modules that a program loads while it runs: what NVRTC gave it, and PTX. Machine code is for a GPU, and refused.

import type { BackendModule } from "../../../../backend.js";
import type { Implementations } from "../bind-function.js";
import { HandleTable } from "../handle-table.js";
import type { Runtime } from "../runtime.js";
import type { DRIVER } from "../signatures/driver.js";
import { JitLogs } from "./jit-logs.js";
import { compileSource, imageAt, readImageFile, sourceOf } from "./module-sources.js";

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
  const load = (place: number, text: string, fileName: string, logs?: JitLogs): undefined => {
    const compiled = (): BackendModule => compileSource(rt, sourceOf(rt, text, fileName), logs);
    guest.setWord(place, modules.add(logs ? logs.around(compiled) : compiled()));
  };
  return {
    cuModuleLoad: (place = 0, name = 0) => load(place, readImageFile(guest.text(name)), guest.text(name)),
    cuModuleLoadData: (place = 0, image = 0) => load(place, imageAt(rt, image), "module.ptx"),
    cuModuleLoadDataEx: (place = 0, image = 0, count = 0, options = 0, values = 0) =>
      load(place, imageAt(rt, image), "module.ptx", new JitLogs(guest, count, options, values)),
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
