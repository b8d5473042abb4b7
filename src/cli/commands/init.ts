// `cuts init`: writes a small npm package with a kernel, a typed wrapper and a test. It never overwrites a file.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { cutsVersion } from "../../index.js";
import { command } from "../command.js";
import { packageFiles } from "./init-files.js";

/** `cuts init` */
export const init = command({
  name: "init",
  summary: "write a small npm package with a kernel",
  description:
    "A kernel, a typed wrapper, a test that needs no GPU, and a CI file. npm run build compiles the kernel into the package,\n" +
    "which then runs without a compiler where it is installed.",
  arguments: [{ name: "name", summary: "its name, and the folder to make; the current folder by default" }],
  examples: [
    { line: "cuts init my-kernels", does: "write it into my-kernels/" },
    { line: "cuts init", does: "write it here" },
  ],
  run: ({ args, ui }) => {
    const [given] = args;
    const name = given ?? basename(resolve("."));
    if (!/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name) || name.length > 214) {
      ui.note(
        `error: Cannot write a package: its name must be one that npm takes, such as my-kernels (got ${JSON.stringify(name)})`,
      );
      return 2;
    }
    const folder = given === undefined ? resolve(".") : resolve(name.replace(/^@[^/]+\//, ""));
    const files = Object.entries(packageFiles(name, cutsVersion()));
    const taken = files.map(([path]) => path).filter((path) => existsSync(join(folder, path)));
    if (taken.length > 0) {
      ui.note(
        `error: Cannot write a package into ${relative(".", folder) || "."}: files must not be there yet (got ${taken.join(", ")})\nTry: cuts init another-name`,
      );
      return 1;
    }
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      // A file that appeared meanwhile is not overwritten either.
      writeFileSync(join(folder, path), text, { flag: "wx" });
    }
    for (const [path] of files) ui.print(relative(".", join(folder, path)));
    const enter = given === undefined ? "" : `cd ${relative(".", folder)} && `;
    ui.note(`Try: ${enter}npm install && npm test`);
    return 0;
  },
});
