// A folder with the code blocks of pages as programs of their own, beside the package that they import.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import type { PageBlock } from "./pages.js";

/** Blocks that are run, by their marks. */
export const RUN_MARKS: readonly string[] = ["run", "run python"];

/** Writes programs of the blocks into a folder that is empty but for what the caller put there; `packageFolder` is what they import. */
export function writeBlockPrograms(
  folder: string,
  blocks: readonly PageBlock[],
  packageFolder: string,
): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(packageFolder, join(folder, "node_modules/cuts"), "junction");
  for (const block of blocks) {
    const { code } = transformSync(block.text, { loader: "ts", target: "node20.19", format: "esm" });
    writeFileSync(programOf(folder, block), code);
  }
}

/** The path of a block's program. */
export function programOf(folder: string, { file }: Pick<PageBlock, "file">): string {
  return join(folder, file.replace(/\.ts$/, ".mjs"));
}

/** What a program printed, in lines as `promisedOutput` has them. */
export function printedLines(stdout: string): readonly string[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd());
}
