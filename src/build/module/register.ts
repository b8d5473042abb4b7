// `cuts/register`: run `node --import cuts/register` to import `.cu` files as modules.

import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { codeFolder } from "../../host/assets.js";
import { load } from "./hooks.js";

const nodeModule = process.getBuiltinModule("node:module");

/** From Node 22.15 on hooks run on the thread that imports. */
const { registerHooks } = nodeModule as { registerHooks?: (hooks: { load: typeof load }) => void };

if (registerHooks === undefined) {
  const file = import.meta.url.endsWith(".ts") ? "hooks.ts" : "hooks.js";
  nodeModule.register(pathToFileURL(join(codeFolder(), "build/module", file)));
} else {
  registerHooks({ load });
}
