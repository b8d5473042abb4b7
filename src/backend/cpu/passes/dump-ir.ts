// `CUTS_DUMP_IR=dir`: the IR after each pass, in a folder of its own for each compile, as files that are numbered in the order in which
// the passes ran: `dir/kernel.cu/03-clamp-shifts.ll`, and `14-add.split-waits.ll` for a pass over the kernel `add` alone. Without the
// variable nothing is written.

import { variable } from "../../../host/environment.js";
import { isThere, makeFolder, writeFile } from "../../../host/files.js";
import { basename, join } from "../../../host/paths.js";
import type { IrModule } from "../../../compiler/ir/module.js";
import { printModule } from "../../../compiler/ir/print.js";

/** Characters of a step's name in the name of its file: symbols of templates are longer than file systems allow. */
const LONGEST_NAME = 120;

/** The files of one compile. */
export class IrDump {
  readonly #name: string;
  readonly #root: string | undefined;
  #folder: string | undefined;
  #count = 0;

  /** `name` is what is compiled. */
  constructor(name: string, root = variable("CUTS_DUMP_IR")) {
    this.#name = basename(name);
    this.#root = root === "" ? undefined : root;
  }

  get isOn(): boolean {
    return this.#root !== undefined;
  }

  /** Writes the module as it is after a step. */
  write(step: string, module: IrModule): void {
    if (this.#root === undefined) return;
    this.#folder ??= newFolder(this.#root, this.#name);
    const number = String(++this.#count).padStart(2, "0");
    writeFile(join(this.#folder, `${number}-${step.slice(-LONGEST_NAME)}.ll`), printModule(module));
  }
}

/** A folder that was not there: the second compile of `kernel.cu` has `kernel.cu.2`. */
function newFolder(root: string, name: string): string {
  let folder = join(root, name);
  for (let n = 2; isThere(folder); n++) folder = join(root, `${name}.${n}`);
  makeFolder(folder);
  return folder;
}
