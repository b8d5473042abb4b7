// `npm run docs:environment`: writes docs/environment.md.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentDocs } from "./environment-docs.js";
import { root } from "./manifest.js";

writeFileSync(join(root, "docs/environment.md"), environmentDocs());
