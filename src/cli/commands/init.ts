// `cuts init`: writes a small npm package with a kernel, a typed wrapper and a test, or one of the examples. It never overwrites a file.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { cutsVersion } from "../../index.js";
import { command } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { nearest } from "../nearest.js";
import { alignColumns, type Ui } from "../ui.js";
import { exampleFiles, listExamples } from "./init-example.js";
import { packageFiles } from "./init-files.js";

/** `cuts init` */
export const init = command({
  name: "init",
  summary: "write a small npm package with a kernel, or an example",
  description:
    "A kernel, a typed wrapper, a test that needs no GPU, and a CI file. npm run build compiles the kernel into the package,\n" +
    "which then runs without a compiler where it is installed. With --example a copy of an example that runs after npm install.",
  arguments: [{ name: "name", summary: "its name, and the folder to make; the current folder by default" }],
  options: {
    example: { summary: "copy an example, into a folder of its name by default", value: "example" },
    list: { summary: "print the examples" },
  },
  examples: [
    { line: "cuts init my-kernels", does: "write it into my-kernels/" },
    { line: "cuts init", does: "write it here" },
    { line: "cuts init --example mandelbrot", does: "copy an example into mandelbrot/" },
    { line: "cuts init --list", does: "see the examples" },
  ],
  run: ({ args: [given], options, ui }) => {
    if (options.list) {
      for (const line of alignColumns(listExamples().map(({ name, summary }) => [name, summary])))
        ui.print(line);
      return exitCodes.ok;
    }
    return options.example === undefined ? initPackage(given, ui) : initExample(options.example, given, ui);
  },
});

function initExample(example: string, folder: string | undefined, ui: Ui): number {
  const names = listExamples().map(({ name }) => name);
  if (!names.includes(example)) {
    const meant = nearest(example, names);
    ui.note(
      `error: Cannot copy an example: it must be one of ${names.join(", ")} (got ${JSON.stringify(example)})\n` +
        `Try: cuts init ${meant === undefined ? "--list" : `--example ${meant}`}`,
    );
    return exitCodes.notDone;
  }
  return write(resolve(folder ?? example), exampleFiles(example, cutsVersion()), ui, "npm start");
}

function initPackage(given: string | undefined, ui: Ui): number {
  const name = given ?? basename(resolve("."));
  if (!/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name) || name.length > 214) {
    ui.note(
      `error: Cannot write a package: its name must be one that npm takes, such as my-kernels (got ${JSON.stringify(name)})`,
    );
    return exitCodes.notDone;
  }
  const folder = given === undefined ? resolve(".") : resolve(name.replace(/^@[^/]+\//, ""));
  return write(folder, packageFiles(name, cutsVersion()), ui, "npm test");
}

/** Writes files into a folder, all of them or none; says how to go on. */
function write(folder: string, texts: Readonly<Record<string, string>>, ui: Ui, next: string): number {
  const files = Object.entries(texts);
  const taken = files.map(([path]) => path).filter((path) => existsSync(join(folder, path)));
  if (taken.length > 0) {
    ui.note(
      `error: Cannot write a package into ${relative(".", folder) || "."}: files must not be there yet (got ${taken.join(", ")})\nTry: cuts init another-name`,
    );
    return exitCodes.notDone;
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // A file that appeared meanwhile is not overwritten either.
    writeFileSync(join(folder, path), text, { flag: "wx" });
  }
  for (const [path] of files) ui.print(relative(".", join(folder, path)));
  const enter = relative(".", folder) === "" ? "" : `cd ${relative(".", folder)} && `;
  ui.note(`Try: ${enter}npm install && ${next}`);
  return exitCodes.ok;
}
