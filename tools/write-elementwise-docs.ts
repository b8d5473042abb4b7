// `npm run docs:elementwise`: writes docs/elementwise-functions.md.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { elementwiseDocs } from "./elementwise-docs.js";
import { root } from "./manifest.js";

writeFileSync(join(root, "docs/elementwise-functions.md"), elementwiseDocs());
