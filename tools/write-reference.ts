// `npm run docs:reference`: writes docs/reference, which the site has and git has not.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./manifest.js";
import { referencePages } from "./reference/pages.js";
import { readSurface } from "./reference/surface.js";

const folder = join(root, "docs/reference");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { name, text } of referencePages(readSurface(root, "src/index.ts"))) {
  writeFileSync(join(folder, `${name}.md`), text);
}
