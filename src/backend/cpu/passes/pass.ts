// What a pass of the pipeline is. Before and after each pass the module is one that LLVM accepts. A pass changes nothing in place. What it
// finds out for later passes, or for the compiled code, it writes into `Facts`.

import type { IrModule } from "../../../compiler/ir/module.js";
import { verify } from "../../../compiler/ir/verify.js";
import { variable } from "../../../host/environment.js";
import type { RecordParameters } from "./simt/record-parameters.js";
import type { SourcePlace } from "./source-places.js";
import type { WatchFact } from "./watch-facts.js";
import type { WatchSite } from "./watch-sites.js";
import type { IrDump } from "./dump-ir.js";

/** A pass over `Form`: a module, or one kernel on its way (simt/kernel-passes.ts). */
export interface PassOver<Form, Known> {
  /** The name of its file, without the ending. */
  readonly name: string;
  run(form: Form, facts: Known): Form;
}

export type Pass = PassOver<IrModule, Facts>;

/** What is known of a module beside its code. */
export interface Facts {
  /** What is compiled, for error messages. */
  readonly name: string;
  /** The name that the user knows, of a file that clang knows. */
  shownFile(file: string): string;
  /** What the calls of watched code tell. */
  watch: WatchFact[];
  /** Where those calls stand. */
  sites: readonly WatchSite[];
  /** What `__launch_bounds__` says, by symbol of the kernel. */
  maxThreads: ReadonlyMap<string, number>;
  /** Parameters that clang has left out or passes by address, by symbol of the kernel. */
  records: RecordParameters;
  /** Lines of the source, by the numbers that stand for them in the code, and the line of each function. */
  places: readonly SourcePlace[];
  functionPlaces: ReadonlyMap<string, number>;
}

export function makeFacts(name: string, shownFile: (file: string) => string): Facts {
  return {
    name,
    shownFile,
    watch: [],
    sites: [],
    maxThreads: new Map(),
    records: new Map(),
    places: [],
    functionPlaces: new Map(),
  };
}

/** Runs passes one after the other. With `CUTS_VERIFY_IR=1`, and so in the tests, each result is verified. */
export function runPasses(passes: readonly Pass[], given: IrModule, facts: Facts, dump: IrDump): IrModule {
  return runOver(passes, given, facts, dump, (module) => module);
}

/** The same over another form, given how it is written as a module to be printed and verified. */
export function runOver<Form, Known>(
  passes: readonly PassOver<Form, Known>[],
  given: Form,
  facts: Known,
  dump: IrDump,
  asModule: (form: Form) => IrModule,
): Form {
  const verifies = variable("CUTS_VERIFY_IR") === "1";
  return passes.reduce((form, pass) => {
    const after = pass.run(form, facts);
    if (verifies || dump.isOn) {
      const module = asModule(after);
      dump.write(pass.name, module);
      if (verifies) verify(module, pass.name);
    }
    return after;
  }, given);
}
