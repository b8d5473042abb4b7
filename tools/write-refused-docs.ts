// `npm run docs:refused`: writes docs/refused.md.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./manifest.js";
import { refusedDocs } from "./refused-docs.js";

writeFileSync(join(root, "docs/refused.md"), refusedDocs());
