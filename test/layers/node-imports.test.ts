// Who imports modules of Node: host/node/, which gives the rest what the platform has (src/host), and the layers below, which are
// Node's alone. A late import by `process.getBuiltinModule` counts as well.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../tools/manifest.js";
import { sourceImports } from "./imports.js";

/** Folders of src/, each with the reason why it needs no other host. */
const mayImport: ReadonlyMap<string, string> = new Map([
  ["host/node", "what the host has is made of them"],
  ["ffi", "native code is loaded into Node's process"],
  ["native", "native libraries, as above"],
  ["interop/python", "embeds CPython by native code"],
  ["interop/serve", "a process that Python starts, on a socket that Python hands over"],
  ["distributed", "processes, sockets, MPI and NCCL"],
  ["build", "compilers of the system, loaders and plugins of Node"],
  ["cli", "the command line"],
  ["doctor", "looks at the machine"],
]);

const usesNode = (text: string): boolean => text.includes("process.getBuiltinModule(");
const folderOf = (file: string): string | undefined =>
  [...mayImport.keys()].find((folder) => file.startsWith(`${folder}/`));

const users = [...sourceImports()]
  .filter(
    ([file, imports]) =>
      imports.some((name) => name.startsWith("node:")) ||
      usesNode(readFileSync(join(root, "src", file), "utf8")),
  )
  .map(([file]) => file);

it("only the host and the layers that are Node's alone import modules of Node", () => {
  expect(users.filter((file) => folderOf(file) === undefined)).toEqual([]);
});

it("each of them does", () => {
  expect(new Set(users.map(folderOf))).toEqual(new Set(mayImport.keys()));
});

it("only the files of host/ choose an implementation", () => {
  const choosing = [...sourceImports()].filter(([, imports]) =>
    imports.some((name) => name.startsWith("host/node/")),
  );
  expect(choosing.map(([file]) => file).filter((file) => !file.startsWith("host/"))).toEqual([]);
});
