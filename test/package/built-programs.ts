// Runs before each test file: programs are started as built-programs-setup.ts has built them.

import { inject } from "vitest";
import { useBuiltPrograms } from "../../src/host/assets.js";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder of this run that stands for dist/, with the programs alone. */
    readonly builtPrograms?: string;
  }
}

useBuiltPrograms(inject("builtPrograms"));
