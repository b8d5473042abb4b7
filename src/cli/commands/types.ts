// `cuts types`: writes the types of `.cu` files that are imported as modules.

import { readFileSync, writeFileSync } from "node:fs";
import { cuModuleTypes } from "../../index.js";
import { command } from "../command.js";
import { exitCodes } from "../exit-codes.js";

/** `cuts types` */
export const types = command({
  name: "types",
  summary: "write the types of .cu files that are imported as modules",
  description:
    'Writes sum.d.cu.ts beside sum.cu: its kernels and extern "C" functions as TypeScript sees them. The project needs\n' +
    '"allowArbitraryExtensions": true in its tsconfig.json, and programs run with node --import cuts/register.',
  arguments: [{ name: "file.cu", summary: "the files", required: true, variadic: true }],
  options: { check: { summary: "write nothing; exit with 1 when a file is missing or out of date" } },
  examples: [
    { line: "cuts types src/sum.cu", does: "write src/sum.d.cu.ts" },
    { line: "cuts types --check src/*.cu", does: "in CI: are they up to date?" },
  ],
  run: async ({ args, options, ui }) => {
    let exitCode: number = exitCodes.ok;
    for (const path of args) {
      const { text, names, unreadable } = await cuModuleTypes(path);
      const target = path.replace(/(?:\.cu)?$/, ".d.cu.ts");
      for (const { reason } of unreadable) ui.note(`note: ${path}: ${reason}`);
      if (!options.check) {
        writeFileSync(target, text);
        ui.print(`${target}: ${names.join(", ")}`);
      } else if (textOf(target) !== text) {
        ui.note(`error: ${target} is not up to date\nTry: cuts types ${path}`);
        exitCode = exitCodes.found;
      }
    }
    return exitCode;
  },
});

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
