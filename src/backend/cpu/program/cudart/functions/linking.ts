// The driver's linker (cuLink…). One input is linked to itself: it is compiled when it is added, as the driver does it, and its text is the
// linked code, which cuModuleLoadData takes. Code that several inputs have together is refused by name.

import type { Implementations } from "../bind-function.js";
import { fail } from "../error-state.js";
import { HandleTable } from "../handle-table.js";
import type { Runtime } from "../runtime.js";
import type { DRIVER } from "../signatures/driver.js";
import { JitLogs } from "./jit-logs.js";
import { compileSource, imageAt, readImageFile, sourceOf } from "./module-sources.js";

type LinkFunctions = Pick<
  typeof DRIVER,
  "cuLinkCreate" | "cuLinkAddData" | "cuLinkAddFile" | "cuLinkComplete" | "cuLinkDestroy"
>;

interface Link {
  readonly logs: JitLogs;
  image?: string;
}

export function linkFunctions(rt: Runtime): Implementations<LinkFunctions> {
  const { guest } = rt;
  const links = new HandleTable<Link>();
  const add = (handle: number, text: string, fileName: string): void => {
    const link = links.get(handle);
    if (link.image !== undefined) {
      rt.host.warn("cuts: linking several inputs into one module is not supported on the cpu device\n");
      fail("cudaErrorNotSupported");
    }
    const source = sourceOf(rt, text, fileName);
    // Only to find what is wrong with it: whoever loads the linked code gets it from the cache.
    link.logs.around(() => compileSource(rt, source, link.logs).dispose());
    link.image = text;
  };
  return {
    cuLinkCreate: (count = 0, options = 0, values = 0, place = 0) => {
      guest.setWord(place, links.add({ logs: new JitLogs(guest, count, options, values) }));
    },
    cuLinkAddData: (handle = 0, _type = 0, data = 0, _size = 0, name = 0) => {
      add(handle, imageAt(rt, data), name === 0 ? "module.ptx" : guest.text(name));
    },
    cuLinkAddFile: (handle = 0, _type = 0, path = 0) => {
      add(handle, readImageFile(guest.text(path)), guest.text(path));
    },
    cuLinkComplete: (handle = 0, code = 0, size = 0) => {
      const { image = fail("cudaErrorInvalidValue") } = links.get(handle);
      guest.setWord(code, rt.texts.address(image));
      if (size !== 0) guest.setWord(size, Buffer.byteLength(image) + 1);
    },
    cuLinkDestroy: (handle = 0) => {
      links.remove(handle);
    },
  };
}
